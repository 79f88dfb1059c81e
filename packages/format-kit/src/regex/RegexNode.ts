/** An inclusive range of UTF-16 code units. */
export type UnitRange = readonly [from: number, to: number]

/**
 * What a JavaScript pattern (without flags) means, as far as the question "does it match somewhere" needs it: captures,
 * names and laziness make no difference to the answer and are gone. Everything counts in UTF-16 code units.
 */
export type RegexNode =
  | { readonly _tag: "Choice"; readonly options: ReadonlyArray<RegexNode> }
  | { readonly _tag: "Sequence"; readonly items: ReadonlyArray<RegexNode> }
  | { readonly _tag: "Repeat"; readonly body: RegexNode; readonly least: number; readonly most: number }
  | { readonly _tag: "Units"; readonly ranges: ReadonlyArray<UnitRange> }
  | { readonly _tag: "Start" }
  | { readonly _tag: "End" }
  | { readonly _tag: "WordEdge"; readonly negated: boolean }
  /** A look-around or a back-reference: what no linear engine can do. */
  | { readonly _tag: "Beyond" }

/** Where a pattern goes beyond linear time; `to` includes the quantifier of a look-around. */
export interface BeyondLinear {
  readonly kind: "look-around" | "back-reference"
  /** What starts it, such as `(?!` or `\1`. */
  readonly construct: string
  readonly from: number
  readonly to: number
}

const lastUnit = 0xffff

/** Sorted and without overlaps. */
export const joinRanges = (ranges: ReadonlyArray<UnitRange>): ReadonlyArray<UnitRange> => {
  const joined: Array<UnitRange> = []
  for (const range of [...ranges].sort((a, b) => a[0] - b[0])) {
    const last = joined.at(-1)
    if (last !== undefined && range[0] <= last[1] + 1)
      joined[joined.length - 1] = [last[0], Math.max(last[1], range[1])]
    else joined.push(range)
  }
  return joined
}

/** All units that are in none of the ranges. */
export const invertRanges = (ranges: ReadonlyArray<UnitRange>): ReadonlyArray<UnitRange> => {
  const inverted: Array<UnitRange> = []
  let from = 0
  for (const [low, high] of joinRanges(ranges)) {
    if (low > from) inverted.push([from, low - 1])
    from = high + 1
  }
  if (from <= lastUnit) inverted.push([from, lastUnit])
  return inverted
}

const digits: ReadonlyArray<UnitRange> = [[0x30, 0x39]]
const words: ReadonlyArray<UnitRange> = [
  [0x30, 0x39],
  [0x41, 0x5a],
  [0x5f, 0x5f],
  [0x61, 0x7a]
]
const spaces: ReadonlyArray<UnitRange> = [
  [0x09, 0x0d],
  [0x20, 0x20],
  [0xa0, 0xa0],
  [0x1680, 0x1680],
  [0x2000, 0x200a],
  [0x2028, 0x2029],
  [0x202f, 0x202f],
  [0x205f, 0x205f],
  [0x3000, 0x3000],
  [0xfeff, 0xfeff]
]

/** What `.` does not match. */
export const lineEnds: ReadonlyArray<UnitRange> = [
  [0x0a, 0x0a],
  [0x0d, 0x0d],
  [0x2028, 0x2029]
]

/** The units of each class escape, as JavaScript has them. */
export const classEscapes: ReadonlyMap<string, ReadonlyArray<UnitRange>> = new Map([
  ["d", digits],
  ["D", invertRanges(digits)],
  ["w", words],
  ["W", invertRanges(words)],
  ["s", spaces],
  ["S", invertRanges(spaces)]
])
