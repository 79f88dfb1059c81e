import * as conversation from "./conversationInputs.ts"
import * as tool from "./toolInputs.ts"

// The types of the modules themselves, because only they keep what is said of each field in the declarations.
type Inputs = typeof conversation & typeof tool

/**
 * What a hook reads on stdin, as a Schema for each event. What the host does not know is absent, and keys that stand in no
 * Schema may come: a decoder leaves them out. A field that the host marks as secret is left out, a binary one is an object with
 * `omitted` and `size_bytes`: where an event cannot do without it, such a payload does not decode. What a host replays from
 * a capture is sent as it was captured. Rule: CUR-83
 *
 * @example
 * ```ts
 * const decode = Schema.decodeUnknownOption(Schema.fromJsonString(cursorHookInputs.beforeShellExecution))
 * ```
 */
export const cursorHookInputs: Inputs = {
  sessionStart: conversation.sessionStart,
  sessionEnd: conversation.sessionEnd,
  preToolUse: tool.preToolUse,
  postToolUse: tool.postToolUse,
  postToolUseFailure: tool.postToolUseFailure,
  subagentStart: conversation.subagentStart,
  subagentStop: conversation.subagentStop,
  beforeShellExecution: tool.beforeShellExecution,
  afterShellExecution: tool.afterShellExecution,
  beforeMCPExecution: tool.beforeMCPExecution,
  afterMCPExecution: tool.afterMCPExecution,
  beforeReadFile: conversation.beforeReadFile,
  afterFileEdit: tool.afterFileEdit,
  beforeSubmitPrompt: conversation.beforeSubmitPrompt,
  preCompact: conversation.preCompact,
  stop: conversation.stop,
  afterAgentResponse: conversation.afterAgentResponse,
  afterAgentThought: conversation.afterAgentThought,
  beforeTabFileRead: conversation.beforeTabFileRead,
  afterTabFileEdit: conversation.afterTabFileEdit,
  workspaceOpen: conversation.workspaceOpen
}

/** The name of an event, as `hooks.json` spells it. Rule: CUR-1, CUR-83 */
export type CursorEventName = keyof Inputs

/** What a hook reads on stdin, by the name of its event. Rule: CUR-83 */
export type CursorHookInputs = { readonly [E in CursorEventName]: Inputs[E]["Type"] }

/**
 * What a hook of an event reads on stdin; without a name, of any event: `hook_event_name` tells them apart. It is what the
 * host says, not what has been checked: a guard looks at what it relies upon. Rule: CUR-83
 *
 * @example
 * ```ts
 * const input: CursorHookInput<"beforeShellExecution"> = JSON.parse(await text(process.stdin))
 * ```
 */
export type CursorHookInput<E extends CursorEventName = CursorEventName> = CursorHookInputs[E]
