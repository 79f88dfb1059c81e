import * as Effect from "effect/Effect"
import { sweep } from "../endTree.ts"
import { startOf } from "../linuxMembers.ts"
import type { Leader, ProcessTree } from "../ProcessTree.ts"
import { pause } from "../realTime.ts"

/** A hook whose parent was the broker. */
export interface LostHook {
  readonly started: (pid: number, start: number | undefined) => void
  /** Ends all of it that can be found, and says what is left. Rule: RUN-54 */
  readonly end: Effect.Effect<ReadonlyArray<number>>
}

/** A process may have been made that has not become the hook yet, and so does not carry its id yet. */
const becomingMs = 50

/**
 * Remembers the process of a hook, so that it can be ended when nobody is left who has started it. Its number counts only
 * as long as a process with that number was started at that time: it is nobody's child here, and can be collected any
 * moment.
 */
export const lostHook = (invocation: string, tree: ProcessTree): LostHook => {
  let known: { readonly pid: number; readonly start: number } | undefined
  const leader = (): Leader =>
    known === undefined
      ? { pid: 0, invocation, collected: () => true }
      : { pid: known.pid, invocation, collected: () => startOf(known?.pid ?? 0) !== known?.start }
  return {
    started: (pid, start) => {
      if (start !== undefined) known = { pid, start }
    },
    end: Effect.suspend(() => {
      const seen = new Map(known === undefined ? [] : [[known.pid, known.start] as const])
      const once = sweep(leader(), tree, seen)
      return known === undefined ? Effect.andThen(once, Effect.andThen(pause(becomingMs), once)) : once
    })
  }
}
