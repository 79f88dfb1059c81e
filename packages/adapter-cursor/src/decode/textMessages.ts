import { limits } from "@pawl/core"
import type { AnswerField } from "../AnswerField.ts"
import type { DecodeContext } from "./DecodeContext.ts"
import { type Messages, noMessages } from "./messagesOf.ts"

const escapes: ReadonlyMap<string, string> = new Map([
  ["n", "\n"],
  ["t", "\t"],
  ["r", "\r"],
  ["b", "\b"],
  ["f", "\f"]
])

/** What a text in quotes says, up to its closing quote or to where the output ends. */
const quotedText = (text: string, from: number, quote: string): string => {
  let said = ""
  for (let at = from; at < text.length && text[at] !== quote && said.length <= limits.reasonBytes; at++) {
    if (text[at] !== "\\") {
      said += text[at]
      continue
    }
    at++
    const code = text[at] === "u" ? /^[\da-f]{4}$/iu.exec(text.slice(at + 1, at + 5))?.[0] : undefined
    said +=
      code === undefined
        ? (escapes.get(text[at] ?? "") ?? text[at] ?? "")
        : String.fromCharCode(Number.parseInt(code, 16))
    if (code !== undefined) at += 4
  }
  return said
}

/** How far from a word its messages are looked for. */
const reach = 65_536

/**
 * The documented messages beside a word in a text that is no JSON: those whose keys come before the first closing brace
 * behind it. What was cut counts as far as it goes. Rule: CUR-114
 */
export const messagesIn = (text: string, at: number, { event }: DecodeContext): Messages => {
  const open = text.lastIndexOf("{", at)
  const from = Math.max(open, at - reach, 0)
  const close = text.indexOf("}", at)
  const to = Math.min(close < 0 ? text.length : close, at + reach)
  const read = (field: AnswerField): string | undefined => {
    if (!event.answer.includes(field)) return undefined
    const key = new RegExp(`(?<!\\\\)(["'])${field}\\1\\s*:\\s*(["'])`, "u").exec(text.slice(from, to))
    return key === null ? undefined : quotedText(text, from + key.index + key[0].length, key[2] ?? '"')
  }
  return { ...noMessages, agent: read("agent_message"), user: read("user_message") }
}
