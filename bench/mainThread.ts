import { createHook } from "node:async_hooks"
import { performance } from "node:perf_hooks"

/** What some work asked of the main thread, in milliseconds. */
export interface MainThread {
  /** The longest time without a sleep: so long nothing that comes from outside was looked at. */
  readonly longest: number
  /** All times without a sleep. */
  readonly busy: number
}

/**
 * Looks at the main thread while some work goes on. Each callback asks how long the loop has slept by now: when that has
 * grown, a stretch of work has ended before, and another one has begun.
 */
export const mainThread = async (work: () => Promise<unknown>): Promise<MainThread> => {
  const start = performance.eventLoopUtilization()
  let begun = start
  let longest = 0
  const end = (now: typeof start) => {
    longest = Math.max(longest, now.active - begun.active)
    begun = now
  }
  const hook = createHook({
    before: () => {
      const now = performance.eventLoopUtilization()
      if (now.idle > begun.idle) end(now)
    }
  }).enable()
  await work()
  const last = performance.eventLoopUtilization()
  hook.disable()
  end(last)
  return { longest, busy: last.active - start.active }
}
