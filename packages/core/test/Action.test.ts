import { assert, describe, it } from "@effect/vitest"
import { Action, actionFacts, pathsOf, toolNameOf } from "@pawl/core"

const samples: { readonly [K in Action["_tag"]]: Extract<Action, { readonly _tag: K }> } = {
  ShellRun: { _tag: "ShellRun", command: "ls", cwd: "/w" },
  ShellInput: { _tag: "ShellInput", sessionId: "s", text: "y" },
  ShellRead: { _tag: "ShellRead", sessionId: "s" },
  FileRead: { _tag: "FileRead", paths: ["a", "/b"] },
  FileEdit: { _tag: "FileEdit", path: "e" },
  FileDelete: { _tag: "FileDelete", paths: ["d"] },
  Grep: { _tag: "Grep", queries: ["q"], path: "g" },
  Glob: { _tag: "Glob", patterns: ["*"] },
  CodeSearch: { _tag: "CodeSearch", query: "q", paths: ["c"] },
  McpTool: { _tag: "McpTool", tool: "create_issue", input: {} },
  McpResource: { _tag: "McpResource", name: "readme" },
  RunAgents: { _tag: "RunAgents", agents: [] },
  WebFetch: { _tag: "WebFetch", url: "u" },
  WebSearch: { _tag: "WebSearch", query: "q" },
  Custom: { _tag: "Custom", name: "SuggestPrompt", input: null, denied: "cancelled" }
}

describe("Action (CORE-3, CORE-5, CORE-6)", () => {
  it("has a row of facts for each kind, and each tool name once", () => {
    assert.sameMembers(Object.keys(actionFacts), Object.keys(samples))
    const names = Object.values(actionFacts).map((facts) => facts.toolName)
    assert.strictEqual(new Set(names).size, names.length)
  })

  it("names the tool, with the name of the thing for MCP and a host's own tools", () => {
    assert.strictEqual(toolNameOf(samples.ShellRun), "Shell")
    assert.strictEqual(toolNameOf(samples.FileEdit), "Write")
    assert.strictEqual(toolNameOf(samples.McpTool), "MCP:create_issue")
    assert.strictEqual(toolNameOf(samples.McpResource), "MCPResource:readme")
    assert.strictEqual(toolNameOf(samples.Custom), "SuggestPrompt")
  })

  it.each([
    ["ShellRun", ["/w"]],
    ["FileRead", ["a", "/b"]],
    ["FileEdit", ["e"]],
    ["FileDelete", ["d"]],
    ["Grep", ["g"]],
    ["Glob", []],
    ["CodeSearch", ["c"]],
    ["McpTool", []],
    ["WebFetch", []],
    ["Custom", []]
  ] as const)("%s names the paths %j", (kind, paths) => {
    assert.deepStrictEqual(pathsOf(samples[kind]), paths)
  })

  it.prop("no generated action lacks a tool name", [Action], ([action]) => {
    assert.isString(toolNameOf(action))
    if (action._tag !== "Custom") assert.isTrue(toolNameOf(action).startsWith(actionFacts[action._tag].toolName))
  })
})
