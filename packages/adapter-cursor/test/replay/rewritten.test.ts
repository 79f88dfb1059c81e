import { assert, describe, it } from "@effect/vitest"
import { cursorAdapter } from "@pawl/adapter-cursor"
import { Action, type Envelope } from "@pawl/core"
import { sampleActions, toolPre } from "@pawl/core/testing"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { allReadings, only } from "../support.ts"

const decoder = new TextDecoder()
const asObject = Schema.decodeUnknownSync(Schema.fromJsonString(Schema.Record(Schema.String, Schema.Json)))

/** What a hook is shown of a call, in each reading. */
const shownInputs = Effect.fnUntraced(function* (action: Action, envelope: Envelope = toolPre(action)) {
  const inputs: Array<Schema.Json | undefined> = []
  for (const reading of allReadings) {
    const binding = yield* only("preToolUse", { command: "x" }, reading)
    const { stdin } = Result.getOrThrow(cursorAdapter.encode(envelope, binding))
    inputs.push(asObject(decoder.decode(stdin)).tool_input)
  }
  return inputs
})

const rewritten = (action: Action, input: Schema.Json, envelope: Envelope = toolPre(action)): Action | string =>
  Result.match(cursorAdapter.rewritten(action, input, envelope), {
    onFailure: ({ message }) => message,
    onSuccess: (after) => after
  })

const patch = "*** Begin Patch\n*** Update File: /repo/a.ts\n+words\n*** End Patch"

/** Calls with what the host itself wrote of them, in which it may say more. */
const withRaw: ReadonlyArray<Action> = [
  { _tag: "ShellRun", command: "git status", raw: { command: "git status", explanation: "looks" } },
  { _tag: "ShellRun", command: "ls", cwd: "/repo/a", raw: { command: "ls", working_directory: "/repo/a" } },
  { _tag: "FileEdit", path: "/repo/a.ts", raw: patch },
  { _tag: "FileEdit", path: "/repo/a.ts", raw: { patch } },
  { _tag: "FileEdit", path: "/repo/a.ts", content: "b", raw: { path: "/repo/a.ts", content: "b" } },
  { _tag: "McpTool", tool: "t", input: { a: 1 }, raw: { a: 1 } },
  { _tag: "WebSearch", query: "words", raw: { q: "not as the vendor has it" } }
]

/** Calls of more than one thing, and inputs that are no objects. */
const more: ReadonlyArray<Action> = [
  { _tag: "FileRead", paths: ["a", "b"], startLine: 1, endLine: 9 },
  { _tag: "FileRead", paths: [] },
  {
    _tag: "FileEdit",
    path: "a",
    edits: [
      { oldText: "a", newText: "b" },
      { oldText: "c", newText: "d" }
    ]
  },
  { _tag: "FileEdit", path: "a", edits: [] },
  { _tag: "FileEdit", path: "a", content: "whole" },
  { _tag: "FileDelete", paths: ["a", "b"] },
  { _tag: "Grep", queries: ["a", "b"], glob: "*.ts" },
  { _tag: "Glob", patterns: ["*.a", "*.b"] },
  { _tag: "CodeSearch", query: "q", paths: ["a"] },
  { _tag: "McpResource", name: "readme", uri: "file:///a", serverId: "id", serverName: "files" },
  { _tag: "RunAgents", agents: [{ prompt: "a", description: "b", agentType: "c", model: "d" }, { prompt: "e" }] },
  { _tag: "ShellRun", command: "ls", timeoutMs: 5, isReadOnly: true, isRisky: false, usesPager: false, rationale: "r" },
  { _tag: "McpTool", tool: "t", input: "a text" },
  { _tag: "McpTool", tool: "t", input: [1, 2] },
  { _tag: "McpTool", tool: "t", input: null },
  { _tag: "McpTool", tool: "t", input: { input: "a text" } },
  { _tag: "Custom", name: "Shell", input: { cmd: 1 }, denied: "rejected" },
  { _tag: "Custom", name: "Own", input: 7, denied: "marker" }
]

const marked: ReadonlyArray<Action> = [
  { _tag: "ShellRun", command: "ls", rationale: "hidden", secretFields: ["rationale"] },
  { _tag: "FileEdit", path: "a", content: "AAAA", binaryFields: ["content"] },
  { _tag: "McpTool", tool: "t", input: { title: "t", token: "0123" }, secretFields: ["token"], raw: { token: "0123" } }
]

describe("an input that a hook hands back as it was shown", () => {
  it.effect.each([...Object.values(sampleActions), ...withRaw, ...more, ...marked].map((action) => [action] as const))(
    "is the same call, in every reading (CUR-109): %j",
    ([action]) =>
      Effect.gen(function* () {
        for (const input of yield* shownInputs(action)) {
          assert.isDefined(input)
          assert.deepStrictEqual(rewritten(action, input ?? null), action)
        }
      })
  )

  it.effect("is the same command also where the hook was shown the moment's folder", () =>
    Effect.gen(function* () {
      const action: Action = { _tag: "ShellRun", command: "ls" }
      const envelope = toolPre(action, { cwd: "/repo/sub" })
      for (const input of yield* shownInputs(action, envelope)) {
        assert.deepStrictEqual(input, { command: "ls", cwd: "/repo/sub" })
        assert.deepStrictEqual(rewritten(action, input ?? null, envelope), action)
      }
    })
  )
})

describe("a replaced input (CUR-107)", () => {
  const { Custom, FileDelete, FileEdit, FileRead, Glob, Grep, McpResource, McpTool, RunAgents, ShellRun } =
    sampleActions
  const cases: ReadonlyArray<readonly [Action, Schema.Json, Action]> = [
    [ShellRun, { command: "git diff" }, { ...ShellRun, command: "git diff" }],
    [ShellRun, { command: "ls", cwd: "/repo/a" }, { ...ShellRun, command: "ls", cwd: "/repo/a" }],
    [ShellRun, { command: "ls", timeout: 9 }, { ...ShellRun, command: "ls", timeoutMs: 9 }],
    [sampleActions.ShellInput, { session_id: "shell-1", text: "n" }, { ...sampleActions.ShellInput, text: "n" }],
    [sampleActions.ShellRead, { session_id: "shell-2" }, { ...sampleActions.ShellRead, sessionId: "shell-2" }],
    [FileRead, { file_path: "/repo/b" }, { ...FileRead, paths: ["/repo/b"] }],
    [FileRead, { file_paths: ["a", "b"], end_line: 3 }, { ...FileRead, paths: ["a", "b"], endLine: 3 }],
    [FileEdit, { file_path: "/repo/b", content: "c" }, { _tag: "FileEdit", path: "/repo/b", content: "c" }],
    [
      FileEdit,
      { file_path: "/repo/src/main.ts", old_string: "x", new_string: "y" },
      { ...FileEdit, edits: [{ oldText: "x", newText: "y" }] }
    ],
    [FileDelete, { file_path: "/repo/b" }, { ...FileDelete, paths: ["/repo/b"] }],
    [FileDelete, { file_paths: ["a", "b"] }, { ...FileDelete, paths: ["a", "b"] }],
    [Grep, { pattern: "FIXME", file_path: "/repo" }, { ...Grep, queries: ["FIXME"] }],
    [Grep, { patterns: ["a", "b"], file_path: "/repo" }, { ...Grep, queries: ["a", "b"] }],
    [Glob, { pattern: "*.md", file_path: "/repo" }, { ...Glob, patterns: ["*.md"] }],
    [sampleActions.CodeSearch, { query: "q", file_paths: ["a"] }, { _tag: "CodeSearch", query: "q", paths: ["a"] }],
    [McpTool, { title: "another" }, { ...McpTool, input: { title: "another" } }],
    [McpResource, { name: "readme", uri: "file:///b" }, { ...McpResource, uri: "file:///b" }],
    [RunAgents, { prompt: "p", subagent_type: "s" }, { ...RunAgents, agents: [{ prompt: "p", agentType: "s" }] }],
    [
      RunAgents,
      { agents: [{ prompt: "a" }, { prompt: "b" }] },
      { ...RunAgents, agents: [{ prompt: "a" }, { prompt: "b" }] }
    ],
    [sampleActions.WebFetch, { url: "https://example.org/" }, { _tag: "WebFetch", url: "https://example.org/" }],
    [sampleActions.WebSearch, { search_term: "other" }, { _tag: "WebSearch", query: "other" }],
    [Custom, { title: "a" }, { ...Custom, input: { title: "a" } }]
  ]

  it.each(cases)("of %j, %j, changes that and nothing else", (action, input, after) => {
    assert.deepStrictEqual(rewritten(action, input), after)
    assert.notDeepEqual(after, action)
  })

  it("covers every kind of action", () => {
    const kinds = new Set(cases.map(([action]) => action._tag))
    assert.deepStrictEqual([...kinds].toSorted(), Object.keys(sampleActions).toSorted())
  })

  it.each<readonly [Action, Schema.Json]>([
    [ShellRun, { file_path: "a" }],
    [ShellRun, { command: 7 }],
    [ShellRun, "git diff"],
    [ShellRun, ["git", "diff"]],
    [ShellRun, null],
    [ShellRun, {}],
    [sampleActions.WebFetch, { search_term: "a" }],
    [sampleActions.WebSearch, { url: "a" }],
    [FileRead, { command: "cat a" }],
    [FileEdit, { file_path: "a" }],
    [FileEdit, { patch }],
    [FileDelete, { pattern: "a" }],
    [Grep, { file_path: "a" }],
    [Glob, { file_path: "a" }],
    [RunAgents, { agents: [{}] }],
    [McpResource, { uri: "a" }],
    [McpTool, "text"]
  ])("that is none of the tool's is refused: %j, %j", (action, input) => {
    assert.isString(rewritten(action, input))
  })

  it("says what it is none of, by the name that hooks know", () => {
    assert.strictEqual(rewritten(FileRead, { command: "cat a" }), "it is no input of Read")
    assert.strictEqual(rewritten(ShellRun, null), "it is not an object")
  })

  it("keeps the server of a tool and of a resource, and takes no other", () => {
    const resource = { ...McpResource, serverId: "one", serverName: "files" }
    assert.deepStrictEqual(rewritten(resource, { name: "readme", uri: "b", mcp_server_id: "one" }), {
      ...resource,
      uri: "b"
    })
    assert.isString(rewritten(resource, { name: "readme", uri: "b", mcp_server_id: "two" }))
    const tool: Action = { ...McpTool, serverId: "one", serverUrl: "https://example.com/" }
    assert.deepStrictEqual(rewritten(tool, { title: "x" }), { ...tool, input: { title: "x" } })
  })

  it("of a tool whose input is no object is under the key that it was shown under", () => {
    const action: Action = { _tag: "McpTool", tool: "t", input: "a" }
    assert.deepStrictEqual(rewritten(action, { input: "b" }), { ...action, input: "b" })
    assert.deepStrictEqual(rewritten(action, { input: "b", more: 1 }), { ...action, input: { input: "b", more: 1 } })
    const wrapped: Action = { _tag: "McpTool", tool: "t", input: { input: "a" } }
    assert.deepStrictEqual(rewritten(wrapped, { input: "b" }), { ...wrapped, input: { input: "b" } })
  })

  it("leaves the folder of a command as it is, where it says nothing of it or what was shown", () => {
    const bare: Action = { _tag: "ShellRun", command: "ls" }
    const envelope = toolPre(bare, { cwd: "/repo/sub" })
    assert.deepStrictEqual(rewritten(bare, { command: "dir", cwd: "/repo/sub" }, envelope), { ...bare, command: "dir" })
    assert.deepStrictEqual(rewritten(bare, { command: "dir", cwd: "" }, envelope), { ...bare, command: "dir" })
    assert.deepStrictEqual(rewritten(bare, { command: "ls", cwd: "/" }, envelope), { ...bare, cwd: "/" })
  })

  it("keeps what is marked marked", () => {
    const action: Action = { _tag: "McpTool", tool: "t", input: { a: 1, token: "0123" }, secretFields: ["token"] }
    assert.deepStrictEqual(rewritten(action, { a: 2 }), { ...action, input: { a: 2 } })
    const shell: Action = { ...ShellRun, secretFields: ["rationale"], binaryFields: ["command"] }
    assert.deepStrictEqual(rewritten(shell, { command: "ls" }), { ...shell, command: "ls" })
  })

  it("replaces the host's own JSON where it was in the vendor's shape, and drops it where it was not", () => {
    const own: Action = { ...ShellRun, raw: { command: ShellRun.command, cwd: ShellRun.cwd ?? "", explanation: "e" } }
    const input = { command: "git diff", explanation: "e" }
    assert.deepStrictEqual(rewritten(own, input), { ...ShellRun, command: "git diff", raw: input })
    const foreign: Action = { ...ShellRun, raw: { argv: ["git", "status"] } }
    assert.deepStrictEqual(rewritten(foreign, input), { ...ShellRun, command: "git diff" })
  })

  it("of an edit by patch is a patch again, never an edit that says nothing", () => {
    const action: Action = { _tag: "FileEdit", path: "/repo/a.ts", raw: { patch } }
    const other = { patch: patch.replace("a.ts", "b.ts") }
    assert.deepStrictEqual(rewritten(action, other), { _tag: "FileEdit", path: "/repo/b.ts", raw: other })
    assert.strictEqual(rewritten({ _tag: "FileEdit", path: "/repo/a.ts" }, other), "it is no input of Write")
  })

  it.prop(
    "throws at nothing, and makes an action of the same kind or says why not",
    { action: Action, input: Schema.Json },
    ({ action, input }) => {
      const after = rewritten(action, input)
      if (typeof after === "string") return
      assert.strictEqual(after._tag, action._tag)
      assert.isTrue(Schema.is(Action)(after))
      assert.deepStrictEqual(after.secretFields, action.secretFields)
    }
  )

  it("is refused where it is nested without end; that the call is, is no reason to throw", () => {
    const deep = Array.from({ length: 50_000 }).reduce<Schema.Json>((inner) => [inner], [])
    assert.strictEqual(rewritten(McpTool, { deep }), "it is nested too deep")
    assert.deepStrictEqual(rewritten({ ...McpTool, input: deep }, { a: 1 }), { ...McpTool, input: { a: 1 } })
  })
})
