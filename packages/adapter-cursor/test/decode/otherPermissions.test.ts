import { assert, describe, it } from "@effect/vitest"
import { cursorEvents } from "@pawl/adapter-cursor"
import { exited, outcome } from "@pawl/core/testing"
import * as Effect from "effect/Effect"
import { allReadings, codes, decodeAnswer, decodeOutcome, only, strictPolicy, texts } from "../support.ts"

const messages = { user_message: "for you", agent_message: "for the agent" }
const guards = cursorEvents.filter(({ control }) => control._tag === "Permission")

describe("ask", () => {
  it.effect("asks on an MCP tool, with its messages kept as a denial's are (CUR-41, CUR-42)", () =>
    Effect.gen(function* () {
      for (const reading of allReadings) {
        const hook = yield* only("beforeMCPExecution", { command: "./h.sh" }, reading)
        const said = decodeAnswer(hook, { permission: "ask", ...messages })
        assert.deepStrictEqual(
          [said.verdict, texts(said.reasons), texts(said.notices)],
          ["ask", ["for the agent"], ["for you"]]
        )
        const silent = decodeAnswer(hook, { permission: "ask" })
        assert.deepStrictEqual(texts(silent.reasons), ["Hook ./h.sh asks before this MCP tool call."])
      }
    })
  )

  it.effect("denies the start of a subagent under both policies, and says so (CUR-41)", () =>
    Effect.gen(function* () {
      for (const reading of allReadings) {
        const hook = yield* only("subagentStart", { command: "./h.sh" }, reading)
        for (const policy of [undefined, strictPolicy]) {
          const silent = decodeAnswer(hook, { permission: "ask" }, policy)
          assert.strictEqual(silent.verdict, "deny")
          assert.deepStrictEqual(texts(silent.reasons), [
            "Denied: hook ./h.sh asked about this subagent, and Cursor takes no question there."
          ])
          const said = decodeAnswer(hook, { permission: "ask", user_message: "really?" }, policy)
          assert.deepStrictEqual([said.verdict, texts(said.reasons)], ["deny", ["really?"]])
        }
      }
    })
  )

  it.effect("is no word of the two events of a file that is read, and denies as what does not fit (CUR-41)", () =>
    Effect.gen(function* () {
      for (const event of ["beforeReadFile", "beforeTabFileRead"]) {
        for (const reading of allReadings) {
          const effects = decodeAnswer(yield* only(event, { command: "./h.sh" }, reading), { permission: "ask" })
          assert.strictEqual(effects.verdict, "deny")
          assert.deepStrictEqual(codes(effects.diagnostics), ["cursor/malformed-answer"])
          assert.include(effects.diagnostics[0]?.hint ?? "", '{ "permission": "allow" } or "deny"')
        }
      }
    })
  )
})

describe("the messages of an answer", () => {
  it.effect.each([
    ["beforeMCPExecution", ["for you"], ["cursor/message-dropped"]],
    ["preToolUse", [], ["cursor/message-dropped", "cursor/message-dropped"]],
    ["subagentStart", [], ["cursor/message-dropped", "cursor/undocumented-field"]],
    ["beforeReadFile", [], ["cursor/message-dropped", "cursor/undocumented-field"]],
    ["beforeTabFileRead", [], ["cursor/undocumented-field", "cursor/undocumented-field"]]
  ] as const)("with an allow of %s: shown %o, told %o (CUR-42)", ([event, notices, told]) =>
    Effect.gen(function* () {
      for (const reading of allReadings) {
        const effects = decodeAnswer(yield* only(event, { command: "x" }, reading), {
          permission: "allow",
          ...messages
        })
        assert.strictEqual(effects.verdict, "allow")
        assert.deepStrictEqual(texts(effects.notices), notices)
        assert.deepStrictEqual(codes(effects.diagnostics), told)
      }
    })
  )

  it.effect.each([
    ["beforeMCPExecution", ["for the agent"], ["for you"]],
    ["subagentStart", ["for you"], []],
    ["beforeReadFile", ["for you"], []],
    ["beforeTabFileRead", ["Denied by hook ./h.sh."], []]
  ] as const)("with a denial of %s: the reason %o, shown %o (CUR-42)", ([event, reasons, notices]) =>
    Effect.gen(function* () {
      for (const reading of allReadings) {
        const hook = yield* only(event, { command: "./h.sh" }, reading)
        const effects = decodeAnswer(hook, { permission: "deny", ...messages })
        assert.deepStrictEqual([texts(effects.reasons), texts(effects.notices)], [reasons, notices])
      }
    })
  )
})

describe("every permission event", () => {
  it.effect("is named by its noun where the hook says nothing (CUR-45, CUR-47)", () =>
    Effect.gen(function* () {
      for (const { control, name } of guards) {
        const noun = control._tag === "Permission" ? control.noun : ""
        const hook = yield* only(name, { command: "./h.sh", failClosed: true })
        assert.deepStrictEqual(texts(decodeOutcome(hook, exited(0)).reasons), [
          `Denied: hook ./h.sh gave no decision on this ${noun}.`
        ])
        assert.deepStrictEqual(texts(decodeOutcome(hook, exited(1)).reasons), [
          `Denied: hook ./h.sh did not decide on this ${noun} (exit 1).`
        ])
        assert.deepStrictEqual(texts(decodeOutcome(hook, exited(2)).reasons), ["Denied by hook ./h.sh (exit 2)."])
      }
    })
  )

  it.effect("refuses a rewrite but preToolUse; as written it is carried as well (CUR-64)", () =>
    Effect.gen(function* () {
      const answer = { permission: "allow", updated_input: { a: 1 } }
      for (const { name } of guards) {
        for (const reading of allReadings) {
          const effects = decodeAnswer(yield* only(name, { command: "x" }, reading), answer)
          const carried = name === "preToolUse" || reading === "asWritten"
          assert.deepStrictEqual(effects.replacementInput, carried ? { a: 1 } : undefined, `${name}, ${reading}`)
          assert.lengthOf(effects.unsupported, name === "preToolUse" ? 0 : 1, name)
        }
      }
    })
  )

  it.effect("takes Claude's shape for a field of another event but preToolUse (CUR-48)", () =>
    Effect.gen(function* () {
      const answer = { hookSpecificOutput: { permissionDecision: "allow", updatedInput: { a: 1 } } }
      for (const { name } of guards) {
        const effects = decodeAnswer(yield* only(name, { command: "x" }), answer)
        assert.strictEqual(effects.verdict, name === "preToolUse" ? "allow" : "deny", name)
        assert.deepStrictEqual(effects.replacementInput, name === "preToolUse" ? { a: 1 } : undefined, name)
      }
    })
  )

  it.effect("denies what was never started or was lost, as a fault of the engine (CUR-49)", () =>
    Effect.gen(function* () {
      for (const { name } of guards) {
        const hook = yield* only(name, { command: "x" })
        for (const ending of [
          { _tag: "TimedOut", phase: "queued" },
          { _tag: "Lost", message: "gone" }
        ] as const) {
          const { reasons, verdict } = decodeOutcome(hook, outcome({ ending }))
          assert.deepStrictEqual([verdict, reasons[0]?.cause], ["deny", "engine"], name)
        }
      }
    })
  )
})
