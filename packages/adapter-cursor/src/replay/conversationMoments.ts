import { EndStatus } from "@pawl/core"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { type Fields, present } from "../encode/Fields.ts"
import { type MomentReader, momentOf } from "./Moment.ts"
import { readEdits } from "./readEdits.ts"
import { mustBe, needed, pathKeys, take } from "./take.ts"

const listed = Schema.decodeUnknownOption(Schema.Array(Schema.Record(Schema.String, Schema.Json)))

/** Files and rules that travel with a prompt or a read; one of a kind that is not known counts as a file. Rule: CUR-56 */
const attachments = (fields: Fields): ReadonlyArray<Fields> =>
  Option.getOrElse(listed(fields.attachments), () => []).flatMap((each) => {
    const path = take.text(each, ...pathKeys)
    return path === undefined ? [] : [{ kind: each.type === "rule" ? "rule" : "file", path }]
  })

const status = (fields: Fields): Result.Result<EndStatus, string> =>
  Schema.is(EndStatus)(fields.status)
    ? Result.succeed(fields.status)
    : Result.fail(mustBe('"completed", "aborted" or "error"', fields, "status"))

const usage = (fields: Fields): Fields | undefined => {
  const counted = present({
    input: take.number(fields, "input_tokens"),
    output: take.number(fields, "output_tokens"),
    cacheRead: take.number(fields, "cache_read_tokens"),
    cacheWrite: take.number(fields, "cache_write_tokens")
  })
  return Object.keys(counted).length === 0 ? undefined : counted
}

/** The readers of the events that are not about a tool call, by name. Rule: CUR-55, CUR-56 */
export const conversationMoments = {
  sessionStart: (fields) =>
    momentOf("session.start", {
      isBackgroundAgent: take.flag(fields, "is_background_agent"),
      mode: take.text(fields, "composer_mode", "mode")
    }),
  sessionEnd: (fields) =>
    momentOf("session.end", {
      reason: take.text(fields, "reason"),
      durationMs: take.number(fields, "duration_ms", "duration"),
      isBackgroundAgent: take.flag(fields, "is_background_agent"),
      finalStatus: take.text(fields, "final_status"),
      errorMessage: take.text(fields, "error_message")
    }),
  beforeSubmitPrompt: (fields) =>
    Result.flatMap(needed(fields, "prompt"), (prompt) =>
      momentOf("prompt.submit", {
        prompt,
        attachments: attachments(fields),
        mode: take.text(fields, "composer_mode")
      })
    ),
  beforeReadFile: (fields) =>
    Result.flatMap(needed(fields, ...pathKeys), (path) =>
      momentOf("file.exposure", { path, content: take.text(fields, "content"), attachments: attachments(fields) })
    ),
  subagentStart: (fields) =>
    momentOf("subagent.start", {
      subagentId: take.text(fields, "subagent_id"),
      subagentType: take.text(fields, "subagent_type"),
      task: take.text(fields, "task", "prompt"),
      parentConversationId: take.text(fields, "parent_conversation_id"),
      toolCallId: take.text(fields, "tool_call_id"),
      model: take.text(fields, "subagent_model"),
      isParallelWorker: take.flag(fields, "is_parallel_worker"),
      gitBranch: take.text(fields, "git_branch")
    }),
  subagentStop: (fields) =>
    Result.flatMap(status(fields), (ended) =>
      momentOf("subagent.stop", {
        status: ended,
        subagentId: take.text(fields, "subagent_id"),
        subagentType: take.text(fields, "subagent_type"),
        task: take.text(fields, "task"),
        description: take.text(fields, "description"),
        summary: take.text(fields, "summary", "result"),
        durationMs: take.number(fields, "duration_ms", "duration"),
        messageCount: take.number(fields, "message_count"),
        toolCallCount: take.number(fields, "tool_call_count"),
        loopCount: take.number(fields, "loop_count"),
        modifiedFiles: take.texts(fields, "modified_files"),
        transcriptPath: take.text(fields, "agent_transcript_path"),
        parentConversationId: take.text(fields, "parent_conversation_id"),
        gitBranch: take.text(fields, "git_branch"),
        errorMessage: take.text(fields, "error_message")
      })
    ),
  preCompact: (fields) =>
    momentOf("context.compact", {
      trigger: take.text(fields, "trigger"),
      usagePercent: take.number(fields, "context_usage_percent"),
      tokens: take.number(fields, "context_tokens"),
      windowSize: take.number(fields, "context_window_size"),
      messageCount: take.number(fields, "message_count"),
      messagesToCompact: take.number(fields, "messages_to_compact"),
      isFirst: take.flag(fields, "is_first_compaction")
    }),
  stop: (fields) =>
    Result.flatMap(status(fields), (ended) =>
      momentOf("turn.stop", { status: ended, loopCount: take.whole(fields, "loop_count") ?? 0, usage: usage(fields) })
    ),
  afterAgentResponse: (fields) =>
    Result.flatMap(needed(fields, "text"), (text) => momentOf("agent.response", { text, usage: usage(fields) })),
  afterAgentThought: (fields) =>
    Result.flatMap(needed(fields, "text"), (text) =>
      momentOf("agent.thought", { text, durationMs: take.number(fields, "duration_ms", "duration") })
    ),
  beforeTabFileRead: (fields) =>
    Result.flatMap(needed(fields, ...pathKeys), (path) =>
      momentOf("tab.read", { path, content: take.text(fields, "content") })
    ),
  afterTabFileEdit: (fields) =>
    Result.flatMap(needed(fields, ...pathKeys), (path) =>
      momentOf("tab.edit", {
        path,
        edits: readEdits(fields.edits).map(({ newText, oldText }) => ({ oldText, newText }))
      })
    ),
  workspaceOpen: () => momentOf("workspace.open", {})
} as const satisfies { readonly [event: string]: MomentReader }
