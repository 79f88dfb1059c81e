import { capText, cleanText, type DenyCause, limits, type Reason } from "@pawl/core"

/** How every denial begins that is due to nobody being there to answer. Rule: PERM-9 */
export const APPROVAL_UNAVAILABLE_PREFIX = "Approval unavailable"

/** The reason of a hook's question that came without one. Rule: PERM-8 */
export const DEFAULT_ASK_REASON = "An agent hook asks for confirmation"

/** The reason of a hook's denial that came without one. Rule: PERM-7 */
export const DEFAULT_DENY_REASON = "Denied by an agent hook"

/** The reason of a denial of a rewrite that nobody refused before. Rule: PERM-12 */
export const REWRITE_UNSUPPORTED_REASON =
  "An agent hook asked to replace the input of the action, and this host cannot run a replaced input"

/** The reason of a denial of a deferral that nobody could come back to. Rule: PERM-11 */
export const DEFERRAL_UNSUPPORTED_REASON =
  "An agent hook asked to decide later, and this run cannot come back to the action"

/** The reason of a host's question that came without one. Rule: PERM-1 */
export const HOST_CONFIRMATION_REASON = "The host asks for confirmation"

/** The reason of a host's denial that came without one. Rule: PERM-1 */
export const HOST_DENY_REASON = "Denied by the host"

/** The text of a denial of a question that nobody can answer, around the hook's own words. Rule: PERM-9 */
export const approvalUnavailableText = (hookReason: string): string =>
  `${APPROVAL_UNAVAILABLE_PREFIX}: an agent hook asked for confirmation (${hookReason}) and this run has no one to ask`

/** The text of a denial of a question of Pawl's own that nobody can answer. Rule: PERM-25 */
export const ownQuestionUnavailableText = (reason: string): string =>
  `${APPROVAL_UNAVAILABLE_PREFIX}: ${reason}, and this run has no one to ask`

/** A reason in Pawl's own words, about a hook. */
export const engineReason = (text: string, cause: DenyCause, binding: string | undefined): Reason => ({
  text,
  author: "engine",
  cause,
  ...(binding === undefined ? {} : { binding })
})

/** A hook's reason as it is, or in default words when no text is left of it. */
export const orDefault = (reason: Reason, words: string): Reason =>
  reason.text.trim() === "" ? { ...reason, text: words, author: "engine" } : reason

/** A host's text can quote what a model wrote, so it is cleaned like any other. */
export const hostReason = (text: string | undefined, words: string): Reason => {
  const cleaned = capText(cleanText(text ?? ""), limits.reasonBytes).text
  return { text: cleaned === "" ? words : cleaned, author: "host", cause: "host" }
}

/** The reason of a denial of what keeps changing while it is judged. Rule: PERM-20 */
export const UNSTABLE_REASON =
  "The hooks, or the input that they replace, kept changing while the action was judged: nothing was run that was not judged"

/** The reason of a denial that a fault of Pawl is the cause of. Rule: PERM-24 */
export const FAULT_REASON = "Pawl failed while judging this: a fault of Pawl, not of a hook"

/** The reason of a denial by the person who was asked. Rule: PERM-23 */
export const NOT_CONFIRMED_REASON = "The person who was asked did not confirm it"
