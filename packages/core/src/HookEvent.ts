import * as Schema from "effect/Schema"
import { BindingId } from "./Binding.ts"
import { BoundaryId } from "./Boundary.ts"
import { Diagnostic } from "./Diagnostic.ts"
import { Notice, Reason } from "./Effects.ts"
import { Exit } from "./InvocationRecord.ts"

/** What one hook did, without any text of it: names, sizes, times, the outcome. Rule: CORE-34 */
export const InvocationReceipt = Schema.Struct({
  binding: BindingId,
  event: Schema.String,
  exit: Exit,
  verdict: Schema.String,
  durationMs: Schema.Finite,
  queuedMs: Schema.Finite,
  stdoutBytes: Schema.Int,
  stdoutTruncated: Schema.Boolean,
  removedEnv: Schema.Array(Schema.String)
})
export type InvocationReceipt = typeof InvocationReceipt.Type

/**
 * Everything that the engine has to say, in one union: log lines, JSON Lines, telemetry and what a person sees are its
 * subscribers. An interrupted dispatch ends with `interrupted` and without a verdict. Rule: CORE-34
 */
export const HookEvent = Schema.TaggedUnion({
  NoticeSent: { notice: Notice },
  DiagnosticFound: { diagnostic: Diagnostic },
  InvocationEnded: { receipt: InvocationReceipt },
  DispatchEnded: {
    boundary: BoundaryId,
    revision: Schema.Int,
    actionId: Schema.optionalKey(Schema.String),
    interrupted: Schema.Boolean,
    verdict: Schema.optionalKey(Schema.String),
    halted: Schema.Boolean,
    matched: Schema.Int,
    candidates: Schema.Int,
    durationMs: Schema.Finite,
    invocations: Schema.Array(InvocationReceipt)
  },
  ApprovalUnavailable: { reason: Reason, conversationId: Schema.optionalKey(Schema.String) },
  BudgetReached: { binding: BindingId, limit: Schema.Int }
}).annotate({ identifier: "HookEvent" })
export type HookEvent = typeof HookEvent.Type
