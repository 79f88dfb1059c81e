import { type HookEffects, limits, noEffects } from "@pawl/core"
import { type JsonObject, lastMember } from "@pawl/format-kit"
import { answerFields } from "../AnswerField.ts"
import { dataOf } from "../BindingData.ts"
import { withDiagnostics } from "./answers.ts"
import { type DecodeContext, told } from "./DecodeContext.ts"
import { message } from "./message.ts"
import { textIn } from "./messagesOf.ts"
import { quietly } from "./quietly.ts"
import { documentedField } from "./readField.ts"

/** What Claude's `decision: "block"` says to go on with, flat or nested; any other decision says nothing. Rule: CUR-78 */
const claudeReason = (root: JsonObject): { readonly blocks: boolean; readonly reason: string | undefined } => {
  const blocking = [root, lastMember(root, "hookSpecificOutput")?.value].filter(
    (node) => textIn(node, "decision") === "block"
  )
  const reasons = blocking.map((node) => textIn(node, "reason"))
  return { blocks: blocking.length > 0, reason: reasons.find((reason) => reason !== undefined && reason !== "") }
}

const reasonless = (context: DecodeContext): HookEffects =>
  withDiagnostics(
    noEffects,
    told(
      context,
      "cursor/malformed-answer",
      '"decision" is "block" without a "reason"; that has no effect',
      'Write "followup_message".'
    )
  )

/**
 * What the outcome of a run means at the end of a turn or of a subagent: a message to go on with, within the hook's limit.
 * A limit of 0 is no follow-up. Rule: CUR-17, CUR-78
 */
export const decodeFollowUp = (context: DecodeContext): HookEffects =>
  quietly(context, (root) => {
    const flat = documentedField(root, "followup_message", answerFields.followup_message, context)
    const claude = claudeReason(root)
    if (flat === undefined && claude.blocks && claude.reason === undefined) return reasonless(context)
    const said = message(context, flat ?? claude.reason, limits.contextBytes)
    if (said === undefined) return noEffects
    const { loopLimit } = dataOf(context.binding)
    return loopLimit === 0
      ? withDiagnostics(noEffects, told(context, "cursor/follow-up-dropped", '"loop_limit" is 0, so nothing follows'))
      : { ...noEffects, continuation: { message: said.text, loopLimit }, diagnostics: said.diagnostics }
  })
