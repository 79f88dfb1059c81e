import { assert, describe, it } from "@effect/vitest"
import { cursorAdapter } from "@pawl/adapter-cursor"
import {
  type Binding,
  defaultRunPolicy,
  EndStatus,
  type Envelope,
  everythingProfile,
  limits,
  noEffects
} from "@pawl/core"
import { failedEndings, outcome, subagentStop, turnStop } from "@pawl/core/testing"
import * as Effect from "effect/Effect"
import { allReadings, codes, decodeAnswer, decodeOutcome, hooksFile, load, only, strictPolicy } from "../support.ts"

describe.each(["stop", "subagentStop"])("%s", (event) => {
  it.effect.each([
    [undefined, 5],
    [1, 1],
    [20, 20],
    [null, null]
  ] as const)("goes on with a message, within a loop_limit of %s (CUR-17, CUR-78)", ([loop_limit, loopLimit]) =>
    Effect.gen(function* () {
      for (const reading of allReadings) {
        const hook = yield* only(event, { command: "x", ...(loop_limit === undefined ? {} : { loop_limit }) }, reading)
        assert.deepStrictEqual(decodeAnswer(hook, { followup_message: " fix\u0007 them " }), {
          ...noEffects,
          continuation: { message: "fix them", loopLimit }
        })
      }
    })
  )

  it.effect("goes on no more often than the host does (CUR-17)", () =>
    Effect.gen(function* () {
      const text = hooksFile({
        [event]: [
          { command: "x", loop_limit: 20 },
          { command: "y", loop_limit: null }
        ]
      })
      const { bindings } = yield* load(text, { profile: { ...everythingProfile, continuationCap: 8 } })
      assert.deepStrictEqual(
        bindings.map((hook) => decodeAnswer(hook, { followup_message: "m" }).continuation?.loopLimit),
        [8, 8]
      )
    })
  )

  it.effect("never goes on with a loop_limit of 0, and says so (CUR-78)", () =>
    Effect.gen(function* () {
      const hook = yield* only(event, { command: "x", loop_limit: 0 })
      const effects = decodeAnswer(hook, { followup_message: "go on" })
      assert.isUndefined(effects.continuation)
      assert.deepStrictEqual(codes(effects.diagnostics), ["cursor/follow-up-dropped"])
    })
  )

  it.effect.each([
    ["nothing", ""],
    ["an empty object", {}],
    ["an empty message", { followup_message: "" }],
    ["a message that shows nothing", { followup_message: "\u001b[0m" }],
    ["an empty message beside Claude's block", { followup_message: "", decision: "block", reason: "r" }],
    ["Claude's approve", { decision: "approve", reason: "fine" }],
    ["a decision of another type", { decision: 5, reason: "r" }],
    ["a decision in upper case", { decision: "Block", reason: "r" }],
    ["a nested decision that is no block", { hookSpecificOutput: { decision: "allow", reason: "r" } }]
  ] as const)("does not go on after %s, and there is nothing to tell (CUR-78)", ([, answer]) =>
    Effect.gen(function* () {
      for (const reading of allReadings) {
        assert.deepStrictEqual(decodeAnswer(yield* only(event, { command: "x" }, reading), answer), noEffects)
      }
    })
  )

  it.effect.each([
    ["flat", { decision: "block", reason: "two tests fail" }],
    ["nested", { hookSpecificOutput: { decision: "block", reason: "two tests fail" } }],
    [
      "flat without a reason, nested with one",
      { decision: "block", hookSpecificOutput: { decision: "block", reason: "two tests fail" } }
    ]
  ] as const)("goes on after Claude's block, %s (CUR-78)", ([, answer]) =>
    Effect.gen(function* () {
      for (const reading of allReadings) {
        const effects = decodeAnswer(yield* only(event, { command: "x", loop_limit: 2 }, reading), answer)
        assert.deepStrictEqual(effects, { ...noEffects, continuation: { message: "two tests fail", loopLimit: 2 } })
      }
    })
  )

  it.effect("takes a block of which a key occurs twice for an answer that does not fit (CUR-88)", () =>
    Effect.gen(function* () {
      const binding = yield* only(event, { command: "./h.sh" })
      for (const answer of [
        '{"decision":"approve","reason":"r","decision":"block"}',
        '{"decision":"block","reason":"r","reason":"another"}',
        '{"hookSpecificOutput":{},"hookSpecificOutput":{"decision":"block","reason":"r"}}',
        '{"hookSpecificOutput":{"decision":"block","decision":"block","reason":"r"}}'
      ]) {
        const { continuation, diagnostics } = decodeAnswer(binding, answer)
        assert.isUndefined(continuation, answer)
        assert.deepStrictEqual(codes(diagnostics), ["cursor/malformed-answer"], answer)
      }
      const flat = '{"followup_message":"m","decision":"block","decision":"block"}'
      assert.strictEqual(decodeAnswer(binding, flat).continuation?.message, "m")
    })
  )

  it.effect("ignores any other decision, as written a denial as well (CUR-78, CUR-97)", () =>
    Effect.gen(function* () {
      for (const reading of allReadings) {
        const hook = yield* only(event, { command: "x" }, reading)
        for (const decision of ["approve", "continue", "deny", "ask"]) {
          const refused = reading !== "asWritten" && (decision === "deny" || decision === "ask")
          assert.deepStrictEqual(decodeAnswer(hook, { decision, reason: "r" }), {
            ...noEffects,
            unsupported: refused ? [{ channel: "verdict", field: "decision" }] : []
          })
        }
      }
    })
  )

  it.effect("tells of a block without a reason (CUR-78)", () =>
    Effect.gen(function* () {
      const effects = decodeAnswer(yield* only(event, { command: "x" }), { decision: "block" })
      assert.isUndefined(effects.continuation)
      assert.deepStrictEqual(codes(effects.diagnostics), ["cursor/malformed-answer"])
    })
  )

  it.effect("cuts a message at its limit, which is told (CUR-44)", () =>
    Effect.gen(function* () {
      const effects = decodeAnswer(yield* only(event, { command: "x" }), {
        followup_message: "é".repeat(limits.contextBytes)
      })
      assert.lengthOf(effects.continuation?.message ?? "", limits.contextBytes / 2)
      assert.deepStrictEqual(codes(effects.diagnostics), ["cursor/text-cut"])
    })
  )

  it.effect("does nothing after a failure, exit 2, and an output that does not fit, and tells (CUR-76)", () =>
    Effect.gen(function* () {
      const stdout = '{"followup_message":"go on"}'
      for (const reading of allReadings) {
        const hook = yield* only(event, { command: "x", failClosed: true }, reading)
        for (const ending of [{ _tag: "Exited", code: 2 } as const, ...failedEndings]) {
          const { diagnostics, ...effects } = decodeOutcome(hook, outcome({ ending, stdout }), strictPolicy)
          assert.deepStrictEqual({ ...effects, diagnostics: [] }, noEffects)
          assert.deepStrictEqual(codes(diagnostics), ["cursor/hook-failed"])
        }
        for (const output of [
          `${stdout}!`,
          "go on",
          '{"followup_message":5}',
          '{"followup_message":null}',
          `[${stdout}]`
        ]) {
          const { diagnostics, ...effects } = decodeOutcome(hook, outcome({ stdout: output }), strictPolicy)
          assert.deepStrictEqual({ ...effects, diagnostics: [] }, noEffects)
          assert.deepStrictEqual(codes(diagnostics), ["cursor/malformed-answer"])
        }
      }
    })
  )

  it.effect("reports what belongs to other events, whatever the policy (CUR-51)", () =>
    Effect.gen(function* () {
      for (const reading of allReadings) {
        const hook = yield* only(event, { command: "x" }, reading)
        for (const policy of [undefined, strictPolicy]) {
          const effects = decodeAnswer(hook, { continue: false, permission: "deny" }, policy)
          assert.deepStrictEqual(
            effects.unsupported.map(({ field }) => field),
            ["continue", "permission"]
          )
          const beside = decodeAnswer(hook, { followup_message: "m", continue: false }, policy)
          assert.strictEqual(beside.continuation?.message, "m")
          assert.lengthOf(beside.unsupported, 1)
        }
      }
    })
  )
})

const ends = EndStatus.literals

describe("the end that a follow-up comes after", () => {
  const decodeAt = (hook: Binding, envelope: Envelope) =>
    cursorAdapter.decode({
      binding: hook,
      envelope,
      outcome: outcome({ stdout: '{"followup_message":"go on"}' }),
      policy: defaultRunPolicy
    })

  it.effect.each(ends)("is any one at the end of a turn: %s (CUR-135)", (status) =>
    Effect.gen(function* () {
      const effects = decodeAt(yield* only("stop", { command: "x" }), turnStop(status))
      assert.strictEqual(effects.continuation?.message, "go on")
    })
  )

  it.effect.each(ends)("is a completed one at the end of a subagent, and another one is told: %s (CUR-135)", (status) =>
    Effect.gen(function* () {
      const effects = decodeAt(yield* only("subagentStop", { command: "x" }), subagentStop({ status }))
      assert.strictEqual(effects.continuation?.message, status === "completed" ? "go on" : undefined)
      assert.deepStrictEqual(codes(effects.diagnostics), status === "completed" ? [] : ["cursor/follow-up-dropped"])
    })
  )
})
