import { capText } from "@pawl/core"
import type { JsonNode } from "@pawl/format-kit"

/** The most bytes of a value that a finding quotes. */
const shownBytes = 60

/** The most bytes of a path: one that is cut in the middle is of no use. */
const shownPathBytes = 1_024

/** A name or a text of a file as a finding quotes it. Rule: CUR-120 */
export const showText = (text: string): string => {
  // What is cut away need not be written first.
  const quoted = JSON.stringify(text.slice(0, shownBytes + 1))
  return text.length <= shownBytes ? quotedShort(quoted) : `${capText(quoted, shownBytes).text}…"`
}

const quotedShort = (quoted: string): string => {
  const { cut, text } = capText(quoted, shownBytes)
  return cut ? `${text}…"` : text
}

/** A path as a finding shows it without quotes. Rule: CUR-120 */
export const shortPath = (path: string): string => {
  const { cut, text } = capText(path, shownPathBytes)
  return cut ? `${text}…` : text
}

/** A path as a finding quotes it. Rule: CUR-120 */
export const showPath = (path: string): string => {
  const quoted = JSON.stringify(path)
  const { cut, text } = capText(quoted, shownPathBytes)
  return cut ? `${text}…"` : quoted
}

/** Some of many quoted words, and how many more there are. Rule: CUR-120 */
export const showSome = (words: ReadonlyArray<string>): ReadonlyArray<string> =>
  words.length <= mostShown ? words : [...words.slice(0, mostShown - 1), `${words.length - mostShown + 1} more`]

const mostShown = 6

/** A value of a file as a finding quotes it, in as few words as will do. Rule: CUR-6 */
export const showValue = (node: JsonNode): string => {
  switch (node._tag) {
    case "Object":
      return "an object"
    case "Array":
      return "a list"
    case "Null":
      return "null"
    case "Number":
      return Number.isFinite(node.value) ? String(node.value) : "a number too large to read"
    case "Boolean":
      return String(node.value)
    case "String":
      return showText(node.value)
  }
}
