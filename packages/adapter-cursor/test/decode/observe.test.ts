import { assert, describe, it } from "@effect/vitest"
import { cursorEvents } from "@pawl/adapter-cursor"
import { type Envelope, type HookEffects, limits, noEffects } from "@pawl/core"
import { exited, failedEndings, outcome, sampleActions, sampleResults, toolResult } from "@pawl/core/testing"
import * as Effect from "effect/Effect"
import { allReadings, codes, decodeAnswer, decodeOutcome, hooksFile, load, only, strictPolicy } from "../support.ts"

const observers = cursorEvents.filter(({ control }) => control._tag === "Observe").map(({ name }) => name)
const withoutAnswer = cursorEvents.filter(({ answer, claude }) => answer.length === 0 && claude === "nothing")

/** What an answer does, without what is told of it. */
const does = ({ diagnostics: _told, ...effects }: HookEffects) => effects
const { diagnostics: _none, ...nothing } = noEffects

const mcpResult: Envelope = toolResult(sampleActions.McpTool, sampleResults.McpReturned)

const answered = (hook: Parameters<typeof decodeAnswer>[0], answer: unknown, envelope: Envelope) =>
  decodeOutcome(hook, outcome({ stdout: JSON.stringify(answer) }), undefined, envelope)

describe.each(observers)("%s, which can prevent nothing", (event) => {
  it.effect("takes no output for the normal answer (CUR-76)", () =>
    Effect.gen(function* () {
      for (const reading of allReadings) {
        const hook = yield* only(event, { command: "x", failClosed: true }, reading)
        for (const stdout of ["", " \n", "{}"]) {
          assert.deepStrictEqual(decodeOutcome(hook, outcome({ stdout }), strictPolicy), noEffects)
        }
      }
    })
  )

  it.effect("tells of a failure and of exit 2, which do nothing under any policy (CUR-76)", () =>
    Effect.gen(function* () {
      for (const reading of allReadings) {
        const hook = yield* only(event, { command: "x", failClosed: true }, reading)
        const said = '{"permission":"deny","continue":false,"additional_context":"c","env":{"A":"b"}}'
        const endings = [{ _tag: "Exited", code: 2 } as const, ...failedEndings]
        for (const ending of endings) {
          const effects = decodeOutcome(hook, outcome({ ending, stdout: said }), strictPolicy)
          assert.deepStrictEqual(does(effects), nothing, ending._tag)
          assert.deepStrictEqual(codes(effects.diagnostics), ["cursor/hook-failed"])
        }
      }
    })
  )

  it.effect("tells of an output that does not fit, which does nothing (CUR-76)", () =>
    Effect.gen(function* () {
      const takesNone = withoutAnswer.some(({ name }) => name === event)
      for (const reading of allReadings) {
        const hook = yield* only(event, { command: "x", failClosed: true }, reading)
        for (const stdout of ["done", "[]", "null", '{"env":{', Uint8Array.from([0xff])]) {
          const effects = decodeOutcome(hook, outcome({ stdout }), strictPolicy)
          assert.deepStrictEqual(does(effects), nothing)
          assert.deepStrictEqual(codes(effects.diagnostics), [
            takesNone ? "cursor/output-unread" : "cursor/malformed-answer"
          ])
        }
        const cut = decodeOutcome(hook, outcome({ stdout: "{}", stdoutTruncated: true }))
        assert.deepStrictEqual(does(cut), nothing)
        assert.lengthOf(cut.diagnostics, 1)
      }
    })
  )

  it.effect("reports control fields of other events that ask for something, and only those (CUR-51)", () =>
    Effect.gen(function* () {
      for (const reading of allReadings) {
        const hook = yield* only(event, { command: "x" }, reading)
        const asking = { permission: "deny", followup_message: "go on", updated_input: {}, decision: "block" }
        const effects = decodeAnswer(hook, asking)
        assert.deepStrictEqual(
          effects.unsupported.map(({ field }) => field),
          Object.keys(asking)
        )
        const idle = decodeAnswer(hook, { permission: "allow", followup_message: "", decision: "approve" })
        assert.deepStrictEqual(does(idle), nothing)
        assert.deepStrictEqual(new Set(codes(idle.diagnostics)), new Set(["cursor/undocumented-field"]))
      }
    })
  )
})

describe("context for the model", () => {
  const events = ["sessionStart", "postToolUse", "postToolUseFailure"]

  it.effect("is cleaned, and cut at its limit, which is told (CUR-44, CUR-77)", () =>
    Effect.gen(function* () {
      for (const event of events) {
        const hook = yield* only(event, { command: "x" })
        const clean = decodeAnswer(hook, { additional_context: " \u001b[31muse\u0000 pnpm\u202e\n" })
        assert.deepStrictEqual(clean, { ...noEffects, modelContext: "use pnpm" })
        const long = decodeAnswer(hook, { additional_context: "x".repeat(limits.contextBytes + 1) })
        assert.strictEqual(long.modelContext?.length, limits.contextBytes)
        assert.deepStrictEqual(codes(long.diagnostics), ["cursor/text-cut"])
        assert.deepStrictEqual(decodeAnswer(hook, { additional_context: "\u0007" }), noEffects)
      }
    })
  )

  it.effect("is a field without effect at every other event (CUR-51)", () =>
    Effect.gen(function* () {
      for (const { answer, name } of cursorEvents) {
        if (answer.includes("additional_context")) continue
        const effects = decodeAnswer(yield* only(name, { command: "x" }), { additional_context: "c" })
        assert.isUndefined(effects.modelContext, name)
        assert.include(codes(effects.diagnostics), "cursor/undocumented-field", name)
      }
    })
  )
})

describe("sessionStart", () => {
  it.effect("sets variables that are texts; one that is none voids the whole answer (CUR-77)", () =>
    Effect.gen(function* () {
      for (const reading of allReadings) {
        const hook = yield* only("sessionStart", { command: "x" }, reading)
        assert.deepStrictEqual(decodeAnswer(hook, { env: { A: "b", EMPTY: "" } }).sessionEnv, { A: "b", EMPTY: "" })
        for (const env of [{ A: 5 }, { A: "b", B: null }, ["A=b"], "A=b", null]) {
          const effects = decodeAnswer(hook, { env, additional_context: "c" })
          assert.deepStrictEqual(does(effects), nothing)
          assert.deepStrictEqual(codes(effects.diagnostics), ["cursor/malformed-answer"])
        }
      }
    })
  )

  it.effect("accepts continue and user_message, whatever they say, and ignores them (CUR-77)", () =>
    Effect.gen(function* () {
      for (const reading of allReadings) {
        const hook = yield* only("sessionStart", { command: "x" }, reading)
        for (const answer of [
          { continue: false, user_message: "no" },
          { continue: "no", user_message: 5 }
        ]) {
          assert.deepStrictEqual(decodeAnswer(hook, answer), noEffects)
        }
      }
    })
  )

  it.effect("takes a field that occurs twice for no answer (CUR-77)", () =>
    Effect.gen(function* () {
      const hook = yield* only("sessionStart", { command: "x" })
      const effects = decodeAnswer(hook, '{"env":{"A":"b"},"env":{"A":"c"}}')
      assert.deepStrictEqual(does(effects), nothing)
      assert.include(effects.diagnostics[0]?.message ?? "", '"env" occurs 2 times')
    })
  )
})

describe("a new result", () => {
  it.effect("is taken for an MCP tool in every reading (CUR-77)", () =>
    Effect.gen(function* () {
      for (const reading of allReadings) {
        const hook = yield* only("postToolUse", { command: "x" }, reading)
        const effects = answered(hook, { updated_mcp_tool_output: { content: [] } }, mcpResult)
        assert.deepStrictEqual(effects, { ...noEffects, replacementResult: { content: [] } })
        const bad = answered(hook, { updated_mcp_tool_output: [], additional_context: "c" }, mcpResult)
        assert.deepStrictEqual(does(bad), nothing)
      }
    })
  )

  it.effect("of another tool is taken as written, and refused in the tighter readings (CUR-64)", () =>
    Effect.gen(function* () {
      for (const reading of allReadings) {
        const hook = yield* only("postToolUse", { command: "x" }, reading)
        const effects = answered(hook, { updated_mcp_tool_output: { a: 1 } }, toolResult())
        const field = { channel: "replacement-result", field: "updated_mcp_tool_output" } as const
        assert.deepStrictEqual(
          effects,
          reading === "asWritten"
            ? { ...noEffects, replacementResult: { a: 1 } }
            : { ...noEffects, unsupported: [field] }
        )
      }
    })
  )
})

describe("preCompact and workspaceOpen", () => {
  it.effect("show a message, and name folders of plugins (CUR-77)", () =>
    Effect.gen(function* () {
      const compact = yield* only("preCompact", { command: "x" })
      assert.deepStrictEqual(decodeAnswer(compact, { user_message: "shorter\u0007 now" }).notices, [
        { text: "shorter now", author: "hook", level: "info", binding: compact.id }
      ])
      const open = yield* only("workspaceOpen", { command: "x" })
      assert.deepStrictEqual(decodeAnswer(open, { pluginPaths: ["/a", "/b"] }).extensions, [
        { id: "cursor/plugin-paths", value: ["/a", "/b"] }
      ])
      assert.deepStrictEqual(decodeAnswer(open, { pluginPaths: [] }), noEffects)
      assert.deepStrictEqual(does(decodeAnswer(open, { pluginPaths: ["/a", 5] })), nothing)
    })
  )
})

describe("the output of a hook whose event takes no answer", () => {
  it.effect("is a hint, so that a line of progress is no warning (CUR-76)", () =>
    Effect.gen(function* () {
      const { bindings } = yield* load(
        hooksFile(Object.fromEntries(withoutAnswer.map(({ name }) => [name, [{ command: "x" }]])))
      )
      assert.lengthOf(bindings, withoutAnswer.length)
      for (const hook of bindings) {
        const [finding] = decodeOutcome(hook, exited(0, "formatted 3 files\n")).diagnostics
        assert.deepStrictEqual([finding?.code, finding?.severity], ["cursor/output-unread", "hint"])
      }
    })
  )
})
