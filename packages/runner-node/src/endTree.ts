import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { Leader, ProcessTree } from "./ProcessTree.ts"
import type { RunnerConfig } from "./RunnerConfig.ts"
import { after, afterAndTurn, pause, turn } from "./realTime.ts"

/** A leader that is watched. */
export interface WatchedLeader extends Leader {
  /** Calls back in the very tick in which the leader is collected. */
  readonly onCollected: (listener: () => void) => void
  /** This process need not stay for it: it could not be ended. */
  readonly forget: () => void
}

type Times = Pick<RunnerConfig, "graceMs" | "reapMs">

/** Waits until a leader that has ended is collected, which takes a moment. Rule: RUN-6 */
export const untilCollected = (leader: WatchedLeader, milliseconds: number): Effect.Effect<void> =>
  Effect.callback((resume) => {
    if (leader.collected()) return resume(Effect.void)
    const callOff = afterAndTurn(milliseconds, () => resume(Effect.void))
    leader.onCollected(() => {
      callOff()
      resume(Effect.void)
    })
  })

/** In the tick in which it is collected, its number still is its own. */
const notCollectedYet = (leader: Leader): Leader => ({ ...leader, collected: () => false })

/**
 * Asks the group, gives it the grace, then ends it whatever the leader did: in the tick in which the leader is collected,
 * or when the grace is over. Whoever was started since is seen then by the session, for the last time. Waits for the
 * leader to be collected. Rule: RUN-10, RUN-33
 */
const endGroup = (
  leader: WatchedLeader,
  tree: ProcessTree,
  times: Times,
  seen: Map<number, number>
): Effect.Effect<void> =>
  Effect.callback((resume) => {
    const look = (at: Leader) => {
      for (const [pid, start] of tree.find(at, seen)) seen.set(pid, start)
    }
    if (leader.collected()) {
      look(leader)
      return resume(Effect.void)
    }
    const end = () => {
      tree.hold(leader)
      look(notCollectedYet(leader))
      tree.end(leader)
    }
    // While parents still live: a child that has cleared its variables is known from now on.
    tree.hold(leader)
    look(leader)
    let cancel = after(times.graceMs, () => {
      end()
      cancel = afterAndTurn(times.reapMs, () => resume(Effect.void))
    })
    leader.onCollected(() => {
      cancel()
      end()
      resume(Effect.void)
    })
    tree.ask(leader, seen)
  })

/** How often is searched: a process that forks, or becomes another program just now, may be missed by one round. */
export const search = { emptyRounds: 3, mostRounds: 50, mostMs: 2_000, betweenMs: 5 } as const

/**
 * Ends what has left the group but carries the marker, and what was seen before, until three rounds have found nobody.
 * Rule: RUN-12
 */
export const sweep = Effect.fnUntraced(function* (leader: Leader, tree: ProcessTree, seen: Map<number, number>) {
  const until = (yield* Clock.currentTimeMillis) + search.mostMs
  let empty = 0
  for (let round = 0; round < search.mostRounds && empty < search.emptyRounds; round++) {
    if ((yield* Clock.currentTimeMillis) > until) break
    const found = tree.endFound(leader, seen)
    empty = found.size === 0 ? empty + 1 : 0
    const isNew = [...found].some(([pid, start]) => seen.get(pid) !== start)
    for (const [pid, start] of found) seen.set(pid, start)
    // Whoever is new may just have started somebody else: there is no time to lose. Others need a moment to end.
    yield* isNew ? turn : pause(search.betweenMs)
  }
  return empty === search.emptyRounds ? [] : [...tree.find(leader, seen).keys()]
})

/**
 * Ends everything of a hook that can be found, and says what is left: nobody, as a rule. Of one whose leader is collected,
 * because somebody has killed it, these are the carriers of its id; after a normal end nothing is signalled any more.
 * Rule: RUN-10, RUN-12
 */
export const endTree = Effect.fnUntraced(function* (leader: WatchedLeader, tree: ProcessTree, times: Times) {
  const seen = new Map<number, number>()
  yield* endGroup(leader, tree, times, seen)
  const left = yield* sweep(leader, tree, seen)
  const gone = leader.collected() || tree.hasEnded(leader)
  return gone || left.includes(leader.pid) ? left : [leader.pid, ...left]
})
