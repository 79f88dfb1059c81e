import {
  type Action,
  type BoundaryDescriptor,
  boundaryOf,
  CurrentHost,
  catchFault,
  coreBoundaryTable,
  coreCodes,
  defaultRunPolicy,
  describeBoundary,
  type Envelope,
  type GuardedFiles,
  type HookDispatcher,
  HookFormats,
  HookRegistry,
  type Messenger,
  type Reason,
  type RunPolicy,
  registerBoundaries,
  type Snapshot,
  SourceCheck,
  sourcesMoved
} from "@pawl/core"
import * as Effect from "effect/Effect"
import { announce } from "./announce.ts"
import { type Asked, askHooks, isDecided } from "./askHooks.ts"
import type { ContinuationBudget } from "./ContinuationBudget.ts"
import { CurrentPolicy } from "./CurrentPolicy.ts"
import { type Decision, strictest } from "./Decision.ts"
import { guardQuestion } from "./guardQuestion.ts"
import type { FinalDecision, Judgement, RestartCause, Round } from "./Judgement.ts"
import type { JudgingHost, Question } from "./Question.ts"
import * as Reasons from "./reasons.ts"
import { noticesBeside, reasonsIn } from "./said.ts"
import { spent } from "./spent.ts"
import { tellFault, tellNotices } from "./tell.ts"

/** How often a judgement may begin anew, whatever the cause; once more is a denial. Rule: PERM-20 */
const RESTARTS = 3

/** Everything that a judgement needs besides the host's own part. Rule: PERM-19 */
export type JudgeServices =
  | ContinuationBudget
  | CurrentHost
  | CurrentPolicy
  | GuardedFiles
  | HookDispatcher
  | HookFormats
  | HookRegistry
  | Messenger
  | SourceCheck

/** Where a judgement stands between two rounds. */
interface Standing {
  readonly envelope: Envelope
  readonly approved: boolean
  readonly isRewritten: boolean
  /** Whether the person has been told why a hook asks. */
  readonly isAskTold: boolean
  /** Of how many rounds the notices have been told. */
  readonly told: number
  readonly rounds: ReadonlyArray<Round>
  /** The strictest of all rounds so far, as they are without an approval; none before the first. */
  readonly decision?: Decision
}

const boundaryFor = (envelope: Envelope): Effect.Effect<BoundaryDescriptor, never, HookFormats> =>
  HookFormats.useSync((formats) => {
    const more = [...formats.values()].flatMap((adapter) => adapter.boundaries)
    const table = more.length === 0 ? coreBoundaryTable : registerBoundaries(coreBoundaryTable, more)
    return describeBoundary(table, boundaryOf(envelope.payload))
  })

/** The boundary of a moment without what formats say of it; one that cannot even be looked at counts as before an operation. */
const knownBoundary = (envelope: Envelope): BoundaryDescriptor => {
  try {
    return describeBoundary(coreBoundaryTable, boundaryOf(envelope.payload))
  } catch {
    return describeBoundary(coreBoundaryTable, "unknown")
  }
}

const among = (standing: Decision | undefined, decision: Decision): Decision =>
  standing === undefined ? decision : strictest(standing, decision)

/** What a judgement comes to that Pawl has failed at, or that has begun anew too often. */
const prevented = (boundary: BoundaryDescriptor, text: string): FinalDecision => {
  if (!isDecided(boundary)) return { _tag: "None" }
  const reason = Reasons.engineReason(text, "engine", undefined)
  return boundary.gate === "halt" ? { _tag: "Halt", reason } : { _tag: "Deny", reason }
}

/** The policy for what is said of a fault: one that cannot be had is no reason to say nothing. */
const policyNow: Effect.Effect<RunPolicy, never, CurrentPolicy> = catchFault(
  CurrentPolicy.use(({ get }) => get),
  () => Effect.succeed(defaultRunPolicy)
)

const withAction = (envelope: Envelope, action: Action): Envelope => {
  const { payload } = envelope
  return "action" in payload ? { ...envelope, payload: { ...payload, action } } : envelope
}

/** Whether what judges this moment is other now than it was when the hooks were asked. Rule: PERM-20 */
const hasMoved = Effect.fnUntraced(function* (envelope: Envelope, pinned: Snapshot) {
  yield* SourceCheck.use(({ refresh }) => refresh)
  const now = yield* HookRegistry.use((registry) => registry.snapshot)
  return sourcesMoved(yield* CurrentHost, envelope, pinned, now)
})

/** Says what hooks had to say besides the reasons that are said, each once in a judgement. Rule: PERM-26 */
const tellRounds = (standing: Standing, reasons: ReadonlyArray<Reason>): Effect.Effect<void, never, Messenger> => {
  const noticesIn = (rounds: ReadonlyArray<Round>) => rounds.flatMap(({ outcome }) => outcome.merged.notices)
  const told = noticesIn(standing.rounds.slice(0, standing.told))
  return tellNotices(noticesBeside(reasons, noticesIn(standing.rounds.slice(standing.told)), told))
}

/** Ends a judgement, and tells people of it. Never fails. Rule: PERM-16, PERM-36, PERM-39 */
const end = (
  standing: Standing,
  policy: RunPolicy,
  decision: FinalDecision
): Effect.Effect<Judgement, never, ContinuationBudget | CurrentHost | Messenger> => {
  const { envelope, isRewritten, rounds } = standing
  return announce(decision, { policy, conversationId: envelope.conversationId }).pipe(
    Effect.andThen(tellRounds(standing, reasonsIn(decision, rounds))),
    Effect.andThen(spent(envelope, rounds)),
    Effect.map((spent) => ({ decision, envelope, isRewritten, rounds: spent }))
  )
}

/** A judgement that begins anew: with a replaced input, or with the same one under the configuration of now. */
const restarted = (standing: Standing, asked: Asked, cause: RestartCause): Standing => {
  const { envelope, rounds } = standing
  const { rewritten } = asked.round.outcome
  // Also where the configuration is another one now: what a hook has taken out of an input was taken out of it.
  const replaced = rewritten === undefined ? undefined : withAction(envelope, rewritten)
  return {
    ...standing,
    envelope: replaced ?? envelope,
    // A person has approved what they saw under the hooks of that moment, and nothing else.
    approved: false,
    isRewritten: standing.isRewritten || replaced !== undefined,
    rounds: [...rounds.slice(0, -1), { ...asked.round, restart: cause }],
    decision: among(standing.decision, asked.lapsed)
  }
}

const declined: FinalDecision = {
  _tag: "Deny",
  reason: { text: Reasons.NOT_CONFIRMED_REASON, author: "host", cause: "host" }
}

/** The first question of a hook or of Pawl; a host's own must not keep it from being told. */
const questionToTell = (decision: Decision, rounds: ReadonlyArray<Round>): Decision | undefined =>
  [decision, ...rounds.map((round) => round.decision)].find(
    (each) => each._tag === "Confirm" && each.reason.author !== "host"
  )

/** What a judgement comes to that a defect has ended; what was known by then is kept. Rule: PERM-24 */
const failed = (standing: Standing, boundary: BoundaryDescriptor, detail: string) =>
  Effect.andThen(
    tellFault(coreCodes.faultDetail, detail),
    Effect.flatMap(policyNow, (policy) => end(standing, policy, prevented(boundary, Reasons.FAULT_REASON)))
  )

const ask = <R>(
  before: Standing,
  boundary: BoundaryDescriptor,
  host: JudgingHost<R>
): Effect.Effect<Judgement, never, JudgeServices | R> => {
  let standing = before
  const round = Effect.gen(function* () {
    const { approved, envelope } = before
    const asked = yield* askHooks(envelope, approved, boundary, host)
    const { policy, round, snapshot } = asked
    standing = { ...before, rounds: [...before.rounds, round] }
    const decision = among(before.decision, round.decision)
    // A denial of any input and of any configuration stands; what nobody decides cannot be judged twice.
    if (decision._tag === "Deny" || decision._tag === "Halt" || decision._tag === "None") {
      return yield* end(standing, policy, decision)
    }
    const again = (cause: RestartCause) =>
      standing.rounds.length > RESTARTS
        ? end(standing, policy, prevented(boundary, Reasons.UNSTABLE_REASON))
        : ask(restarted(standing, asked, cause), boundary, host)

    if (yield* hasMoved(envelope, snapshot)) return yield* again("configuration")
    if (round.outcome.rewritten !== undefined) return yield* again("rewrite")
    if (decision._tag !== "Confirm") return yield* end(standing, policy, decision)

    const { isAskTold, isRewritten, rounds } = standing
    const [reason = decision.reason, ...others] = reasonsIn(decision, rounds)
    const question = questionToTell(decision, rounds)
    if (question !== undefined && !isAskTold) {
      yield* announce(question, { policy, conversationId: envelope.conversationId })
    }
    yield* tellRounds(standing, [reason, ...others])
    standing = { ...standing, isAskTold: isAskTold || question !== undefined, told: rounds.length }
    const { floors } = round
    const confirmed: unknown = yield* host.confirm({
      envelope,
      reason,
      others,
      isRewritten,
      ...(floors === undefined ? {} : { floors })
    })
    // Callers without types can give back anything, and only a yes is one.
    if (confirmed !== true) return yield* end(standing, policy, declined)
    const isAnother = (yield* guardQuestion(envelope))?.text !== round.question?.text
    return isAnother || (yield* hasMoved(envelope, snapshot))
      ? yield* again("configuration")
      : yield* end(standing, policy, { _tag: "Execute" })
  })
  return catchFault(round, (detail) => failed(standing, boundary, detail))
}

/** A span for a judgement that some hook might have a say in; a moment that concerns none costs none. */
const traced = <A, R>(judging: Effect.Effect<A, never, R>, boundary: BoundaryDescriptor) =>
  Effect.flatMap(
    HookRegistry.use((registry) => registry.snapshot),
    ({ byBoundary }) =>
      byBoundary.has(boundary.id)
        ? Effect.withSpan(judging, "judge", { attributes: { "pawl.boundary": boundary.id }, captureStackTrace: false })
        : judging
  )

/**
 * Judges one moment of a host: asks every hook, composes their answers with the host's own decision, and goes round again
 * when a hook has replaced the input or when what judges has changed meanwhile. The decision is the strictest of all
 * rounds and about exactly the input that comes back. An ask is answered through `host.confirm`; nothing runs that was
 * not judged as it is. It keeps no state: a host whose command, arguments or folder change interrupts it and asks again,
 * and an interrupted one has no decision and leaves nothing running. It never fails: what goes wrong in here is a denial
 * before an operation, a halt of a prompt. Hooks that nobody has approved are not asked, which a host must not run past:
 * see {@link CurrentPolicy.layerStrictIfNotAsked}. Rule: PERM-19 to PERM-24
 *
 * @example
 * ```ts
 * const { decision, envelope } = yield* judge(
 *   { envelope: moment },
 *   { hostDecision: () => Effect.succeed({ _tag: "Execute" }), confirm: showCard }
 * )
 * if (decision._tag === "Execute") yield* run(envelope)
 * ```
 */
export const judge = <R = never>(
  question: Question,
  host: JudgingHost<R>
): Effect.Effect<Judgement, never, JudgeServices | R> => {
  const { approved = false, envelope } = question
  const first: Standing = { envelope, approved, isRewritten: false, isAskTold: false, told: 0, rounds: [] }
  const judging = Effect.flatMap(boundaryFor(envelope), (boundary) =>
    catchFault(traced(ask(first, boundary, host), boundary), (detail) => failed(first, boundary, detail))
  )
  return catchFault(judging, (detail) => failed(first, knownBoundary(envelope), detail))
}
