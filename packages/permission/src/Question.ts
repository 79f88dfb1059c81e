import type { Envelope, Reason } from "@pawl/core"
import type * as Effect from "effect/Effect"
import type { Floors } from "./Floors.ts"
import type { HostDecision } from "./HostDecision.ts"

/** What is to be judged. Rule: PERM-19 */
export interface Question {
  readonly envelope: Envelope
  /** Whether a person has approved exactly this input already; it is worth nothing for any other. */
  readonly approved?: boolean
}

/**
 * What a person is asked: the reasons, and the input that would be run on a yes. Reasons are cleaned; the envelope is as it
 * was written, and whatever shows it escapes it (`escapeText` of `@pawl/core`). Rule: PERM-23
 */
export interface Confirmation {
  /** The moment with the input that is asked about, which is the final one. */
  readonly envelope: Envelope
  readonly reason: Reason
  readonly others: ReadonlyArray<Reason>
  /** Whether a hook has replaced the input that the question began with. */
  readonly isRewritten: boolean
  readonly floors?: Floors
}

/**
 * The host's part in a judgement. `hostDecision` is what it would do by itself with the moment's input, which is another
 * one after a rewrite; `confirm` shows the host's own card and says whether the person agreed; `floors` is read only where
 * there is something to read it for. Rule: PERM-1, PERM-3, PERM-19
 */
export interface JudgingHost<R = never> {
  readonly hostDecision: (envelope: Envelope) => Effect.Effect<HostDecision, never, R>
  readonly confirm: (question: Confirmation) => Effect.Effect<boolean, never, R>
  readonly floors?: (envelope: Envelope) => Floors
}
