import type { Envelope } from "@pawl/core"
import { type Confirmation, type JudgingHost, judge } from "@pawl/permission"
import * as Effect from "effect/Effect"

interface Parts {
  readonly showCard: (question: Confirmation) => Effect.Effect<boolean>
  readonly run: (moment: Envelope) => Effect.Effect<void>
  readonly tellModel: (reason: string) => Effect.Effect<void>
}

export const act = (moment: Envelope, { run, showCard, tellModel }: Parts) =>
  Effect.gen(function* () {
    const host: JudgingHost = {
      // What the host would do by itself. It is asked once more about an input that a hook has replaced.
      hostDecision: () => Effect.succeed({ _tag: "Execute" }),
      // The host's own card: the reasons, and the input that would be run on a yes.
      confirm: showCard
    }
    const { decision, envelope } = yield* judge({ envelope: moment }, host)
    // What was judged is what comes back, which may be another input than the one that was asked about.
    if (decision._tag === "Execute") yield* run(envelope)
    if (decision._tag === "Deny") yield* tellModel(decision.reason.text)
  })
