/** Two ways of doing the same work, measured in one process, taking turns. */
export interface Pair {
  readonly name: string
  /** What it is held against, in a few words. */
  readonly against: string
  /** The largest ratio that is good enough. */
  readonly target: number
  readonly ours: () => unknown
  readonly theirs: () => unknown
}

/** What was measured of a pair; times are milliseconds, the interval holds 95 of 100 ratios of medians. */
interface Measured {
  readonly ours: number
  readonly theirs: number
  readonly ratio: number
  readonly interval: readonly [number, number]
}

/** The middle of numbers, or another share of them. */
export const quantile = (all: ReadonlyArray<number>, share = 0.5): number => {
  const sorted = all.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN
}

const timed = (work: () => unknown): number => {
  const begin = performance.now()
  work()
  return performance.now() - begin
}

/** The same numbers in every run, so that two runs of the script differ by what was measured only. */
const dice = (seed: number) => {
  let state = seed
  return (sides: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state % sides
  }
}

/** How far the ratio of the medians would move if other pairs of the same kind had been measured. */
const intervalOf = (pairs: ReadonlyArray<readonly [number, number]>): readonly [number, number] => {
  const roll = dice(7)
  const ratios = Array.from({ length: 500 }, () => {
    const drawn = pairs.map(() => pairs[roll(pairs.length)] ?? [Number.NaN, Number.NaN])
    return quantile(drawn.map(([ours]) => ours)) / quantile(drawn.map(([, theirs]) => theirs))
  })
  return [quantile(ratios, 0.025), quantile(ratios, 0.975)]
}

const measureOnce = ({ ours, theirs }: Pair, count: number): Measured => {
  for (let warm = 0; warm < Math.min(20, count); warm++) {
    ours()
    theirs()
  }
  const pairs = Array.from({ length: count }, (_, index): readonly [number, number] => {
    // Whoever comes second finds the caches warm and the garbage of the first: they take turns in that as well.
    if (index % 2 === 0) return [timed(ours), timed(theirs)]
    const after = timed(theirs)
    return [timed(ours), after]
  })
  const mine = quantile(pairs.map(([first]) => first))
  const other = quantile(pairs.map(([, second]) => second))
  return { ours: mine, theirs: other, ratio: mine / other, interval: intervalOf(pairs) }
}

/** The middle one of three runs. */
export const measure = (pair: Pair, count: number): Measured => {
  const runs = [measureOnce(pair, count), measureOnce(pair, count), measureOnce(pair, count)]
  const middle = quantile(runs.map(({ ratio }) => ratio))
  return runs.find(({ ratio }) => ratio === middle) ?? { ours: 0, theirs: 0, ratio: 0, interval: [0, 0] }
}

const ms = (time: number): string => (time < 1 ? `${(time * 1_000).toFixed(0)} µs` : `${time.toFixed(1)} ms`)

/** A line for people: the ratio with its spread, and whether the target is reached, missed, or not resolved. */
export const lineOf = ({ against, name, target }: Pair, { interval, ours, ratio, theirs }: Measured): string => {
  const [low, high] = interval
  const result = high <= target ? "reached" : low > target ? "MISSED" : "not resolved"
  const spread = `${ratio.toFixed(2)} (${low.toFixed(2)} to ${high.toFixed(2)})`
  return `${name}: ${spread} of ${against}, at most ${target}: ${result}; ${ms(ours)} and ${ms(theirs)}`
}
