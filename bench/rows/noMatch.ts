import * as Effect from "effect/Effect"
import type { Envelope } from "../../packages/core/src/index.ts"
import { promptSubmit, shellRun } from "../../packages/core/src/testing/index.ts"
import { byHand } from "../byHand.ts"
import { type BenchHost, makeHost } from "../host.ts"
import { compileByHand, openMatchers } from "../openMatchers.ts"
import type { Row } from "../Row.ts"
import { sideBySide, timeOf } from "../sideBySide.ts"
import { intervalOf, quantile } from "../statistics.ts"
import { inTemporaryFolder } from "../temporaryFolder.ts"

// Few enough that a busy machine seldom takes the processor away in the middle of them.
const batch = 20
const microseconds = 1_000

const line = "ls -la src"
const nowhere: Envelope = promptSubmit("rename the function")
const elsewhere: Envelope = shellRun(line)

const times = (work: () => unknown) => () => {
  for (let turn = 0; turn < batch; turn++) work()
}

const nobodyAsked = (host: BenchHost, envelope: Envelope) => () => {
  const { records } = Effect.runSync(host.dispatch(envelope))
  if (records.length !== 0) throw new Error("a hook was asked")
}

/** What one call takes that comes once in a while, when the caches are full of other things. */
const coldly = async (work: () => unknown, count: number): Promise<string> => {
  const seen: Array<number> = []
  while (seen.length < count) {
    await byHand({ command: "echo 1", cwd: "/", env: {}, payload: "", detached: false })
    const begin = performance.now()
    work()
    seen.push((performance.now() - begin) * microseconds)
  }
  return `once in a while ${quantile(seen).toFixed(0)} µs`
}

const row: Row = {
  name: "no match",
  pairs: 400,
  runs: 3,
  flags: [],
  measure: (form) =>
    inTemporaryFolder(async (folder) => {
      const tenth = "docker\\s+(run|exec)"
      const open = [...openMatchers, { matcher: tenth, test: compileByHand(tenth) }]
      const hooks = open.map(({ matcher }) => ({ command: "exit 2", matcher }))
      const host = await makeHost({ folder, hooks })
      const none = nobodyAsked(host, nowhere)
      const ten = nobodyAsked(host, elsewhere)
      const tests = () => {
        if (open.some(({ test }) => test(line))) throw new Error("a matcher matches")
      }
      const rounds = await sideBySide({ none: times(none), ten: times(ten), tests: times(tests) }, form)
      const each = (some: typeof rounds, way: string) => (timeOf(some, way) / batch) * microseconds
      const more = (some: typeof rounds) => each(some, "ten") - each(some, "tests")
      const cold = form.isShort ? 2 : 50
      const figures = [
        {
          name: "a moment that no hook is bound to",
          unit: "µs",
          value: each(rounds, "none"),
          interval: intervalOf(rounds, (some) => each(some, "none")),
          atMost: 5,
          aside: await coldly(none, cold)
        },
        {
          name: "ten hooks of which none matches",
          against: "more than the ten bare tests",
          unit: "µs",
          value: more(rounds),
          interval: intervalOf(rounds, more),
          atMost: 25,
          aside: `the tests alone ${each(rounds, "tests").toFixed(2)} µs; ${await coldly(ten, cold)}`
        }
      ] as const
      await host.close()
      return figures
    })
}

export const rows: ReadonlyArray<Row> = [row]
