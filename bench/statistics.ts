/** The middle of numbers, or another share of them. */
export const quantile = (all: ReadonlyArray<number>, share = 0.5): number => {
  const sorted = all.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN
}

/** The same throws for the same seed: two runs of a program differ by what was measured only. */
export const dice = (seed: number): ((sides: number) => number) => {
  let state = seed >>> 0
  return (sides) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    // The low bits of such numbers come round again soon.
    return Math.floor((state / 2 ** 32) * sides)
  }
}

/** A fair order of things. */
export const shuffled = <A>(things: ReadonlyArray<A>, roll: (sides: number) => number): ReadonlyArray<A> => {
  const left = [...things]
  return things.flatMap(() => left.splice(roll(left.length), 1))
}

/** How far a figure would move if other rounds of the same kind had been measured. */
export const intervalOf = <A>(
  rounds: ReadonlyArray<A>,
  figure: (rounds: ReadonlyArray<A>) => number
): readonly [low: number, high: number] => {
  const roll = dice(7)
  const draw = (): ReadonlyArray<A> =>
    rounds.flatMap(() => {
      const at = roll(rounds.length)
      return rounds.slice(at, at + 1)
    })
  const figures = Array.from({ length: 500 }, () => figure(draw()))
  return [quantile(figures, 0.025), quantile(figures, 0.975)]
}

/** By how much the second number grows with the first: the line that lies closest to all points. */
export const slopeOf = (points: ReadonlyArray<readonly [x: number, y: number]>): number => {
  const mean = (index: 0 | 1) => points.reduce((sum, point) => sum + point[index], 0) / points.length
  const [meanX, meanY] = [mean(0), mean(1)]
  const above = points.reduce((sum, [x, y]) => sum + (x - meanX) * (y - meanY), 0)
  const below = points.reduce((sum, [x]) => sum + (x - meanX) ** 2, 0)
  return above / below
}
