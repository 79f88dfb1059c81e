import { limits } from "@pawl/core"
import type { JsonMember, JsonNode } from "../JsonNode.ts"
import type { PlaceFinder } from "../Place.ts"
import { type JsonProblem, type JsonRelaxation, type Wording, wordingOfUnknown, wordings } from "./JsonProblem.ts"
import { type Token, token, tokensOf } from "./tokens.ts"

/** Of one text; more would tell nobody more. */
const maximumProblems = 20

/** What was read: a value, unless there is any problem. */
export interface JsonReading {
  readonly root: JsonNode | undefined
  readonly problems: ReadonlyArray<JsonProblem>
  readonly relaxations: ReadonlyArray<JsonRelaxation>
}

const plainKey = /^[A-Za-z_$][\w$]*$/u
const pathOf = (at: string, key: string): string =>
  !plainKey.test(key) ? `${at}[${JSON.stringify(key)}]` : at === "" ? key : `${at}.${key}`

const isClose = (kind: number): boolean => kind === token.closeBrace || kind === token.closeBracket

/**
 * Reads one JSON value. A lenient reader accepts comments and trailing commas and goes on after a mistake that it
 * understands, so that a person sees each of them; a strict one takes RFC 8259 alone and stops at the first mistake.
 */
export const readJson = (text: string, places: PlaceFinder, mode: "lenient" | "strict"): JsonReading => {
  const scan = tokensOf(text)
  const problems: Array<JsonProblem> = []
  const relaxations: Array<JsonRelaxation> = []
  let current: Token = { kind: token.end, value: "", start: 0, end: 0, fault: undefined }
  let previous = current
  let stopped = false

  const is = (kind: number): boolean => current.kind === kind

  const report = (wording: Wording, offset: number): void => {
    if (stopped) return
    const place = places.placeAt(offset)
    if (!problems.some((known) => known.place.line === place.line)) problems.push({ ...wording, place })
    if (mode === "strict" || problems.length >= maximumProblems) stop()
  }

  /** Everything that is still open then returns by itself, because it finds the end. */
  const stop = (): void => {
    stopped = true
    current = { kind: token.end, value: "", start: text.length, end: text.length, fault: undefined }
  }

  const giveUp = (wording: Wording, offset: number): void => {
    report(wording, offset)
    stop()
  }

  const relax = (kind: "comment" | "trailing-comma", offset: number): void => {
    if (mode === "strict") report(kind === "comment" ? wordings.comment : wordings.trailingComma, offset)
    else if (!relaxations.some((known) => known.kind === kind))
      relaxations.push({ kind, place: places.placeAt(offset) })
  }

  const next = (): void => {
    if (stopped) return
    previous = current
    do {
      current = scan()
      const { fault, kind, start } = current
      if (fault !== undefined) (fault.fatal ? giveUp : report)(fault.wording, fault.offset)
      if (kind === token.lineComment || kind === token.blockComment) relax("comment", start)
    } while (!stopped && (is(token.lineComment) || is(token.blockComment)))
  }

  const readValue = (at: string, depth: number): JsonNode => {
    const { kind, value, start } = current
    const place = places.placeAt(start, at)
    if (depth > limits.jsonDepth) giveUp(wordings.tooDeep(limits.jsonDepth), start)
    if (kind === token.openBrace) return readObject(at, depth)
    if (kind === token.openBracket) return readArray(at, depth)
    if (kind === token.comma || kind === token.colon || isClose(kind)) {
      report(wordings.missingValue, start)
      // A colon stands for nothing that anybody else would consume.
      if (kind === token.colon) next()
      return { _tag: "Null", place }
    }
    if (kind === token.unknown) report(wordingOfUnknown(text.slice(start, current.end)), start)
    if (kind === token.end) report(text.trim() === "" ? wordings.emptyText : wordings.endsEarly, start)
    next()
    switch (kind) {
      case token.string:
        return { _tag: "String", value, place }
      case token.number:
        return { _tag: "Number", value: Number(value), place }
      case token.true:
      case token.false:
        return { _tag: "Boolean", value: kind === token.true, place }
      default:
        return { _tag: "Null", place }
    }
  }

  const readObject = (at: string, depth: number): JsonNode => {
    const opened = current.start
    const members: Array<JsonMember> = []
    next()
    while (!is(token.end) && !isClose(current.kind)) {
      if (skipExtraComma()) continue
      const member = readMember(at, depth)
      if (member !== undefined) members.push(member)
      readSeparator()
    }
    readClose("{", token.closeBrace, opened)
    return { _tag: "Object", members, place: places.placeAt(opened, at) }
  }

  const readArray = (at: string, depth: number): JsonNode => {
    const opened = current.start
    const items: Array<JsonNode> = []
    next()
    while (!is(token.end) && !isClose(current.kind)) {
      if (skipExtraComma()) continue
      items.push(readValue(`${at}[${items.length}]`, depth + 1))
      readSeparator()
    }
    readClose("[", token.closeBracket, opened)
    return { _tag: "Array", items, place: places.placeAt(opened, at) }
  }

  const skipExtraComma = (): boolean => {
    if (!is(token.comma)) return false
    report(wordings.extraComma, current.start)
    next()
    return true
  }

  const readMember = (at: string, depth: number): JsonMember | undefined => {
    const { kind, value, start, end } = current
    const word = text.slice(start, end)
    if (kind === token.unknown) {
      report(/^[\p{L}_$'`\u2018-\u201f]/u.test(word) ? wordings.bareKey(word) : wordingOfUnknown(word), start)
    } else if (kind === token.openBrace || kind === token.openBracket || kind === token.colon) {
      giveUp(wordings.badKey, start)
    } else if (kind !== token.string) report(wordings.badKey, start)
    const path = pathOf(at, value)
    const keyPlace = places.placeAt(start, path)
    next()
    if (is(token.colon)) next()
    else if (current.start === previous.end && is(token.unknown)) giveUp(wordings.innerQuote, current.start)
    else if (is(token.comma) || isClose(current.kind)) {
      report(wordings.missingValue, previous.end)
      return undefined
    } else report(wordings.missingColon, previous.end)
    return { key: value, keyPlace, value: readValue(path, depth + 1) }
  }

  /** Goes to the next member or item, or to where this one's parent closes. */
  const readSeparator = (): void => {
    const { kind, start } = current
    if (kind === token.comma) {
      next()
      if (isClose(current.kind)) relax("trailing-comma", start)
    } else if (kind === token.end || isClose(kind)) return
    else if (previous.kind === token.string && previous.end === start) giveUp(wordings.innerQuote, start)
    else if (kind === token.number && previous.kind === token.number && previous.end === start) {
      report(wordings.leadingZero, previous.start)
    } else if (kind === token.colon) giveUp(wordings.unexpected(":"), start)
    else report(wordings.missingComma, previous.end)
  }

  const readClose = (open: "{" | "[", close: number, opened: number): void => {
    const place = places.placeAt(opened)
    if (is(close)) next()
    else if (is(token.end)) giveUp(wordings.unclosed(open, place), text.length)
    else giveUp(wordings.wrongClose(text.slice(current.start, current.end), open, place), current.start)
  }

  next()
  const root = readValue("", 1)
  if (!is(token.end)) giveUp(wordings.moreText, current.start)
  return { root: problems.length === 0 ? root : undefined, problems, relaxations }
}
