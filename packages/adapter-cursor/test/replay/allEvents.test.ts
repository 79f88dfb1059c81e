import { assert, describe, it } from "@effect/vitest"
import { cursorAdapter, cursorEvents } from "@pawl/adapter-cursor"
import { actionOf, boundaryOf, Envelope, type Payload } from "@pawl/core"
import {
  bareEnvelope,
  sampleActions,
  sampleEnvelopes,
  sampleFailures,
  sampleResults,
  shellRun,
  toolFailure,
  toolResult
} from "@pawl/core/testing"
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { only } from "../support.ts"

const base = shellRun("unused", { startedAt: 1_000, completedAt: 2_000 })
const decoder = new TextDecoder()
const asPayload = Schema.decodeUnknownSync(Schema.fromJsonString(Schema.Record(Schema.String, Schema.Json)))

const read = (event: string, payload: unknown, on: Envelope = base): Envelope =>
  Result.getOrThrowWith(cursorAdapter.envelopeFrom(event, payload, on), ({ message }) => new Error(message))

const again = Effect.fnUntraced(function* (event: string, envelope: Envelope) {
  const result = cursorAdapter.encode(envelope, yield* only(event, { command: "x" }))
  return asPayload(decoder.decode(Result.getOrThrow(result).stdin))
})

/** Every key of the payload but the spelling of the event's name. */
const ensureSame = Effect.fnUntraced(function* (event: string, payload: object, on: Envelope = base) {
  const envelope = read(event, payload, on)
  assert.isTrue(Schema.is(Envelope)(envelope), event)
  const written = yield* again(event, envelope)
  for (const [key, value] of Object.entries(payload)) {
    if (key !== "hook_event_name") assert.deepStrictEqual(written[key], value, `${event}: ${key}`)
  }
})

const conversation = {
  conversation_id: "c-71",
  generation_id: "g-9-0-ab12",
  model: "",
  cursor_version: "3.20.1",
  workspace_roots: ["/c:/Users/dev/shop"],
  user_email: null,
  transcript_path: null,
  session_id: "c-71"
}

const call = { tool_name: "Shell", tool_input: { command: "ls", cwd: "", timeout: 30_000 }, tool_use_id: "t1", cwd: "" }

/** Payloads in the forms in which they have been seen: documented ones, older spellings, and what only captures have. */
const captured: ReadonlyArray<readonly [event: string, payload: object, expected: Partial<Payload>]> = [
  [
    "sessionStart",
    { ...conversation, generation_id: "", is_background_agent: false, composer_mode: "agent" },
    { isBackgroundAgent: false, mode: "agent" }
  ],
  ["sessionStart", { ...conversation, workspace_roots: [], session_id: "other", mode: "edit" }, { mode: "edit" }],
  [
    "sessionEnd",
    {
      ...conversation,
      reason: "user_close",
      duration_ms: 81_234.5,
      is_background_agent: false,
      final_status: "completed"
    },
    { reason: "user_close", durationMs: 81_234.5, finalStatus: "completed" }
  ],
  [
    "postToolUse",
    { ...conversation, ...call, tool_output: '{"output":"a\\nb\\n", "exitCode":0}', duration: 41.7 },
    { result: { _tag: "ShellResult", state: "finished", output: "a\nb\n", exitCode: 0 }, durationMs: 41.7 }
  ],
  [
    "postToolUse",
    { ...call, tool_output: '{"exitCode":1,"stdout":"no"}' },
    { result: { _tag: "ShellResult", state: "finished", output: "no", exitCode: 1 } }
  ],
  [
    "postToolUse",
    {
      ...call,
      tool_name: "MCP:create_issue",
      tool_input: { title: "x" },
      tool_output: '{"content":[{"type":"text","text":"ok"}],"isError":true}'
    },
    {
      result: {
        _tag: "McpReturned",
        result: { content: [{ type: "text", text: "ok" }], isError: true },
        isError: true
      }
    }
  ],
  [
    "postToolUse",
    {
      ...call,
      tool_name: "Read",
      tool_input: { path: "a.ts" },
      tool_output: '{"file_path":"a.ts","content_length":9}'
    },
    { result: { _tag: "CustomResult", kind: "unknown", value: { file_path: "a.ts", content_length: 9 } } }
  ],
  ["postToolUse", { ...call, tool_output: "not JSON" }, { result: { _tag: "TextReturned", text: "not JSON" } }],
  [
    "postToolUse",
    { ...call, tool_output: { output: "an object" } },
    { result: { _tag: "ShellResult", state: "finished", output: "an object" } }
  ],
  [
    "postToolUseFailure",
    {
      ...conversation,
      ...call,
      error_message: "blocked by a hook",
      failure_type: "permission_denied",
      duration: 3,
      is_interrupt: false
    },
    { failure: { _tag: "DeniedByHost", message: "blocked by a hook" }, durationMs: 3 }
  ],
  [
    "postToolUseFailure",
    { ...call, error_message: "stop", failure_type: "error", is_interrupt: true },
    { failure: { _tag: "Cancelled", message: "stop" } }
  ],
  [
    "postToolUseFailure",
    {
      ...call,
      tool_name: "ApplyPatch",
      tool_input: "*** Update File: a\n",
      error_message: "x",
      failure_type: "timeout"
    },
    { failure: { _tag: "TimedOut", message: "x" } }
  ],
  [
    "subagentStart",
    {
      ...conversation,
      subagent_id: "call_5",
      subagent_type: "explore",
      task: "",
      parent_conversation_id: "c-70",
      tool_call_id: "call_5",
      subagent_model: "m-small",
      is_parallel_worker: false
    },
    { subagentType: "explore", task: "", isParallelWorker: false }
  ],
  ["subagentStart", { subagent_type: "shell", prompt: "find it" }, { subagentType: "shell", task: "find it" }],
  [
    "subagentStop",
    {
      ...conversation,
      subagent_type: "unknown",
      status: "error",
      task: "t",
      description: "d",
      summary: "s",
      duration_ms: 9_100,
      message_count: 4,
      tool_call_count: 3,
      loop_count: 0,
      modified_files: [],
      agent_transcript_path: null,
      error_message: "no"
    },
    { status: "error", subagentType: "unknown", modifiedFiles: [] }
  ],
  [
    "subagentStop",
    { status: "completed", result: "3 callers", duration: 12.5 },
    { summary: "3 callers", durationMs: 12.5 }
  ],
  [
    "afterShellExecution",
    { ...conversation, command: "ls", output: "a\n", duration: 12.25, sandbox: true },
    { result: { _tag: "ShellResult", state: "finished", output: "a\n" }, durationMs: 12.25 }
  ],
  [
    "beforeMCPExecution",
    {
      ...conversation,
      tool_name: "create_issue",
      tool_input: '{ "title": "x" }',
      mcp_server_name: "tracker",
      url: "https://m.example.com",
      mcp_server_url: "https://m.example.com"
    },
    {
      action: {
        _tag: "McpTool",
        tool: "create_issue",
        input: { title: "x" },
        serverName: "tracker",
        serverUrl: "https://m.example.com",
        raw: { title: "x" }
      }
    }
  ],
  [
    "beforeMCPExecution",
    { tool_name: "t", tool_input: "no JSON", command: "npx -y m" },
    { action: { _tag: "McpTool", tool: "t", input: "no JSON", serverCommand: "npx -y m", raw: "no JSON" } }
  ],
  [
    "beforeMCPExecution",
    { tool_name: "t", tool_input: { a: 1 } },
    { action: { _tag: "McpTool", tool: "t", input: { a: 1 }, raw: { a: 1 } } }
  ],
  [
    "afterMCPExecution",
    {
      ...conversation,
      tool_name: "t",
      tool_input: "{}",
      result_json: '{"content":[], "isError":true}',
      duration: 310.2,
      mcp_server_name: "m"
    },
    { result: { _tag: "McpReturned", result: { content: [], isError: true }, isError: true }, durationMs: 310.2 }
  ],
  [
    "afterMCPExecution",
    { tool_name: "t", tool_input: "{}", result_json: '{"error":"gone"}' },
    { result: { _tag: "McpErrored", message: "gone" } }
  ],
  [
    "beforeReadFile",
    { ...conversation, file_path: "/srv/shop/.env", content: "TOKEN=1", attachments: [] },
    { path: "/srv/shop/.env", content: "TOKEN=1", attachments: [] }
  ],
  [
    "beforeReadFile",
    {
      filePath: "/a",
      content: { messages: [] },
      attachments: [{ type: "rule", filePath: "/r" }, { type: "image", file_path: "/i", size: 3 }, { type: "file" }]
    },
    {
      path: "/a",
      attachments: [
        { kind: "rule", path: "/r" },
        { kind: "file", path: "/i" }
      ]
    }
  ],
  [
    "afterFileEdit",
    { ...conversation, file_path: "/a.ts", edits: [{ old_string: "", new_string: "whole" }] },
    { result: { _tag: "FileEdited", path: "/a.ts", edits: [{ oldText: "", newText: "whole" }] } }
  ],
  ["afterFileEdit", { file_path: "/a.ts" }, { result: { _tag: "FileEdited", path: "/a.ts", edits: [] } }],
  [
    "beforeSubmitPrompt",
    {
      ...conversation,
      composer_mode: "agent",
      prompt: "rotate the key",
      attachments: [{ type: "rule", file_path: "/AGENTS.md" }]
    },
    { prompt: "rotate the key", attachments: [{ kind: "rule", path: "/AGENTS.md" }], mode: "agent" }
  ],
  [
    "preCompact",
    {
      ...conversation,
      trigger: "auto",
      context_usage_percent: 91,
      context_tokens: 182_000,
      context_window_size: 200_000,
      message_count: 60,
      messages_to_compact: 44,
      is_first_compaction: true
    },
    { trigger: "auto", usagePercent: 91, isFirst: true }
  ],
  [
    "stop",
    { ...conversation, status: "aborted", loop_count: 2, input_tokens: 9, output_tokens: 3, cache_read_tokens: 0 },
    { status: "aborted", loopCount: 2, usage: { input: 9, output: 3, cacheRead: 0 } }
  ],
  ["stop", { status: "completed", loop_count: 1.5 }, { status: "completed", loopCount: 0 }],
  ["afterAgentResponse", { ...conversation, text: "Done.", input_tokens: "9" }, { text: "Done." }],
  ["afterAgentThought", { ...conversation, text: "hm", duration_ms: 2_100 }, { text: "hm", durationMs: 2_100 }],
  [
    "beforeTabFileRead",
    { ...conversation, model: "tab", file_path: "/b.ts", content: "export {}" },
    { path: "/b.ts", content: "export {}" }
  ],
  [
    "afterTabFileEdit",
    {
      ...conversation,
      file_path: "/b.ts",
      edits: [
        {
          old_string: "",
          new_string: "x",
          range: { start_line_number: 4, start_column: 1, end_line_number: 4, end_column: 1 },
          old_line: "",
          new_line: "x"
        }
      ]
    },
    { path: "/b.ts", edits: [{ oldText: "", newText: "x" }] }
  ],
  ["workspaceOpen", { cursor_version: "3.20.1", workspace_roots: ["/srv/shop"], user_email: null }, {}]
]

describe("a captured payload of any event", () => {
  it("is there for every event but the two of a call that is to come", () => {
    const covered = new Set(captured.map(([event]) => event))
    assert.deepStrictEqual(
      cursorEvents.map(({ name }) => name).filter((name) => !covered.has(name)),
      ["preToolUse", "beforeShellExecution"]
    )
  })

  it.each(captured)("%s %o is read as its moment (CUR-55, CUR-56)", (event, payload, expected) => {
    const envelope = read(event, payload)
    const row = cursorEvents.find(({ name }) => name === event)
    assert.strictEqual(boundaryOf(envelope.payload), row?.boundary)
    assert.deepInclude(envelope.payload, expected)
  })

  it.effect.each(captured)("%s %o is written again with every key that it had (CUR-57)", ([event, payload]) =>
    Effect.gen(function* () {
      for (const on of [base, bareEnvelope(base.payload)]) {
        yield* ensureSame(event, payload, on)
        yield* ensureSame(
          event,
          { ...payload, another_key: { deep: [null] }, hook_event_name: event.toUpperCase() },
          on
        )
      }
    })
  )

  it("may come as bytes with byte-order marks (CUR-55)", () => {
    for (const [event, payload] of captured) {
      const bytes = new TextEncoder().encode(`\ufeff\ufeff${JSON.stringify(payload)}\r\n`)
      assert.deepStrictEqual(read(event, bytes), read(event, payload), event)
    }
  })

  it("of a workspace takes no conversation from where one stands (CUR-36)", () => {
    const envelope = read("workspaceOpen", {})
    for (const key of ["conversationId", "turnId", "model"]) assert.notProperty(envelope, key)
  })
})

describe("captured words", () => {
  it.effect("are left behind when the moment is another one (CUR-65)", () =>
    Effect.gen(function* () {
      const payload = { tool_name: "t", tool_input: '{ "a": 1 }', result_json: '{ "b": 2 }' }
      const envelope = read("afterMCPExecution", payload)
      const action = actionOf(envelope.payload)
      assert.isTrue(action?._tag === "McpTool" && envelope.payload._tag === "tool.result")
      if (action?._tag !== "McpTool" || envelope.payload._tag !== "tool.result") return
      const rewritten = { ...envelope, payload: { ...envelope.payload, action: { ...action, input: { a: 2 } } } }
      const written = yield* again("afterMCPExecution", rewritten)
      assert.deepStrictEqual([written.tool_input, written.result_json], ['{"a":2}', '{"b":2}'])
    })
  )

  it.effect("are left behind when the action hides something (CUR-38)", () =>
    Effect.gen(function* () {
      const envelope = read("beforeMCPExecution", {
        tool_name: "t",
        tool_input: '{ "token": "s3cret" }',
        token: "s3cret"
      })
      const action = actionOf(envelope.payload)
      assert.isDefined(action)
      if (action === undefined) return
      const hiding: Envelope = {
        ...envelope,
        payload: { _tag: "tool.pre", action: { ...action, secretFields: ["token"] } }
      }
      assert.notInclude(JSON.stringify(yield* again("beforeMCPExecution", hiding)), "s3cret")
    })
  )
})

describe("a moment that was written", () => {
  it.effect("is read and written alike, for every event (CUR-57)", () =>
    Effect.gen(function* () {
      for (const { boundary, name } of cursorEvents) {
        const moments = [
          sampleEnvelopes[boundary],
          ...Object.values(sampleActions).flatMap((action) =>
            boundary === "tool.result"
              ? Object.values(sampleResults).map((result) => toolResult(action, result))
              : boundary === "tool.failure"
                ? Object.values(sampleFailures).map((failure) => toolFailure(action, failure))
                : []
          )
        ]
        for (const moment of moments) {
          const [selection] = yield* cursorAdapter.select(moment, [yield* only(name, { command: "x" })])
          if (selection?._tag !== "Run") continue
          const first = yield* again(name, moment)
          const second = yield* again(name, read(name, first, bareEnvelope(base.payload)))
          assert.deepStrictEqual({ ...second, host_name: first.host_name ?? null }, first, name)
        }
      }
    })
  )

  it("keeps the kind of its result (CUR-73)", () => {
    for (const action of [sampleActions.ShellRun, sampleActions.McpTool]) {
      for (const result of Object.values(sampleResults)) {
        const envelope = toolResult(action, result)
        const binding = only("postToolUse", { command: "x" })
        const hook = Effect.runSync(binding)
        const { stdin } = Result.getOrThrow(cursorAdapter.encode(envelope, hook))
        assert.deepInclude(read("postToolUse", stdin).payload, { result })
      }
    }
  })

  /** Any fields at all, over the ones that the event cannot do without. */
  const Fields = Schema.Struct(
    Object.fromEntries(
      [
        "conversation_id",
        "generation_id",
        "model",
        "user_email",
        "cwd",
        "tool_use_id",
        "tool_output",
        "tool_input",
        "result_json",
        "output",
        "exit_code",
        "duration",
        "duration_ms",
        "error_message",
        "failure_type",
        "is_interrupt",
        "cancellation_reason",
        "attachments",
        "content",
        "edits",
        "loop_count",
        "modified_files",
        "agent_transcript_path",
        "session_id",
        "composer_mode",
        "trigger",
        "input_tokens",
        "pluginPaths"
      ].map((key) => [key, Schema.optionalKey(Schema.Json)])
    )
  )

  const needed: { readonly [event: string]: object } = Object.fromEntries(
    captured.map(([event, payload]) => [event, payload])
  )

  it.effect.prop(
    "any payload has every key that it had, whatever its fields hold (CUR-57)",
    [Arbitrary.schema(Fields), Arbitrary.schema(Schema.Literals(cursorEvents.map(({ name }) => name)))],
    ([fields, event]) =>
      Effect.gen(function* () {
        const payload = asPayload(JSON.stringify({ ...needed[event], ...fields }))
        const result = cursorAdapter.envelopeFrom(event, payload, base)
        if (Result.isSuccess(result)) yield* ensureSame(event, payload)
      }),
    { arbitrary: { runs: 500 } }
  )
})
