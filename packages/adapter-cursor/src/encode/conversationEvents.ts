import type { Attachment, Envelope, Payload, TokenUsage } from "@pawl/core"
import { type EventEncoder, none } from "./EventEncoder.ts"
import { type Fields, present } from "./Fields.ts"
import { textEdits } from "./textEdits.ts"

/** The encoder of an event that is about a payload of one kind. */
const about = <B extends Payload["_tag"]>(
  boundary: B,
  write: (payload: Extract<Payload, { readonly _tag: B }>, envelope: Envelope, full: boolean) => Fields
): EventEncoder => ({
  write: (envelope, full) => (isAbout(envelope.payload, boundary) ? write(envelope.payload, envelope, full) : none)
})

const isAbout = <B extends Payload["_tag"]>(
  payload: Payload,
  boundary: B
): payload is Extract<Payload, { readonly _tag: B }> => payload._tag === boundary

const attachments = (all: ReadonlyArray<Attachment>): ReadonlyArray<Fields> =>
  all.map(({ kind, path }) => ({ type: kind, file_path: path }))

/** Counters that captured payloads carry; Cursor does not document them. */
const tokens = (usage: TokenUsage | undefined, full: boolean) =>
  full
    ? {
        input_tokens: usage?.input,
        output_tokens: usage?.output,
        cache_read_tokens: usage?.cacheRead,
        cache_write_tokens: usage?.cacheWrite
      }
    : {}

/** The encoders of the events that are not about a tool call, by name. Rule: CUR-75 */
export const conversationEvents = {
  sessionStart: about("session.start", ({ isBackgroundAgent, mode }, { conversationId }, full) =>
    present({
      session_id: conversationId,
      is_background_agent: isBackgroundAgent,
      // As the contract is written a conversation is an agent's; the tighter readings say only what the host says.
      composer_mode: mode ?? (full ? undefined : "agent")
    })
  ),
  sessionEnd: about("session.end", (payload, { conversationId }) =>
    present({
      session_id: conversationId,
      reason: payload.reason,
      duration_ms: payload.durationMs,
      is_background_agent: payload.isBackgroundAgent,
      final_status: payload.finalStatus,
      error_message: payload.errorMessage
    })
  ),
  beforeSubmitPrompt: about("prompt.submit", (payload, _, full) =>
    present({
      prompt: payload.prompt,
      attachments: attachments(payload.attachments),
      composer_mode: full ? payload.mode : undefined
    })
  ),
  beforeReadFile: about("file.exposure", (payload) =>
    present({ file_path: payload.path, content: payload.content, attachments: attachments(payload.attachments) })
  ),
  subagentStart: about("subagent.start", (payload) =>
    present({
      subagent_id: payload.subagentId,
      subagent_type: payload.subagentType,
      task: payload.task,
      parent_conversation_id: payload.parentConversationId,
      tool_call_id: payload.toolCallId,
      subagent_model: payload.model,
      is_parallel_worker: payload.isParallelWorker,
      git_branch: payload.gitBranch
    })
  ),
  subagentStop: about("subagent.stop", (payload) =>
    present({
      subagent_id: payload.subagentId,
      subagent_type: payload.subagentType,
      status: payload.status,
      task: payload.task,
      description: payload.description,
      summary: payload.summary,
      duration_ms: payload.durationMs,
      message_count: payload.messageCount,
      tool_call_count: payload.toolCallCount,
      loop_count: payload.loopCount,
      modified_files: payload.modifiedFiles,
      agent_transcript_path: payload.transcriptPath ?? null,
      parent_conversation_id: payload.parentConversationId,
      git_branch: payload.gitBranch,
      error_message: payload.errorMessage
    })
  ),
  preCompact: about("context.compact", (payload, { facts }) =>
    present({
      trigger: payload.trigger ?? facts.trigger,
      context_usage_percent: payload.usagePercent,
      context_tokens: payload.tokens,
      context_window_size: payload.windowSize,
      message_count: payload.messageCount,
      messages_to_compact: payload.messagesToCompact,
      is_first_compaction: payload.isFirst
    })
  ),
  stop: about("turn.stop", ({ loopCount, status, usage }, _, full) =>
    present({ status, loop_count: loopCount, ...tokens(usage, full) })
  ),
  afterAgentResponse: about("agent.response", ({ text, usage }, _, full) => present({ text, ...tokens(usage, full) })),
  afterAgentThought: about("agent.thought", ({ durationMs, text }) => present({ text, duration_ms: durationMs })),
  beforeTabFileRead: about("tab.read", ({ content, path }) => present({ file_path: path, content })),
  afterTabFileEdit: about("tab.edit", ({ edits, path }) => ({ file_path: path, edits: textEdits(edits) })),
  workspaceOpen: about("workspace.open", () => none)
} as const satisfies { readonly [event: string]: EventEncoder }
