import { type HookEffects, noEffects } from "@pawl/core"
import { type JsonNode, membersNamed, toJson } from "@pawl/format-kit"
import * as Option from "effect/Option"
import { answerFields } from "../AnswerField.ts"
import { reasons } from "../reasons.ts"
import { denial, question } from "./answers.ts"
import type { DecodeContext } from "./DecodeContext.ts"
import { type Messages, messagesOf } from "./messagesOf.ts"

/** What an object says about the permission, in whatever shape: the strictest word that occurs in it. Rule: CUR-61 */
export type Word = "deny" | "ask" | "allow" | "nothing"

const strictest = (words: ReadonlyArray<Word>): Word =>
  (["deny", "ask", "allow"] as const).find((word) => words.includes(word)) ?? "nothing"

const wordIn = (node: JsonNode): Word => Option.getOrElse(answerFields.permission.decode(toJson(node)), () => "nothing")

/** The word of an object that need not fit the event: read so as to tighten, never so as to loosen. Rule: CUR-61 */
export const wordOf = (node: JsonNode, { event, facts }: DecodeContext): Word => {
  const nested = event.claude === "permission" ? membersNamed(node, "hookSpecificOutput") : []
  return strictest([
    ...membersNamed(node, "permission").map(({ value }) => wordIn(value)),
    ...nested.flatMap(({ value }) => membersNamed(value, "permissionDecision")).map(({ value }) => wordIn(value)),
    ...(event.olderDecision && facts.olderSpellings
      ? membersNamed(node, "decision").map(({ value }): Word => (toJson(value) === "deny" ? "deny" : "nothing"))
      : [])
  ])
}

/** What the ask rule of an event makes of `ask` where the reading takes every question seriously. */
const asksAt = ({ event: { control } }: DecodeContext): boolean =>
  control._tag === "Permission" && (control.ask === "asks" || control.ask === "no-opinion")

/** A denial or a question of a failed run, with its messages. Rule: CUR-61 */
export const refusal = (word: "deny" | "ask", said: Messages, context: DecodeContext): HookEffects =>
  word === "ask" && asksAt(context) ? question(context, said) : denial(context, said, reasons.denied(context.name))

/** What an object of a failed run says: a denial or a question with its messages, never anything looser. Rule: CUR-61 */
export const saidBy = (node: JsonNode, context: DecodeContext): HookEffects => {
  const word = wordOf(node, context)
  return word === "deny" || word === "ask" ? refusal(word, messagesOf(node, context), context) : noEffects
}
