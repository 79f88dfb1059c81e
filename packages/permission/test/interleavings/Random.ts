/** A source of numbers that gives the same ones for the same seed, so that whatever fails can be repeated. */
export interface Random {
  /** A whole number from 0 up to and without `below`. */
  readonly int: (below: number) => number
  readonly chance: (percent: number) => boolean
  readonly pick: <A>(from: readonly [A, ...ReadonlyArray<A>]) => A
}

/** The generator is Mulberry32: small, and good enough to choose by. */
export const random = (seed: number): Random => {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const int = (below: number) => Math.floor(next() * below)
  return { int, chance: (percent) => int(100) < percent, pick: (from) => from[int(from.length)] ?? from[0] }
}
