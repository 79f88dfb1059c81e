import type { BindingId, Envelope } from "@pawl/core"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

/** A hook that asks to go on, and how many follow-ups it may cause in a turn; null has no limit of its own. Rule: PERM-36 */
export interface FollowUpAsked {
  readonly binding: BindingId
  readonly loopLimit: number | null
}

/** A hook that may not cause another follow-up in a turn, the limit that says so, and whose it is. Rule: PERM-37 */
export interface LimitReached {
  readonly binding: BindingId
  readonly limit: number
  readonly whose: "hook" | "host"
}

/** Whose follow-up it is, if anybody's, and who came before and may not have one. Rule: PERM-36, PERM-37 */
export interface FollowUpTaken {
  readonly granted: BindingId | undefined
  readonly reached: ReadonlyArray<LimitReached>
}

/** How many turns are remembered, and for how many milliseconds without a follow-up one is not given up. Rule: PERM-39 */
const kept = { turns: 10_000, idleMs: 3_600_000 } as const

/** The follow-ups of one turn: all of them, of which each hook has caused some, and when the last one was. */
interface Spent {
  readonly conversation: string | undefined
  readonly total: number
  readonly by: ReadonlyMap<BindingId, number>
  readonly at: number
}

const nothing: Omit<Spent, "conversation" | "at"> = { total: 0, by: new Map() }

/** Whose turn an end belongs to: a subagent has follow-ups of its own, beside those of the turn that has started it. */
const turnOf = ({ conversationId, payload, turnId }: Envelope): string =>
  JSON.stringify([conversationId, turnId, payload._tag === "subagent.stop" ? ["subagent", payload.subagentId] : "turn"])

/** How many follow-ups the host itself says that there have been. */
const toldBy = ({ payload }: Envelope): number => {
  const told = payload._tag === "turn.stop" || payload._tag === "subagent.stop" ? (payload.loopCount ?? 0) : 0
  // A number that is none would pass every limit.
  return Number.isNaN(told) ? 0 : told
}

const refusing = (reached: ReadonlyArray<LimitReached>, last: LimitReached): FollowUpTaken => ({
  granted: undefined,
  reached: [...reached, last]
})

/** Hooks in their order, until one may go on or the turn is over for all of them. */
const choose = (
  { by, total }: Pick<Spent, "by" | "total">,
  asked: ReadonlyArray<FollowUpAsked>,
  cap: number | null
): FollowUpTaken => {
  const known = [...by.values()].reduce((sum, count) => sum + count, 0)
  const reached: Array<LimitReached> = []
  for (const { binding, loopLimit } of asked) {
    if (cap !== null && total >= cap) return refusing(reached, { binding, limit: cap, whose: "host" })
    // A follow-up that nobody is known for counts against everybody.
    const own = (by.get(binding) ?? 0) + total - known
    if (loopLimit === null || own < loopLimit) return { granted: binding, reached }
    reached.push({ binding, limit: loopLimit, whose: "hook" })
  }
  return { granted: undefined, reached }
}

const changedBy = (by: Spent["by"], binding: BindingId, more: 1 | -1): Spent["by"] =>
  new Map(by).set(binding, Math.max(0, (by.get(binding) ?? 0) + more))

const memory = (): ContinuationBudget["Service"] => {
  // In the order of their last follow-ups, the oldest first.
  const turns = new Map<string, Spent>()

  /** Whether there is room for one more turn: one that was quiet for long enough makes it. */
  const hasRoom = (now: number): boolean => {
    if (turns.size < kept.turns) return true
    const [oldest] = turns
    if (oldest === undefined || now - oldest[1].at < kept.idleMs) return false
    return turns.delete(oldest[0])
  }

  const put = (turn: string, spent: Spent): void => {
    turns.delete(turn)
    turns.set(turn, spent)
  }

  const take = (envelope: Envelope, asked: ReadonlyArray<FollowUpAsked>, cap: number | null, now: number) => {
    const turn = turnOf(envelope)
    const known = turns.get(turn)
    const before = known ?? nothing
    const total = Math.max(before.total, toldBy(envelope))
    const taken = choose({ ...before, total }, asked, cap)
    const { granted } = taken
    if (granted === undefined) return taken
    // What was spent in a turn that there is no room to remember could be spent again.
    if (known === undefined && !hasRoom(now)) {
      return refusing(taken.reached, { binding: granted, limit: 0, whose: "host" })
    }
    put(turn, {
      conversation: envelope.conversationId,
      total: total + 1,
      by: changedBy(before.by, granted, 1),
      at: now
    })
    return taken
  }

  return {
    take: (envelope, asked, cap) => Effect.map(Clock.currentTimeMillis, (now) => take(envelope, asked, cap, now)),
    giveBack: (envelope, binding) =>
      Effect.sync(() => {
        const turn = turnOf(envelope)
        const spent = turns.get(turn)
        if (spent === undefined) return
        turns.set(turn, { ...spent, total: spent.total - 1, by: changedBy(spent.by, binding, -1) })
      }),
    forget: (conversationId) =>
      Effect.sync(() => {
        for (const [turn, { conversation }] of turns) if (conversation === conversationId) turns.delete(turn)
      })
  }
}

/**
 * How often a turn may go on after its end because hooks ask for it: each hook as often as its own limit says, all
 * together as often as the host's cap says. A turn is known by the ids of conversation and turn, which a host keeps
 * through tool calls and follow-ups, so that neither resets the count; a host that says how often a turn has gone on
 * already is believed where it says more. Rule: PERM-36 to PERM-39
 *
 * @example
 * ```ts
 * const { granted } = yield* ContinuationBudget.use(({ take }) =>
 *   take(envelope, [{ binding: "hooks.json#stop[0]", loopLimit: 5 }], profile.continuationCap)
 * )
 * ```
 */
export class ContinuationBudget extends Context.Service<
  ContinuationBudget,
  {
    /** Takes one follow-up of a turn for the first of some hooks, in their order, that may have it. */
    readonly take: (
      envelope: Envelope,
      asked: ReadonlyArray<FollowUpAsked>,
      cap: number | null
    ) => Effect.Effect<FollowUpTaken>
    /** Gives back what was taken for a follow-up that will not be. */
    readonly giveBack: (envelope: Envelope, binding: BindingId) => Effect.Effect<void>
    /** Forgets the turns of a conversation that is over. */
    readonly forget: (conversationId: string) => Effect.Effect<void>
  }
>()("@pawl/permission/ContinuationBudget") {
  /** Counts in memory, for as long as the layer lives. */
  static readonly layer: Layer.Layer<ContinuationBudget> = Layer.sync(ContinuationBudget, memory)
}
