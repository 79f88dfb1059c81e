import { assert, describe, it } from "@effect/vitest"
import { channels, defaultRunPolicy, type Ending } from "@pawl/core"
import { outcome } from "@pawl/core/testing"
import * as Effect from "effect/Effect"
import { allReadings, decodeOutcome, only, strictPolicy } from "../support.ts"
import { type EventCells, outputs, verdictIn } from "./table.ts"

const failures: ReadonlyArray<Ending> = [
  { _tag: "Exited", code: 1 },
  { _tag: "Exited", code: 3 },
  { _tag: "Exited", code: 126 },
  { _tag: "Exited", code: 127 },
  { _tag: "Signalled", signal: "SIGKILL" },
  { _tag: "TimedOut", phase: "running" },
  { _tag: "SpawnFailed", errno: "EAGAIN", message: "no more processes" }
]

const well: Ending = { _tag: "Exited", code: 0 }
const two: Ending = { _tag: "Exited", code: 2 }

/** A hook for each reading and policy. */
const hooks = Effect.fnUntraced(function* (event: string) {
  const all = []
  for (const reading of allReadings) {
    for (const closed of [false, true]) {
      const binding = yield* only(event, { command: "./h.sh", failClosed: closed }, reading)
      for (const strict of [false, true]) {
        const about = `${reading}, ${closed ? "closed" : "open"}${strict ? ", strict" : ""}`
        all.push({ binding, reading, closed, strict, policy: strict ? strictPolicy : defaultRunPolicy, about })
      }
    }
  }
  return all
})

const events = [
  ["beforeShellExecution", "shell"],
  ["preToolUse", "tool"],
  ["beforeMCPExecution", "shell"],
  ["subagentStart", "subagent"],
  ["beforeReadFile", "read"],
  ["beforeTabFileRead", "tab"]
] as const

describe.each(events)("%s: exit × output × policy × strict × reading", (event, column) => {
  it.effect.each(outputs.map((row) => [row.output, row] as const))("%s", ([, row]) =>
    Effect.gen(function* () {
      const cells: EventCells = row[column] ?? row.shell
      for (const under of yield* hooks(event)) {
        const { about, binding, policy, reading } = under
        const decode = (ending: Ending, stdoutTruncated = false) =>
          decodeOutcome(binding, outcome({ ending, stdout: row.stdout, stdoutTruncated }), policy)
        const refused = (fields: ReadonlyArray<string> | undefined, effects: ReturnType<typeof decode>, of: string) =>
          assert.deepStrictEqual(
            effects.unsupported.map(({ field }) => field),
            [...(fields ?? [])],
            of
          )

        const exit0 = decode(well)
        assert.strictEqual(exit0.verdict, verdictIn(cells.exit0, under), `exit 0, ${about}`)
        refused(
          reading === "asWritten" ? (cells.refusedWritten ?? cells.refused) : cells.refused,
          exit0,
          `exit 0, ${about}`
        )
        assert.isTrue(
          exit0.unsupported.every(({ channel }) => channels[channel].controls),
          "only what controls something is refused"
        )

        assert.strictEqual(decode(two).verdict, "deny", `exit 2, ${about}`)
        assert.strictEqual(decode(two, true).verdict, "deny", `exit 2, cut, ${about}`)
        assert.strictEqual(decode(well, true).verdict, "deny", `exit 0, cut, ${about}`)

        for (const ending of failures) {
          const failed = decode(ending)
          const of = `${JSON.stringify(ending)}, ${about}`
          assert.strictEqual(failed.verdict, verdictIn(cells.failed, under), of)
          refused(reading === "asWritten" ? [] : cells.refusedFailed, failed, of)
          const cut = decode(ending, true)
          assert.strictEqual(cut.verdict, verdictIn({ written: "policy", tight: "deny" }, under), `cut, ${of}`)
          assert.isUndefined(failed.replacementInput, of)
          assert.isNotEmpty(failed.diagnostics, of)
        }

        for (const effects of [exit0, decode(two), decode(well, true)]) {
          if (effects.verdict === "deny" || effects.verdict === "ask") assert.isNotEmpty(effects.reasons, about)
          else assert.isEmpty(effects.reasons, about)
          for (const { binding: id } of effects.reasons) assert.strictEqual(id, binding.id)
        }
      }
    })
  )
})
