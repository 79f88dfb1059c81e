import type { Diagnostic, HookEffects, Notice, Reason } from "@pawl/core"
import { noEffects } from "@pawl/core"
import { reasons } from "../reasons.ts"
import { type DecodeContext, told } from "./DecodeContext.ts"
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
  const quoted = keys.map((key) => `"${key}"`)
  const read = readMessages(context).map((key) => `"${key}"`)
  const message = `${quoted.join(", ")} ${quoted.length === 1 ? "is" : "are"} not read; ${read.join(" and ")} ${read.length === 1 ? "is" : "are"}`
  return [told(context, "cursor/unread-field", message, `Write ${read.join(" or ")}.`)]
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

/** Effects with more to tell. */
export const withDiagnostics = (effects: HookEffects, ...more: HookEffects["diagnostics"]): HookEffects => ({
  ...effects,
  diagnostics: [...effects.diagnostics, ...more]
})
