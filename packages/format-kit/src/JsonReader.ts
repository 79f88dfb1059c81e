import type { Place } from "@pawl/core"
import { createScanner } from "jsonc-parser"
import type { JsonMember, JsonNode } from "./JsonNode.ts"
import type { PlaceFinder } from "./Place.ts"

/** What is wrong with a text as JSON, where, and what to write instead. Rule: KIT-4 */
export interface JsonProblem {
  readonly message: string
  readonly place: Place
  readonly hint?: string
}

/** Something that is read although JSON does not allow it. Rule: KIT-5 */
export interface JsonRelaxation {
  readonly kind: "comment" | "trailing-comma" | "byte-order-mark" | "crlf"
  readonly place: Place
}

/** How deep arrays and objects may be nested. Rule: KIT-6 */
export const maximumDepth = 512

// The kinds of token of jsonc-parser's scanner; its own names are a const enum, which single-file compilation cannot see.
const token = {
  openBrace: 1,
  closeBrace: 2,
  openBracket: 3,
  closeBracket: 4,
  comma: 5,
  colon: 6,
  nullKeyword: 7,
  trueKeyword: 8,
  falseKeyword: 9,
  string: 10,
  number: 11,
  lineComment: 12,
  blockComment: 13,
  end: 17
} as const

interface Reading {
  readonly root: JsonNode | undefined
  readonly problems: ReadonlyArray<JsonProblem>
  readonly relaxations: ReadonlyArray<JsonRelaxation>
}

class Stop {
  readonly problem: JsonProblem
  constructor(problem: JsonProblem) {
    this.problem = problem
  }
}

/** Reads one JSON value. `base` is the offset of the text in what `places` knows. */
export const readJson = (text: string, places: PlaceFinder, base: number, lenient: boolean): Reading => {
  const scanner = createScanner(text, false)
  const relaxations: Array<JsonRelaxation> = []
  let kind: number = token.end
  const placeAt = (offset: number, at?: string) => places.placeAt(base + offset, at)
  const fail = (message: string, offset: number): never => {
    throw new Stop({ message, place: placeAt(offset) })
  }
  const relax = (what: JsonRelaxation["kind"], offset: number) => {
    if (!lenient) fail("Unexpected character", offset)
    if (!relaxations.some((known) => known.kind === what)) relaxations.push({ kind: what, place: placeAt(offset) })
  }
  // Through a function, because the compiler does not see that next() changes it.
  const is = (expected: number): boolean => kind === expected
  const next = (): void => {
    for (;;) {
      kind = scanner.scan()
      if (kind === token.lineComment || kind === token.blockComment) relax("comment", scanner.getTokenOffset())
      if (scanner.getTokenError() !== 0) fail("This text cannot be read as JSON", scanner.getTokenOffset())
      if (kind < token.lineComment || kind > 15) return
    }
  }
  const value = (at: string, depth: number): JsonNode => {
    const offset = scanner.getTokenOffset()
    const place = placeAt(offset, at)
    if (depth > maximumDepth) fail(`Nested more than ${maximumDepth} levels deep`, offset)
    switch (kind) {
      case token.openBrace: {
        const members: Array<JsonMember> = []
        next()
        while (!is(token.closeBrace)) {
          if (!is(token.string)) fail("A key in double quotes is expected here", scanner.getTokenOffset())
          const key = scanner.getTokenValue()
          const path = at === "" ? key : `${at}.${key}`
          const keyPlace = placeAt(scanner.getTokenOffset(), path)
          next()
          if (!is(token.colon)) fail("A colon is expected here", scanner.getTokenOffset())
          next()
          members.push({ key, keyPlace, value: value(path, depth + 1) })
          next()
          if (!is(token.comma)) break
          const comma = scanner.getTokenOffset()
          next()
          if (is(token.closeBrace)) relax("trailing-comma", comma)
        }
        if (!is(token.closeBrace)) fail("A comma or a closing brace is expected here", scanner.getTokenOffset())
        return { _tag: "Object", members, place }
      }
      case token.openBracket: {
        const items: Array<JsonNode> = []
        next()
        while (!is(token.closeBracket)) {
          items.push(value(`${at}[${items.length}]`, depth + 1))
          next()
          if (!is(token.comma)) break
          const comma = scanner.getTokenOffset()
          next()
          if (is(token.closeBracket)) relax("trailing-comma", comma)
        }
        if (!is(token.closeBracket)) fail("A comma or a closing bracket is expected here", scanner.getTokenOffset())
        return { _tag: "Array", items, place }
      }
      case token.string:
        return { _tag: "String", value: scanner.getTokenValue(), place }
      case token.number:
        return { _tag: "Number", value: Number(scanner.getTokenValue()), place }
      case token.trueKeyword:
        return { _tag: "Boolean", value: true, place }
      case token.falseKeyword:
        return { _tag: "Boolean", value: false, place }
      case token.nullKeyword:
        return { _tag: "Null", place }
      default:
        return fail(is(token.end) ? "The text ends where a value is expected" : "A value is expected here", offset)
    }
  }
  try {
    next()
    const root = value("", 1)
    next()
    if (!is(token.end)) fail("There is more text after the value", scanner.getTokenOffset())
    return { root, problems: [], relaxations }
  } catch (stop) {
    if (stop instanceof Stop) return { root: undefined, problems: [stop.problem], relaxations }
    throw stop
  }
}
