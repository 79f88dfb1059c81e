import { assert, describe, it } from "@effect/vitest"
import { cursorAdapter, cursorEvents } from "@pawl/adapter-cursor"
import { type Action, type ActionResult, type Envelope, type Reading, referenceProfile, reports } from "@pawl/core"
import {
  agentResponse,
  bareEnvelope,
  contextCompact,
  envelope,
  mcpCall,
  promptSubmit,
  sampleActions,
  sampleEnvelopes,
  sampleFailures,
  sampleResults,
  sessionStart,
  shellRun,
  subagentStop,
  toolFailure,
  toolPre,
  toolResult,
  turnStop
} from "@pawl/core/testing"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { allReadings, codes, hooksFile, load, only } from "../support.ts"

const decoder = new TextDecoder("utf-8", { fatal: true })
const record = Schema.Record(Schema.String, Schema.Json)
const asRecord = Schema.decodeUnknownSync(record)
const asPayload = Schema.decodeUnknownSync(Schema.fromJsonString(record))

/** What a hook of an event reads at a moment. */
const payload = Effect.fnUntraced(function* (event: string, moment: Envelope, reading: Reading = "tight") {
  const { stdin } = Result.getOrThrow(cursorAdapter.encode(moment, yield* only(event, { command: "x" }, reading)))
  return asPayload(decoder.decode(stdin))
})

const jsonIn = (value: Schema.Json | undefined): unknown => (typeof value === "string" ? JSON.parse(value) : undefined)

const outputOf = Effect.fnUntraced(function* (action: Action, result: ActionResult, reading: Reading) {
  return jsonIn((yield* payload("postToolUse", toolResult(action, result), reading)).tool_output)
})

describe("tool_output", () => {
  const files: ActionResult = {
    _tag: "FilesRead",
    files: [
      { _tag: "Text", path: "a.ts", text: "let a\n" },
      { _tag: "Binary", path: "b.png", sizeBytes: 2_048 }
    ]
  }

  const views = [
    [
      sampleActions.ShellRun,
      sampleResults.ShellResult,
      { kind: "shell_result", state: "finished", output: "ok\n", exit_code: 0 }
    ],
    [
      sampleActions.FileRead,
      files,
      {
        kind: "files_read",
        files: [
          { kind: "text", file_path: "a.ts", content: "let a\n" },
          { kind: "binary", file_path: "b.png", size_bytes: 2_048 }
        ]
      }
    ],
    [
      sampleActions.FileEdit,
      sampleResults.FileEdited,
      { kind: "file_edited", file_path: "/repo/src/main.ts", edits: [{ old_string: "a", new_string: "b" }] }
    ],
    [sampleActions.FileDelete, sampleResults.FilesDeleted, { kind: "files_deleted", file_paths: ["/repo/src/old.ts"] }],
    [sampleActions.Grep, sampleResults.Found, { kind: "found", matches: ["/repo/src/main.ts:1"] }],
    [sampleActions.McpTool, sampleResults.McpReturned, { kind: "mcp_returned", result: { id: 1 }, is_error: false }],
    [sampleActions.McpTool, sampleResults.McpErrored, { kind: "mcp_errored", error: "no such server" }],
    [sampleActions.RunAgents, sampleResults.AgentsRan, { kind: "agents_ran", summary: "read 3 tests" }],
    [sampleActions.WebFetch, sampleResults.TextReturned, { kind: "text_returned", text: "an answer" }],
    [sampleActions.Custom, sampleResults.CustomResult, { kind: "custom_result", name: "suggested", value: null }]
  ] as const

  it.effect.each(views)("of %o is JSON inside a text that says its kind (CUR-73)", ([action, result, view]) =>
    Effect.map(outputOf(action, result, "asWritten"), (output) => assert.deepStrictEqual(output, view))
  )

  it.effect("has the keys of Cursor's tools beside them in the tighter readings (CUR-65)", () =>
    Effect.gen(function* () {
      for (const reading of ["tight", "shipped"] as const) {
        assert.deepStrictEqual(yield* outputOf(sampleActions.ShellRun, sampleResults.ShellResult, reading), {
          ...views[0][2],
          exitCode: 0
        })
        const result = { content: [{ type: "text", text: "ok" }] }
        const returned: ActionResult = { _tag: "McpReturned", result, isError: false }
        assert.deepStrictEqual(yield* outputOf(sampleActions.McpTool, returned, reading), {
          kind: "mcp_returned",
          result,
          is_error: false,
          content: result.content,
          isError: false
        })
      }
    })
  )

  const reading: ActionResult = {
    _tag: "FilesRead",
    files: [{ _tag: "Text", path: "a.ts", text: "l\u00e9t \ud83d\ude00\n" }]
  }
  const image: ActionResult = { _tag: "FilesRead", files: [{ _tag: "Binary", path: "b.png", sizeBytes: 2_048 }] }
  const twoQueries: Action = { _tag: "Grep", queries: ["a", "b"] }

  it.effect.each([
    ["a file that was read", sampleActions.FileRead, reading, { file_path: "a.ts", content_length: 7 }],
    ["two files that were read", sampleActions.FileRead, files, {}],
    ["a binary file that was read", sampleActions.FileRead, image, {}],
    ["an edit", sampleActions.FileEdit, sampleResults.FileEdited, { success: true }],
    ["a search", sampleActions.Grep, sampleResults.Found, { pattern: "TODO", success: true }],
    ["a search for two patterns", twoQueries, sampleResults.Found, { success: true }],
    ["a search by name", sampleActions.Glob, sampleResults.Found, {}],
    ["what an agent says", sampleActions.RunAgents, sampleResults.AgentsRan, {}]
  ] as const)(
    "of %s has what Cursor's tool reports in the tighter readings only (CUR-98)",
    ([, action, result, keys]) =>
      Effect.gen(function* () {
        const view = asRecord(yield* outputOf(action, result, "asWritten"))
        for (const key of Object.keys(keys)) if (key !== "file_path") assert.notProperty(view, key)
        for (const of of ["tight", "shipped"] as const) {
          assert.deepStrictEqual(yield* outputOf(action, result, of), { ...view, ...keys })
        }
      })
  )

  it.effect("says nothing under those keys that the action hides (CUR-38, CUR-98)", () =>
    Effect.gen(function* () {
      const hidden: Action = { ...sampleActions.Grep, queries: ["s3cret"], secretFields: ["queries"] }
      const output = yield* outputOf(hidden, sampleResults.Found, "tight")
      assert.notProperty(output, "pattern")
    })
  )

  it.effect("leaves out what is not known of a shell command (CUR-36)", () =>
    Effect.gen(function* () {
      const running: ActionResult = { _tag: "ShellResult", state: "snapshot" }
      assert.deepStrictEqual(yield* outputOf(sampleActions.ShellRun, running, "tight"), {
        kind: "shell_result",
        state: "snapshot"
      })
    })
  )

  it.effect("tells of a value that cannot be written, and holds the rest (CUR-39)", () =>
    Effect.gen(function* () {
      const cycle: { self?: unknown; kept: number } = { kept: 1 }
      cycle.self = cycle
      // @ts-expect-error a host that hands over something else than JSON is what this is about
      const moment = toolResult(sampleActions.Custom, { _tag: "CustomResult", kind: "odd", value: cycle })
      const binding = yield* only("postToolUse", { command: "x" })
      const { diagnostics, stdin } = Result.getOrThrow(cursorAdapter.encode(moment, binding))
      assert.deepStrictEqual(jsonIn(asPayload(decoder.decode(stdin)).tool_output), {
        kind: "custom_result",
        name: "odd",
        value: { self: null, kept: 1 }
      })
      assert.deepStrictEqual(codes(diagnostics ?? []), ["cursor/value-left-out"])
      assert.include(diagnostics?.[0]?.message ?? "", '"tool_output.value.self"')
    })
  )
})

describe("a shell command that has ended", () => {
  it.effect("has its output whole, and its time and code where they are known (CUR-37)", () =>
    Effect.gen(function* () {
      const fields = yield* payload("afterShellExecution", toolResult())
      assert.deepInclude(fields, {
        tool_use_id: "action-1",
        command: "git status",
        output: "ok\n",
        duration: 1_250,
        exit_code: 0
      })
      assert.notProperty(fields, "cwd")
      assert.notProperty(fields, "sandbox")
      const recovered = envelope({
        _tag: "tool.result",
        action: sampleActions.ShellRun,
        result: { _tag: "ShellResult", state: "recovered", output: "late" }
      })
      const late = yield* payload("afterShellExecution", { ...recovered, startedAt: 1_000, completedAt: 3_500 })
      assert.deepInclude(late, { output: "late", duration: 2_500 })
      assert.notProperty(late, "exit_code")
      const untimed = yield* payload("afterShellExecution", { ...recovered, startedAt: 1_000 })
      assert.notProperty(untimed, "duration")
    })
  )
})

describe("an MCP tool", () => {
  const action: Action = {
    ...sampleActions.McpTool,
    serverId: "server-1",
    serverUrl: "https://mcp.example.com/",
    serverCommand: "npx -y tracker-mcp"
  }

  it.effect("has its input as JSON inside a text, and what is known of its server (CUR-37)", () =>
    Effect.gen(function* () {
      const fields = yield* payload("beforeMCPExecution", toolPre(action))
      assert.deepInclude(fields, {
        tool_use_id: "action-1",
        tool_name: "create_issue",
        tool_input: '{"title":"a title"}',
        mcp_server_name: "tracker",
        mcp_server_url: "https://mcp.example.com/",
        mcp_server_id: "server-1",
        url: "https://mcp.example.com/",
        command: "npx -y tracker-mcp"
      })
      const unknown = yield* payload("beforeMCPExecution", mcpCall("t", [1]))
      assert.strictEqual(unknown.tool_input, "[1]")
      for (const key of ["mcp_server_name", "mcp_server_url", "url", "command"]) assert.notProperty(unknown, key)
    })
  )

  it.effect("has its result as its server gave it, or the error (CUR-73)", () =>
    Effect.gen(function* () {
      const good = yield* payload("afterMCPExecution", toolResult(action, sampleResults.McpReturned))
      assert.deepInclude(good, { result_json: '{"id":1}', duration: 1_250, tool_input: '{"title":"a title"}' })
      assert.notProperty(good, "command")
      const failed = yield* payload("afterMCPExecution", toolResult(action, sampleResults.McpErrored))
      assert.strictEqual(failed.result_json, '{"error":"no such server"}')
    })
  )

  it.effect("keeps its secrets out of the texts as well (CUR-38)", () =>
    Effect.gen(function* () {
      const hiding: Action = {
        ...sampleActions.McpTool,
        input: { user: "u", apiToken: "s3cret" },
        secretFields: ["api_token"]
      }
      const returned: ActionResult = { _tag: "McpReturned", result: { api_token: "s3cret" }, isError: false }
      const result = toolResult(hiding, returned)
      for (const reading of allReadings) {
        const all = [
          yield* payload("beforeMCPExecution", toolPre(hiding), reading),
          yield* payload("afterMCPExecution", result, reading),
          yield* payload("postToolUse", result, reading),
          yield* payload("postToolUseFailure", toolFailure(hiding), reading)
        ]
        for (const fields of all) assert.notInclude(JSON.stringify(fields), "s3cret")
        assert.strictEqual(all[0]?.tool_input, '{"user":"u"}')
      }
    })
  )
})

describe("a tool call without a result", () => {
  it.effect.each([
    [sampleFailures.Failed, { failure_type: "error", is_interrupt: false }],
    [sampleFailures.TimedOut, { failure_type: "timeout", is_interrupt: false }],
    [sampleFailures.DeniedByHost, { failure_type: "permission_denied", is_interrupt: false }],
    [sampleFailures.DeniedByHook, { failure_type: "permission_denied", is_interrupt: false }],
    [sampleFailures.Cancelled, { failure_type: "error", is_interrupt: true, cancellation_reason: "user" }]
  ] as const)("says why: %o (CUR-74)", ([failure, expected]) =>
    Effect.gen(function* () {
      const fields = yield* payload("postToolUseFailure", toolFailure(sampleActions.ShellRun, failure))
      assert.deepInclude(fields, {
        ...expected,
        tool_use_id: "action-1",
        tool_name: "Shell",
        error_message: failure.message,
        duration: 1_250,
        cwd: "/repo"
      })
      if (failure._tag !== "Cancelled") assert.notProperty(fields, "cancellation_reason")
    })
  )
})

describe("an edit", () => {
  const edited = (action: Action, result: ActionResult) =>
    Effect.map(payload("afterFileEdit", toolResult(action, result)), ({ edits, file_path }) => [file_path, edits])

  it.effect("has the stretches of its result, else of the call; a new file replaces nothing (CUR-37)", () =>
    Effect.gen(function* () {
      const pair = [{ old_string: "a", new_string: "b" }]
      const text: ActionResult = { _tag: "TextReturned", text: "ok" }
      assert.deepStrictEqual(yield* edited(sampleActions.FileEdit, sampleResults.FileEdited), [
        "/repo/src/main.ts",
        pair
      ])
      assert.deepStrictEqual(yield* edited(sampleActions.FileEdit, text), ["/repo/src/main.ts", pair])
      assert.deepStrictEqual(yield* edited({ _tag: "FileEdit", path: "n.ts", content: "new" }, text), [
        "n.ts",
        [{ old_string: "", new_string: "new" }]
      ])
      assert.deepStrictEqual(yield* edited({ _tag: "FileEdit", path: "n.ts" }, text), ["n.ts", []])
    })
  )
})

describe("a session", () => {
  it.effect(
    "has its id in every reading, and as written is an agent's where the host says nothing (CUR-65, CUR-75)",
    () =>
      Effect.gen(function* () {
        for (const reading of allReadings) {
          const fields = yield* payload("sessionStart", sessionStart({ isBackgroundAgent: true }), reading)
          assert.deepInclude(fields, { session_id: "conversation-1", is_background_agent: true })
          assert.strictEqual(fields.composer_mode, reading === "asWritten" ? "agent" : undefined)
          const asking = yield* payload("sessionStart", sessionStart({ mode: "ask" }), reading)
          assert.strictEqual(asking.composer_mode, "ask")
          assert.strictEqual(
            (yield* payload("sessionEnd", sampleEnvelopes["session.end"], reading)).session_id,
            "conversation-1"
          )
        }
      })
  )
})

describe("what every reading writes", () => {
  const own = Effect.fnUntraced(function* (event: string, moment: Envelope, ...keys: ReadonlyArray<string>) {
    const found: Array<ReadonlyArray<Schema.Json | undefined>> = []
    for (const reading of allReadings) {
      const fields = yield* payload(event, moment, reading)
      found.push(keys.map((key) => fields[key]))
    }
    const [first] = found
    for (const each of found) assert.deepStrictEqual(each, first)
    return first
  })

  it.effect("the files and rules of a prompt, by kind and path (CUR-75)", () =>
    Effect.gen(function* () {
      const moment = promptSubmit("fix it")
      const attached: Envelope = {
        ...moment,
        payload: {
          _tag: "prompt.submit",
          prompt: "fix it",
          attachments: [
            { kind: "file", path: "a.ts" },
            { kind: "rule", path: "AGENTS.md" }
          ]
        }
      }
      assert.deepStrictEqual(yield* own("beforeSubmitPrompt", attached, "prompt", "attachments"), [
        "fix it",
        [
          { type: "file", file_path: "a.ts" },
          { type: "rule", file_path: "AGENTS.md" }
        ]
      ])
      assert.deepStrictEqual(yield* own("beforeSubmitPrompt", moment, "attachments"), [[]])
    })
  )

  it.effect.each([["completed"], ["aborted"], ["error"]] as const)("a turn that ended: %s (CUR-75)", ([status]) =>
    Effect.map(own("stop", turnStop(status, 3), "status", "loop_count"), (found) =>
      assert.deepStrictEqual(found, [status, 3])
    )
  )

  it.effect("how long a thought took, where it was measured (CUR-75)", () =>
    Effect.gen(function* () {
      const measured = envelope({ _tag: "agent.thought", text: "hm", durationMs: 2_100.5 })
      assert.deepStrictEqual(yield* own("afterAgentThought", measured, "text", "duration_ms"), ["hm", 2_100.5])
      const unmeasured = yield* payload("afterAgentThought", envelope({ _tag: "agent.thought", text: "hm" }))
      assert.notProperty(unmeasured, "duration_ms")
    })
  )

  it.effect("the conversation's id for the turn of a session that has none yet (CUR-36)", () =>
    Effect.gen(function* () {
      const { turnId: _turn, ...moment } = sessionStart()
      assert.deepStrictEqual(yield* own("sessionStart", moment, "generation_id"), ["conversation-1"])
    })
  )

  it.effect("the action's id at every event of a tool, and nothing that no host knows (CUR-37)", () =>
    Effect.gen(function* () {
      const mcp = toolResult(sampleActions.McpTool, sampleResults.McpReturned)
      for (const [event, moment] of [
        ["preToolUse", shellRun("ls")],
        ["postToolUse", toolResult()],
        ["postToolUseFailure", toolFailure()],
        ["beforeShellExecution", shellRun("ls")],
        ["afterShellExecution", toolResult()],
        ["beforeMCPExecution", mcpCall("t")],
        ["afterMCPExecution", mcp],
        ["afterFileEdit", toolResult(sampleActions.FileEdit, sampleResults.FileEdited)]
      ] as const) {
        assert.deepStrictEqual(yield* own(event, moment, "tool_use_id", "agent_message", "sandbox"), [
          "action-1",
          undefined,
          undefined
        ])
        const { actionId: _id, ...unnamed } = moment
        assert.deepStrictEqual(yield* own(event, unnamed, "tool_use_id"), [undefined])
      }
    })
  )

  it.effect("the time that was measured, before the one between two notes of the host (CUR-37)", () =>
    Effect.gen(function* () {
      const both = { ...toolResult(), startedAt: 0, completedAt: 9_000 }
      assert.deepStrictEqual(yield* own("afterShellExecution", both, "duration"), [1_250])
    })
  )
})

describe("the other events", () => {
  it.effect("leave out what the host does not know (CUR-36, CUR-75)", () =>
    Effect.gen(function* () {
      const own = Effect.fnUntraced(function* (event: string, moment: Envelope) {
        const common = yield* payload(
          event,
          bareEnvelope({ _tag: "tool.permission_request", action: sampleActions.Grep })
        )
        return Object.keys(yield* payload(event, moment)).filter((key) => !(key in common))
      })
      assert.deepStrictEqual(yield* own("sessionEnd", bareEnvelope({ _tag: "session.end" })), [])
      assert.deepStrictEqual(yield* own("subagentStart", bareEnvelope({ _tag: "subagent.start" })), [])
      assert.deepStrictEqual(yield* own("preCompact", bareEnvelope({ _tag: "context.compact" })), [])
      assert.deepStrictEqual(yield* own("subagentStop", bareEnvelope({ _tag: "subagent.stop", status: "error" })), [
        "status",
        "agent_transcript_path"
      ])
      assert.deepStrictEqual(yield* own("beforeTabFileRead", bareEnvelope({ _tag: "tab.read", path: "a" })), [
        "file_path"
      ])
    })
  )

  it.effect("take the trigger of a compaction from where the host says it (CUR-75)", () =>
    Effect.gen(function* () {
      const moment = contextCompact({}, { facts: { trigger: "manual" } })
      assert.strictEqual((yield* payload("preCompact", moment)).trigger, "manual")
    })
  )

  it.effect("have counters and the mode of a prompt in the tighter readings only (CUR-65)", () =>
    Effect.gen(function* () {
      const usage = { input: 9, output: 3, cacheRead: 5 }
      const counted = { input_tokens: 9, output_tokens: 3, cache_read_tokens: 5 }
      const stop = turnStop("error", 2)
      const moments: ReadonlyArray<readonly [string, Envelope, object]> = [
        ["stop", { ...stop, payload: { _tag: "turn.stop", status: "error", loopCount: 2, usage } }, counted],
        [
          "afterAgentResponse",
          { ...agentResponse("x"), payload: { _tag: "agent.response", text: "x", usage } },
          counted
        ],
        [
          "beforeSubmitPrompt",
          { ...promptSubmit("x"), payload: { _tag: "prompt.submit", prompt: "x", attachments: [], mode: "ask" } },
          { composer_mode: "ask" }
        ]
      ]
      for (const [event, moment, more] of moments) {
        assert.deepInclude(yield* payload(event, moment, "tight"), more)
        const written = yield* payload(event, moment, "asWritten")
        for (const key of Object.keys(more)) assert.notProperty(written, key)
      }
    })
  )

  it.effect("count what a subagent did (CUR-75)", () =>
    Effect.gen(function* () {
      const fields = yield* payload(
        "subagentStop",
        subagentStop({ status: "aborted", toolCallCount: 0, loopCount: 2, modifiedFiles: [], transcriptPath: "/t" })
      )
      assert.deepInclude(fields, {
        status: "aborted",
        tool_call_count: 0,
        loop_count: 2,
        modified_files: [],
        agent_transcript_path: "/t"
      })
    })
  )
})

describe("workspaceOpen", () => {
  it.effect("has no field of a conversation, even where the host is in one (CUR-36)", () =>
    Effect.gen(function* () {
      const moment = envelope({ _tag: "workspace.open" }, { facts: { transcriptPath: "/t" } })
      for (const reading of allReadings) {
        assert.deepStrictEqual(yield* payload("workspaceOpen", moment, reading), {
          hook_event_name: "workspaceOpen",
          cursor_version: "1.2.3",
          ...(reading === "asWritten" ? {} : { host_name: "test-host" }),
          host_version: "1.2.3",
          workspace_roots: ["/repo"],
          user_email: "user@example.com"
        })
      }
    })
  )
})

describe("an event", () => {
  it.effect("that is handed a payload it is not about adds nothing (CUR-36)", () =>
    Effect.gen(function* () {
      for (const { boundary, name } of cursorEvents) {
        const other = boundary === "prompt.submit" ? shellRun("ls") : promptSubmit("hello")
        const fields = yield* payload(name, other)
        assert.strictEqual(fields.hook_event_name, name)
        for (const key of ["tool_use_id", "command", "prompt", "file_path", "status", "text"]) {
          assert.notProperty(fields, key, name)
        }
      }
    })
  )

  it.effect("that the host does not report has the common fields only (CUR-36)", () =>
    Effect.gen(function* () {
      for (const reading of allReadings) {
        for (const { boundary, facet, name } of cursorEvents) {
          if (reports(referenceProfile, boundary, facet)) continue
          const text = hooksFile({ [name]: [{ command: "x" }] })
          const { bindings } = yield* load(text, { profile: referenceProfile, reading })
          for (const hook of bindings) {
            const moment = name === "afterFileEdit" ? toolResult(sampleActions.FileEdit) : sampleEnvelopes[boundary]
            const { stdin } = Result.getOrThrow(cursorAdapter.encode(moment, hook))
            assert.deepStrictEqual(
              Object.keys(asPayload(decoder.decode(stdin))).filter((key) => !common.has(key)),
              [],
              name
            )
          }
        }
      }
    })
  )

  const common = new Set([
    "conversation_id",
    "generation_id",
    "model",
    "model_params",
    "hook_event_name",
    "cursor_version",
    "host_name",
    "host_version",
    "workspace_roots",
    "user_email",
    "transcript_path",
    "session_id"
  ])
})
