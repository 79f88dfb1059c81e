import {
  CurrentHost,
  type Diagnostic,
  type DispatchOutcome,
  type Envelope,
  escapeText,
  type MergedEffects,
  type Messenger
} from "@pawl/core"
import * as Effect from "effect/Effect"
import { ContinuationBudget, type LimitReached } from "./ContinuationBudget.ts"
import { sendAll } from "./tell.ts"

/** The code of the finding that a follow-up is over its limit. Rule: PERM-37 */
export const FOLLOW_UP_LIMIT_CODE = "permission/follow-up-limit"

const finding = ({ binding, limit, whose }: LimitReached): Diagnostic => ({
  code: FOLLOW_UP_LIMIT_CODE,
  severity: "warning",
  message: `the hook ${escapeText(binding)} asked to go on with the turn, which has reached ${
    whose === "hook" ? `the hook's own limit of ${limit}` : `this host's cap of ${limit}`
  } follow-ups: not applied`,
  binding
})

type FollowUp = NonNullable<MergedEffects["continuation"]>

/** Every hook that asks to go on, in snapshot order; the merged effects name only the first. */
const askedIn = ({ records }: DispatchOutcome, first: FollowUp): ReadonlyArray<FollowUp> => {
  const asked = records.flatMap(({ binding, effects: { continuation } }) =>
    continuation === undefined ? [] : [{ binding, ...continuation }]
  )
  return asked.length === 0 ? [first] : asked
}

const withFollowUp = (
  outcome: DispatchOutcome,
  followUp: FollowUp | undefined,
  reached: ReadonlyArray<LimitReached>
): DispatchOutcome => {
  const { continuation: _, ...rest } = outcome.merged
  const found = reached.map(finding)
  const merged: MergedEffects = {
    ...rest,
    ...(followUp === undefined ? {} : { continuation: followUp }),
    diagnostics: [...rest.diagnostics, ...found]
  }
  return { ...outcome, merged, diagnostics: [...outcome.diagnostics, ...found] }
}

/**
 * An outcome as it is honoured: its follow-up is that of the first hook that may have another in this turn, or none. What
 * a limit has prevented is told, in the outcome and as an event. Nothing is spent when it is interrupted. Rule: PERM-36 to
 * PERM-38
 */
export const budgeted = (
  envelope: Envelope,
  outcome: DispatchOutcome
): Effect.Effect<DispatchOutcome, never, ContinuationBudget | CurrentHost | Messenger> => {
  const { continuation } = outcome.merged
  if (continuation === undefined) return Effect.succeed(outcome)
  return Effect.gen(function* () {
    const budget = yield* ContinuationBudget
    const { profile } = yield* CurrentHost
    const asked = askedIn(outcome, continuation)
    const { granted, reached } = yield* budget.take(envelope, asked, profile.continuationCap)
    const events = reached.map(({ binding, limit }) => ({ _tag: "BudgetReached", binding, limit }) as const)
    yield* Effect.onInterrupt(sendAll(events), () =>
      granted === undefined ? Effect.void : budget.giveBack(envelope, granted)
    )
    const followUp = asked.find(({ binding }) => binding === granted)
    return withFollowUp(outcome, followUp, reached)
  })
}
