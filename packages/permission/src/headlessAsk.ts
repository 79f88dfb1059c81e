import type { HookEvent, RunPolicy } from "@pawl/core"
import { type Decision, reasonOf } from "./Decision.ts"

/**
 * The event that tells the owner of a run that a hook asked and nobody could answer: only under `fail-run`, and only for
 * a decision that was denied for that reason. The denial stands either way. Rule: PERM-15
 *
 * @example
 * ```ts
 * const event = unanswerableAsk(decision, { strict: false, headlessAsk: "fail-run" }, envelope.conversationId)
 * ```
 */
export const unanswerableAsk = (
  decision: Decision,
  policy: RunPolicy,
  conversationId?: string
): Extract<HookEvent, { readonly _tag: "ApprovalUnavailable" }> | undefined => {
  const reason = reasonOf(decision)
  if (policy.headlessAsk !== "fail-run" || reason?.cause !== "approval-unavailable") return undefined
  return { _tag: "ApprovalUnavailable", reason, ...(conversationId === undefined ? {} : { conversationId }) }
}
