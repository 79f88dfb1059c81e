import { EndStatus } from "@pawl/core"
import * as Schema from "effect/Schema"
import { attachments, everywhere, inConversation, withTokens } from "./commonInput.ts"

/** A conversation begins. Rule: CUR-75, CUR-83 */
export const sessionStart = Schema.Struct({
  hook_event_name: Schema.Literal("sessionStart"),
  /** The same as `conversation_id`, in every reading. */
  session_id: Schema.optionalKey(Schema.String),
  /** Whether the agent works in the background. */
  is_background_agent: Schema.optionalKey(Schema.Boolean),
  /** `agent`, `ask` or `edit`. In the reading `asWritten` it is `agent` where the host names none. */
  composer_mode: Schema.optionalKey(Schema.String)
}).pipe(inConversation)

/** A conversation is over. Rule: CUR-75, CUR-83 */
export const sessionEnd = Schema.Struct({
  hook_event_name: Schema.Literal("sessionEnd"),
  /** The same as `conversation_id`, in every reading. */
  session_id: Schema.optionalKey(Schema.String),
  /** Why it ended. Cursor's words are `completed`, `aborted`, `error`, `window_close` and `user_close`. */
  reason: Schema.optionalKey(Schema.String),
  /** In milliseconds, fractions included. */
  duration_ms: Schema.optionalKey(Schema.Finite),
  /** Whether the agent worked in the background. */
  is_background_agent: Schema.optionalKey(Schema.Boolean),
  /** A free text. */
  final_status: Schema.optionalKey(Schema.String),
  /** What went wrong, where the reason is an error. */
  error_message: Schema.optionalKey(Schema.String)
}).pipe(inConversation)

/** A person sends a prompt. Rule: CUR-65, CUR-75, CUR-83 */
export const beforeSubmitPrompt = Schema.Struct({
  hook_event_name: Schema.Literal("beforeSubmitPrompt"),
  /** What the person wrote. */
  prompt: Schema.String,
  /** Files and rules that travel with it. */
  attachments,
  /** `agent`, `ask` or `edit`. Not in the reading `asWritten`; Cursor sends it and does not document it. */
  composer_mode: Schema.optionalKey(Schema.String)
}).pipe(inConversation)

/** A file's text is about to be shown to the model. Rule: CUR-75, CUR-83 */
export const beforeReadFile = Schema.Struct({
  hook_event_name: Schema.Literal("beforeReadFile"),
  /** As the model wrote it; absolute in Cursor. */
  file_path: Schema.String,
  /** The text that would be shown; absent where the host has not read it. */
  content: Schema.optionalKey(Schema.String),
  /** Files and rules that travel with it. */
  attachments
}).pipe(inConversation)

/** A subagent is about to be started. Rule: CUR-75, CUR-83 */
export const subagentStart = Schema.Struct({
  hook_event_name: Schema.Literal("subagentStart"),
  /** The id of the subagent. */
  subagent_id: Schema.optionalKey(Schema.String),
  /** Such as `generalPurpose`, `explore`, `shell`, or the name of one of your own. */
  subagent_type: Schema.optionalKey(Schema.String),
  /** What it is told to do, whole. */
  task: Schema.optionalKey(Schema.String),
  /** The conversation that starts it. */
  parent_conversation_id: Schema.optionalKey(Schema.String),
  /** The tool call that starts it. */
  tool_call_id: Schema.optionalKey(Schema.String),
  /** The model that it will run on. */
  subagent_model: Schema.optionalKey(Schema.String),
  /** Whether it works beside others. */
  is_parallel_worker: Schema.optionalKey(Schema.Boolean),
  /** The branch that it works on. */
  git_branch: Schema.optionalKey(Schema.String)
}).pipe(inConversation)

/** A subagent has ended. Rule: CUR-75, CUR-83 */
export const subagentStop = Schema.Struct({
  hook_event_name: Schema.Literal("subagentStop"),
  /** The id of the subagent. */
  subagent_id: Schema.optionalKey(Schema.String),
  /** Such as `generalPurpose`; `unknown` where it could not be started. */
  subagent_type: Schema.optionalKey(Schema.String),
  /** How it ended. */
  status: EndStatus,
  /** What it was told to do. */
  task: Schema.optionalKey(Schema.String),
  /** What it was called in a few words. */
  description: Schema.optionalKey(Schema.String),
  /** What it said at its end. */
  summary: Schema.optionalKey(Schema.String),
  /** In milliseconds, fractions included. */
  duration_ms: Schema.optionalKey(Schema.Finite),
  /** How many messages it holds. */
  message_count: Schema.optionalKey(Schema.Finite),
  /** How many tools it has called. */
  tool_call_count: Schema.optionalKey(Schema.Finite),
  /** How many follow-ups it has had, from 0 on. */
  loop_count: Schema.optionalKey(Schema.Finite),
  /** Paths. */
  modified_files: Schema.optionalKey(Schema.Array(Schema.String)),
  /** The path of its own conversation; `null` where there is none. */
  agent_transcript_path: Schema.NullOr(Schema.String),
  /** The conversation that started it. */
  parent_conversation_id: Schema.optionalKey(Schema.String),
  /** The branch that it works on. */
  git_branch: Schema.optionalKey(Schema.String),
  /** What went wrong, where it did. */
  error_message: Schema.optionalKey(Schema.String)
}).pipe(inConversation)

/** A conversation is about to be shortened. Rule: CUR-75, CUR-83 */
export const preCompact = Schema.Struct({
  hook_event_name: Schema.Literal("preCompact"),
  /** `auto` or `manual`. */
  trigger: Schema.optionalKey(Schema.String),
  /** From 0 to 100. */
  context_usage_percent: Schema.optionalKey(Schema.Finite),
  /** Tokens in use. */
  context_tokens: Schema.optionalKey(Schema.Finite),
  /** Tokens that the model takes at most. */
  context_window_size: Schema.optionalKey(Schema.Finite),
  /** How many messages it holds. */
  message_count: Schema.optionalKey(Schema.Finite),
  /** How many of the messages will be shortened. */
  messages_to_compact: Schema.optionalKey(Schema.Finite),
  /** Whether the conversation has never been shortened before. */
  is_first_compaction: Schema.optionalKey(Schema.Boolean)
}).pipe(inConversation)

/** A turn has ended. Rule: CUR-65, CUR-75, CUR-83 */
export const stop = Schema.Struct({
  hook_event_name: Schema.Literal("stop"),
  /** How it ended. */
  status: EndStatus,
  /** How many follow-ups this turn has had, from 0 on. */
  loop_count: Schema.Finite
}).pipe(withTokens, inConversation)

/** The model has answered. Rule: CUR-65, CUR-75, CUR-83 */
export const afterAgentResponse = Schema.Struct({
  hook_event_name: Schema.Literal("afterAgentResponse"),
  /** The answer, whole. */
  text: Schema.String
}).pipe(withTokens, inConversation)

/** The model has thought. Rule: CUR-75, CUR-83 */
export const afterAgentThought = Schema.Struct({
  hook_event_name: Schema.Literal("afterAgentThought"),
  /** The thought, whole. */
  text: Schema.String,
  /** In milliseconds, fractions included. */
  duration_ms: Schema.optionalKey(Schema.Finite)
}).pipe(inConversation)

/** An editor is about to give a file to its completion. Rule: CUR-75, CUR-83 */
export const beforeTabFileRead = Schema.Struct({
  hook_event_name: Schema.Literal("beforeTabFileRead"),
  /** As the host writes it; absolute in Cursor. */
  file_path: Schema.String,
  /** The text that would be read; absent where the host has not read it. */
  content: Schema.optionalKey(Schema.String)
}).pipe(inConversation)

const position = Schema.Finite

/** An editor's completion has edited a file. Rule: CUR-75, CUR-83 */
export const afterTabFileEdit = Schema.Struct({
  hook_event_name: Schema.Literal("afterTabFileEdit"),
  /** As the host writes it; absolute in Cursor. */
  file_path: Schema.String,
  /** The replaced stretches in their order. */
  edits: Schema.Array(
    Schema.Struct({
      old_string: Schema.String,
      new_string: Schema.String,
      /** Where it was, counted from 1. Cursor's field alone; Pawl sends none of its own. */
      range: Schema.optionalKey(
        Schema.Struct({
          start_line_number: position,
          start_column: position,
          end_line_number: position,
          end_column: position
        })
      ),
      /** The line before. Cursor's field alone; Pawl sends none of its own. */
      old_line: Schema.optionalKey(Schema.String),
      /** The line after. Cursor's field alone; Pawl sends none of its own. */
      new_line: Schema.optionalKey(Schema.String)
    })
  )
}).pipe(inConversation)

/** An editor opens a folder: outside of any conversation. Rule: CUR-36, CUR-83 */
export const workspaceOpen = Schema.Struct({
  hook_event_name: Schema.Literal("workspaceOpen")
}).pipe(everywhere)
