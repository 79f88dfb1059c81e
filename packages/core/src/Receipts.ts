import type { DispatchOutcome } from "./DispatchOutcome.ts"
import type { MergedVerdict, Verdict } from "./Effects.ts"
import type { HookEvent, InvocationReceipt } from "./HookEvent.ts"
import type { InvocationRecord } from "./InvocationRecord.ts"

/** What may be told of a record everywhere: names, sizes, times and the outcome, none of its texts. Rule: CORE-34 */
export const receiptOf = (record: InvocationRecord): InvocationReceipt => ({
  binding: record.binding,
  event: record.event,
  exit: record.exit,
  verdict: record.effects.verdict,
  durationMs: record.durationMs,
  queuedMs: record.queuedMs,
  stdoutBytes: record.stdoutBytes,
  stdoutTruncated: record.stdoutTruncated,
  removedEnv: record.removedEnv
})

/** The word for a merged verdict in receipts and logs. Rule: CORE-34 */
export const verdictWord: { readonly [T in MergedVerdict["_tag"]]: Verdict } = {
  None: "none",
  Allow: "allow",
  Ask: "ask",
  Deny: "deny"
}

type DispatchEnded = Extract<HookEvent, { readonly _tag: "DispatchEnded" }>

/** What a dispatch has found out so far; enough for a receipt also when it is interrupted. */
export interface Progress {
  readonly beganAt: number
  candidates: number
  matched: number
  /** Whether any hook was handed to the runner. */
  started: boolean
  /** Whether the receipt has been sent. */
  ended: boolean
  readonly receipts: Array<InvocationReceipt>
}

/** The receipt of a dispatch, or of one that was interrupted and so has no outcome. Rule: CORE-34 */
export const dispatchReceipt = (
  about: Pick<DispatchEnded, "boundary" | "revision"> & { readonly actionId: string | undefined },
  progress: Progress,
  now: number,
  outcome: DispatchOutcome | undefined
): DispatchEnded => ({
  _tag: "DispatchEnded",
  boundary: about.boundary,
  revision: about.revision,
  ...(about.actionId === undefined ? {} : { actionId: about.actionId }),
  interrupted: outcome === undefined,
  ...(outcome === undefined ? {} : { verdict: verdictWord[outcome.merged.verdict._tag] }),
  halted: outcome?.merged.halt !== undefined,
  matched: progress.matched,
  candidates: progress.candidates,
  durationMs: now - progress.beganAt,
  invocations: outcome === undefined ? progress.receipts : outcome.records.map(receiptOf)
})
