import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import { escapeText } from "./Text.ts"

/**
 * Answers a defect of our own code, and never an interruption: a cause that holds one stays what it is, so that a
 * cancelled dispatch cannot turn into an outcome. Rule: CORE-11, CORE-55
 */
export const catchFault = <A, E, R, B, R2>(
  self: Effect.Effect<A, E, R>,
  onFault: (detail: string) => Effect.Effect<B, E, R2>
): Effect.Effect<A | B, E, R | R2> =>
  Effect.catchCauseIf(
    self,
    (cause) => !Cause.hasInterrupts(cause) && !Cause.hasFails(cause),
    (cause) => onFault(detailOf(cause))
  )

/** What is known of a defect, as it may be shown: it may quote anything. */
const detailOf = (cause: Cause.Cause<unknown>): string => {
  const defect = Cause.squash(cause)
  return escapeText(defect instanceof Error ? `${defect.name}: ${defect.message}` : String(defect))
}
