import { type Action, actionOf, type Envelope } from "@pawl/core"
import { cursorOutput } from "./cursorOutput.ts"
import { type EventEncoder, none } from "./EventEncoder.ts"
import { type Fields, present } from "./Fields.ts"
import { textEdits } from "./textEdits.ts"
import { toolCall } from "./toolCall.ts"
import { toolFailure } from "./toolFailure.ts"
import { mcpResult, toolOutput } from "./toolOutput.ts"

const workingDirectory = (action: Action, envelope: Envelope): string | undefined =>
  envelope.cwd ?? (action._tag === "ShellRun" ? action.cwd : undefined)

/** The call of a tool, which the three tool events share; fields of a result stand between it and the directory. */
const call = (action: Action, envelope: Envelope, full: boolean, result: Fields = {}): Fields => {
  const { input, name } = toolCall(action, envelope, full)
  return present({
    tool_use_id: envelope.actionId,
    tool_name: name,
    tool_input: input,
    ...result,
    cwd: workingDirectory(action, envelope)
  })
}

/** How long a tool ran, in milliseconds: as the host measured it, or between the two times that it noted. Rule: CUR-37 */
const duration = ({ completedAt, payload, startedAt }: Envelope): number | undefined => {
  const measured = "durationMs" in payload ? payload.durationMs : undefined
  if (measured !== undefined || startedAt === undefined || completedAt === undefined) return measured
  return Math.max(0, completedAt - startedAt)
}

/** What Cursor tells of the server of an MCP tool, as far as the host knows it. */
const server = (action: Extract<Action, { readonly _tag: "McpTool" }>) => ({
  mcp_server_name: action.serverName,
  mcp_server_url: action.serverUrl,
  mcp_server_id: action.serverId
})

/** The replaced stretches of an edit: of its result, else of the call; a whole new text replaces nothing. Rule: CUR-37 */
const editsOf = ({ payload }: Envelope): ReadonlyArray<Fields> => {
  if (payload._tag !== "tool.result" || payload.action._tag !== "FileEdit") return []
  const { action, result } = payload
  if (result._tag === "FileEdited") return textEdits(result.edits)
  if (action.edits !== undefined) return textEdits(action.edits)
  return action.content === undefined ? [] : textEdits([{ oldText: "", newText: action.content }])
}

/** The encoders of the events that are about a tool call, by name. Rule: CUR-37, CUR-73, CUR-74 */
export const toolEvents = {
  preToolUse: {
    write: (envelope, full) => {
      const action = actionOf(envelope.payload)
      return action === undefined ? none : call(action, envelope, full)
    }
  },
  postToolUse: {
    write: (envelope, full) => {
      const { payload } = envelope
      if (payload._tag !== "tool.result") return none
      const view = toolOutput(payload.result)
      const output = full ? { ...view, ...cursorOutput(payload.result, payload.action) } : view
      return present({ ...call(payload.action, envelope, full, { tool_output: output }), duration: duration(envelope) })
    },
    jsonTexts: ["tool_output"]
  },
  postToolUseFailure: {
    write: (envelope, full) => {
      const { payload } = envelope
      if (payload._tag !== "tool.failure") return none
      const failure = toolFailure(payload.failure)
      return present({ ...call(payload.action, envelope, full, failure), duration: duration(envelope) })
    }
  },
  beforeShellExecution: {
    write: (envelope) => {
      const action = actionOf(envelope.payload)
      if (action?._tag !== "ShellRun") return none
      return present({ tool_use_id: envelope.actionId, command: action.command, cwd: action.cwd ?? envelope.cwd })
    }
  },
  afterShellExecution: {
    write: (envelope) => {
      const { payload } = envelope
      if (payload._tag !== "tool.result") return none
      const { action, result } = payload
      if (action._tag !== "ShellRun" || result._tag !== "ShellResult") return none
      return present({
        tool_use_id: envelope.actionId,
        command: action.command,
        output: result.output,
        duration: duration(envelope),
        exit_code: result.exitCode
      })
    }
  },
  beforeMCPExecution: {
    write: (envelope) => {
      const action = actionOf(envelope.payload)
      if (action?._tag !== "McpTool") return none
      return present({
        tool_use_id: envelope.actionId,
        tool_name: action.tool,
        tool_input: action.input,
        ...server(action),
        url: action.serverUrl,
        command: action.serverCommand
      })
    },
    jsonTexts: ["tool_input"]
  },
  afterMCPExecution: {
    write: (envelope) => {
      const { payload } = envelope
      if (payload._tag !== "tool.result" || payload.action._tag !== "McpTool") return none
      const { action, result } = payload
      return present({
        tool_use_id: envelope.actionId,
        tool_name: action.tool,
        tool_input: action.input,
        result_json: mcpResult(result),
        duration: duration(envelope),
        ...server(action)
      })
    },
    jsonTexts: ["tool_input", "result_json"]
  },
  afterFileEdit: {
    write: (envelope) => {
      const action = actionOf(envelope.payload)
      if (action?._tag !== "FileEdit") return none
      return present({ tool_use_id: envelope.actionId, file_path: action.path, edits: editsOf(envelope) })
    }
  }
} as const satisfies { readonly [event: string]: EventEncoder }
