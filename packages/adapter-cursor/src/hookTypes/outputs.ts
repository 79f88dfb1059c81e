import * as Schema from "effect/Schema"

const text = Schema.optionalKey(Schema.String)
const object = Schema.Record(Schema.String, Schema.Json)
const word = Schema.Literals(["allow", "deny", "ask"])

/** An event that takes no answer: write nothing, or `{}`. */
const nothing = Schema.Record(Schema.String, Schema.Never)

/** The decision about a shell command or an MCP tool call. */
const command = Schema.Struct({
  /** `ask` is a question to the person, and a denial where nobody is there to answer. */
  permission: word,
  /** What the person reads, whatever the decision; the reason as well where there is no `agent_message`. */
  user_message: text,
  /** The reason that the agent reads, of a denial or a question. */
  agent_message: text
})

const flatToolCall = Schema.Struct({
  /** `ask` is no opinion in Cursor, and a question in the readings `tight` and `shipped`. */
  permission: word,
  /** What the person reads of a denial or a question; dropped with an allow. */
  user_message: text,
  /** The reason that the agent reads, of a denial or a question. */
  agent_message: text,
  /** Another `tool_input`, whole. A host that cannot run it denies the call. */
  updated_input: Schema.optionalKey(object)
})

const claudeToolCall = Schema.Struct({
  /** Claude's shape, read where the flat fields are absent. Write the flat fields. */
  hookSpecificOutput: Schema.Struct({
    hookEventName: text,
    permissionDecision: word,
    permissionDecisionReason: text,
    updatedInput: Schema.optionalKey(object)
  })
})

/** The decision about a subagent or a file that is to be read. */
const allowOrDeny = Schema.Struct({
  /** There is no question at this event. */
  permission: Schema.Literals(["allow", "deny"]),
  /** The reason of a denial; dropped with an allow. */
  user_message: text
})

const flatFollowUp = Schema.Struct({
  /** The next message, as if the person had written it; an empty text is none. At most `loop_limit` in one turn. */
  followup_message: text
})

const block = { decision: Schema.Literal("block"), reason: Schema.NonEmptyString }

const claudeFollowUp = Schema.Struct({
  /** Claude's spelling, read where `followup_message` is absent: the agent goes on with `reason`. */
  decision: block.decision,
  /** What to go on with. */
  reason: block.reason
})

const nestedFollowUp = Schema.Struct({
  /** The same in Claude's nested shape. Write `followup_message`. */
  hookSpecificOutput: Schema.Struct(block)
})

/** What the agent goes on with. The spellings of Claude come first, because the other one takes `{}`. */
const followUp = Schema.Union([claudeFollowUp, nestedFollowUp, flatFollowUp])

/** What the answer of `sessionStart` holds. Rule: CUR-77, CUR-84 */
export const sessionStart = Schema.Struct({
  /** Variables for later hooks of the session. */
  env: Schema.optionalKey(Schema.Record(Schema.String, Schema.String)),
  /** What the model is told beside the first prompt. */
  additional_context: text,
  /** Accepted, without effect: a conversation cannot be held here. */
  continue: Schema.optionalKey(Schema.Boolean),
  /** Accepted, without effect. */
  user_message: text
})

/** `sessionEnd` takes no answer. Rule: CUR-76, CUR-84 */
export const sessionEnd = nothing

/** The decision of `preToolUse`. Rule: CUR-40 to CUR-42, CUR-48, CUR-84 */
export const preToolUse = Schema.Union([flatToolCall, claudeToolCall])

/** What the answer of `postToolUse` holds. Rule: CUR-64, CUR-77, CUR-84 */
export const postToolUse = Schema.Struct({
  /** What the model is told beside the result. */
  additional_context: text,
  /** What the model sees instead of the result of an MCP tool; refused for any other tool. */
  updated_mcp_tool_output: Schema.optionalKey(object)
})

/** What the answer of `postToolUseFailure` holds. Rule: CUR-77, CUR-84 */
export const postToolUseFailure = Schema.Struct({
  /** What the model is told beside the failure. */
  additional_context: text
})

/** The decision of `subagentStart`. Rule: CUR-40 to CUR-42, CUR-84 */
export const subagentStart = allowOrDeny

/** What the answer of `subagentStop` holds. Rule: CUR-78, CUR-84 */
export const subagentStop = followUp

/** The decision of `beforeShellExecution`. Rule: CUR-40 to CUR-42, CUR-84 */
export const beforeShellExecution = command

/** `afterShellExecution` takes no answer. Rule: CUR-76, CUR-84 */
export const afterShellExecution = nothing

/** The decision of `beforeMCPExecution`. Rule: CUR-40 to CUR-42, CUR-84 */
export const beforeMCPExecution = command

/** `afterMCPExecution` takes no answer. Rule: CUR-76, CUR-84 */
export const afterMCPExecution = nothing

/** The decision of `beforeReadFile`. Rule: CUR-40 to CUR-42, CUR-84 */
export const beforeReadFile = allowOrDeny

/** `afterFileEdit` takes no answer. Rule: CUR-76, CUR-84 */
export const afterFileEdit = nothing

/** The decision of `beforeSubmitPrompt`. Rule: CUR-79, CUR-84 */
export const beforeSubmitPrompt = Schema.Struct({
  /** `false` holds the prompt. */
  continue: Schema.Boolean,
  /** What the person reads; the reason of a prompt that is held. */
  user_message: text
})

/** What the answer of `preCompact` holds. Rule: CUR-77, CUR-84 */
export const preCompact = Schema.Struct({
  /** What the person reads. */
  user_message: text
})

/** What the answer of `stop` holds. Rule: CUR-78, CUR-84 */
export const stop = followUp

/** `afterAgentResponse` takes no answer. Rule: CUR-76, CUR-84 */
export const afterAgentResponse = nothing

/** `afterAgentThought` takes no answer. Rule: CUR-76, CUR-84 */
export const afterAgentThought = nothing

/** The decision of `beforeTabFileRead`. Rule: CUR-40, CUR-41, CUR-84 */
export const beforeTabFileRead = Schema.Struct({
  /** There is no question at this event. */
  permission: Schema.Literals(["allow", "deny"])
})

/** `afterTabFileEdit` takes no answer. Rule: CUR-76, CUR-84 */
export const afterTabFileEdit = nothing

/** What the answer of `workspaceOpen` holds. Rule: CUR-77, CUR-84 */
export const workspaceOpen = Schema.Struct({
  /** Absolute paths of folders to load as plugins. */
  pluginPaths: Schema.optionalKey(Schema.Array(Schema.String))
})
