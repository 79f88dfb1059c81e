import type { CursorEventName } from "./CursorHookInput.ts"
import * as outputs from "./outputs.ts"

// The type of the module itself, because only that keeps what is said of each field in the declarations.
type Outputs = typeof outputs

/**
 * What a hook may answer on stdout, as a Schema for each event: the fields that the decoder reads there, and no other. A field
 * of another event is never applied, and is refused where it would prevent or change something. Rule: CUR-84
 *
 * @example
 * ```ts
 * const fits = Schema.is(Schema.fromJsonString(cursorHookOutputs.preToolUse))
 * ```
 */
export const cursorHookOutputs: Outputs = {
  sessionStart: outputs.sessionStart,
  sessionEnd: outputs.sessionEnd,
  preToolUse: outputs.preToolUse,
  postToolUse: outputs.postToolUse,
  postToolUseFailure: outputs.postToolUseFailure,
  subagentStart: outputs.subagentStart,
  subagentStop: outputs.subagentStop,
  beforeShellExecution: outputs.beforeShellExecution,
  afterShellExecution: outputs.afterShellExecution,
  beforeMCPExecution: outputs.beforeMCPExecution,
  afterMCPExecution: outputs.afterMCPExecution,
  beforeReadFile: outputs.beforeReadFile,
  afterFileEdit: outputs.afterFileEdit,
  beforeSubmitPrompt: outputs.beforeSubmitPrompt,
  preCompact: outputs.preCompact,
  stop: outputs.stop,
  afterAgentResponse: outputs.afterAgentResponse,
  afterAgentThought: outputs.afterAgentThought,
  beforeTabFileRead: outputs.beforeTabFileRead,
  afterTabFileEdit: outputs.afterTabFileEdit,
  workspaceOpen: outputs.workspaceOpen
}

/** What a hook may answer on stdout, by the name of its event. Rule: CUR-84 */
export type CursorHookOutputs = { readonly [E in CursorEventName]: Outputs[E]["Type"] }

/**
 * What a hook of an event may answer on stdout; without a name, of any event. Rule: CUR-84
 *
 * @example
 * ```ts
 * const answer: CursorHookOutput<"preToolUse"> = { permission: "deny", agent_message: "Push without force." }
 * ```
 */
export type CursorHookOutput<E extends CursorEventName = CursorEventName> = CursorHookOutputs[E]
