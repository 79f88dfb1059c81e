import * as Schema from "effect/Schema"
import { Action, pathsOf, TextEdit } from "./Action.ts"
import { ActionFailure, ActionResult } from "./ActionResult.ts"
import type { BoundaryId, CoreBoundaryId } from "./Boundary.ts"

/** A file or a rule that travels with a prompt or a read. Rule: CORE-8 */
export const Attachment = Schema.Struct({ kind: Schema.Literals(["file", "rule"]), path: Schema.String }).annotate({
  identifier: "Attachment"
})
export type Attachment = typeof Attachment.Type

/** Tokens that a model call has used. Rule: CORE-8 */
export const TokenUsage = Schema.Struct({
  input: Schema.optionalKey(Schema.Finite),
  output: Schema.optionalKey(Schema.Finite),
  cacheRead: Schema.optionalKey(Schema.Finite),
  cacheWrite: Schema.optionalKey(Schema.Finite)
}).annotate({ identifier: "TokenUsage" })
export type TokenUsage = typeof TokenUsage.Type

/** How a turn or a subagent has ended. Rule: CORE-8 */
export const EndStatus = Schema.Literals(["completed", "aborted", "error"])
export type EndStatus = typeof EndStatus.Type

const optionalString = Schema.optionalKey(Schema.String)
const optionalNumber = Schema.optionalKey(Schema.Finite)
const optionalBoolean = Schema.optionalKey(Schema.Boolean)

const payloads = {
  "session.start": { isBackgroundAgent: optionalBoolean, mode: optionalString },
  "session.end": {
    reason: optionalString,
    durationMs: optionalNumber,
    isBackgroundAgent: optionalBoolean,
    finalStatus: optionalString,
    errorMessage: optionalString
  },
  "prompt.submit": {
    prompt: Schema.String,
    attachments: Schema.Array(Attachment),
    mode: optionalString,
    provenance: optionalString
  },
  "tool.pre": { action: Action },
  "tool.permission_request": { action: Action },
  "tool.result": { action: Action, result: ActionResult, durationMs: optionalNumber },
  "tool.failure": { action: Action, failure: ActionFailure, durationMs: optionalNumber },
  "file.exposure": { path: Schema.String, content: optionalString, attachments: Schema.Array(Attachment) },
  "subagent.start": {
    subagentId: optionalString,
    subagentType: optionalString,
    task: optionalString,
    parentConversationId: optionalString,
    toolCallId: optionalString,
    model: optionalString,
    isParallelWorker: optionalBoolean,
    gitBranch: optionalString
  },
  "subagent.stop": {
    status: EndStatus,
    subagentId: optionalString,
    subagentType: optionalString,
    task: optionalString,
    description: optionalString,
    summary: optionalString,
    durationMs: optionalNumber,
    messageCount: optionalNumber,
    toolCallCount: optionalNumber,
    loopCount: optionalNumber,
    modifiedFiles: Schema.optionalKey(Schema.Array(Schema.String)),
    transcriptPath: optionalString,
    parentConversationId: optionalString,
    gitBranch: optionalString,
    errorMessage: optionalString
  },
  "context.compact": {
    trigger: optionalString,
    usagePercent: optionalNumber,
    tokens: optionalNumber,
    windowSize: optionalNumber,
    messageCount: optionalNumber,
    messagesToCompact: optionalNumber,
    isFirst: optionalBoolean
  },
  "agent.response": { text: Schema.String, usage: Schema.optionalKey(TokenUsage) },
  "agent.thought": { text: Schema.String, durationMs: optionalNumber },
  "turn.stop": { status: EndStatus, loopCount: Schema.Int, usage: Schema.optionalKey(TokenUsage) },
  "tab.read": { path: Schema.String, content: optionalString },
  "tab.edit": { path: Schema.String, edits: Schema.Array(TextEdit) },
  "workspace.open": {},
  /** A moment that a format or a host has registered itself. */
  extension: { boundary: Schema.String, data: Schema.Json }
} as const satisfies Record<CoreBoundaryId | "extension", Schema.Struct.Fields>

/** What happened at a moment; the tag is the boundary's id. Durations are in milliseconds. Rule: CORE-8 */
export const Payload = Schema.TaggedUnion(payloads).annotate({ identifier: "Payload" })
export type Payload = typeof Payload.Type

/** The boundary that a payload belongs to. Rule: CORE-8 */
export const boundaryOf = (payload: Payload): BoundaryId =>
  payload._tag === "extension" ? payload.boundary : payload._tag

/** The action that a payload is about, when it is about one. Rule: CORE-8 */
export const actionOf = (payload: Payload): Action | undefined => ("action" in payload ? payload.action : undefined)

/** Every path that a payload names, as it was written. Rule: CORE-6 */
export const pathsNamedBy = (payload: Payload): ReadonlyArray<string> => {
  const action = actionOf(payload)
  if (action !== undefined) return pathsOf(action)
  return [
    ...("path" in payload ? [payload.path] : []),
    ...("attachments" in payload ? payload.attachments.map((attachment) => attachment.path) : []),
    ...("modifiedFiles" in payload ? (payload.modifiedFiles ?? []) : [])
  ]
}
