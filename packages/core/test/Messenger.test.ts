import { assert, describe, it } from "@effect/vitest"
import { type HookEvent, Messenger } from "@pawl/core"
import * as Effect from "effect/Effect"
import * as PubSub from "effect/PubSub"

const event = (binding: string): HookEvent => ({ _tag: "BudgetReached", binding, limit: 1 })

describe("Messenger (CORE-34)", () => {
  it.effect("hands every event to each subscriber in order, from the subscription on", () =>
    Effect.gen(function* () {
      const messenger = yield* Messenger
      yield* messenger.send(event("too early"))
      const one = yield* messenger.subscribe
      const two = yield* messenger.subscribe
      yield* messenger.send(event("a"))
      yield* messenger.send(event("b"))
      for (const subscription of [one, two]) {
        assert.deepStrictEqual(yield* PubSub.takeAll(subscription), [event("a"), event("b")])
      }
    }).pipe(Effect.provide(Messenger.layer))
  )

  it.effect("hands every event to one function where a program prints as it goes", () => {
    const received: Array<HookEvent> = []
    return Effect.gen(function* () {
      yield* (yield* Messenger).send(event("a"))
      assert.deepStrictEqual(received, [event("a")])
    }).pipe(Effect.provide(Messenger.layerTo((each) => Effect.sync(() => received.push(each)))))
  })

  it.effect("hands them to subscribers as well, also where the function fails (CORE-89)", () =>
    Effect.gen(function* () {
      const messenger = yield* Messenger
      const subscription = yield* messenger.subscribe
      yield* Effect.exit(messenger.send(event("a")))
      yield* Effect.exit(messenger.send(event("b")))
      assert.deepStrictEqual(yield* PubSub.takeAll(subscription), [event("a"), event("b")])
    }).pipe(Effect.provide(Messenger.layerTo(() => Effect.die("the function is broken"))))
  )
})
