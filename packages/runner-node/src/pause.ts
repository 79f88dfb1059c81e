import * as Effect from "effect/Effect"

/**
 * Waits in real time. A process lives in real time: under a test's clock that nobody moves, waiting for one to end would
 * never end itself.
 */
export const pause = (milliseconds: number): Effect.Effect<void> =>
  Effect.callback((resume) => {
    const timer = setTimeout(() => resume(Effect.void), milliseconds)
    return Effect.sync(() => clearTimeout(timer))
  })
