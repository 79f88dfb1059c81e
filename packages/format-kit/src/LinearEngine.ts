import { limits } from "@pawl/core"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import type { RegexNode, UnitRange } from "./regex/RegexNode.ts"

/** A pattern on the linear engine. `size` is the number of its instructions: a test takes at most that many steps a character. */
interface LinearTest {
  readonly test: (subject: string) => boolean
  readonly size: number
}

/** Compiles for linear time; the failure is the engine's own words. Rule: KIT-11 */
export interface LinearEngine {
  /** A pattern with the meaning that JavaScript gives it. */
  readonly compileNode: (node: RegexNode) => Result.Result<LinearTest, string>
  /** A pattern with the meaning that RE2 gives it, for what only RE2 can read. */
  readonly compileRe2: (pattern: string) => Result.Result<LinearTest, string>
}

// JavaScript looks at UTF-16 code units, the engine at code points. So each surrogate is shown to the engine as a code
// point of its own, from the last 2,048 of them, which no subject can hold after that.
const surrogates: UnitRange = [0xd800, 0xdfff]
const shift = 0x10f800 - surrogates[0]
const surrogate = /[\ud800-\udfff]/g
const hasSurrogate = /[\ud800-\udfff]/
const showUnits = (subject: string): string =>
  hasSurrogate.test(subject)
    ? subject.replace(surrogate, (unit) => String.fromCodePoint(unit.charCodeAt(0) + shift))
    : subject

/** What means something to the engine, inside of a class or outside; all else is itself there, which is quickest to read. */
const isSyntax = /[!-/:-@[-^`{-~]/

const point = (code: number): string => {
  const character = String.fromCodePoint(code)
  return isSyntax.test(character) ? `\\x{${code.toString(16)}}` : character
}

const writeUnit = (code: number): string => point(code >= surrogates[0] && code <= surrogates[1] ? code + shift : code)

const writeRange = ([low, high]: UnitRange): string => {
  if (low > high) return ""
  if (low > surrogates[1] || high < surrogates[0]) return `${point(low)}-${point(high)}`
  const [first, last] = [Math.max(low, surrogates[0]), Math.min(high, surrogates[1])]
  const shown = `${point(first + shift)}-${point(last + shift)}`
  return `${writeRange([low, first - 1])}${shown}${writeRange([last + 1, high])}`
}

const writeUnits = (ranges: ReadonlyArray<UnitRange>): string => {
  const [first, second] = ranges
  if (first !== undefined && second === undefined && first[0] === first[1]) return writeUnit(first[0])
  return first === undefined ? `[^${point(0)}-${point(0x10ffff)}]` : `[${ranges.map(writeRange).join("")}]`
}

const writeCount = (least: number, most: number): string => {
  const endless = most === Number.POSITIVE_INFINITY
  if (endless && least <= 1) return least === 0 ? "*" : "+"
  if (least === 0 && most === 1) return "?"
  return `{${least}${most === least ? "" : endless ? "," : `,${most}`}}`
}

/** The same meaning in the syntax of RE2, spelled out so far that no difference between the two dialects is left. */
const writeRe2 = (node: RegexNode): string => {
  switch (node._tag) {
    case "Choice":
      return `(?:${node.options.map(writeRe2).join("|")})`
    case "Sequence":
      return node.items.map(writeRe2).join("")
    case "Repeat":
      return `${writeAtom(node.body)}${writeCount(node.least, node.most)}`
    case "Units":
      return writeUnits(node.ranges)
    case "Start":
      return "\\A"
    case "End":
      return "\\z"
    case "WordEdge":
      return node.negated ? "\\B" : "\\b"
    case "Beyond":
      return ""
  }
}

const writeAtom = (node: RegexNode): string =>
  node._tag === "Units" ? writeUnits(node.ranges) : `(?:${writeRe2(node)})`

/** About how many instructions a pattern becomes. */
const sizeOf = (node: RegexNode): number => {
  switch (node._tag) {
    case "Choice":
      return node.options.reduce((sum, option) => sum + 1 + sizeOf(option), 0)
    case "Sequence":
      return node.items.reduce((sum, item) => sum + sizeOf(item), 0)
    case "Repeat":
      return (sizeOf(node.body) + 1) * Math.max(1, node.most === Number.POSITIVE_INFINITY ? node.least + 1 : node.most)
    default:
      return 1
  }
}

/** The same, from above, for a pattern of which only the text is known. */
const sizeOfText = (pattern: string): number => {
  let counts = 1
  for (const [, least, most] of pattern.matchAll(/\{(\d+)(?:,(\d*))?\}/gu)) counts *= Math.max(1, Number(most || least))
  return pattern.length * Math.min(counts, 1_000)
}

/** A larger pattern takes seconds and hundreds of megabytes to compile. */
const tooLarge = Result.fail("expression too large")

const makeEngine = ({ RE2JS }: typeof import("re2js")): LinearEngine => {
  const compile = (source: string, show: (subject: string) => string): Result.Result<LinearTest, string> =>
    Result.try({
      try: () => {
        const compiled = RE2JS.compile(source)
        return { test: (subject: string) => compiled.test(show(subject)), size: compiled.programSize() }
      },
      catch: (cause) => (cause instanceof Error ? cause.message : String(cause))
    })
  return {
    compileNode: (node) => (sizeOf(node) > limits.matcherInstructions ? tooLarge : compile(writeRe2(node), showUnits)),
    compileRe2: (pattern) =>
      sizeOfText(pattern) > limits.matcherInstructions * 10 ? tooLarge : compile(pattern, (subject) => subject)
  }
}

// A module that was loaded stays loaded: this only spares every further matcher the way through the loader.
let loaded: LinearEngine | undefined

/** The linear engine, which is loaded when something first needs it. Rule: KIT-11 */
export const linearEngine: Effect.Effect<LinearEngine> = Effect.suspend(() =>
  loaded === undefined
    ? Effect.map(
        Effect.promise(() => import("re2js")),
        (module) => {
          loaded = makeEngine(module)
          return loaded
        }
      )
    : Effect.succeed(loaded)
)
