import { assert, describe, it } from "@effect/vitest"
import { cursorEvents } from "@pawl/adapter-cursor"
import { channels, defaultRunPolicy, type Ending, type HookEffects } from "@pawl/core"
import { outcome, sampleActions, sampleResults, toolResult } from "@pawl/core/testing"
import * as Effect from "effect/Effect"
import { allReadings, decodeOutcome, only, strictPolicy } from "../support.ts"
import { promptOutputs } from "./promptTable.ts"
import { type Deed, quietOutputs } from "./quietTable.ts"
import { verdictIn } from "./table.ts"

const well: Ending = { _tag: "Exited", code: 0 }
const two: Ending = { _tag: "Exited", code: 2 }
const failures: ReadonlyArray<Ending> = [
  { _tag: "Exited", code: 1 },
  { _tag: "Exited", code: 126 },
  { _tag: "Exited", code: 127 },
  { _tag: "Signalled", signal: "SIGKILL" },
  { _tag: "TimedOut", phase: "running" },
  { _tag: "SpawnFailed", errno: "EAGAIN", message: "no more processes" }
]

/** A hook for each reading and policy. */
const hooks = Effect.fnUntraced(function* (event: string) {
  const all = []
  for (const reading of allReadings) {
    for (const closed of [false, true]) {
      const binding = yield* only(event, { command: "./h.sh", failClosed: closed }, reading)
      for (const strict of [false, true]) {
        const about = `${event}, ${reading}, ${closed ? "closed" : "open"}${strict ? ", strict" : ""}`
        all.push({ binding, reading, closed, strict, policy: strict ? strictPolicy : defaultRunPolicy, about })
      }
    }
  }
  return all
})

const refusedIn = ({ unsupported }: HookEffects): ReadonlyArray<string> => {
  assert.isTrue(unsupported.every(({ channel }) => channels[channel].controls))
  return unsupported.map(({ field }) => field)
}

describe("beforeSubmitPrompt: exit × output × policy × strict × reading", () => {
  it.effect.each(promptOutputs.map((row) => [row.output, row] as const))("%s (CUR-79)", ([, row]) =>
    Effect.gen(function* () {
      for (const under of yield* hooks("beforeSubmitPrompt")) {
        const { about, binding, policy, reading } = under
        const decode = (ending: Ending, stdoutTruncated = false) =>
          decodeOutcome(binding, outcome({ ending, stdout: row.stdout, stdoutTruncated }), policy)
        const held = ({ halt, reasons, verdict }: HookEffects) => {
          assert.strictEqual(verdict, "none", about)
          assert.strictEqual(halt !== undefined, reasons.length > 0, about)
          if (halt !== undefined) assert.strictEqual(halt.binding, binding.id)
          return halt === undefined ? "none" : "deny"
        }

        const exit0 = decode(well)
        assert.strictEqual(held(exit0), verdictIn(row.exit0, under), `exit 0, ${about}`)
        assert.deepStrictEqual(refusedIn(exit0), [...(row.refused ?? [])], `exit 0, ${about}`)
        assert.strictEqual(held(decode(two)), "deny", `exit 2, ${about}`)
        const cut = { written: "policy", tight: "deny" } as const
        assert.strictEqual(held(decode(well, true)), verdictIn(cut, under), `cut, ${about}`)
        for (const ending of failures) {
          const failed = decode(ending)
          const of = `${JSON.stringify(ending)}, ${about}`
          assert.strictEqual(held(failed), verdictIn(row.failed, under), of)
          assert.deepStrictEqual(refusedIn(failed), reading === "asWritten" ? [] : [...(row.refusedFailed ?? [])], of)
          assert.strictEqual(held(decode(ending, true)), verdictIn(cut, under), `cut, ${of}`)
          assert.isEmpty(failed.notices, of)
          assert.isNotEmpty(failed.diagnostics, of)
        }
      }
    })
  )
})

const slots: ReadonlyArray<readonly [Deed, (effects: HookEffects) => boolean]> = [
  ["context", ({ modelContext }) => modelContext !== undefined],
  ["variables", ({ sessionEnv }) => sessionEnv !== undefined],
  ["result", ({ replacementResult }) => replacementResult !== undefined],
  ["notice", ({ notices }) => notices.length > 0],
  ["extension", ({ extensions }) => extensions.length > 0],
  ["follow-up", ({ continuation }) => continuation !== undefined]
]

const deedsOf = (effects: HookEffects): ReadonlyArray<Deed> => {
  const { halt, reasons, replacementInput, verdict } = effects
  assert.deepStrictEqual([halt, reasons, replacementInput, verdict], [undefined, [], undefined, "none"])
  return slots.filter(([, is]) => is(effects)).map(([deed]) => deed)
}

const quietEvents = cursorEvents
  .filter(({ control }) => control._tag === "Observe" || control._tag === "FollowUp")
  .map(({ name }) => name)

describe("the fourteen events where nothing can be prevented: exit × output × policy × strict × reading", () => {
  it.effect.each(quietOutputs.map((row) => [row.output, row] as const))("%s (CUR-76)", ([, row]) =>
    Effect.gen(function* () {
      assert.lengthOf(quietEvents, 14)
      const moment = toolResult(sampleActions.McpTool, sampleResults.McpReturned)
      for (const event of quietEvents) {
        for (const { about, binding, policy } of yield* hooks(event)) {
          const decode = (ending: Ending, stdoutTruncated = false) =>
            decodeOutcome(binding, outcome({ ending, stdout: row.stdout, stdoutTruncated }), policy, moment)
          const exit0 = decode(well)
          assert.deepStrictEqual(deedsOf(exit0), [...(row.does?.[event] ?? [])], about)
          const refused = row.except?.includes(event) === true ? [] : [...(row.refused ?? [])]
          assert.deepStrictEqual(refusedIn(exit0), refused, about)
          for (const run of [decode(well, true), ...[two, ...failures].map((ending) => decode(ending))]) {
            assert.isEmpty(deedsOf(run), about)
            assert.isEmpty(refusedIn(run), about)
            assert.lengthOf(run.diagnostics, 1, about)
          }
        }
      }
    })
  )
})
