import type { HookEffects } from "@pawl/core"
import { type JsonAnswer, type JsonNode, readJsonAnswerLines } from "@pawl/format-kit"
import { reasons } from "../reasons.ts"
import { denial, withDiagnostics } from "./answers.ts"
import { type DecodeContext, told } from "./DecodeContext.ts"
import { type Messages, messagesOf, noMessages, spoke } from "./messagesOf.ts"
import type { Problem } from "./readField.ts"
import { answerInstead } from "./takenForAnswer.ts"
import { unreadMessages } from "./unreadMessages.ts"
import { type Word, wordOf } from "./Word.ts"

/** The messages that explain a malformed answer: of the strictest object in it that does not say allow. Rule: CUR-61 */
const explanation = (objects: ReadonlyArray<JsonNode>, context: DecodeContext): Messages => {
  const order: ReadonlyArray<Word> = ["deny", "ask", "nothing"]
  for (const word of order) {
    for (const node of objects) {
      const said = messagesOf(node, context)
      if (wordOf(node, context) === word && spoke(said)) return said
    }
  }
  return unexplained(objects, context)
}

/** No message, and the keys under which one may have been meant. */
const unexplained = (objects: ReadonlyArray<JsonNode>, context: DecodeContext): Messages => ({
  ...noMessages,
  unread: [...new Set(objects.flatMap((node) => unreadMessages(node, context)))]
})

/** An output that is no answer to the event: a denial, also where the definition fails open. Rule: CUR-4, CUR-40 */
export const malformed = (
  context: DecodeContext,
  problem: Problem,
  objects: ReadonlyArray<JsonNode>,
  sentence = reasons.malformed(context.name, problem.what)
): HookEffects => {
  const said = (context.facts.failedOutputTightens ? explanation : unexplained)(objects, context)
  const finding = told(
    context,
    "cursor/malformed-answer",
    `${problem.what}${problem.found === undefined ? "" : `: ${problem.found}`}; that denies`,
    answerInstead(objects, context)
  )
  return withDiagnostics(denial(context, said, sentence), finding)
}

/** What is wrong with an output that is no JSON value. */
export const problemOf = (answer: Extract<JsonAnswer, { readonly _tag: "NotJson" | "NotUtf8" }>): Problem => {
  if (answer._tag === "NotUtf8") return { what: "it is not UTF-8" }
  const what = answer.lines.length > 0 ? "there is text before or after the JSON" : "it is not JSON"
  return { what, found: answer.problem }
}

/** Output that was cut at the cap: nobody knows what the rest said. Rule: CUR-40, CUR-61 */
export const cut = (context: DecodeContext): HookEffects =>
  malformed(
    context,
    { what: "the output is longer than is read and was cut" },
    readJsonAnswerLines(context.outcome.stdout),
    reasons.cut(context.name)
  )
