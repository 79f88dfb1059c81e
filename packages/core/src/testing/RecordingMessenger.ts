import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as PubSub from "effect/PubSub"
import * as Ref from "effect/Ref"
import type { HookEvent } from "../HookEvent.ts"
import { Messenger } from "../Messenger.ts"

/**
 * A messenger that keeps every event, for tests. Its subscribers get them as well. Rule: CORE-34
 *
 * @example
 * ```ts
 * const sent = yield* (yield* RecordingMessenger).events
 * ```
 */
export class RecordingMessenger extends Context.Service<
  RecordingMessenger,
  {
    /** Every event so far, in the order it was sent in. */
    readonly events: Effect.Effect<ReadonlyArray<HookEvent>>
  }
>()("@pawl/core/testing/RecordingMessenger") {
  static readonly layer: Layer.Layer<Messenger | RecordingMessenger> = Layer.effectContext(
    Effect.gen(function* () {
      const events = yield* Ref.make<ReadonlyArray<HookEvent>>([])
      const bus = yield* PubSub.unbounded<HookEvent>()
      return Context.make(RecordingMessenger, { events: Ref.get(events) }).pipe(
        Context.add(Messenger, {
          send: (event) =>
            Effect.andThen(
              Ref.update(events, (all) => [...all, event]),
              Effect.asVoid(PubSub.publish(bus, event))
            ),
          subscribe: PubSub.subscribe(bus)
        })
      )
    })
  )
}
