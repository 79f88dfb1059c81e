import { cleanText } from "@pawl/core"
import { type JsonNode, toJson } from "@pawl/format-kit"
import { controlKey, denials, falsehoods, type No } from "../saysNo.ts"
import type { DecodeContext } from "./DecodeContext.ts"
import { type Messages, messagesOf, noMessages } from "./messagesOf.ts"
import type { Output } from "./objectsIn.ts"
import { messagesIn } from "./textMessages.ts"

/** A word that holds something back, and the messages that belong to it. */
export interface Said {
  readonly word: No
  readonly messages: () => Messages
}

const nothing: Said = { word: "nothing", messages: () => noMessages }

const strength: { readonly [W in No]: number } = { nothing: 0, ask: 1, deny: 2 }

/** The stricter of two; the first one where they are alike. */
const stricterOf = (a: Said, b: Said): Said => (strength[b.word] > strength[a.word] ? b : a)

/** What the members of a value say, however deep they stand. Texts inside of it are only texts: a payload may hold any. */
const saidInNode = (node: JsonNode, context: DecodeContext): Said => {
  if (node._tag === "Array") return node.items.map((item) => saidInNode(item, context)).reduce(stricterOf, nothing)
  if (node._tag !== "Object") return nothing
  return node.members
    .map(({ key, value }) => {
      const word = controlKey(key)?.says(toJson(value)) ?? "nothing"
      const own: Said = word === "nothing" ? nothing : { word, messages: () => messagesOf(node, context) }
      return stricterOf(own, saidInNode(value, context))
    })
    .reduce(stricterOf, nothing)
}

/**
 * A control key with a word behind it. A key in quotes may stand anywhere but behind a backslash, where it is part of a
 * text; one without only where an object has its keys. Every run of blanks is looked at once, so that no text takes long.
 */
const pattern = (keys: string, words: ReadonlyArray<string>): string =>
  `(?:(?<!\\\\)(["'])\\s*(?:${keys})\\s*\\1|[{,(]\\s*(?:${keys}))\\s*:\\s*(?:[[{]\\s*(?:["']?\\w{1,40}["']?\\s*:\\s*)?)?(?:["']\\s*)?(${words.join("|")})(?![\\w-])`

const verdict = pattern("permission(?:[_-]?decision)?|decision", [...denials, "ask"])
const halt = pattern("continue", falsehoods)

/** The object that a line of a text is, from its first brace to its last; undefined where it is none. */
const objectOfLine = (line: string): { readonly from: number; readonly to: number } | undefined => {
  const from = line.indexOf("{")
  const to = line.lastIndexOf("}") + 1
  try {
    JSON.parse(line.slice(from, to))
    return { from, to }
  } catch {
    return undefined
  }
}

const saidByPattern = (text: string, source: string, context: DecodeContext): Said => {
  const expression = new RegExp(source, "giu")
  let said = nothing
  let lineEnd = -1
  for (let found = expression.exec(text); found !== null; found = expression.exec(text)) {
    const at = found.index
    // In the texts of an object quotes like these need no backslash; what the object says is read from its members.
    if (found[1] !== '"' && at > lineEnd) {
      const from = text.lastIndexOf("\n", at) + 1
      const end = text.indexOf("\n", at)
      lineEnd = end < 0 ? text.length : end
      const object = objectOfLine(text.slice(from, lineEnd))
      if (object !== undefined && at >= from + object.from && at < from + object.to) {
        expression.lastIndex = from + object.to
        continue
      }
    }
    const word = found[2]?.toLowerCase() === "ask" ? "ask" : "deny"
    said = stricterOf(said, { word, messages: () => messagesIn(text, at, context) })
    if (word === "deny") break
  }
  return said
}

const escapedLetter = /(?<!\\)\\u00([4-7][\da-f])/giu

/** Letters that were written as escapes, as letters: a key may hold them as well. */
const withLetters = (text: string): string =>
  text.replace(escapedLetter, (written, code: string) => {
    const letter = String.fromCharCode(Number.parseInt(code, 16))
    return /[a-z]/iu.test(letter) ? letter : written
  })

const saidInText = (text: string, context: DecodeContext): Said => {
  const raw = withLetters(text.replaceAll("\0", ""))
  const clean = cleanText(raw)
  // An escape sequence that never ends may take the rest of a text with it, so that is looked at as well.
  const texts = clean.length === raw.length ? [raw] : [clean, raw]
  return texts
    .flatMap((each) => [verdict, halt].map((source) => saidByPattern(each, source, context)))
    .reduce(stricterOf, nothing)
}

const decoder = new TextDecoder()

/**
 * What an output that is no answer says all the same, wherever and in whatever spelling: in a list, in an object in
 * another one, with something glued to it, cut, in quotes of another language. It takes linear time. Rule: CUR-114
 */
export const saidSomewhere = ({ isEmpty, objects, root }: Output, context: DecodeContext): Said => {
  if (isEmpty) return nothing
  if (root !== undefined) {
    return root._tag === "String" ? saidInText(root.value, context) : saidInNode(root, context)
  }
  return objects
    .map((node) => saidInNode(node, context))
    .reduce(stricterOf, saidInText(decoder.decode(context.outcome.stdout), context))
}
