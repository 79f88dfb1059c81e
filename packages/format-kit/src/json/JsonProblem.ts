import type { Place } from "@pawl/core"

/** What is wrong with a text as JSON, where, and what to write instead. It may quote the text. Rule: KIT-4 */
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

/** The words for a problem, still without its place. */
export interface Wording {
  readonly message: string
  readonly hint?: string
}

const shorten = (text: string): string => (text.length > 24 ? `${text.slice(0, 24)}…` : text)

/** Words that other languages have for a value, and what JSON writes. */
const foreignWords: ReadonlyMap<string, string> = new Map([
  ["True", "write true"],
  ["TRUE", "write true"],
  ["yes", "write true"],
  ["False", "write false"],
  ["FALSE", "write false"],
  ["no", "write false"],
  ["None", "write null, or leave the key out"],
  ["nil", "write null, or leave the key out"],
  ["undefined", "leave the key out"],
  ["NaN", "write a number"],
  ["Infinity", "write a number"],
  ["-Infinity", "write a number"]
])

const quoteHint = "write straight double quotes around it"

/** What a run of characters that means nothing in JSON is likely to be. */
export const wordingOfUnknown = (word: string): Wording => {
  if (word.includes("\u0000")) {
    return { message: "This text holds NUL characters", hint: "save the file as UTF-8, not as UTF-16" }
  }
  if (/^(?:<{7}|={7}|>{7})/u.test(word)) {
    return { message: "A merge conflict is left here", hint: "keep one side of it and remove the marks" }
  }
  if (word.startsWith("'")) return { message: "A text stands in single quotes here", hint: quoteHint }
  if (/^[\u2018-\u201f`]/u.test(word)) return { message: "A text stands in typographic quotes here", hint: quoteHint }
  if (word.startsWith("#")) return { message: "JSON has no comments with #", hint: "write // instead, or remove it" }
  if (/^[+.\d-]/u.test(word)) {
    return { message: `${shorten(word)} is no number in JSON`, hint: "write digits, with one before a point" }
  }
  return {
    message: `${shorten(word)} is no value in JSON`,
    hint: foreignWords.get(word) ?? "write double quotes around it if it is a text"
  }
}

export const wordings = {
  emptyText: { message: "The text is empty", hint: "write a JSON value, such as {}" },
  endsEarly: { message: "The text ends where a value is expected" },
  moreText: {
    message: "There is more text after the end of the value",
    hint: "remove it, or look for one closing bracket too many before it"
  },
  tooDeep: (levels: number) => ({ message: `Arrays and objects are nested more than ${levels} levels deep` }),
  openComment: { message: "This comment is never closed", hint: "write */ at its end" },
  openString: (token: string) => ({
    message: "This text is not closed on its line",
    hint: /\\"[\s,}\]]*$/u.test(token)
      ? 'write \\\\ for a backslash before the closing quote: \\" is a quote inside the text'
      : 'write " at its end, and \\n for a line break inside it'
  }),
  badNumber: (token: string) => ({
    message: `${shorten(token)} is no number in JSON`,
    hint: "write a digit after the point and after the e"
  }),
  leadingZero: { message: "A number cannot start with 0 and another digit", hint: "remove the 0" },
  badEscape: (written: string) => ({
    message: `${written} means nothing inside a text`,
    hint: "write \\\\ for a backslash"
  }),
  rawControl: (code: number) => ({
    message: code === 9 ? "A tab stands inside a text" : "A control character stands inside a text",
    hint: code === 9 ? "write \\t" : `write \\u${code.toString(16).padStart(4, "0")}`
  }),
  innerQuote: {
    message: "The text before this ends at an unescaped quote",
    hint: 'write \\" for a quote inside a text'
  },
  missingComma: { message: "A comma is missing here", hint: "write , between two values" },
  missingColon: { message: "A colon is missing after this key", hint: "write : between a key and its value" },
  missingValue: { message: "A value is missing here", hint: "write a value, or remove the key" },
  extraComma: { message: "There is nothing before this comma", hint: "remove it" },
  badKey: { message: "A key is expected here", hint: "write a text in double quotes" },
  bareKey: (word: string) => ({
    message: `The key ${shorten(word)} needs double quotes`,
    hint: `write "${shorten(word.replace(/^['`\u2018-\u201f]+|['`\u2018-\u201f]+$/gu, ""))}"`
  }),
  unexpected: (token: string) => ({ message: `${shorten(token)} closes or separates nothing here`, hint: "remove it" }),
  wrongClose: (token: string, open: string, place: Place) => ({
    message: `${token} cannot close the ${open} of line ${place.line}, column ${place.column}`,
    hint: `write ${open === "{" ? "}" : "]"} first`
  }),
  unclosed: (open: string, place: Place) => ({
    message: `The text ends before the ${open} of line ${place.line}, column ${place.column} is closed`,
    hint: `write ${open === "{" ? "}" : "]"} where it ends`
  }),
  comment: { message: "Comments are not allowed here", hint: "remove it" },
  trailingComma: { message: "A comma before a closing bracket is not allowed here", hint: "remove it" }
} satisfies Record<string, Wording | ((...details: Array<never>) => Wording)>
