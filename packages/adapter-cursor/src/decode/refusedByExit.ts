import type { HookEffects } from "@pawl/core"
import { readJsonAnswer } from "@pawl/format-kit"
import { withDiagnostics, withErrorLine } from "./answers.ts"
import { type DecodeContext, told } from "./DecodeContext.ts"
import { lastErrorLine, onErrorOutput } from "./failure.ts"
import { type Messages, messagesOf, noMessages, spoke } from "./messagesOf.ts"

/**
 * Exit 2 refuses, with the messages of a JSON object if that is what was written: `refuse` makes a denial or a halt of
 * them, and `what` is the word for it in the finding of a hook that only wrote to its error output. Rule: CUR-42, CUR-79
 */
export const refusedByExit = (
  context: DecodeContext,
  what: "denied" | "held",
  refuse: (said: Messages) => HookEffects
): HookEffects => {
  const answer = context.outcome.stdoutTruncated ? undefined : readJsonAnswer(context.outcome.stdout)
  const isObject = answer?._tag === "Json" && answer.root._tag === "Object"
  const said = isObject ? messagesOf(answer.root, context) : noMessages
  const effects = withErrorLine(context, refuse(said))
  const line = spoke(said) ? undefined : lastErrorLine(context)
  return line === undefined
    ? effects
    : withDiagnostics(
        effects,
        told(
          context,
          "cursor/denied-without-message",
          `${what} with exit 2; its error output ends with: ${line}`,
          onErrorOutput(line)
        )
      )
}
