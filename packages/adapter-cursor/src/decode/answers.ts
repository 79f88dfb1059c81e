import type { Diagnostic, HookEffects, Notice, Reason } from "@pawl/core"
import { noEffects } from "@pawl/core"
import { listed } from "../listed.ts"
import { reasons } from "../reasons.ts"
import { showSome, showText } from "../showValue.ts"
import { type DecodeContext, told } from "./DecodeContext.ts"
import { lastErrorLine } from "./failure.ts"
import { message } from "./message.ts"
import type { Messages } from "./messagesOf.ts"
import { readMessages } from "./unreadMessages.ts"

/** What a judged thing is called in a sentence. */
export const nounOf = ({ event }: DecodeContext): string =>
  event.control._tag === "Permission" ? event.control.noun : "prompt"

const olderSpellings = (context: DecodeContext, { olderSpellings: keys }: Messages) =>
  keys.map((key) =>
    told(context, "cursor/older-spelling", `"${key}" is a spelling that Cursor has given up; it is read all the same`)
  )

/** A message under another key is lost unless somebody says so. Rule: CUR-53 */
const unread = (context: DecodeContext, { unread: keys }: Messages): ReadonlyArray<Diagnostic> => {
  if (keys.length === 0) return []
  const quoted = showSome(keys.map(showText))
  const claude = keys.some((key) => key.startsWith("hookSpecificOutput.")) && context.event.claude === "permission"
  const read = [...readMessages(context), ...(claude ? ["hookSpecificOutput.permissionDecisionReason"] : [])].map(
    (key) => `"${key}"`
  )
  const message = `${quoted.join(", ")} ${quoted.length === 1 ? "is" : "are"} not read; ${listed(read, "and")} ${read.length === 1 ? "is" : "are"}`
  return [told(context, "cursor/unread-field", message, `Write ${listed(read, "or")}.`)]
}

/**
 * A verdict with its reasons: the agent's message, else the user's, else a sentence of the engine. A message for the
 * user that is not the reason already is a notice. Rule: CUR-42
 */
const withReason = (context: DecodeContext, verdict: "deny" | "ask", said: Messages, sentence: string): HookEffects => {
  const agent = message(context, said.agent)
  const user = message(context, said.user)
  const chosen = agent ?? user
  const about = { cause: "hook", binding: context.binding.id } as const
  const reason: Reason =
    chosen === undefined
      ? { text: sentence, author: "engine", ...about }
      : { text: chosen.text, author: "hook", ...about }
  const notice: Notice | undefined =
    user === undefined || user.text === reason.text
      ? undefined
      : { text: user.text, author: "hook", level: verdict === "deny" ? "denied" : "info", binding: context.binding.id }
  return {
    ...noEffects,
    verdict,
    reasons: [reason],
    notices: notice === undefined ? [] : [notice],
    diagnostics: [
      ...(agent?.diagnostics ?? []),
      ...(user?.diagnostics ?? []),
      ...olderSpellings(context, said),
      ...unread(context, said)
    ]
  }
}

/** A denial, with `sentence` as its reason where the hook gave none. Rule: CUR-42 */
export const denial = (context: DecodeContext, said: Messages, sentence: string): HookEffects =>
  withReason(context, "deny", said, sentence)

/** A question; its messages are kept as a denial's are, because nobody may be there to answer it. Rule: CUR-42 */
export const question = (context: DecodeContext, said: Messages): HookEffects =>
  withReason(context, "ask", said, reasons.asked(context.name, nounOf(context)))

/**
 * A prompt that is held, with the hook's message as its reason, else a sentence of the engine. A halt is a reason as well,
 * so that it is listed with the others. Rule: CUR-79
 */
export const halting = (context: DecodeContext, said: Messages, sentence: string): HookEffects => {
  const user = message(context, said.user)
  const about = { cause: "hook", binding: context.binding.id } as const
  const reason: Reason =
    user === undefined ? { text: sentence, author: "engine", ...about } : { text: user.text, author: "hook", ...about }
  return {
    ...noEffects,
    halt: reason,
    reasons: [reason],
    diagnostics: [...(user?.diagnostics ?? []), ...olderSpellings(context, said), ...unread(context, said)]
  }
}

/**
 * A denial or a halt for which the hook gave no message: what it wrote to its error output follows as a reason that it
 * signs itself. Rule: CUR-47
 */
export const withErrorLine = (context: DecodeContext, effects: HookEffects): HookEffects => {
  const line = lastErrorLine(context)
  const hasSaidWhy = effects.reasons.some(({ author }) => author === "hook")
  const prevents = effects.verdict === "deny" || effects.halt !== undefined
  if (!prevents || line === undefined || hasSaidWhy) return effects
  const wrote: Reason = { text: line, author: "hook", cause: "hook", binding: context.binding.id }
  return { ...effects, reasons: [...effects.reasons, wrote] }
}

/** Effects with more to tell. */
export const withDiagnostics = (effects: HookEffects, ...more: HookEffects["diagnostics"]): HookEffects => ({
  ...effects,
  diagnostics: [...effects.diagnostics, ...more]
})
