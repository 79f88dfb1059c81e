import { clearImmediate, clearTimeout, setImmediate, setTimeout } from "node:timers"
import * as Effect from "effect/Effect"

// A process lives in real time: under a test's clock that nobody moves, waiting for one to end would never end itself.

/** Calls back after a time; gives the way to call it off. */
export const after = (milliseconds: number, then: () => void): (() => void) => {
  // @effect-diagnostics-next-line globalTimers:off
  const timer = setTimeout(then, milliseconds)
  return () => clearTimeout(timer)
}

/** The same, but this process does not stay for it. */
export const afterIfStillHere = (milliseconds: number, then: () => void): (() => void) => {
  // @effect-diagnostics-next-line globalTimers:off
  const timer = setTimeout(then, milliseconds).unref()
  return () => clearTimeout(timer)
}

/**
 * The same and one turn of the loop. After a sleep of the host its timers come before everything that happened in the
 * meantime; in that turn it is seen, so an end or an output that came in time wins over a deadline. Rule: RUN-6
 */
export const afterAndTurn = (milliseconds: number, then: () => void): (() => void) => {
  let cancel = after(milliseconds, () => {
    const immediate = setImmediate(then)
    cancel = () => clearImmediate(immediate)
  })
  return () => cancel()
}

/** Waits for a time. */
export const pause = (milliseconds: number): Effect.Effect<void> =>
  Effect.callback((resume) => {
    const cancel = after(milliseconds, () => resume(Effect.void))
    return Effect.sync(cancel)
  })

/** Waits for one turn of the loop, so that what has happened by now is seen. Rule: RUN-6 */
export const turn: Effect.Effect<void> = Effect.callback((resume) => {
  setImmediate(() => resume(Effect.void))
})
