import { type Action, type ActionKind, toolNameOf } from "@pawl/core"

/**
 * What Cursor calls the tool of each kind of action, the name that payloads show first; the others are names that it
 * uses for some models or that hooks were written for. The two MCP kinds put the name behind the prefix, and a host's
 * own tool is called as the host calls it. Rule: CUR-33
 */
const names: { readonly [K in Exclude<ActionKind, "McpTool" | "McpResource" | "Custom">]: ReadonlyArray<string> } = {
  ShellRun: ["Shell"],
  ShellInput: ["ShellInput"],
  ShellRead: ["ShellRead"],
  FileRead: ["Read"],
  FileEdit: ["Write", "StrReplace", "ApplyPatch"],
  FileDelete: ["Delete"],
  Grep: ["Grep"],
  Glob: ["Glob"],
  CodeSearch: ["SearchCodebase", "CodeSearch"],
  RunAgents: ["Task", "RunAgents"],
  WebFetch: ["WebFetch"],
  WebSearch: ["WebSearch"]
}

/** Every name that a tool has here whatever the host, and one that Cursor lists without a capture of it. Rule: CUR-16 */
export const knownToolNames: ReadonlyArray<string> = [...Object.values(names).flat(), "EditNotebook"]

const known: ReadonlySet<string> = new Set(knownToolNames)

/** Whether a tool has that name here, whatever the host. Rule: CUR-16 */
export const isToolName = (name: string): boolean => known.has(name)

/** Every name of the tool that an action calls, the one that payloads show first; a matcher sees them all. Rule: CUR-33 */
export const toolNames = (action: Action): readonly [string, ...ReadonlyArray<string>] => {
  switch (action._tag) {
    case "McpTool":
    case "McpResource":
    case "Custom":
      return [toolNameOf(action)]
    default: {
      const [first = toolNameOf(action), ...more] = names[action._tag]
      return [first, ...more]
    }
  }
}
