import { assert, describe, it } from "@effect/vitest"
import type { Ending } from "@pawl/core"
import { type RunScenario, type ScenarioAnswer, scenarioLimit } from "@pawl/core/testing"
import * as Effect from "effect/Effect"
import type { FireReport } from "pawl/fire/FireReport"
import { reportIn } from "../fire/support.ts"
import { interrupt } from "./interrupt.ts"
import { cannotRun, interruptedRows, queuedRows, runRows, texts } from "./rows.ts"
import {
  type Call,
  hookOf,
  hookOfRow,
  makeStage,
  nothingLeft,
  occupiers,
  paddingFor,
  play,
  policies,
  type Stage,
  times
} from "./stage.ts"

const readings = { tight: "tight", asWritten: "as-written" } as const
type Reading = keyof typeof readings

/** One of `pawl fire`, about a command of these words. A payload that is an answer as well is what hooks write that echo it. */
const calling =
  (reading: Reading, payload?: RunScenario["payload"]) =>
  (padding: ReadonlyArray<string> = []): Call => ({
    words: [
      "fire",
      "beforeShellExecution",
      "--trust-project",
      "--json",
      "--reading",
      readings[reading],
      "--payload",
      "-"
    ],
    input: JSON.stringify({
      command: ["touch", "has-run", ...padding].join(" "),
      ...(payload === undefined ? {} : JSON.parse(texts[payload]))
    })
  })

const expected = {
  deny: { kind: "deny", code: 1 },
  ask: { kind: "confirm", code: 1 },
  runs: { kind: "execute", code: 0 }
} as const satisfies Record<ScenarioAnswer, { readonly kind: FireReport["decision"]["kind"]; readonly code: number }>

/** An ending as it is reported; rows that a command line reaches have no others. */
const exitOf = (ending: Ending): FireReport["hooks"][number]["exit"] => {
  if (ending._tag === "Exited") return { kind: "exited", code: ending.code }
  if (ending._tag === "Signalled") return { kind: "signalled", signal: ending.signal }
  const lateCode = ending._tag === "TimedOut" ? ending.lateCode : undefined
  return { kind: "timedOut", ...(lateCode === undefined ? {} : { lateCode }) }
}

/** The default reading, the other one where it comes to another answer, and in each a closed hook where that is another one. */
const cases = <A extends { readonly expected: RunScenario["expected"] }>(rows: ReadonlyArray<A>) =>
  rows.flatMap((row) => {
    const { asWritten, tight } = row.expected
    const differ = asWritten.open !== tight.open || asWritten.closed !== tight.closed
    return (differ ? (["tight", "asWritten"] as const) : (["tight"] as const)).flatMap((reading) =>
      policies
        .map((policy) => ({ row, reading, policy, answer: row.expected[reading][policy] }))
        .filter(({ answer, policy }) => policy === "open" || answer !== row.expected[reading].open)
    )
  })

const fired = Effect.fnUntraced(function* (stage: Stage, call: Call, limitMs: number, answer: ScenarioAnswer) {
  const played = yield* play(stage, call, limitMs)
  const report = yield* reportIn(played.stdout)
  const { code, kind } = expected[answer]
  assert.deepStrictEqual([report.decision.kind, played.code], [kind, code], JSON.stringify(report))
  if (answer === "runs") {
    assert.isTrue(report.diagnostics.some(({ binding, severity }) => binding !== undefined && severity === "warning"))
  } else assert.match(report.decision.reason ?? "", /./)
  assert.isUndefined(stage.project.read("has-run"))
  const hook = report.hooks.at(-1) ?? assert.fail("no hook was asked")
  return { hook, pid: played.pid, reason: report.decision.reason }
})

describe.concurrent("the table of scenarios through pawl fire (CLI-70)", () => {
  for (const { answer, policy, reading, row } of cases(runRows)) {
    const { id, name } = row
    const title = `${id}, ${policy}, ${readings[reading]}: a hook that ${name}`
    it.live.skipIf(cannotRun(row))(title, () =>
      Effect.gen(function* () {
        const call = calling(reading, row.payload)
        const padding = yield* paddingFor(row, call)
        const stage = yield* makeStage(hookOfRow(row, policy))
        const { hook, pid, reason } = yield* fired(stage, call(padding), scenarioLimit(row, times), answer)
        assert.deepStrictEqual([hook.exit, hook.stdoutTruncated], [exitOf(row.ending), row.stdoutTruncated])
        if (row.stdout === "ANSWER_DENY" && reading === "tight") assert.strictEqual(reason, "not here")
        yield* nothingLeft(stage, pid, row.leaves)
      })
    )
  }

  for (const { answer, policy, reading, row } of cases(queuedRows)) {
    it.live(`${row.id}, ${policy}, ${readings[reading]}: a hook that ${row.name}`, () =>
      Effect.gen(function* () {
        const others = occupiers(`sleep 1; printf '%s' "$ANSWER_ALLOW"`)
        const stage = yield* makeStage(...others, hookOf("echo yes > ran", row.timeoutMs, policy))
        const { hook, pid } = yield* fired(stage, calling(reading)(), scenarioLimit(row, times), answer)
        assert.deepStrictEqual([hook.exit.kind, hook.durationMs], ["timedOut", 0])
        assert.isUndefined(stage.project.read("ran"))
        yield* nothingLeft(stage, pid, "nothing")
      })
    )
  }

  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    for (const row of interruptedRows) {
      it.live.skipIf(cannotRun(row))(`${row.id}: a hook that ${row.name} by ${signal}`, () =>
        interrupt(row, signal, calling("tight")())
      )
    }
  }
})
