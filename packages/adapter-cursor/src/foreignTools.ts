/**
 * Tools as other agents call them, with Cursor's names for the same beside each. Names that tools of MCP servers often
 * have as well (`read_file`) are left out: a matcher may mean those. Rule: CUR-16
 */
const foreignTools: ReadonlyMap<string, readonly [string, ...ReadonlyArray<string>]> = new Map([
  // Claude Code
  ["Bash", ["Shell"]],
  ["Edit", ["Write", "StrReplace"]],
  ["MultiEdit", ["Write", "StrReplace"]],
  ["NotebookEdit", ["EditNotebook"]],
  ["NotebookRead", ["Read"]],
  ["LS", ["Grep"]],
  ["Agent", ["Task"]],
  // Codex
  ["shell", ["Shell"]],
  ["apply_patch", ["ApplyPatch"]],
  ["spawn_agent", ["Task"]],
  // Copilot and VS Code
  ["bash", ["Shell"]],
  ["run_in_terminal", ["Shell"]],
  ["editFiles", ["Write", "StrReplace"]],
  // Factory
  ["Execute", ["Shell"]],
  ["Create", ["Write"]],
  ["FetchUrl", ["WebFetch"]],
  // Gemini CLI
  ["run_shell_command", ["Shell"]],
  ["google_web_search", ["WebSearch"]],
  // Cursor, in former times
  ["run_terminal_cmd", ["Shell"]],
  ["search_replace", ["StrReplace"]]
])

/** What to write for a name that other agents use for a tool; undefined where Cursor may report it. Rule: CUR-16 */
export const cursorNamesFor = (name: string): readonly [string, ...ReadonlyArray<string>] | undefined =>
  // Claude's names for tools of MCP servers hold the server's, which Cursor leaves out.
  name.startsWith("mcp__") ? ["MCP:<tool>"] : foreignTools.get(name)
