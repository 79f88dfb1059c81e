/** What a terminal obeys, or what cannot be seen; the line breaks are those between the values. */
const unseen = /(?!\n)[\p{Cc}\p{Cf}\u2028\u2029\p{Default_Ignorable_Code_Point}]/gu

const escapeOf = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`

/** Half of a pair of code units is no text, and strict readers refuse a whole document for it. */
const wellFormed = (_: string, value: unknown): unknown => {
  if (typeof value === "string") return value.toWellFormed()
  if (value === null || typeof value !== "object" || Array.isArray(value)) return value
  const entries = Object.entries(value)
  return entries.every(([key]) => key.isWellFormed())
    ? value
    : Object.fromEntries(entries.map(([key, each]) => [key.toWellFormed(), each]))
}

/**
 * A value as JSON in lines that can be shown anywhere: what cannot be seen is written as JSON's own escapes, so that it is
 * read back as it was. Halves of characters become U+FFFD. Rule: CLI-6, CLI-31
 *
 * @example
 * ```ts
 * jsonText("a\u202e") // '"a\\u202e"\n'
 * ```
 */
export const jsonText = (value: unknown): string =>
  `${JSON.stringify(value, wellFormed, 2).replace(unseen, (character) => character.split("").map(escapeOf).join(""))}\n`
