import type { ActionResult, FileContent } from "@pawl/core"
import type * as Schema from "effect/Schema"
import { type Fields, present } from "./Fields.ts"
import { textEdits } from "./textEdits.ts"

/** A text whole, anything else by its size alone. */
const fileContent = (file: FileContent): Fields =>
  file._tag === "Text"
    ? { kind: "text", file_path: file.path, content: file.text }
    : { kind: "binary", file_path: file.path, size_bytes: file.sizeBytes }

/** The result of a tool call as an object that says its kind, with texts and output whole. Rule: CUR-73 */
export const toolOutput = (result: ActionResult): Fields => {
  switch (result._tag) {
    case "ShellResult": {
      const { exitCode, output, state } = result
      return present({ kind: "shell_result", state, output, exit_code: exitCode })
    }
    case "FilesRead":
      return { kind: "files_read", files: result.files.map(fileContent) }
    case "FileEdited":
      return { kind: "file_edited", file_path: result.path, edits: textEdits(result.edits) }
    case "FilesDeleted":
      return { kind: "files_deleted", file_paths: result.paths }
    case "Found":
      return { kind: "found", matches: result.matches }
    case "McpReturned":
      return { kind: "mcp_returned", result: result.result, is_error: result.isError }
    case "McpErrored":
      return { kind: "mcp_errored", error: result.message }
    case "AgentsRan":
      return { kind: "agents_ran", summary: result.summary }
    case "TextReturned":
      return { kind: "text_returned", text: result.text }
    case "CustomResult":
      return { kind: "custom_result", name: result.kind, value: result.value }
  }
}

/** The result of an MCP tool as its server gave it, or what went wrong. Rule: CUR-73 */
export const mcpResult = (result: ActionResult): Schema.Json => {
  switch (result._tag) {
    case "McpReturned":
      return result.result
    case "McpErrored":
      return { error: result.message }
    default:
      return toolOutput(result)
  }
}
