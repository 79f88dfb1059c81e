import { limits } from "@pawl/core"
import * as Result from "effect/Result"
import { surveyPattern } from "./PatternSurvey.ts"
import { type BeyondLinear, invertRanges, joinRanges, lineEnds, type RegexNode, type UnitRange } from "./RegexNode.ts"
import type { RegexTrouble, TroubleReason } from "./RegexTrouble.ts"
import { readEscape } from "./readEscape.ts"
import { literalEscape, literalPosixClass, type TakenLiterally } from "./takenLiterally.ts"

/** A pattern that is valid in JavaScript, taken apart. */
export interface ParsedRegex {
  readonly node: RegexNode
  readonly beyondLinear: ReadonlyArray<BeyondLinear>
  /** What other dialects read otherwise, each once, the first few. */
  readonly takenLiterally: ReadonlyArray<TakenLiterally>
}

/** More would tell nobody more. */
const mostTakenLiterally = 5

const anyUnit: RegexNode = { _tag: "Units", ranges: invertRanges(lineEnds) }
const nothing: RegexNode = { _tag: "Sequence", items: [] }
const quantifiers: ReadonlyMap<string, readonly [least: number, most: number]> = new Map([
  ["*", [0, Number.POSITIVE_INFINITY]],
  ["+", [1, Number.POSITIVE_INFINITY]],
  ["?", [0, 1]]
])
const braced = /\{(\d+)(,(\d*))?\}/uy
const groupName = /[$_\p{ID_Start}](?:[$\p{ID_Continue}]|\u200c|\u200d)*>/uy
const lookAround = /\?<?[=!]/uy

const matchAt = (expression: RegExp, text: string, at: number): RegExpExecArray | null => {
  expression.lastIndex = at
  return expression.exec(text)
}

/**
 * Takes a pattern apart by the grammar of a JavaScript pattern without flags. What that grammar does not have is the
 * trouble of the pattern, the first one.
 */
export const parseRegex = (pattern: string): Result.Result<ParsedRegex, RegexTrouble> => {
  const survey = surveyPattern(pattern)
  const names = new Set<string>()
  const beyondLinear: Array<BeyondLinear> = []
  const takenLiterally: Array<TakenLiterally> = []
  let at = 0
  let trouble: RegexTrouble | undefined

  /** Notes the first trouble and goes to the end, where everything that is still open returns by itself. */
  const giveUp = (reason: TroubleReason, from: number, to: number): RegexNode => {
    trouble ??= { reason, construct: pattern.slice(from, to), at: from }
    at = pattern.length
    return nothing
  }

  const noteLiteral = (taken: TakenLiterally | undefined): void => {
    if (taken === undefined || takenLiterally.length >= mostTakenLiterally) return
    if (!takenLiterally.some(({ construct }) => construct === taken.construct)) takenLiterally.push(taken)
  }

  const parseChoice = (depth: number): RegexNode => {
    const options = [parseSequence(depth)]
    while (pattern[at] === "|") {
      at++
      options.push(parseSequence(depth))
    }
    const [only] = options
    return options.length === 1 && only !== undefined ? only : { _tag: "Choice", options }
  }

  const parseSequence = (depth: number): RegexNode => {
    const items: Array<RegexNode> = []
    while (at < pattern.length && pattern[at] !== "|" && pattern[at] !== ")") items.push(parseTerm(depth))
    return { _tag: "Sequence", items }
  }

  const parseTerm = (depth: number): RegexNode => {
    const from = at
    switch (pattern[at]) {
      case "^":
        at++
        return { _tag: "Start" }
      case "$":
        at++
        return { _tag: "End" }
      case "(":
        return parseGroup(depth)
      case "[":
        return parseQuantifier(parseClass())
      case ".":
        at++
        return parseQuantifier(anyUnit)
      case "\\":
        return parseEscape()
      case "*":
      case "+":
      case "?":
        return giveUp("nothing-to-repeat", from, from + 1)
      case "{": {
        const count = matchAt(braced, pattern, at)
        return count === null ? parseUnit() : giveUp("nothing-to-repeat", from, from + count[0].length)
      }
      default:
        return parseUnit()
    }
  }

  const parseUnit = (): RegexNode => {
    const code = pattern.charCodeAt(at++)
    return parseQuantifier({ _tag: "Units", ranges: [[code, code]] })
  }

  const parseQuantifier = (body: RegexNode): RegexNode => {
    const simple = quantifiers.get(pattern[at] ?? "")
    const count = simple === undefined ? matchAt(braced, pattern, at) : null
    if (simple === undefined && count === null) return body
    const [least, most] = simple ?? countsOf(count)
    if (least > most) return giveUp("count-order", at, at + (count?.[0].length ?? 1))
    at += count?.[0].length ?? 1
    if (pattern[at] === "?") at++
    return { _tag: "Repeat", body, least, most }
  }

  const countsOf = (count: RegExpExecArray | null): readonly [number, number] => {
    const least = Number(count?.[1])
    const most = count?.[3]
    return [least, count?.[2] === undefined ? least : most === "" ? Number.POSITIVE_INFINITY : Number(most)]
  }

  const parseEscape = (): RegexNode => {
    const from = at
    const escaped = readEscape(pattern, at + 1, false, survey)
    if (escaped._tag === "Trouble") return giveUp(escaped.reason, from, escaped.end)
    at = escaped.end
    switch (escaped._tag) {
      case "WordEdge":
        return { _tag: "WordEdge", negated: escaped.negated }
      case "Class":
        return parseQuantifier({ _tag: "Units", ranges: escaped.ranges })
      case "Unit":
        if (escaped.plain) noteLiteral(literalEscape(pattern, from))
        return parseQuantifier({ _tag: "Units", ranges: [[escaped.code, escaped.code]] })
      case "Reference":
        beyondLinear.push({ kind: "back-reference", construct: pattern.slice(from, at), from, to: at })
        return parseQuantifier({ _tag: "Beyond" })
    }
  }

  const parseGroup = (depth: number): RegexNode => {
    const from = at
    if (depth >= limits.matcherDepth) return giveUp("too-deep", from, from + 1)
    at++
    const look = matchAt(lookAround, pattern, at)
    if (look !== null) return parseLookAround(from, look[0], depth)
    if (pattern.startsWith("?:", at)) at += 2
    else if (pattern.startsWith("?<", at)) {
      const name = matchAt(groupName, pattern, at + 2)?.[0]
      if (name === undefined) return giveUp("group-name", from, from + 3)
      if (names.has(name)) return giveUp("repeated-name", from, from + 3 + name.length)
      names.add(name)
      at += 2 + name.length
    } else if (pattern[at] === "?") {
      const flags = /^\?[a-z-]*[:)]/iu.exec(pattern.slice(at, at + 12))
      return flags === null
        ? giveUp("unknown-group", from, from + 3)
        : giveUp("inline-flags", from, from + 1 + flags[0].length)
    }
    return parseQuantifier(parseBody(from, depth))
  }

  const parseBody = (from: number, depth: number): RegexNode => {
    const body = parseChoice(depth + 1)
    if (pattern[at] !== ")") return giveUp("unclosed-group", from, from + 1)
    at++
    return body
  }

  const parseLookAround = (from: number, opening: string, depth: number): RegexNode => {
    const index = beyondLinear.length
    at += opening.length
    parseBody(from, depth)
    // Only a look-ahead may be repeated, for the sake of old pages.
    if (!opening.startsWith("?<")) parseQuantifier(nothing)
    // What is beyond linear time inside of it goes with it.
    beyondLinear.splice(index, Number.POSITIVE_INFINITY, {
      kind: "look-around",
      construct: `(${opening}`,
      from,
      to: at
    })
    return { _tag: "Beyond" }
  }

  const parseClass = (): RegexNode => {
    const from = at
    const ranges: Array<UnitRange> = []
    const negated = pattern[at + 1] === "^"
    at += negated ? 2 : 1
    while (pattern[at] !== "]") {
      if (at >= pattern.length) return giveUp("unclosed-class", from, from + 1)
      const start = at
      const low = parseClassAtom()
      if (pattern[at] !== "-" || pattern[at + 1] === "]" || at + 1 >= pattern.length) {
        ranges.push(...low)
        continue
      }
      at++
      const high = parseClassAtom()
      const first = single(low)
      const last = single(high)
      // A class escape makes no range: `[\w-.]` holds a hyphen.
      if (first === undefined || last === undefined) ranges.push(...low, [0x2d, 0x2d], ...high)
      else if (first > last) return giveUp("range-order", start, at)
      else ranges.push([first, last])
    }
    at++
    return { _tag: "Units", ranges: negated ? invertRanges(ranges) : joinRanges(ranges) }
  }

  const parseClassAtom = (): ReadonlyArray<UnitRange> => {
    const from = at
    if (pattern[at] !== "\\") {
      if (pattern[at] === "[") noteLiteral(literalPosixClass(pattern, at))
      at++
      return [[pattern.charCodeAt(from), pattern.charCodeAt(from)]]
    }
    const escaped = readEscape(pattern, at + 1, true, survey)
    at = escaped.end
    switch (escaped._tag) {
      case "Unit":
        if (escaped.plain) noteLiteral(literalEscape(pattern, from))
        return [[escaped.code, escaped.code]]
      case "Class":
        return escaped.ranges
      default:
        giveUp(escaped._tag === "Trouble" ? escaped.reason : "unknown-name", from, escaped.end)
        return []
    }
  }

  const node = parseChoice(0)
  if (at < pattern.length) giveUp("unmatched-close", at, at + 1)
  return trouble === undefined ? Result.succeed({ node, beyondLinear, takenLiterally }) : Result.fail(trouble)
}

const single = (ranges: ReadonlyArray<UnitRange>): number | undefined => {
  const [range, second] = ranges
  return second === undefined && range !== undefined && range[0] === range[1] ? range[0] : undefined
}
