import { type HookEffects, limits, noEffects } from "@pawl/core"
import { type JsonNode, type JsonObject, membersNamed } from "@pawl/format-kit"
import { answerFields } from "../AnswerField.ts"
import { dataOf } from "../BindingData.ts"
import { withDiagnostics } from "./answers.ts"
import { type DecodeContext, told } from "./DecodeContext.ts"
import { message } from "./message.ts"
import { textIn } from "./messagesOf.ts"
import { quietly } from "./quietly.ts"
import { documentedField } from "./readField.ts"

const meansNothing = (context: DecodeContext, problem: string): HookEffects =>
  withDiagnostics(
    noEffects,
    told(context, "cursor/malformed-answer", `${problem}; that has no effect`, 'Write "followup_message".')
  )

/** What Claude's answer says to go on with, or what is wrong with it. */
interface ClaudeAnswer {
  readonly reason?: string
  readonly problem?: string
}

const repeatedIn = (node: JsonNode, keys: ReadonlyArray<string>): string | undefined =>
  keys.find((key) => membersNamed(node, key).length > 1)

/**
 * What Claude's `decision: "block"` says to go on with, flat or nested; any other decision says nothing. A key that occurs
 * twice makes it an answer that does not fit, as it does with a documented field. Rule: CUR-78, CUR-88
 */
const claudeAnswer = (root: JsonObject): ClaudeAnswer => {
  const nested = membersNamed(root, "hookSpecificOutput").map(({ value }) => value)
  const objects = [root, ...nested]
  const blocking = objects.filter((node) =>
    membersNamed(node, "decision").some(({ value }) => value._tag === "String" && value.value === "block")
  )
  if (blocking.length === 0) return {}
  const repeated =
    repeatedIn(root, ["hookSpecificOutput"]) ??
    blocking.map((node) => repeatedIn(node, ["decision", "reason"])).find((key) => key !== undefined)
  if (repeated !== undefined) return { problem: `"${repeated}" occurs more than once beside a "decision" of "block"` }
  const reason = blocking.map((node) => textIn(node, "reason")).find((text) => text !== undefined && text !== "")
  return reason === undefined ? { problem: '"decision" is "block" without a "reason"' } : { reason }
}

/** Why no follow-up is taken after the end that the moment tells of. */
const whyNone = ({ envelope: { payload }, event: { control } }: DecodeContext): string | undefined => {
  if (control._tag !== "FollowUp" || !("status" in payload) || control.after.includes(payload.status)) return undefined
  return `"status" is "${payload.status}", and a follow-up is taken after "${control.after.join('", "')}" only`
}

/**
 * What the outcome of a run means at the end of a turn or of a subagent: a message to go on with, within the hook's limit.
 * A limit of 0 is no follow-up, and none is taken after an end that the event takes none after. Rule: CUR-17, CUR-78, CUR-135
 */
export const decodeFollowUp = (context: DecodeContext): HookEffects =>
  quietly(context, (root) => {
    const flat = documentedField(root, "followup_message", answerFields.followup_message, context)
    const claude = flat === undefined ? claudeAnswer(root) : {}
    if (claude.problem !== undefined) return meansNothing(context, claude.problem)
    const said = message(context, flat ?? claude.reason, limits.contextBytes)
    if (said === undefined) return noEffects
    const { loopLimit } = dataOf(context.binding)
    const why = whyNone(context) ?? (loopLimit === 0 ? '"loop_limit" is 0, so nothing follows' : undefined)
    return why !== undefined
      ? withDiagnostics(noEffects, told(context, "cursor/follow-up-dropped", why))
      : { ...noEffects, continuation: { message: said.text, loopLimit }, diagnostics: said.diagnostics }
  })
