import type { Action, ActionFailure, Payload } from "@pawl/core"
import * as Result from "effect/Result"
import type * as Schema from "effect/Schema"
import { type Fields, present } from "../encode/Fields.ts"
import { toolNameFact } from "../encode/toolCall.ts"
import { toolNames } from "../toolNames.ts"
import type { Moment, MomentReader } from "./Moment.ts"
import { optional } from "./optional.ts"
import { readEdits } from "./readEdits.ts"
import { readToolCall } from "./readToolCall.ts"
import { readMcpResult, readToolOutput } from "./readToolOutput.ts"
import { jsonIn, mustBe, needed, pathKeys, take } from "./take.ts"

type ActionReader = (fields: Fields) => Result.Result<{ readonly action: Action } & Omit<Moment, "payload">, string>

/** The tool call that the three tool events share. */
const toolCall: ActionReader = (fields) => {
  const { tool_input: input, tool_name: name } = fields
  if (typeof name !== "string") return Result.fail(mustBe("a text", fields, "tool_name"))
  if (input === undefined) return Result.fail('"tool_input" is missing')
  const action: Action = { ...readToolCall(name, input), raw: input }
  if (name === "Shell" && action._tag === "Custom") return Result.fail('"tool_input.command" must be a text')
  const vendor = toolNames(action)[0] === name ? undefined : { [toolNameFact]: name }
  return Result.succeed({ action, ...optional("vendor", vendor) })
}

const shellCommand: ActionReader = (fields) =>
  Result.map(needed(fields, "command"), (command) => {
    const cwd = take.text(fields, "cwd")
    return {
      action: { _tag: "ShellRun", command, ...optional("cwd", cwd || undefined), raw: present({ command, cwd }) }
    }
  })

/** An MCP tool with its server. Its input is JSON inside a text; the value itself is taken as well. */
const mcpTool: ActionReader = (fields) =>
  Result.gen(function* () {
    const tool = yield* needed(fields, "tool_name")
    const written = fields.tool_input
    if (written === undefined) return yield* Result.fail('"tool_input" is missing')
    const input: Schema.Json = jsonIn(written) ?? written
    const action: Action = {
      _tag: "McpTool",
      tool,
      input,
      ...optional("serverId", take.text(fields, "mcp_server_id")),
      ...optional("serverName", take.text(fields, "mcp_server_name")),
      ...optional("serverUrl", take.text(fields, "mcp_server_url", "url")),
      ...optional("serverCommand", take.text(fields, "command")),
      raw: input
    }
    return { action }
  })

const fileEdit: ActionReader = (fields) =>
  Result.map(needed(fields, ...pathKeys), (path) => ({
    action: { _tag: "FileEdit", path, edits: readEdits(fields.edits) }
  }))

/** The reader of a moment that is about an action. */
const about =
  (read: ActionReader, payload: (action: Action, fields: Fields) => Payload): MomentReader =>
  (fields) =>
    Result.map(read(fields), ({ action, ...more }) => ({ payload: payload(action, fields), ...more }))

const before = (action: Action): Payload => ({ _tag: "tool.pre", action })

const duration = (fields: Fields) => optional("durationMs", take.number(fields, "duration", "duration_ms"))

const failureOf = (fields: Fields): ActionFailure => {
  const message = take.text(fields, "error_message") ?? ""
  if (take.flag(fields, "is_interrupt") === true) {
    return { _tag: "Cancelled", message, ...optional("reason", take.text(fields, "cancellation_reason")) }
  }
  switch (take.text(fields, "failure_type")) {
    case "timeout":
      return { _tag: "TimedOut", message }
    case "permission_denied":
      return { _tag: "DeniedByHost", message }
    default:
      return { _tag: "Failed", message }
  }
}

/** The readers of the events that are about a tool call, by name. Rule: CUR-55, CUR-56 */
export const toolMoments = {
  preToolUse: about(toolCall, before),
  postToolUse: about(toolCall, (action, fields) => ({
    _tag: "tool.result",
    action,
    result: readToolOutput(action, fields.tool_output ?? ""),
    ...duration(fields)
  })),
  postToolUseFailure: about(toolCall, (action, fields) => ({
    _tag: "tool.failure",
    action,
    failure: failureOf(fields),
    ...duration(fields)
  })),
  beforeShellExecution: about(shellCommand, before),
  afterShellExecution: about(shellCommand, (action, fields) => ({
    _tag: "tool.result",
    action,
    result: {
      _tag: "ShellResult",
      state: "finished",
      ...optional("output", take.text(fields, "output")),
      ...optional("exitCode", take.whole(fields, "exit_code"))
    },
    ...duration(fields)
  })),
  beforeMCPExecution: about(mcpTool, before),
  afterMCPExecution: about(mcpTool, (action, fields) => ({
    _tag: "tool.result",
    action,
    result: readMcpResult(fields.result_json ?? null),
    ...duration(fields)
  })),
  afterFileEdit: about(fileEdit, (action, fields) => ({
    _tag: "tool.result",
    action,
    result: {
      _tag: "FileEdited",
      path: action._tag === "FileEdit" ? action.path : "",
      edits: readEdits(fields.edits)
    }
  }))
} as const satisfies { readonly [event: string]: MomentReader }
