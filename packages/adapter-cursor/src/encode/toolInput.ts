import type { Action, Envelope } from "@pawl/core"
import type * as Schema from "effect/Schema"
import { type Fields, present } from "./Fields.ts"

/** One value as itself, several as a list: Cursor's tools take one, a host's may take more. */
const oneOrMore = (key: string, keys: string, values: ReadonlyArray<string>): Fields =>
  values.length === 1 && values[0] !== undefined ? { [key]: values[0] } : { [keys]: values }

/** A tool's own input, as the object that `tool_input` is. */
const objectOf = (input: Schema.Json): Fields =>
  input !== null && typeof input === "object" && !isList(input) ? input : { input }

const isList = (value: Schema.Json): value is Schema.JsonArray => Array.isArray(value)

/**
 * The view of an action that hooks get as `tool_input`, with the keys of Cursor's tools and, for a shell command, what
 * the host knows beyond them. Rule: CUR-37
 */
export const toolInput = (action: Action, envelope: Envelope): Fields => {
  switch (action._tag) {
    case "ShellRun":
      return present({
        command: action.command,
        cwd: action.cwd ?? envelope.cwd,
        timeout: action.timeoutMs,
        is_read_only: action.isReadOnly,
        is_risky: action.isRisky,
        wait_until_completion: action.waitUntilCompletion,
        uses_pager: action.usesPager,
        rationale: action.rationale
      })
    case "ShellInput":
      return { session_id: action.sessionId, text: action.text }
    case "ShellRead":
      return { session_id: action.sessionId }
    case "FileRead":
      return present({
        ...oneOrMore("file_path", "file_paths", action.paths),
        start_line: action.startLine,
        end_line: action.endLine
      })
    case "FileEdit": {
      const edits = action.edits?.map((edit) => ({ old_string: edit.oldText, new_string: edit.newText }))
      const [first, ...more] = edits ?? []
      return present({
        file_path: action.path,
        content: action.content,
        ...(first !== undefined && more.length === 0 ? first : { edits })
      })
    }
    case "FileDelete":
      return oneOrMore("file_path", "file_paths", action.paths)
    case "Grep":
      return present({
        ...oneOrMore("pattern", "patterns", action.queries),
        file_path: action.path,
        glob: action.glob
      })
    case "Glob":
      return present({ ...oneOrMore("pattern", "patterns", action.patterns), file_path: action.path })
    case "CodeSearch":
      return present({ query: action.query, file_paths: action.paths })
    case "McpTool":
      return objectOf(action.input)
    case "McpResource":
      return present({ name: action.name, uri: action.uri, mcp_server_id: action.serverId })
    case "RunAgents": {
      const agents = action.agents.map((agent) =>
        present({
          description: agent.description,
          prompt: agent.prompt,
          subagent_type: agent.agentType,
          model: agent.model
        })
      )
      const [first, ...more] = agents
      return first !== undefined && more.length === 0 ? first : { agents }
    }
    case "WebFetch":
      return { url: action.url }
    case "WebSearch":
      return { search_term: action.query }
    case "Custom":
      return objectOf(action.input)
  }
}
