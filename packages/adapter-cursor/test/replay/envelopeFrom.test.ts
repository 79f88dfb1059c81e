import { assert, describe, it } from "@effect/vitest"
import { cursorAdapter } from "@pawl/adapter-cursor"
import { actionOf, Envelope } from "@pawl/core"
import { bareEnvelope, sampleActions, shellRun, toolPre } from "@pawl/core/testing"
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { only } from "../support.ts"

const base = shellRun("unused", { model: { name: "base-model", id: "base-id" } })
const decoder = new TextDecoder()
const asPayload = Schema.decodeUnknownSync(Schema.fromJsonString(Schema.Record(Schema.String, Schema.Json)))

const read = (event: string, payload: unknown, on: Envelope = base): Envelope =>
  Result.getOrThrowWith(cursorAdapter.envelopeFrom(event, payload, on), ({ message }) => new Error(message))

const refusal = (event: string, payload: unknown): string => {
  const result = cursorAdapter.envelopeFrom(event, payload, base)
  return Result.isFailure(result) ? result.failure.message : "read"
}

const again = Effect.fnUntraced(function* (event: string, envelope: Envelope) {
  const result = cursorAdapter.encode(envelope, yield* only(event, { command: "x" }))
  return asPayload(decoder.decode(Result.getOrThrow(result).stdin))
})

/** The base fields as captured payloads carry them. */
const captured = {
  conversation_id: "c-71",
  generation_id: "g-9",
  model: "default",
  model_id: "large",
  model_params: [{ id: "thinking", value: "true" }],
  cursor_version: "3.20.1",
  workspace_roots: ["/srv/shop", "/c:/Users/dev/shop"],
  user_email: null,
  transcript_path: null,
  session_id: "c-71"
}

const shellPayload = {
  ...captured,
  hook_event_name: "beforeShellExecution",
  command: "git push --force",
  cwd: "/srv/shop",
  sandbox: false
}

const toolPayload = {
  ...captured,
  hook_event_name: "preToolUse",
  tool_name: "Shell",
  tool_input: { command: "make deploy", cwd: "", timeout: 30_000 },
  tool_use_id: "call-1\nfc_1",
  cwd: "",
  agent_message: "deploying"
}

describe("a captured payload", () => {
  it("of a shell command becomes a moment with the call's own JSON, and the rest kept (CUR-55, CUR-57)", () => {
    const envelope = read("beforeShellExecution", shellPayload)
    assert.deepStrictEqual(actionOf(envelope.payload), {
      _tag: "ShellRun",
      command: "git push --force",
      cwd: "/srv/shop",
      raw: { command: "git push --force", cwd: "/srv/shop" }
    })
    assert.deepInclude(envelope, {
      conversationId: "c-71",
      turnId: "g-9",
      model: { name: "default", id: "large", parameters: [{ id: "thinking", value: "true" }] },
      cwd: "/srv/shop",
      workspaceRoots: ["/srv/shop", "/c:/Users/dev/shop"],
      opaque: { sandbox: false }
    })
    assert.deepStrictEqual(envelope.host, { name: base.host.name, version: "3.20.1" })
    assert.notProperty(envelope, "user")
    assert.isTrue(Schema.is(Envelope)(envelope))
  })

  it("of a tool call keeps its id whole, and takes the empty directory as unknown (CUR-55)", () => {
    const envelope = read("preToolUse", toolPayload)
    assert.strictEqual(envelope.actionId, "call-1\nfc_1")
    assert.notProperty(envelope, "cwd")
    assert.deepStrictEqual(actionOf(envelope.payload), {
      _tag: "ShellRun",
      command: "make deploy",
      timeoutMs: 30_000,
      raw: toolPayload.tool_input
    })
  })

  it("takes from the base what it lacks, and nothing that it denies (CUR-55)", () => {
    const bare = read("beforeShellExecution", { command: "ls" })
    assert.deepStrictEqual(
      [bare.conversationId, bare.turnId, bare.model, bare.cwd, bare.workspaceRoots, bare.user, bare.host],
      [base.conversationId, base.turnId, base.model, base.cwd, base.workspaceRoots, base.user, base.host]
    )
    const denied = read("beforeShellExecution", { command: "ls", user_email: null, transcript_path: null, cwd: "" })
    assert.isUndefined(denied.user)
    assert.isUndefined(denied.cwd)
  })

  it.each([
    ["Read", { file_path: "a.md" }, { _tag: "FileRead", paths: ["a.md"] }],
    ["Read", { path: "a.md" }, { _tag: "FileRead", paths: ["a.md"] }],
    ["Read", { filePath: "a.md" }, { _tag: "FileRead", paths: ["a.md"] }],
    ["Write", { file_path: "a", content: "x" }, { _tag: "FileEdit", path: "a", content: "x" }],
    [
      "StrReplace",
      { path: "a", old_string: "x", new_string: "y" },
      { _tag: "FileEdit", path: "a", edits: [{ oldText: "x", newText: "y" }] }
    ],
    [
      "ApplyPatch",
      "*** Begin Patch\n*** Update File: src/a.ts\n@@\n-a\n+b\n*** End Patch",
      { _tag: "FileEdit", path: "src/a.ts" }
    ],
    ["ApplyPatch", { patch: "*** Add File: b.ts\n+b" }, { _tag: "FileEdit", path: "b.ts" }],
    ["ApplyPatch", "no path in it", { _tag: "Custom", name: "ApplyPatch", input: "no path in it", denied: "text" }],
    ["Delete", { file_path: "a" }, { _tag: "FileDelete", paths: ["a"] }],
    ["Grep", { pattern: "", glob: "*.ts", output_mode: "files" }, { _tag: "Grep", queries: [""], glob: "*.ts" }],
    [
      "Task",
      { prompt: "p", subagent_type: "explore" },
      { _tag: "RunAgents", agents: [{ prompt: "p", agentType: "explore" }] }
    ],
    ["WebFetch", { url: "https://example.com" }, { _tag: "WebFetch", url: "https://example.com" }],
    ["WebSearch", { search_term: "s", explanation: "e" }, { _tag: "WebSearch", query: "s" }],
    ["MCP:create_issue", { title: "x" }, { _tag: "McpTool", tool: "create_issue", input: { title: "x" } }],
    ["TodoWrite", { todos: [] }, { _tag: "Custom", name: "TodoWrite", input: { todos: [] }, denied: "text" }],
    ["Read", { other: 1 }, { _tag: "Custom", name: "Read", input: { other: 1 }, denied: "text" }],
    ["Shell", { command: "ls", working_directory: "/w" }, { _tag: "ShellRun", command: "ls", cwd: "/w" }]
  ] as const)("of the tool %s with %o is read (CUR-56)", (tool_name, tool_input, action) => {
    const envelope = read("preToolUse", { tool_name, tool_input })
    assert.deepStrictEqual(actionOf(envelope.payload), { ...action, raw: tool_input })
  })

  it.each([
    ["a text", JSON.stringify(shellPayload)],
    ["a text with a byte-order mark", `\ufeff${JSON.stringify(shellPayload)}`],
    ["a text with two byte-order marks", `\ufeff\ufeff${JSON.stringify(shellPayload)}\r\n`],
    ["bytes", new TextEncoder().encode(`\ufeff\ufeff${JSON.stringify(shellPayload)}`)],
    ["the name of the event in another case", { ...shellPayload, hook_event_name: "BeforeShellExecution" }]
  ] as const)("may come as %s (CUR-55)", (_, payload) => {
    assert.deepStrictEqual(read("beforeShellExecution", payload), read("beforeShellExecution", shellPayload))
  })

  it.each([
    ["no JSON", "beforeShellExecution", "{", /not JSON/u],
    ["nothing", "beforeShellExecution", "", /empty/u],
    ["no UTF-8", "beforeShellExecution", Uint8Array.from([0xff]), /not UTF-8/u],
    ["a list", "beforeShellExecution", [], /no JSON object/u],
    ["undefined", "beforeShellExecution", undefined, /not JSON/u],
    ["no command", "beforeShellExecution", {}, /"command" must be a text, and is missing/u],
    ["a command that is no text", "beforeShellExecution", { command: 1 }, /"command" must be a text$/u],
    ["no tool", "preToolUse", { tool_input: {} }, /"tool_name" must be a text/u],
    ["no input", "preToolUse", { tool_name: "Read" }, /"tool_input" is missing/u],
    ["a shell call without a command", "preToolUse", { tool_name: "Shell", tool_input: {} }, /"tool_input.command"/u],
    ["another event's payload", "preToolUse", shellPayload, /one of beforeShellExecution, not of preToolUse/u],
    ["no status", "stop", {}, /"status" must be/u],
    ["no prompt", "beforeSubmitPrompt", {}, /"prompt" must be a text/u],
    ["no path", "afterFileEdit", { edits: [] }, /"file_path" must be a text/u],
    ["no input of an MCP tool", "beforeMCPExecution", { tool_name: "t" }, /"tool_input" is missing/u],
    ["no event of Cursor's", "Stop", {}, /Cursor has no event/u]
  ] as const)("that is %s cannot be read, and the message says why (CUR-55)", (_, event, payload, message) => {
    assert.match(refusal(event, payload), message)
  })
})

describe("written again", () => {
  /** Every key of the payload but the spelling of the event's name. */
  const ensureSame = Effect.fnUntraced(function* (event: string, payload: object, on: Envelope = base) {
    const written = yield* again(event, read(event, payload, on))
    for (const [key, value] of Object.entries(payload)) {
      if (key !== "hook_event_name") assert.deepStrictEqual(written[key], value, key)
    }
  })

  it.effect("has every key that it had (CUR-57)", () =>
    Effect.gen(function* () {
      for (const on of [base, bareEnvelope(base.payload)]) {
        yield* ensureSame("beforeShellExecution", shellPayload, on)
        yield* ensureSame("beforeShellExecution", { ...shellPayload, cwd: "" }, on)
        yield* ensureSame(
          "beforeShellExecution",
          { ...shellPayload, workspace_roots: [], model: "", generation_id: "" },
          on
        )
        yield* ensureSame("beforeShellExecution", { ...shellPayload, session_id: "other", conversation_id: "" }, on)
        yield* ensureSame("preToolUse", toolPayload, on)
        yield* ensureSame(
          "preToolUse",
          { ...toolPayload, tool_name: "StrReplace", tool_input: { path: "a", old_string: "", new_string: "b" } },
          on
        )
        yield* ensureSame(
          "preToolUse",
          { ...toolPayload, tool_name: "ApplyPatch", tool_input: "*** Update File: a\n" },
          on
        )
        yield* ensureSame("preToolUse", { ...toolPayload, tool_name: "TodoWrite", tool_input: { todos: [1] } }, on)
        yield* ensureSame("preToolUse", { ...toolPayload, tool_name: "MCP:t", tool_input: { a: { b: [null] } } }, on)
        yield* ensureSame("preToolUse", { ...toolPayload, model_params: [{ id: "x", value: true }], user_email: 5 }, on)
      }
    })
  )

  it.effect("shows a rewritten command and not the one that was captured (CUR-65)", () =>
    Effect.gen(function* () {
      const envelope = read("beforeShellExecution", shellPayload)
      const action = actionOf(envelope.payload)
      assert.isTrue(action?._tag === "ShellRun")
      if (action?._tag !== "ShellRun") return
      const rewritten: Envelope = { ...envelope, payload: { _tag: "tool.pre", action: { ...action, command: "ls" } } }
      assert.strictEqual((yield* again("beforeShellExecution", rewritten)).command, "ls")
      assert.deepStrictEqual((yield* again("preToolUse", rewritten)).tool_input, { command: "ls", cwd: "/srv/shop" })
    })
  )

  it.effect("a moment that was written can be read and written alike (CUR-57)", () =>
    Effect.gen(function* () {
      for (const action of Object.values(sampleActions)) {
        const first = yield* again("preToolUse", toolPre(action))
        const second = yield* again("preToolUse", read("preToolUse", first, bareEnvelope(base.payload)))
        assert.deepStrictEqual({ ...second, host_name: first.host_name ?? null }, first, action._tag)
      }
    })
  )

  const Payload = Schema.Struct({
    conversation_id: Schema.optionalKey(Schema.String),
    generation_id: Schema.optionalKey(Schema.String),
    model: Schema.optionalKey(Schema.String),
    model_id: Schema.optionalKey(Schema.String),
    model_params: Schema.optionalKey(Schema.Json),
    workspace_roots: Schema.optionalKey(Schema.Array(Schema.String)),
    user_email: Schema.optionalKey(Schema.NullOr(Schema.String)),
    transcript_path: Schema.optionalKey(Schema.Json),
    session_id: Schema.optionalKey(Schema.String),
    cursor_version: Schema.optionalKey(Schema.String),
    cwd: Schema.optionalKey(Schema.String),
    tool_use_id: Schema.optionalKey(Schema.String),
    sandbox: Schema.optionalKey(Schema.Json),
    another_key: Schema.optionalKey(Schema.Json)
  })

  it.effect.prop(
    "any payload has every key that it had (CUR-57)",
    [
      Arbitrary.schema(Payload),
      Arbitrary.schema(Schema.String),
      Arbitrary.schema(Schema.Literals(["Shell", "Read", "Write", "StrReplace", "Grep", "MCP:t", "Odd"])),
      Arbitrary.schema(Schema.Json)
    ],
    ([payload, command, tool_name, input]) =>
      Effect.gen(function* () {
        // Written once and read again, as captured ones are: JSON has no -0 that would survive that.
        const asCaptured = (fields: object) => asPayload(JSON.stringify(fields))
        yield* ensureSame("beforeShellExecution", asCaptured({ ...payload, command }))
        const tool_input = tool_name === "Shell" ? { command, input } : input
        yield* ensureSame("preToolUse", asCaptured({ ...payload, tool_name, tool_input }))
      })
  )
})
