import type { RegexNode, UnitRange } from "./regex/RegexNode.ts"

/** One text that a pattern looks for, and whether it must stand at the start or the end of the subject. */
interface Literal {
  readonly text: string
  readonly start: boolean
  readonly end: boolean
}

// Beyond these, a linear engine is the better choice: a list that somebody wrote out stays a list, but what grows by
// combining, such as [a-z][a-z], does not become one.
const maximumLiterals = 1_000
const maximumCombinations = 64
const maximumUnits = 16

const empty: Literal = { text: "", start: false, end: false }

const join = (before: Literal, after: Literal): Literal | undefined => {
  // An anchor in the middle of a text never holds; that is for the engine to say.
  if (before.end && (after.text !== "" || after.start)) return undefined
  if (after.start && before.text !== "") return undefined
  return { text: before.text + after.text, start: before.start || after.start, end: before.end || after.end }
}

const combinesTooMuch = (before: number, after: number): boolean =>
  before * after > (Math.min(before, after) === 1 ? maximumLiterals : maximumCombinations)

const countUnits = (ranges: ReadonlyArray<UnitRange>): number =>
  ranges.reduce((count, [low, high]) => count + high - low + 1, 0)

/** A quick look, because most patterns that are no literals show it at once. */
const mayBeLiteral = (node: RegexNode): boolean => {
  switch (node._tag) {
    case "Units":
      return node.ranges.length > 0 && countUnits(node.ranges) <= maximumUnits
    case "Choice":
      return node.options.every(mayBeLiteral)
    case "Sequence":
      return node.items.every(mayBeLiteral)
    case "Repeat":
      return node.least === 0 && node.most === 1 && mayBeLiteral(node.body)
    default:
      return node._tag === "Start" || node._tag === "End"
  }
}

const literalsOf = (node: RegexNode): ReadonlyArray<Literal> | undefined => {
  switch (node._tag) {
    case "Start":
      return [{ ...empty, start: true }]
    case "End":
      return [{ ...empty, end: true }]
    case "Units":
      return node.ranges.flatMap(([low, high]) =>
        Array.from({ length: high - low + 1 }, (_, index) => ({ ...empty, text: String.fromCharCode(low + index) }))
      )
    case "Choice":
      return collect(node.options.map(literalsOf))
    case "Repeat":
      return collect([[empty], literalsOf(node.body)])
    case "Sequence": {
      let joined: ReadonlyArray<Literal> = [empty]
      for (const item of node.items) {
        const next = literalsOf(item)
        if (next === undefined || combinesTooMuch(joined.length, next.length)) return undefined
        const both = joined.flatMap((before) => next.map((after) => join(before, after)))
        const usable = both.filter((literal) => literal !== undefined)
        if (usable.length < both.length) return undefined
        joined = usable
      }
      return joined
    }
    case "WordEdge":
    case "Beyond":
      return undefined
  }
}

const collect = (parts: ReadonlyArray<ReadonlyArray<Literal> | undefined>): ReadonlyArray<Literal> | undefined => {
  const usable = parts.filter((part) => part !== undefined)
  const all = usable.flat()
  return usable.length < parts.length || all.length > maximumLiterals ? undefined : all
}

const testOf = ({ text, start, end }: Literal): ((subject: string) => boolean) => {
  if (start && end) return (subject) => subject === text
  if (start) return (subject) => subject.startsWith(text)
  if (end) return (subject) => subject.endsWith(text)
  return (subject) => subject.includes(text)
}

/** Plain string code, and a bound on the steps that it takes for each character of a subject. */
interface LiteralTest {
  readonly test: (subject: string) => boolean
  readonly size: number
}

/**
 * Plain string code for a pattern that only looks for fixed texts, such as `^git (push|pull)$`; undefined for any other.
 * A search for a text may look at all of it again at each character. Rule: KIT-11, KIT-16
 */
export const literalTest = (node: RegexNode): LiteralTest | undefined => {
  const literals = mayBeLiteral(node) ? literalsOf(node) : undefined
  const tests = literals?.map(testOf)
  const [only, second] = tests ?? []
  if (literals === undefined || tests === undefined || only === undefined) return undefined
  const size = literals.reduce((sum, { end, start, text }) => sum + (start || end ? 1 : text.length), 0)
  return { test: second === undefined ? only : (subject) => tests.some((test) => test(subject)), size }
}
