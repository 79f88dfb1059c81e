import type { DispatchOutcome, Envelope, Reason } from "@pawl/core"
import type { Decision } from "./Decision.ts"
import type { Floors } from "./Floors.ts"
import type { HostDecision } from "./HostDecision.ts"

/** Why a judgement began anew. Rule: PERM-20 */
export type RestartCause = "configuration" | "rewrite"

/** One time that the hooks were asked: about which input, what came of it by itself, and why it was not the last. */
export interface Round {
  readonly envelope: Envelope
  readonly outcome: DispatchOutcome
  readonly hostDecision: HostDecision
  readonly decision: Decision
  /** What Pawl itself asks about the input, because it would change what guards the agent. */
  readonly question?: Reason
  /** Named facts behind the host's decision, where there was something to read them for. */
  readonly floors?: Floors
  readonly restart?: RestartCause
}

/** A decision that somebody has to answer first is none that a judgement ends with. */
export type FinalDecision = Exclude<Decision, { readonly _tag: "Confirm" }>

/**
 * What a judgement has come to: the decision, and the moment with exactly the input that it is about. What the host
 * honours beside a verdict (a replaced result, context for the model, session variables, a follow-up) is in the merged
 * effects of the last round's outcome; there is none where Pawl failed before the hooks were asked. Where `isRewritten` the
 * host shows what it runs, because no notice says so. Rule: PERM-19
 */
export interface Judgement {
  readonly decision: FinalDecision
  readonly envelope: Envelope
  readonly isRewritten: boolean
  readonly rounds: ReadonlyArray<Round>
}

/** The outcome that counts: of the hooks as they were asked last. Rule: PERM-19 */
export const lastOutcome = ({ rounds }: Pick<Judgement, "rounds">): DispatchOutcome | undefined =>
  rounds.at(-1)?.outcome
