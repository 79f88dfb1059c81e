import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as PubSub from "effect/PubSub"
import type * as Scope from "effect/Scope"
import type { HookEvent } from "./HookEvent.ts"

/** Where the engine says what it does. Sending never fails and never waits for a subscriber. Rule: CORE-34 */
export class Messenger extends Context.Service<
  Messenger,
  {
    readonly send: (event: HookEvent) => Effect.Effect<void>
    /** Events from now on; the subscription ends with its scope. */
    readonly subscribe: Effect.Effect<PubSub.Subscription<HookEvent>, never, Scope.Scope>
  }
>()("@pawl/core/Messenger") {
  /** Hands every event to its subscribers; with none, events are dropped. */
  static readonly layer: Layer.Layer<Messenger> = Layer.effect(
    Messenger,
    Effect.gen(function* () {
      const bus = yield* PubSub.unbounded<HookEvent>()
      return {
        send: (event) => Effect.asVoid(PubSub.publish(bus, event)),
        subscribe: PubSub.subscribe(bus)
      }
    })
  )

  /**
   * Hands every event to one function in the fiber that sends it, for programs that print as they go, and to its
   * subscribers before that: what the function does takes nothing from them. Rule: CORE-89
   */
  static readonly layerTo = (receive: (event: HookEvent) => Effect.Effect<void>): Layer.Layer<Messenger> =>
    Layer.effect(
      Messenger,
      Effect.gen(function* () {
        const bus = yield* PubSub.unbounded<HookEvent>()
        return {
          send: (event) => Effect.andThen(PubSub.publish(bus, event), receive(event)),
          subscribe: PubSub.subscribe(bus)
        }
      })
    )
}
