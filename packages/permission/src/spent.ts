import { type CurrentHost, catchFault, coreCodes, type Envelope, type Messenger } from "@pawl/core"
import * as Effect from "effect/Effect"
import * as Struct from "effect/Struct"
import { budgeted } from "./budgeted.ts"
import { ContinuationBudget } from "./ContinuationBudget.ts"
import type { Round } from "./Judgement.ts"
import { tellFault } from "./tell.ts"

const withoutFollowUp = (rounds: ReadonlyArray<Round>): ReadonlyArray<Round> =>
  rounds.map((round) => ({
    ...round,
    outcome: { ...round.outcome, merged: Struct.omit(round.outcome.merged, ["continuation"]) }
  }))

/**
 * The rounds of a judgement that is over: what its last outcome goes on with is spent, and the end of a session forgets
 * what was spent in it. Where the budget fails nothing goes on, and that is told. Rule: PERM-24, PERM-36, PERM-39
 */
export const spent = (
  envelope: Envelope,
  rounds: ReadonlyArray<Round>
): Effect.Effect<ReadonlyArray<Round>, never, ContinuationBudget | CurrentHost | Messenger> => {
  const spending = Effect.gen(function* () {
    const { conversationId, payload } = envelope
    if (payload._tag === "session.end" && conversationId !== undefined) {
      yield* ContinuationBudget.use(({ forget }) => forget(conversationId))
    }
    const last = rounds.at(-1)
    if (last?.outcome.merged.continuation === undefined) return rounds
    const outcome = yield* budgeted(last.envelope, last.outcome)
    return [...rounds.slice(0, -1), { ...last, outcome }]
  })
  return catchFault(spending, (detail) => Effect.as(tellFault(coreCodes.faultDetail, detail), withoutFollowUp(rounds)))
}
