import type { JsonNode } from "./JsonNode.ts"
import { readJson } from "./json/readJson.ts"
import { placesOf } from "./Place.ts"

/**
 * What a program answered, read as strict JSON (RFC 8259) in UTF-8. Keys that occur twice are kept twice. `lines` holds
 * each line that is a JSON object by itself, in order: they may tighten a decision, never loosen it. Rule: KIT-7, KIT-8
 */
export type JsonAnswer =
  /** Nothing but blanks, line breaks and byte-order marks. */
  | { readonly _tag: "Empty" }
  | { readonly _tag: "Json"; readonly root: JsonNode }
  | { readonly _tag: "NotJson"; readonly problem: string; readonly lines: ReadonlyArray<JsonNode> }
  | { readonly _tag: "NotUtf8"; readonly lines: ReadonlyArray<JsonNode> }

const decoder = new TextDecoder("utf-8", { ignoreBOM: true })
const encoder = new TextEncoder()

const sameBytes = (a: Uint8Array, b: Uint8Array): boolean => {
  if (a.length !== b.length) return false
  for (let index = 0; index < a.length; index++) if (a[index] !== b[index]) return false
  return true
}

/**
 * The text of the bytes, or undefined when they are not UTF-8. A decoder that is asked to fail throws, which takes
 * seconds on a flood of bad lines; so the text is compared with the bytes where it shows a replacement character.
 */
const decodeUtf8 = (bytes: Uint8Array): string | undefined => {
  const text = decoder.decode(bytes)
  return text.includes("\uFFFD") && !sameBytes(encoder.encode(text), bytes) ? undefined : text
}

/** The value of a text that is JSON and nothing else, or what is wrong with it. */
const readStrictly = (text: string, firstLine: number): JsonNode | string => {
  const { root, problems } = readJson(text, placesOf(text, firstLine), "strict")
  const [problem] = problems
  if (root !== undefined && isJson(text)) return root
  return problem === undefined
    ? "The text is not JSON"
    : `${problem.message} (line ${problem.place.line}, column ${problem.place.column})`
}

/** An answer decides what may run, so the platform's own reader has to agree that it is JSON. */
const isJson = (text: string): boolean => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

const readLine = (bytes: Uint8Array, line: number): JsonNode | undefined => {
  const text = decodeUtf8(bytes)?.replace(/^\uFEFF+/u, "")
  // Most lines of a flood are told apart by their ends.
  const ends = text?.trim()
  if (text === undefined || ends?.startsWith("{") !== true || !ends.endsWith("}")) return undefined
  const value = readStrictly(text, line)
  return typeof value !== "string" && value._tag === "Object" ? value : undefined
}

const lineFeed = 0x0a
const carriageReturn = 0x0d

/** The lines of cut or undecodable bytes that are a strict JSON object by themselves, in order. Rule: KIT-8 */
export const readJsonAnswerLines = (bytes: Uint8Array): ReadonlyArray<JsonNode> => {
  const found: Array<JsonNode> = []
  let line = 1
  let start = 0
  for (let end = 0; end <= bytes.length; end++) {
    if (end < bytes.length && bytes[end] !== lineFeed && bytes[end] !== carriageReturn) continue
    if (end > start) {
      const value = readLine(bytes.subarray(start, end), line)
      if (value !== undefined) found.push(value)
    }
    if (bytes[end] === carriageReturn && bytes[end + 1] === lineFeed) end++
    line++
    start = end + 1
  }
  return found
}

/**
 * Reads what a program answered: exactly one JSON value after any leading byte-order marks, with blanks around it.
 * Never throws. Rule: KIT-7, KIT-8
 *
 * @example
 * ```ts
 * readJsonAnswer(new TextEncoder().encode('{"permission":"deny"}\ndone'))
 * // { _tag: "NotJson", problem: "There is more text …", lines: [the object of line 1] }
 * ```
 */
export const readJsonAnswer = (bytes: Uint8Array): JsonAnswer => {
  const text = decodeUtf8(bytes)
  if (text === undefined) return { _tag: "NotUtf8", lines: readJsonAnswerLines(bytes) }
  if (/^[\uFEFF \t\r\n]*$/u.test(text)) return { _tag: "Empty" }
  const value = readStrictly(text.replace(/^\uFEFF+/u, ""), 1)
  return typeof value === "string"
    ? { _tag: "NotJson", problem: value, lines: readJsonAnswerLines(bytes) }
    : { _tag: "Json", root: value }
}

/** The value of a text where it is a JSON object. */
const objectIn = (text: string, line: number): ReadonlyArray<JsonNode> => {
  const ends = text.trim()
  if (!ends.startsWith("{") || !ends.endsWith("}")) return []
  const value = readStrictly(text, line)
  return typeof value !== "string" && value._tag === "Object" ? [value] : []
}

/**
 * The objects that stand in bytes of any kind: the whole text, else the text from the first line that begins with `{` to
 * the last that ends with `}`, and each line. Bytes that are not UTF-8 show as replacement characters, and NUL bytes are
 * blanks. For what may tighten a decision only, never for what may loosen it. Never throws. Rule: KIT-8
 */
export const looseObjects = (bytes: Uint8Array): ReadonlyArray<JsonNode> => {
  const text = decoder
    .decode(bytes)
    .replaceAll("\0", " ")
    .replace(/^\uFEFF+/u, "")
  const whole = objectIn(text, 1)
  if (whole.length > 0) return whole
  const lines = text.split(/\r\n|\r|\n/u)
  const first = lines.findIndex((line) => line.trimStart().startsWith("{"))
  const last = lines.findLastIndex((line) => line.trimEnd().endsWith("}"))
  const many = first >= 0 && last > first ? objectIn(lines.slice(first, last + 1).join("\n"), first + 1) : []
  return [...many, ...lines.flatMap((line, index) => objectIn(line.replace(/^\uFEFF+/u, ""), index + 1))]
}
