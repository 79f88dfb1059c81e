import * as Schema from "effect/Schema"
import { inConversation } from "./commonInput.ts"

/** The call of a tool, which the three tool events share. */
const call = {
  /** The id of the action, the same before and after it. */
  tool_use_id: Schema.optionalKey(Schema.String),
  /** `Shell`, `Read`, `Write`, `StrReplace`, `ApplyPatch`, `Delete`, `Grep`, `Task`, …, or `MCP:<tool>`. */
  tool_name: Schema.String,
  /** What the tool is called with, as a value: an object, seldom a text (a patch). Its keys are the tool's own. */
  tool_input: Schema.Json,
  /** Where the tool runs; absent or `""` where that is not known. */
  cwd: Schema.optionalKey(Schema.String)
} as const

/** How long it took, in milliseconds, fractions included; without the time that a person took to agree. */
const duration = Schema.optionalKey(Schema.Finite)

/** A tool of any kind is about to be used. Rule: CUR-37, CUR-83 */
export const preToolUse = Schema.Struct({
  hook_event_name: Schema.Literal("preToolUse"),
  ...call,
  /** What the model said with the call. Cursor's field alone; Pawl sends none. */
  agent_message: Schema.optionalKey(Schema.String)
}).pipe(inConversation)

/** A tool has done its work. Rule: CUR-37, CUR-73, CUR-83 */
export const postToolUse = Schema.Struct({
  hook_event_name: Schema.Literal("postToolUse"),
  ...call,
  /** JSON inside a text: parse it. Of a shell command an object with `output` and `exitCode`, of an MCP tool with `content`. */
  tool_output: Schema.String,
  /** In milliseconds, fractions included. */
  duration
}).pipe(inConversation)

/** A tool call has no result: it failed, ran out of time, was denied or was cancelled. Rule: CUR-74, CUR-83 */
export const postToolUseFailure = Schema.Struct({
  hook_event_name: Schema.Literal("postToolUseFailure"),
  ...call,
  /** What went wrong; the reason of a denial as well. */
  error_message: Schema.String,
  /** `permission_denied`: by the host or by a hook. What was cancelled is an `error`. */
  failure_type: Schema.Literals(["error", "timeout", "permission_denied"]),
  /** Whether somebody cancelled it. */
  is_interrupt: Schema.Boolean,
  /** Why it was cancelled, where that is known. Pawl's own field. */
  cancellation_reason: Schema.optionalKey(Schema.String),
  /** In milliseconds, fractions included. */
  duration
}).pipe(inConversation)

/** A shell command is about to be run. Rule: CUR-37, CUR-83 */
export const beforeShellExecution = Schema.Struct({
  hook_event_name: Schema.Literal("beforeShellExecution"),
  /** The id of the action; Cursor has been seen to send it on the three tool events alone. */
  tool_use_id: Schema.optionalKey(Schema.String),
  /** The whole command, as it was written. */
  command: Schema.String,
  /** Where it will run; absent or `""` where that is not known. */
  cwd: Schema.optionalKey(Schema.String),
  /** Whether it will run in a sandbox. Cursor's field alone; Pawl sends none. */
  sandbox: Schema.optionalKey(Schema.Boolean)
}).pipe(inConversation)

/** A shell command has ended, well or not. Rule: CUR-37, CUR-83 */
export const afterShellExecution = Schema.Struct({
  hook_event_name: Schema.Literal("afterShellExecution"),
  /** The id of the action; Cursor has been seen to send it on the three tool events alone. */
  tool_use_id: Schema.optionalKey(Schema.String),
  /** The whole command, as it was written. */
  command: Schema.String,
  /** What it wrote to stdout and stderr, mixed; absent where the host keeps none. */
  output: Schema.optionalKey(Schema.String),
  /** In milliseconds, fractions included. */
  duration,
  /** Pawl's own field, absent where the code is not known: look into `tool_output` of `postToolUse` in Cursor. */
  exit_code: Schema.optionalKey(Schema.Finite),
  /** Whether it ran in a sandbox. Cursor's field alone; Pawl sends none. */
  sandbox: Schema.optionalKey(Schema.Boolean)
}).pipe(inConversation)

/** The tool of an MCP server, by its bare name. */
const mcpCall = {
  /** The id of the action; Cursor has been seen to send it on the three tool events alone. */
  tool_use_id: Schema.optionalKey(Schema.String),
  /** The bare name of the tool, without `MCP:`. */
  tool_name: Schema.String,
  /** JSON inside a text, unlike on `preToolUse`: parse it. */
  tool_input: Schema.String,
  /** What the server is called in the configuration. A guard that goes by it denies where it is absent. */
  mcp_server_name: Schema.optionalKey(Schema.String),
  /** The address of a server that is reached over HTTP. */
  mcp_server_url: Schema.optionalKey(Schema.String),
  /** The host's own id of the server. Pawl's own field. */
  mcp_server_id: Schema.optionalKey(Schema.String)
} as const

/** A tool of an MCP server is about to be called. Rule: CUR-37, CUR-83 */
export const beforeMCPExecution = Schema.Struct({
  hook_event_name: Schema.Literal("beforeMCPExecution"),
  ...mcpCall,
  /** The same as `mcp_server_url`. */
  url: Schema.optionalKey(Schema.String),
  /** How a server was started that is reached over its stdin. */
  command: Schema.optionalKey(Schema.String)
}).pipe(inConversation)

/** A tool of an MCP server has answered. Rule: CUR-37, CUR-73, CUR-83 */
export const afterMCPExecution = Schema.Struct({
  hook_event_name: Schema.Literal("afterMCPExecution"),
  ...mcpCall,
  /** JSON inside a text: what the server returned, or an object with `error`. Parse it. */
  result_json: Schema.String,
  /** In milliseconds, fractions included. */
  duration
}).pipe(inConversation)

/** A file has been edited by the agent. Rule: CUR-37, CUR-83 */
export const afterFileEdit = Schema.Struct({
  hook_event_name: Schema.Literal("afterFileEdit"),
  /** The id of the action; Cursor has been seen to send it on the three tool events alone. */
  tool_use_id: Schema.optionalKey(Schema.String),
  /** As the model wrote it; absolute in Cursor. */
  file_path: Schema.String,
  /** The replaced stretches in their order; an empty `old_string` is a new file with all of its text. */
  edits: Schema.Array(Schema.Struct({ old_string: Schema.String, new_string: Schema.String }))
}).pipe(inConversation)
