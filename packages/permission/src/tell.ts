import { catchFault, type Diagnostic, type HookEvent, Messenger, type Notice } from "@pawl/core"
import * as Effect from "effect/Effect"

/** A subscriber that fails must not change what is decided. */
const send = (event: HookEvent): Effect.Effect<void, never, Messenger> =>
  catchFault(
    Messenger.use((messenger) => messenger.send(event)),
    (detail) => Effect.logError("a subscriber of hook events failed", { event: event._tag, detail })
  )

/** Sends events in their order. Never fails. */
export const sendAll = (events: ReadonlyArray<HookEvent>): Effect.Effect<void, never, Messenger> =>
  Effect.forEach(events, send, { discard: true })

/** Says to the person what hooks have to say. Rule: PERM-26 */
export const tellNotices = (notices: ReadonlyArray<Notice>): Effect.Effect<void, never, Messenger> =>
  sendAll(notices.map((notice) => ({ _tag: "NoticeSent", notice })))

/** Says what stands behind a fault of our own; the reason that a person reads holds no detail of it. */
export const tellFault = (code: string, message: string): Effect.Effect<void, never, Messenger> => {
  const diagnostic: Diagnostic = { code, severity: "error", message }
  return sendAll([{ _tag: "DiagnosticFound", diagnostic }])
}
