import { type HookEffects, noEffects } from "@pawl/core"
import { type JsonObject, readJsonAnswer } from "@pawl/format-kit"
import { showValue } from "../showValue.ts"
import { answerHint } from "./answerHint.ts"
import { withDiagnostics } from "./answers.ts"
import { type DecodeContext, told } from "./DecodeContext.ts"
import { plainFailureOf } from "./failure.ts"
import { problemOf } from "./malformed.ts"
import { type Problem, problemInFields } from "./readField.ts"
import { stricter } from "./stricter.ts"
import { undocumented } from "./undocumented.ts"

/** An output that does not fit an event at which nothing can be prevented: it means nothing, and is told. Rule: CUR-4, CUR-76 */
const meansNothing = (context: DecodeContext, { found, what }: Problem): HookEffects => {
  const { event } = context
  const takesNone = event.answer.length === 0 && event.claude === "nothing"
  const message = `${what}${found === undefined ? "" : `: ${found}`}; that has no effect`
  // Whoever prints a line of progress where no answer is taken has done nothing wrong.
  const code = takesNone ? "cursor/output-unread" : "cursor/malformed-answer"
  return withDiagnostics(noEffects, told(context, code, message, answerHint(event)))
}

/**
 * What the outcome of a run means where a hook decides nothing. A failure, exit 2 included, and an output that does not
 * fit are told and mean nothing, whatever the policy; no output is the normal answer. Fields of other events are looked
 * at in any object. Rule: CUR-4, CUR-51, CUR-52, CUR-76
 */
export const quietly = (context: DecodeContext, read: (root: JsonObject) => HookEffects): HookEffects => {
  const { outcome } = context
  const failure = plainFailureOf(outcome.ending, context)
  if (failure !== undefined) {
    const message = `${failure.what}${failure.wrote === undefined ? "" : `: ${failure.wrote}`}; that has no effect`
    return withDiagnostics(noEffects, told(context, "cursor/hook-failed", message, failure.hint))
  }
  if (outcome.stdoutTruncated) {
    return meansNothing(context, { what: "the output is longer than is read and was cut" })
  }
  const answer = readJsonAnswer(outcome.stdout)
  switch (answer._tag) {
    case "Empty":
      return noEffects
    case "Json": {
      const { root } = answer
      if (root._tag !== "Object") {
        return meansNothing(context, { what: "it is no JSON object", found: showValue(root) })
      }
      const problem = problemInFields(root, context)
      return stricter(problem === undefined ? read(root) : meansNothing(context, problem), undocumented(root, context))
    }
    default:
      return meansNothing(context, problemOf(answer))
  }
}
