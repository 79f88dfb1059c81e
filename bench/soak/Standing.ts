import * as Effect from "effect/Effect"
import { children, descriptors, handles, liveHeap, memoryMiB } from "../processFacts.ts"

const mebibyte = 1_048_576

/** Everything that a process could leak, at a moment in which it does nothing. */
export interface Standing {
  readonly handles: number
  readonly descriptors: number
  /** FIFOs that lie ready for the next hooks. */
  readonly pooled: number
  readonly children: number
  readonly helpers: number
  readonly zombies: number
  readonly heapMiB: number
  readonly rssMiB: number
}

const standing = (): Standing => {
  const { alive, helpers, zombies } = children()
  const { others, pooled } = descriptors()
  return {
    handles: handles(),
    descriptors: others,
    pooled,
    children: alive,
    helpers,
    zombies,
    heapMiB: liveHeap() / mebibyte,
    rssMiB: memoryMiB("VmRSS")
  }
}

const patienceMs = 15_000
const pollMs = 100

/** Waits until what is being closed is closed: until nothing is more than before, or for as long as patience lasts. */
export const settled = Effect.fnUntraced(function* (before: Standing | undefined) {
  yield* Effect.sleep(pollMs * 10)
  let now = standing()
  const isMore = () =>
    now.children + now.zombies > 0 ||
    (before !== undefined && (now.handles > before.handles || now.descriptors > before.descriptors))
  for (let waited = 0; isMore() && waited < patienceMs; waited += pollMs) {
    yield* Effect.sleep(pollMs)
    now = standing()
  }
  return now
})

const heapPerDispatch = 1_024
/** The heap and the memory of a process have ripples of their own. */
const ripplesMiB = { heap: 2, rss: 48 } as const

/** How a process stood before, when half of the time was over, and after. */
export interface Stages {
  readonly before: Standing
  readonly halfway: Standing
  readonly after: Standing
}

/**
 * What has grown that must not, in sentences. A process keeps what its first floods have made it ask for, so its memory
 * counts from halfway on: a leak goes on.
 */
export const leaks = (
  { after, before, halfway }: Stages,
  dispatches: number,
  places: number
): ReadonlyArray<string> => {
  const heapLimit = ripplesMiB.heap + (dispatches * heapPerDispatch) / mebibyte
  const grown: ReadonlyArray<readonly [what: string, by: number, atMost: number]> = [
    ["handles", after.handles - before.handles, 0],
    ["descriptors", after.descriptors - before.descriptors, 0],
    // As many as a runner may keep ready, whatever it had ready in the beginning.
    ["FIFOs", after.pooled, 2 * (places + 1)],
    ["children", after.children, 0],
    ["helpers", after.helpers, 1],
    ["zombies", after.zombies, 0],
    ["MiB of live heap", after.heapMiB - before.heapMiB, heapLimit],
    ["MiB of memory since halfway", after.rssMiB - halfway.rssMiB, ripplesMiB.rss]
  ]
  return grown
    .filter(([, by, atMost]) => by > atMost)
    .map(([what, by, atMost]) => `${by.toFixed(1)} ${what} are left, and ${atMost.toFixed(1)} may be`)
}
