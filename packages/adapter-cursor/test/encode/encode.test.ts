import { assert, describe, it } from "@effect/vitest"
import { cursorAdapter } from "@pawl/adapter-cursor"
import { type Action, type Binding, type Envelope, limits, type Reading } from "@pawl/core"
import {
  bareEnvelope,
  envelope,
  mcpCall,
  promptSubmit,
  sampleActions,
  sampleEnvelopes,
  shellRun,
  toolPre
} from "@pawl/core/testing"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { allReadings, codes, only } from "../support.ts"

const decoder = new TextDecoder("utf-8", { fatal: true })
const asPayload = Schema.decodeUnknownSync(Schema.fromJsonString(Schema.Record(Schema.String, Schema.Json)))

const encoded = (moment: Envelope, binding: Binding) => {
  const result = cursorAdapter.encode(moment, binding)
  assert.isTrue(Result.isSuccess(result))
  return Result.getOrThrow(result)
}

/** What a hook of an event reads at a moment. */
const payload = Effect.fnUntraced(function* (event: string, moment: Envelope, reading: Reading = "tight") {
  const { stdin } = encoded(moment, yield* only(event, { command: "x" }, reading))
  return asPayload(decoder.decode(stdin))
})

const toolInput = Effect.fnUntraced(function* (action: Action, reading: Reading = "tight") {
  const fields = yield* payload("preToolUse", toolPre(action), reading)
  return [fields.tool_name, fields.tool_input] as const
})

describe("the fields that every hook gets", () => {
  const known: Envelope = {
    ...shellRun("git push"),
    model: { name: "large", id: "large-2", parameters: [{ id: "effort", value: "high" }] },
    facts: { transcriptPath: "/t/c.jsonl" },
    workspaceRoots: ["/repo", "/other"]
  }

  it.effect(
    "are Cursor's base fields and the host's own version; its name and session_id where readings add them (CUR-35, CUR-65)",
    () =>
      Effect.gen(function* () {
        const base = {
          conversation_id: "conversation-1",
          generation_id: "turn-1",
          model: "large",
          model_id: "large-2",
          model_params: [{ id: "effort", value: "high" }],
          hook_event_name: "beforeShellExecution",
          cursor_version: "1.2.3",
          host_version: "1.2.3",
          workspace_roots: ["/repo", "/other"],
          user_email: "user@example.com",
          transcript_path: "/t/c.jsonl",
          tool_use_id: "action-1",
          command: "git push",
          cwd: "/repo"
        }
        for (const reading of allReadings) {
          const extra = reading === "asWritten" ? {} : { host_name: "test-host", session_id: "conversation-1" }
          assert.deepStrictEqual(yield* payload("beforeShellExecution", known, reading), { ...base, ...extra })
        }
      })
  )

  it.effect("are absent or null where the host knows nothing, and nothing is invented (CUR-36)", () =>
    Effect.gen(function* () {
      const bare = bareEnvelope({ _tag: "tool.pre", action: { _tag: "ShellRun", command: "ls" } })
      assert.deepStrictEqual(yield* payload("beforeShellExecution", bare), {
        model_params: [],
        hook_event_name: "beforeShellExecution",
        cursor_version: "1.2.3",
        host_name: "test-host",
        host_version: "1.2.3",
        workspace_roots: [],
        user_email: null,
        transcript_path: null,
        command: "ls"
      })
    })
  )

  it.effect("have the conversation's id as generation_id while there is no turn (CUR-36)", () =>
    Effect.gen(function* () {
      const { turnId: _turn, ...moment } = shellRun("ls")
      assert.strictEqual((yield* payload("beforeShellExecution", moment)).generation_id, "conversation-1")
    })
  )

  it.effect("have the working directory as root where no root is known (CUR-36)", () =>
    Effect.gen(function* () {
      const fields = yield* payload("beforeShellExecution", shellRun("ls", { workspaceRoots: [], cwd: "/here" }))
      assert.deepStrictEqual(fields.workspace_roots, ["/here"])
    })
  )
})

describe("beforeShellExecution", () => {
  it.effect("gets the command as the model wrote it, and where it runs (CUR-37)", () =>
    Effect.gen(function* () {
      const command = "printf '\u001b[31m\t\u0000é\ud83d\ude00' | cat\nls"
      const moment = toolPre({ _tag: "ShellRun", command, cwd: "/elsewhere" }, { cwd: "/repo" })
      const fields = yield* payload("beforeShellExecution", moment)
      assert.deepStrictEqual([fields.command, fields.cwd], [command, "/elsewhere"])
      const here = yield* payload("beforeShellExecution", toolPre({ _tag: "ShellRun", command: "ls" }))
      assert.strictEqual(here.cwd, "/repo")
    })
  )

  it.effect("adds nothing for a payload that it is not about (CUR-36)", () =>
    Effect.gen(function* () {
      const common = Object.keys(yield* payload("beforeShellExecution", promptSubmit("hello")))
      for (const moment of [
        toolPre(sampleActions.FileEdit),
        sampleEnvelopes["tool.result"],
        sampleEnvelopes["turn.stop"]
      ]) {
        assert.deepStrictEqual(Object.keys(yield* payload("beforeShellExecution", moment)), common)
      }
    })
  )
})

describe("preToolUse", () => {
  it.effect("gets a shell command with everything that the host knows of it (CUR-37)", () =>
    Effect.gen(function* () {
      const action: Action = {
        _tag: "ShellRun",
        command: "npm i",
        cwd: "/repo/a",
        timeoutMs: 30_000,
        isReadOnly: false,
        isRisky: true,
        waitUntilCompletion: true,
        usesPager: false,
        rationale: "needed"
      }
      for (const reading of allReadings) {
        const fields = yield* payload("preToolUse", toolPre(action), reading)
        assert.strictEqual(fields.tool_use_id, "action-1")
        assert.strictEqual(fields.tool_name, "Shell")
        assert.strictEqual(fields.cwd, "/repo")
        assert.deepStrictEqual(fields.tool_input, {
          command: "npm i",
          cwd: "/repo/a",
          timeout: 30_000,
          is_read_only: false,
          is_risky: true,
          wait_until_completion: true,
          uses_pager: false,
          rationale: "needed"
        })
      }
    })
  )

  it.effect("leaves out what is not known of a shell command (CUR-36)", () =>
    Effect.map(toolInput({ _tag: "ShellRun", command: "ls" }), (call) =>
      assert.deepStrictEqual(call, ["Shell", { command: "ls", cwd: "/repo" }])
    )
  )

  it.effect.each([
    [{ _tag: "FileRead", paths: ["a.md"], startLine: 2 }, "Read", { file_path: "a.md", start_line: 2 }],
    [{ _tag: "FileRead", paths: ["a.md", "b.md"] }, "Read", { file_paths: ["a.md", "b.md"] }],
    [{ _tag: "FileEdit", path: "a.ts", content: "x" }, "Write", { file_path: "a.ts", content: "x" }],
    [
      { _tag: "FileEdit", path: "a.ts", edits: [{ oldText: "a", newText: "b" }] },
      "Write",
      { file_path: "a.ts", old_string: "a", new_string: "b" }
    ],
    [
      {
        _tag: "FileEdit",
        path: "a.ts",
        edits: [
          { oldText: "a", newText: "b" },
          { oldText: "", newText: "c" }
        ]
      },
      "Write",
      {
        file_path: "a.ts",
        edits: [
          { old_string: "a", new_string: "b" },
          { old_string: "", new_string: "c" }
        ]
      }
    ],
    [{ _tag: "FileDelete", paths: ["a.ts"] }, "Delete", { file_path: "a.ts" }],
    [sampleActions.Grep, "Grep", { pattern: "TODO", file_path: "/repo" }],
    [sampleActions.Glob, "Glob", { pattern: "**/*.ts", file_path: "/repo" }],
    [sampleActions.CodeSearch, "SearchCodebase", { query: "where the prompt is built" }],
    [sampleActions.McpTool, "MCP:create_issue", { title: "a title" }],
    [{ _tag: "McpTool", tool: "t", input: [1] }, "MCP:t", { input: [1] }],
    [sampleActions.McpResource, "MCPResource:readme", { name: "readme", uri: "file:///repo/README.md" }],
    [sampleActions.RunAgents, "Task", { prompt: "read the tests" }],
    [sampleActions.WebFetch, "WebFetch", { url: "https://example.com/" }],
    [sampleActions.WebSearch, "WebSearch", { search_term: "example" }],
    [sampleActions.ShellInput, "ShellInput", { session_id: "shell-1", text: "y\n" }],
    [sampleActions.ShellRead, "ShellRead", { session_id: "shell-1" }],
    [{ _tag: "Custom", name: "Plan", input: { a: 1 }, denied: "marker" }, "Plan", { a: 1 }]
  ] as const)("gets %o as %s (CUR-37)", ([action, name, input]) =>
    Effect.map(toolInput(action), (call) => assert.deepStrictEqual(call, [name, input]))
  )
})

describe("the host's own JSON of a call", () => {
  const raw = { command: "make x", cwd: "", timeout: 30_000, extra: { kept: true } }
  const action: Action = { _tag: "ShellRun", command: "make x", timeoutMs: 30_000, raw }

  it.effect("is sent while it decodes to exactly this action, in the readings that send it (CUR-65)", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* toolInput(action, "tight"), ["Shell", raw])
      assert.deepStrictEqual(yield* toolInput(action, "shipped"), ["Shell", raw])
      assert.deepStrictEqual(yield* toolInput(action, "asWritten"), [
        "Shell",
        { command: "make x", cwd: "/repo", timeout: 30_000 }
      ])
    })
  )

  it.effect.each([
    ["another command", { ...action, command: "make y" }],
    ["another directory", { ...action, cwd: "/elsewhere" }],
    ["another time", { ...action, timeoutMs: 1 }],
    ["something that it does not say", { ...action, isRisky: true }]
  ] as const)("is left behind by a rewrite to %s (CUR-65)", ([, rewritten]) =>
    Effect.gen(function* () {
      const [, input] = yield* toolInput(rewritten)
      assert.notDeepEqual(input, raw)
      assert.include(JSON.stringify(input), JSON.stringify(rewritten.command))
    })
  )

  it.effect("keeps the name that the tool goes by there (CUR-57)", () =>
    Effect.gen(function* () {
      const edit = { path: "a.ts", old_string: "a", new_string: "b" }
      const moment = toolPre(
        { _tag: "FileEdit", path: "a.ts", edits: [{ oldText: "a", newText: "b" }], raw: edit },
        { facts: { vendor: { "cursor/tool_name": "StrReplace" } } }
      )
      const fields = yield* payload("preToolUse", moment)
      assert.deepStrictEqual([fields.tool_name, fields.tool_input], ["StrReplace", edit])
      const foreign = yield* payload("preToolUse", { ...moment, facts: { vendor: { "cursor/tool_name": "Shell" } } })
      assert.strictEqual(foreign.tool_name, "Write")
    })
  )
})

describe("secret and binary fields", () => {
  it.effect("are left out and told of by size, at any depth and in any spelling (CUR-38)", () =>
    Effect.gen(function* () {
      const moment = mcpCall("login", {
        user: "u",
        authSecret: "s3cret",
        deep: [{ auth_secret: "s3cret" }],
        image: "AAAA"
      })
      const { payload: of } = moment
      assert.isTrue(of._tag === "tool.pre")
      const marked: Envelope = {
        ...moment,
        payload: {
          _tag: "tool.pre",
          action: { ...sampleActions.McpTool, tool: "login", secretFields: ["auth_secret"], binaryFields: ["image"] }
        }
      }
      if (of._tag !== "tool.pre" || of.action._tag !== "McpTool" || marked.payload._tag !== "tool.pre") return
      const action = { ...marked.payload.action, input: of.action.input, raw: of.action.input }
      for (const reading of allReadings) {
        assert.deepStrictEqual(yield* toolInput(action, reading), [
          "MCP:login",
          { user: "u", deep: [{}], image: { omitted: "binary", size_bytes: 4 } }
        ])
      }
    })
  )

  it.effect("are left out of a shell command as well (CUR-38)", () =>
    Effect.gen(function* () {
      const moment = toolPre({ _tag: "ShellRun", command: "login s3cret", secretFields: ["command"] })
      assert.notInclude(JSON.stringify(yield* payload("beforeShellExecution", moment)), "s3cret")
      assert.notInclude(JSON.stringify(yield* payload("preToolUse", moment)), "s3cret")
    })
  )
})

describe("fields that Cursor has another name for", () => {
  it.effect.each([
    [
      { ...sampleActions.FileEdit, secretFields: ["path"] },
      { old_string: "a", new_string: "b" }
    ],
    [{ ...sampleActions.FileEdit, secretFields: ["edits"] }, { file_path: "/repo/src/main.ts" }],
    [{ ...sampleActions.WebSearch, secretFields: ["query"], raw: { search_term: "example" } }, {}],
    [
      { ...sampleActions.Grep, binaryFields: ["queries"] },
      { pattern: { omitted: "binary", size_bytes: 4 }, file_path: "/repo" }
    ],
    [{ ...sampleActions.RunAgents, secretFields: ["agents"] }, {}],
    [
      { _tag: "FileEdit", path: "/repo/a.ts", secretFields: ["content"], raw: "*** Update File: /repo/a.ts\n+s3cret" },
      { file_path: "/repo/a.ts" }
    ]
  ] as const)("%j is written without what it marks (CUR-38)", ([action, input]) =>
    Effect.gen(function* () {
      for (const reading of allReadings) assert.deepStrictEqual((yield* toolInput(action, reading))[1], input)
    })
  )

  it.effect("leave nothing of an input that is secret as a whole (CUR-38)", () =>
    Effect.gen(function* () {
      const payloads = yield* payload("preToolUse", toolPre({ ...sampleActions.McpTool, secretFields: ["input"] }))
      assert.notProperty(payloads, "tool_input")
      assert.notInclude(JSON.stringify(payloads), "a title")
    })
  )
})

describe("values that cannot be written", () => {
  const cycle: { self?: unknown } = {}
  cycle.self = cycle

  it.effect.each([
    ["a cycle", cycle, { self: null }],
    ["a big integer", { n: 1n }, { n: null }],
    ["no number", { n: Number.NaN, m: Number.POSITIVE_INFINITY }, { n: null, m: null }],
    ["a function", { f: () => 1, kept: 2 }, { f: null, kept: 2 }],
    ["a date", { at: new Date(0) }, { at: null }]
  ] as const)("%s is null, the rest is written, and the field is told (CUR-39)", ([, input, written]) =>
    Effect.gen(function* () {
      const binding = yield* only("preToolUse", { command: "x" })
      // @ts-expect-error a host that hands over something else than JSON is what this is about
      const { diagnostics, stdin } = encoded(mcpCall("t", input), binding)
      assert.deepStrictEqual(asPayload(decoder.decode(stdin)).tool_input, written)
      assert.isNotEmpty(diagnostics)
      assert.deepStrictEqual(new Set(codes(diagnostics ?? [])), new Set(["cursor/value-left-out"]))
      assert.include(diagnostics?.[0]?.message ?? "", '"tool_input.')
    })
  )

  it.effect("what is nested too deep is cut there, and the hook still judges the rest (CUR-39)", () =>
    Effect.gen(function* () {
      let deep: Schema.Json = "bottom"
      for (let level = 0; level < 100_000; level++) deep = [deep]
      const binding = yield* only("preToolUse", { command: "x" })
      for (const action of [
        { _tag: "McpTool", tool: "t", input: { deep } },
        { _tag: "ShellRun", command: "ls", raw: { deep } }
      ] as const) {
        const { stdin } = encoded(toolPre(action), binding)
        assert.strictEqual(asPayload(decoder.decode(stdin)).hook_event_name, "preToolUse")
      }
    })
  )

  it.effect("a large payload is written whole (CUR-39)", () =>
    Effect.gen(function* () {
      const command = "x".repeat(8 * limits.stdoutBytes)
      assert.strictEqual((yield* payload("beforeShellExecution", shellRun(command))).command, command)
    })
  )

  it.effect("half a surrogate pair becomes an escape, so that strict readers can read it (CUR-39)", () =>
    Effect.gen(function* () {
      const { stdin } = encoded(shellRun("a\ud800b"), yield* only("beforeShellExecution", { command: "x" }))
      assert.include(decoder.decode(stdin), "a\\ud800b")
    })
  )
})

describe("the bytes", () => {
  it.effect("are one line of JSON with its end, so that a shell's read has a whole line (CUR-35)", () =>
    Effect.gen(function* () {
      const { env, stdin } = encoded(
        envelope({ _tag: "tool.pre", action: sampleActions.ShellRun }),
        yield* only("preToolUse", { command: "x" })
      )
      const text = decoder.decode(stdin)
      assert.strictEqual(text.indexOf("\n"), text.length - 1)
      assert.deepStrictEqual(env, {})
    })
  )

  it.effect("cannot be made for an event that Cursor does not have (CUR-35)", () =>
    Effect.gen(function* () {
      const binding = { ...(yield* only("preToolUse", { command: "x" })), event: "noEvent" }
      assert.isTrue(Result.isFailure(cursorAdapter.encode(shellRun("ls"), binding)))
    })
  )

  it.effect("of an event of later hold the common fields only (CUR-36)", () =>
    Effect.gen(function* () {
      const binding = { ...(yield* only("preToolUse", { command: "x" })), event: "stop", boundary: "turn.stop" }
      const { stdin } = encoded(sampleEnvelopes["turn.stop"], binding)
      const fields = asPayload(decoder.decode(stdin))
      assert.strictEqual(fields.hook_event_name, "stop")
      assert.notProperty(fields, "tool_use_id")
    })
  )
})
