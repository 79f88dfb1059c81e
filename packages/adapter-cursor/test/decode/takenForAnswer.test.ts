import { assert, describe, it } from "@effect/vitest"
import type { HookEffects } from "@pawl/core"
import { outcome } from "@pawl/core/testing"
import * as Effect from "effect/Effect"
import { allReadings, decodeAnswer, decodeOutcome, only } from "../support.ts"

const hintOf = ({ diagnostics }: HookEffects, code: string): string | undefined =>
  diagnostics.find((each) => each.code === code)?.hint

const shellHint = 'Write { "permission": "allow" }, "deny" or "ask", with "user_message" and "agent_message".'
const promptHint = 'Write { "continue": true }, or false with "user_message".'
const payload = { hook_event_name: "beforeShellExecution", command: "make", cwd: "/repo" }

describe("what an author took for an answer", () => {
  it.effect.each([
    [
      "beforeShellExecution",
      payload,
      `This is the payload that the hook was given; stdout is for its answer alone. ${shellHint}`
    ],
    [
      "beforeSubmitPrompt",
      { hook_event_name: "beforeSubmitPrompt", prompt: "hello" },
      `This is the payload that the hook was given; stdout is for its answer alone. ${promptHint}`
    ],
    ["beforeShellExecution", { continue: false }, `"continue" cannot stand in for "permission". ${shellHint}`],
    ["preToolUse", { decision: "approve" }, `"decision" cannot stand in for "permission". ${shellHint}`],
    ["beforeSubmitPrompt", { decision: "block" }, `"decision" cannot stand in for "continue". ${promptHint}`],
    [
      "beforeShellExecution",
      { decision: "block", hookSpecificOutput: {} },
      `"decision" and "hookSpecificOutput" cannot stand in for "permission". ${shellHint}`
    ],
    ["beforeShellExecution", {}, shellHint],
    ["beforeShellExecution", { permission: "yes", continue: true }, shellHint]
  ] as const)("at %s the answer %j is told what to write instead (CUR-93)", ([event, answer, hint]) =>
    Effect.gen(function* () {
      for (const reading of allReadings) {
        const effects = decodeAnswer(yield* only(event, { command: "x" }, reading), answer)
        assert.strictEqual(hintOf(effects, "cursor/malformed-answer"), hint)
      }
    })
  )

  it.effect.each([
    ["beforeShellExecution", 1, "cursor/hook-failed"],
    ["beforeShellExecution", 0, "cursor/no-answer"],
    ["beforeSubmitPrompt", 1, "cursor/hook-failed"],
    ["beforeSubmitPrompt", 0, "cursor/no-answer"],
    ["stop", 1, "cursor/hook-failed"],
    ["preToolUse", 2, "cursor/denied-without-message"],
    ["beforeSubmitPrompt", 2, "cursor/denied-without-message"]
  ] as const)(
    "at %s an answer on the error output with exit %i says where it belongs (CUR-93)",
    ([event, code, told]) =>
      Effect.gen(function* () {
        const hook = yield* only(event, { command: "x" })
        const wrote = (stderrTail: string) =>
          decodeOutcome(hook, outcome({ ending: { _tag: "Exited", code }, stderrTail }))
        const belongs = "An answer belongs to stdout: the error output is never read as one."
        const denying = wrote('looking\n{"permission":"deny","continue":false}\n')
        assert.include(hintOf(denying, told) ?? "", belongs)
        const refuses = denying.verdict === "deny" || denying.halt !== undefined
        assert.strictEqual(refuses, code === 2)
        assert.notInclude(hintOf(wrote('{"level":"info"}\n'), told) ?? "", belongs)
      })
  )

  it.effect("a failed run whose output denies is not told of as no opinion alone (CUR-61)", () =>
    Effect.gen(function* () {
      const run = outcome({ ending: { _tag: "Exited", code: 9 }, stdout: '{"permission":"deny"}' })
      const messageIn = Effect.fnUntraced(function* (definition: object, reading: "asWritten" | "tight") {
        const effects = decodeOutcome(yield* only("beforeReadFile", { command: "x", ...definition }, reading), run)
        return effects.diagnostics.find(({ code }) => code === "cursor/hook-failed")?.message
      })
      const about = "beforeReadFile[0] (x): exit 9; that"
      assert.strictEqual(
        yield* messageIn({}, "tight"),
        `${about} alone counts as no opinion, and what the hook said counts all the same`
      )
      assert.strictEqual(yield* messageIn({ failClosed: true }, "tight"), `${about} denies`)
      assert.strictEqual(yield* messageIn({}, "asWritten"), `${about} counts as no opinion`)
    })
  )

  it.effect("Claude's reason is among the keys that are read where Cursor translates it (CUR-53)", () =>
    Effect.gen(function* () {
      const answer = { hookSpecificOutput: { permissionDecision: "deny", userMessage: "not here" } }
      const effects = decodeAnswer(yield* only("preToolUse", { command: "x" }), answer)
      assert.strictEqual(
        hintOf(effects, "cursor/unread-field"),
        'Write "user_message", "agent_message" or "hookSpecificOutput.permissionDecisionReason".'
      )
    })
  )
})
