import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { catchFault } from "./catchFault.ts"
import type { DispatchOutcome } from "./DispatchOutcome.ts"
import type { HookEvent } from "./HookEvent.ts"
import type { Messenger } from "./Messenger.ts"
import type { Moment } from "./momentOf.ts"
import { dispatchReceipt, type Progress, verdictWord } from "./Receipts.ts"

/** A subscriber that fails must not change what is decided; it is told where nobody subscribes. */
export const tell = (messenger: Messenger["Service"], event: HookEvent): Effect.Effect<void> =>
  catchFault(
    Effect.suspend(() => messenger.send(event)),
    (detail) => Effect.logError("a subscriber of hook events failed", { event: event._tag, detail })
  )

/** Sends the receipt, of an interrupted dispatch as well, and gives the time that it took in milliseconds. */
export const announceEnd = (
  messenger: Messenger["Service"],
  moment: Moment,
  progress: Progress,
  outcome: DispatchOutcome | undefined
): Effect.Effect<number> =>
  Effect.flatMap(Clock.currentTimeMillis, (now) => {
    progress.ended = true
    const about = {
      boundary: moment.boundary.id,
      revision: moment.revision,
      actionId: moment.envelope.actionId
    }
    return Effect.as(tell(messenger, dispatchReceipt(about, progress, now, outcome)), now - progress.beganAt)
  })

/** Says what a dispatch has come to: its findings, its receipt, and one line of the log when a hook was concerned. */
export const announce = (
  messenger: Messenger["Service"],
  moment: Moment,
  progress: Progress,
  outcome: DispatchOutcome
): Effect.Effect<void> =>
  Effect.forEach(outcome.diagnostics, (diagnostic) => tell(messenger, { _tag: "DiagnosticFound", diagnostic }), {
    discard: true
  }).pipe(
    Effect.andThen(announceEnd(messenger, moment, progress, outcome)),
    Effect.flatMap((durationMs) =>
      progress.matched === 0
        ? Effect.void
        : Effect.logDebug("hooks dispatched", {
            boundary: outcome.boundary,
            actionId: moment.envelope.actionId,
            matched: progress.matched,
            verdict: verdictWord[outcome.merged.verdict._tag],
            halted: outcome.merged.halt !== undefined,
            durationMs
          })
    )
  )
