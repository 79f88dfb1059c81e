import type { HookEvent, Messenger, Reason, RunPolicy } from "@pawl/core"
import type * as Effect from "effect/Effect"
import type { Decision } from "./Decision.ts"
import { unanswerableAsk } from "./headlessAsk.ts"
import { sendAll } from "./tell.ts"

const notice = (reason: Reason, level: "warning" | "denied"): HookEvent => ({
  _tag: "NoticeSent",
  notice: {
    text: reason.text,
    author: reason.author,
    level,
    ...(reason.binding === undefined ? {} : { binding: reason.binding })
  }
})

/** A host's own question is on the host's own card already; a hook's would be seen by nobody without a notice. */
const noticesOf = (decision: Decision): ReadonlyArray<HookEvent> => {
  switch (decision._tag) {
    case "Deny":
    case "Halt":
      return [notice(decision.reason, "denied")]
    case "Confirm":
      return decision.reason.author === "host" ? [] : [notice(decision.reason, "warning")]
    default:
      return []
  }
}

/**
 * Tells people of a decision: a notice for every denial, a warning with the hook's words for a question, and under
 * `fail-run` the event for the owner of the run. Once per decision is the caller's part. Never fails. Rule: PERM-15, PERM-16
 *
 * @example
 * ```ts
 * yield* announce(decision, { policy, conversationId: envelope.conversationId })
 * ```
 */
export const announce = (
  decision: Decision,
  options: { readonly policy: RunPolicy; readonly conversationId?: string | undefined }
): Effect.Effect<void, never, Messenger> => {
  const unanswered = unanswerableAsk(decision, options.policy, options.conversationId)
  const events = [...noticesOf(decision), ...(unanswered === undefined ? [] : [unanswered])]
  return sendAll(events)
}
