import type { PatternSurvey } from "./PatternSurvey.ts"
import { classEscapes, type UnitRange } from "./RegexNode.ts"
import type { TroubleReason } from "./RegexTrouble.ts"

/** What an escape means; `end` is the offset behind it. */
export type Escape =
  /** `plain` where the backslash adds nothing: the character stands for itself. */
  | { readonly _tag: "Unit"; readonly code: number; readonly end: number; readonly plain?: true }
  | { readonly _tag: "Class"; readonly ranges: ReadonlyArray<UnitRange>; readonly end: number }
  | { readonly _tag: "WordEdge"; readonly negated: boolean; readonly end: number }
  | { readonly _tag: "Reference"; readonly end: number }
  | { readonly _tag: "Trouble"; readonly reason: TroubleReason; readonly end: number }

const controlEscapes: ReadonlyMap<string, number> = new Map([
  ["t", 0x09],
  ["n", 0x0a],
  ["v", 0x0b],
  ["f", 0x0c],
  ["r", 0x0d]
])

const backslash = 0x5c

const unit = (code: number, end: number): Escape => ({ _tag: "Unit", code, end })

const plain = (pattern: string, at: number): Escape => ({
  _tag: "Unit",
  code: pattern.charCodeAt(at),
  end: at + 1,
  plain: true
})

const lettersOnly = /^[A-Za-z]$/u
const lettersDigitsUnderscore = /^\w$/u

/** `\101`: up to three octal digits, at most 377. */
const readOctal = (pattern: string, at: number): Escape => {
  const text = /^(?:[0-3][0-7]{0,2}|[4-7][0-7]?)/u.exec(pattern.slice(at, at + 3))?.[0]
  return text === undefined ? unit(pattern.charCodeAt(at), at + 1) : unit(Number.parseInt(text, 8), at + text.length)
}

const readHex = (pattern: string, at: number, length: number): Escape => {
  const text = pattern.slice(at + 1, at + 1 + length)
  return text.length === length && /^[\dA-Fa-f]+$/u.test(text)
    ? unit(Number.parseInt(text, 16), at + 1 + length)
    : plain(pattern, at)
}

const readControl = (pattern: string, at: number, inClass: boolean): Escape => {
  const letter = pattern[at + 1] ?? ""
  return (inClass ? lettersDigitsUnderscore : lettersOnly).test(letter)
    ? unit(letter.charCodeAt(0) % 32, at + 2)
    : // The backslash is then a character of its own, and the "c" comes after it.
      unit(backslash, at)
}

const readDecimal = (pattern: string, at: number, survey: PatternSurvey): Escape => {
  const text = /^\d+/u.exec(pattern.slice(at, at + 12))?.[0] ?? ""
  return Number(text) <= survey.groups ? { _tag: "Reference", end: at + text.length } : readOctal(pattern, at)
}

const readNamed = (pattern: string, at: number, survey: PatternSurvey): Escape => {
  if (!survey.named) return plain(pattern, at)
  const end = pattern.indexOf(">", at)
  return pattern[at + 1] === "<" && end > 0 && survey.names.has(pattern.slice(at + 2, end))
    ? { _tag: "Reference", end: end + 1 }
    : { _tag: "Trouble", reason: "unknown-name", end: end < 0 ? pattern.length : end + 1 }
}

/** Reads the escape whose backslash stands before `at`, by the rules of a pattern without flags (ECMA-262, Annex B). */
export const readEscape = (pattern: string, at: number, inClass: boolean, survey: PatternSurvey): Escape => {
  const letter = pattern[at]
  if (letter === undefined) return { _tag: "Trouble", reason: "trailing-backslash", end: at }
  const control = controlEscapes.get(letter)
  if (control !== undefined) return unit(control, at + 1)
  const ranges = classEscapes.get(letter)
  if (ranges !== undefined) return { _tag: "Class", ranges, end: at + 1 }
  if (letter === "x") return readHex(pattern, at, 2)
  if (letter === "u") return readHex(pattern, at, 4)
  if (letter === "c") return readControl(pattern, at, inClass)
  if (letter === "0") return readOctal(pattern, at)
  if (letter >= "1" && letter <= "9") return inClass ? readOctal(pattern, at) : readDecimal(pattern, at, survey)
  if (letter === "k") return readNamed(pattern, at, survey)
  if (letter === "b" && inClass) return unit(0x08, at + 1)
  if ((letter === "b" || letter === "B") && !inClass) return { _tag: "WordEdge", negated: letter === "B", end: at + 1 }
  return plain(pattern, at)
}
