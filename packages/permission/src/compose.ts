import {
  type BoundaryDescriptor,
  isHeadless,
  type MergedEffects,
  type Reason,
  type RunPolicy,
  type Surface
} from "@pawl/core"
import { type Decision, strictest } from "./Decision.ts"
import type { Floors } from "./Floors.ts"
import type { HostDecision } from "./HostDecision.ts"
import * as Reasons from "./reasons.ts"

/** Everything that a decision is made of. Rule: PERM-6 */
export interface ComposeInput {
  /** What all hooks of the moment have answered together. */
  readonly merged: MergedEffects
  readonly boundary: BoundaryDescriptor
  readonly hostDecision: HostDecision
  readonly surface: Surface
  readonly policy: RunPolicy
  /** Whether a person has approved exactly this input under exactly this configuration. */
  readonly approved: boolean
  /** Whether the caller judges a replaced input anew. Where it does not, a rewrite is a denial. */
  readonly honoursRewrite?: boolean
  /** A question of Pawl's own, about an action that would change what guards the agent. */
  readonly question?: Reason
  /** Never consulted, because nothing loosens: they are shown with the decision. */
  readonly floors?: Floors
}

const execute: Decision = { _tag: "Execute" }
const proceed: Decision = { _tag: "Proceed" }
const none: Decision = { _tag: "None" }

/** Where nobody is, nobody can have approved anything. */
const isApproved = (input: ComposeInput): boolean => input.approved && !isHeadless(input.surface)

const ofHost = (input: ComposeInput): Decision => {
  const host = input.hostDecision
  switch (host._tag) {
    case "Execute":
      return execute
    case "RequireConfirmation":
      if (isApproved(input)) return execute
      return { _tag: "Confirm", reason: Reasons.hostReason(host.reason, Reasons.HOST_CONFIRMATION_REASON) }
    case "Deny":
      return { _tag: "Deny", reason: Reasons.hostReason(host.reason, Reasons.HOST_DENY_REASON) }
  }
}

const ofVerdict = (input: ComposeInput): Decision => {
  const { verdict } = input.merged
  switch (verdict._tag) {
    case "None":
    case "Allow":
      return execute
    case "Deny":
      return { _tag: "Deny", reason: Reasons.orDefault(verdict.reason, Reasons.DEFAULT_DENY_REASON) }
    case "Ask": {
      const reason = Reasons.orDefault(verdict.reason, Reasons.DEFAULT_ASK_REASON)
      return asking(reason, input, Reasons.approvalUnavailableText)
    }
  }
}

/** A question is a confirmation where somebody can answer it, satisfied by an approval, and a denial where nobody can. */
const asking = (reason: Reason, input: ComposeInput, unavailableText: (text: string) => string): Decision => {
  if (!isHeadless(input.surface)) return input.approved ? execute : { _tag: "Confirm", reason }
  const text = unavailableText(reason.text)
  return { _tag: "Deny", reason: Reasons.engineReason(text, "approval-unavailable", reason.binding) }
}

const ofQuestion = (input: ComposeInput): Decision =>
  input.question === undefined ? execute : asking(input.question, input, Reasons.ownQuestionUnavailableText)

const ofHalt = ({ merged }: ComposeInput): Decision =>
  merged.halt === undefined
    ? execute
    : { _tag: "Deny", reason: Reasons.orDefault(merged.halt, Reasons.DEFAULT_DENY_REASON) }

/** The dispatcher refuses a rewrite that the host cannot honour; this is for callers that come without it. */
const ofRewrite = ({ merged, honoursRewrite }: ComposeInput): Decision =>
  merged.replacementInput === undefined || honoursRewrite === true
    ? execute
    : {
        _tag: "Deny",
        reason: Reasons.engineReason(
          Reasons.REWRITE_UNSUPPORTED_REASON,
          "rewrite-unsupported",
          merged.replacementInput.binding
        )
      }

/** As with rewrites, the dispatcher comes first. */
const ofDeferral = ({ merged, surface, policy }: ComposeInput): Decision =>
  merged.deferrals.length === 0 || !(isHeadless(surface) || policy.strict)
    ? execute
    : {
        _tag: "Deny",
        reason: Reasons.engineReason(Reasons.DEFERRAL_UNSUPPORTED_REASON, "deferral-unsupported", merged.deferrals[0])
      }

/** A prompt cannot be shown for confirmation once more, so whatever does not let it pass holds it. */
const asPromptDecision = (decision: Decision): Decision =>
  "reason" in decision ? { _tag: "Halt", reason: decision.reason } : proceed

/**
 * What is to happen, from what the hooks answered and what the host decided by itself. Both are worked out apart and the
 * stricter one counts, so that no hook can loosen anything; of equally strict ones a hook's reason is kept, because the
 * host knows its own. Pure; never fails. Rule: PERM-6 to PERM-14
 *
 * @example
 * ```ts
 * const decision = compose({
 *   merged: outcome.merged,
 *   boundary: describeBoundary(coreBoundaryTable, "tool.pre"),
 *   hostDecision: { _tag: "Execute" },
 *   surface: "interactive",
 *   policy: defaultRunPolicy,
 *   approved: false
 * })
 * ```
 */
export const compose = (input: ComposeInput): Decision => {
  const { gate } = input.boundary
  if (gate === "continuation" || gate === "none") return none
  const decision = strictest(
    ofVerdict(input),
    ofHalt(input),
    ofRewrite(input),
    ofDeferral(input),
    ofQuestion(input),
    ofHost(input)
  )
  return gate === "halt" ? asPromptDecision(decision) : decision
}
