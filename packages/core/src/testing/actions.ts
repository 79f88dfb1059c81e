import type { Action, ActionKind } from "../Action.ts"
import type { ActionFailure, ActionResult } from "../ActionResult.ts"

/** One action of each kind, with the fields that the kind needs and no more. Rule: CORE-3 */
export const sampleActions: { readonly [K in ActionKind]: Extract<Action, { readonly _tag: K }> } = {
  ShellRun: { _tag: "ShellRun", command: "git status", cwd: "/repo" },
  ShellInput: { _tag: "ShellInput", sessionId: "shell-1", text: "y\n" },
  ShellRead: { _tag: "ShellRead", sessionId: "shell-1" },
  FileRead: { _tag: "FileRead", paths: ["/repo/src/main.ts"] },
  FileEdit: { _tag: "FileEdit", path: "/repo/src/main.ts", edits: [{ oldText: "a", newText: "b" }] },
  FileDelete: { _tag: "FileDelete", paths: ["/repo/src/old.ts"] },
  Grep: { _tag: "Grep", queries: ["TODO"], path: "/repo" },
  Glob: { _tag: "Glob", patterns: ["**/*.ts"], path: "/repo" },
  CodeSearch: { _tag: "CodeSearch", query: "where the prompt is built" },
  McpTool: { _tag: "McpTool", tool: "create_issue", input: { title: "a title" }, serverName: "tracker" },
  McpResource: { _tag: "McpResource", name: "readme", uri: "file:///repo/README.md", serverName: "files" },
  RunAgents: { _tag: "RunAgents", agents: [{ prompt: "read the tests" }] },
  WebFetch: { _tag: "WebFetch", url: "https://example.com/" },
  WebSearch: { _tag: "WebSearch", query: "example" },
  Custom: { _tag: "Custom", name: "SuggestPrompt", input: {}, denied: "cancelled" }
}

/** One way of ending of each kind. Rule: CORE-7 */
export const sampleResults: { readonly [K in ActionResult["_tag"]]: Extract<ActionResult, { readonly _tag: K }> } = {
  ShellResult: { _tag: "ShellResult", state: "finished", output: "ok\n", exitCode: 0 },
  FilesRead: { _tag: "FilesRead", files: [{ _tag: "Text", path: "/repo/src/main.ts", text: "a" }] },
  FileEdited: { _tag: "FileEdited", path: "/repo/src/main.ts", edits: [{ oldText: "a", newText: "b" }] },
  FilesDeleted: { _tag: "FilesDeleted", paths: ["/repo/src/old.ts"] },
  Found: { _tag: "Found", matches: ["/repo/src/main.ts:1"] },
  McpReturned: { _tag: "McpReturned", result: { id: 1 }, isError: false },
  McpErrored: { _tag: "McpErrored", message: "no such server" },
  AgentsRan: { _tag: "AgentsRan", summary: "read 3 tests" },
  TextReturned: { _tag: "TextReturned", text: "an answer" },
  CustomResult: { _tag: "CustomResult", kind: "suggested", value: null }
}

/** One way of not having a result of each kind. Rule: CORE-7 */
export const sampleFailures: { readonly [K in ActionFailure["_tag"]]: Extract<ActionFailure, { readonly _tag: K }> } = {
  Failed: { _tag: "Failed", message: "exit code 1" },
  TimedOut: { _tag: "TimedOut", message: "no end after 60 seconds" },
  DeniedByHost: { _tag: "DeniedByHost", message: "not allowed" },
  DeniedByHook: { _tag: "DeniedByHook", message: "denied by a hook" },
  Cancelled: { _tag: "Cancelled", message: "cancelled", reason: "user" }
}
