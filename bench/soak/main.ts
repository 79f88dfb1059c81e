// Hooks of all kinds at the bound of a runner, with interruptions at any time: `npm run soak`, with `-- --minutes N` (5),
// `--seed N` (1). Fails on a leak, a zombie, a hang, a process that is left, or a denial that is lost. Linux only.
import os from "node:os"
import * as Effect from "effect/Effect"
import { nodeHookRunner } from "../../packages/runner-node/src/index.ts"
import { makeHost } from "../host.ts"
import { dice } from "../statistics.ts"
import { inTemporaryFolder } from "../temporaryFolder.ts"
import { readCall } from "../words.ts"
import { askOnce, keepAsking, type Soak } from "./keepAsking.ts"
import { kinds, matcherOf } from "./kinds.ts"
import { leaks, type Stages, type Standing, settled } from "./Standing.ts"
import { makeTally, type Tally } from "./Tally.ts"

const { numbers } = readCall([], ["minutes", "seed"])
const minutes = numbers.get("minutes") ?? 5
const seed = numbers.get("seed") ?? 1
const places = Math.max(4, 2 * os.availableParallelism())
// Twice as many as there is room for: half of them wait.
const askers = 2 * places
// Shorter than a host's, so that there are more of them.
const graceMs = 300

const faults: Array<string> = []

const soakIn = (folder: string) =>
  Effect.gen(function* () {
    const hooks = kinds.flatMap((kind) =>
      kind.hooks.map(({ command, timeout }) => ({
        command,
        matcher: matcherOf(kind),
        ...(timeout === undefined ? {} : { timeout })
      }))
    )
    const host = yield* Effect.promise(() =>
      makeHost({
        folder,
        hooks,
        runner: nodeHookRunner({ places, graceMs }),
        messages: (event) =>
          Effect.sync(() => {
            if (event._tag !== "DiagnosticFound" || event.diagnostic.code !== "core/left-running") return
            faults.push(event.diagnostic.message)
          })
      })
    )
    const warm: Soak = { host, folder, roll: dice(seed), tally: makeTally(kinds), dispatches: 0 }
    const warmUp = Effect.forEach(kinds, (kind) => askOnce(warm, kind, undefined), { concurrency: "unbounded" })
    yield* Effect.repeat(warmUp, { times: 2 })
    faults.push(...warm.tally.faults)
    const before = yield* settled(undefined)

    const soak: Soak = { ...warm, tally: makeTally(kinds) }
    const askUntil = (until: number) =>
      Effect.all(
        Array.from({ length: askers }, () => keepAsking(soak, kinds, until)),
        { concurrency: "unbounded" }
      )
    const half = Effect.suspend(() => Effect.andThen(askUntil(performance.now() + minutes * 30_000), settled(before)))
    const stages: Stages = { before, halfway: yield* half, after: yield* half }
    const dispatches = soak.dispatches - warm.dispatches
    faults.push(...soak.tally.faults, ...leaks(stages, dispatches, places))
    yield* Effect.promise(host.close)
    return { stages, dispatches, tally: soak.tally }
  })

const tableOf = ({ counts }: Tally): string =>
  [
    ["kind", "answered", "interrupted", "hooks"],
    ...[...counts].map(([name, count]) => [name, count.answered, count.interrupted, count.hooks])
  ]
    .map(
      ([name, ...numbers]) => `  ${String(name).padEnd(16)}${numbers.map((each) => String(each).padStart(12)).join("")}`
    )
    .join("\n")

const standingLine = (
  when: string,
  { children, descriptors, handles, heapMiB, helpers, pooled, rssMiB, zombies }: Standing
) =>
  `${when}: ${handles} handles, ${descriptors} descriptors and ${pooled} FIFOs, ${children} children and ${helpers} helpers, ${zombies} zombies, ${heapMiB.toFixed(1)} MiB of live heap, ${rssMiB.toFixed(0)} MiB of memory`

if (process.platform !== "linux") {
  console.error("the soak looks at /proc, so it needs Linux")
  process.exitCode = 2
} else {
  console.log(`${minutes} minutes, seed ${seed}, ${askers} dispatches at once, ${places} hooks at once`)
  const { stages, dispatches, tally } = await inTemporaryFolder((folder) => Effect.runPromise(soakIn(folder)))
  console.log(`${dispatches} dispatches:\n${tableOf(tally)}`)
  console.log(`${tally.denials} denials of hooks, ${tally.lostDenials} lost`)
  console.log(`${tally.inQueue} hooks did not get their turn in time, which denies`)
  console.log(
    `slowest answer ${tally.slowestAnswerMs.toFixed(0)} ms, slowest interruption ${tally.slowestInterruptionMs.toFixed(0)} ms`
  )
  for (const [when, standing] of Object.entries<Standing>({ ...stages })) console.log(standingLine(when, standing))
  for (const [fault, count] of Map.groupBy(faults, (text) => text))
    console.log(`FAILED: ${fault} (${count.length} times)`)
  console.log(faults.length === 0 ? "passed" : "failed")
  process.exitCode = faults.length === 0 ? 0 : 1
}
