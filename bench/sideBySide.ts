import { setImmediate } from "node:timers/promises"
import type { Figure, Form } from "./Row.ts"
import { dice, intervalOf, quantile, shuffled } from "./statistics.ts"

/** A way to do some work; what it gives back is waited for when it is a promise. */
export type Work = () => unknown

/** How long each way took, in milliseconds, by its name. */
type Round = ReadonlyMap<string, number>

const timed = async (work: Work): Promise<number> => {
  const begin = performance.now()
  const result = work()
  if (result instanceof Promise) await result
  return performance.now() - begin
}

/**
 * Does the same work in several ways in one process, in each round all of them in another order: whoever comes second
 * finds the caches warm and the garbage of the first.
 */
export const sideBySide = async (
  ways: Readonly<Record<string, Work>>,
  { pairs, seed }: Form
): Promise<ReadonlyArray<Round>> => {
  const roll = dice(seed)
  const round = async (): Promise<Round> => {
    // Work that waits for nothing would keep this process from hearing that nobody wants its figures any more.
    await setImmediate()
    const times = new Map<string, number>()
    for (const [name, work] of shuffled(Object.entries(ways), roll)) times.set(name, await timed(work))
    return times
  }
  for (let warm = 0; warm < Math.min(20, pairs); warm++) await round()
  const rounds: Array<Round> = []
  while (rounds.length < pairs) rounds.push(await round())
  return rounds
}

/** The middle time of one way, or another share of its times. */
export const timeOf = (rounds: ReadonlyArray<Round>, way: string, share = 0.5): number =>
  quantile(
    rounds.map((round) => round.get(way) ?? Number.NaN),
    share
  )

const shown = (time: number): string =>
  time < 1 ? `${(time * 1_000).toFixed(0)} µs` : `${time.toFixed(time < 10 ? 2 : 1)} ms`

/** Which of the ways are compared, and what must come of it. */
export interface Comparison {
  readonly name: string
  readonly against: string
  readonly ours: string
  readonly theirs: string
  /** The same as `theirs`, once more: by how much they differ is what the machine adds. */
  readonly again: string
  readonly atMost: number
}

/** The ratio of the middle times of two ways. */
export const ratioFigure = (
  rounds: ReadonlyArray<Round>,
  { again, against, atMost, name, ours, theirs }: Comparison
): Figure => {
  const ratio = (some: ReadonlyArray<Round>, share?: number) => timeOf(some, ours, share) / timeOf(some, theirs, share)
  const times = `${shown(timeOf(rounds, ours))} and ${shown(timeOf(rounds, theirs))}`
  return {
    name,
    against,
    unit: "times",
    value: ratio(rounds),
    interval: intervalOf(rounds, (some) => ratio(some)),
    atMost,
    errorBar: Math.abs(timeOf(rounds, again) / timeOf(rounds, theirs) - 1),
    aside: `${times}, ratio of the lower quartiles ${ratio(rounds, 0.25).toFixed(2)}`
  }
}
