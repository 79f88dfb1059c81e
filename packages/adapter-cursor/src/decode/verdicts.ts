import { type HookEffects, type Notice, noEffects } from "@pawl/core"
import type { JsonNode } from "@pawl/format-kit"
import { reasons } from "../reasons.ts"
import { denial, nounOf, question } from "./answers.ts"
import { type DecodeContext, told } from "./DecodeContext.ts"
import { message } from "./message.ts"
import { type Messages, messagesOf, noMessages } from "./messagesOf.ts"
import type { PermissionAnswer } from "./readPermission.ts"

const dropped = (context: DecodeContext, fields: ReadonlyArray<string | false>, why: string) =>
  fields
    .filter((field) => field !== false)
    .map((field) => told(context, "cursor/message-dropped", `"${field}" is not shown ${why}`))

/** An allow. Cursor documents the agent's message for denials only. Rule: CUR-42 */
const allowance = (context: DecodeContext, said: Messages): HookEffects => {
  const { binding, event } = context
  const denyOnly = event.control._tag === "Permission" && event.control.denyOnlyMessage
  const user = denyOnly ? undefined : message(context, said.user)
  const notice: Notice | undefined =
    user === undefined ? undefined : { text: user.text, author: "hook", level: "info", binding: binding.id }
  return {
    ...noEffects,
    verdict: "allow",
    notices: notice === undefined ? [] : [notice],
    diagnostics: [
      ...(user?.diagnostics ?? []),
      ...dropped(
        context,
        [said.agent !== undefined && "agent_message", denyOnly && said.user !== undefined && "user_message"],
        "with an allow"
      )
    ]
  }
}

/** What `ask` means at the event. Rule: CUR-41, CUR-62 */
const asked = (context: DecodeContext, said: Messages): HookEffects => {
  const { event, facts, name, policy } = context
  if (event.control._tag === "Permission" && event.control.ask === "denies") {
    return denial(context, said, reasons.askDenied(name, nounOf(context)))
  }
  const isQuestion =
    facts.askAlwaysAsks || policy.strict || (event.control._tag === "Permission" && event.control.ask === "asks")
  if (isQuestion) return question(context, said)
  return {
    ...noEffects,
    diagnostics: [
      told(
        context,
        "cursor/ask-not-honoured",
        '"ask" is documented without effect at this event and counts as no opinion'
      ),
      ...dropped(
        context,
        [said.agent !== undefined && "agent_message", said.user !== undefined && "user_message"],
        "without a decision"
      )
    ]
  }
}

/** What each word of a documented answer comes to. Rule: CUR-41, CUR-42 */
export const byWord: {
  readonly [W in PermissionAnswer["word"]]: (node: JsonNode, context: DecodeContext) => HookEffects
} = {
  allow: (node, context) => {
    // A spelling that was given up is read where it tightens or gives a reason; an allow has neither.
    const { agent, user, olderSpellings } = messagesOf(node, context)
    return allowance(context, {
      ...noMessages,
      agent: olderSpellings.includes("agentMessage") ? undefined : agent,
      user: olderSpellings.includes("userMessage") ? undefined : user
    })
  },
  ask: (node, context) => asked(context, messagesOf(node, context)),
  deny: (node, context) => denial(context, messagesOf(node, context), reasons.denied(context.name))
}
