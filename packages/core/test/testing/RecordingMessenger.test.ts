import { assert, it } from "@effect/vitest"
import { type HookEvent, Messenger } from "@pawl/core"
import { RecordingMessenger } from "@pawl/core/testing"
import * as Effect from "effect/Effect"
import * as PubSub from "effect/PubSub"

const event = (limit: number): HookEvent => ({ _tag: "BudgetReached", binding: "b", limit })

it.effect("every event is kept in order, and subscribers get it too", () =>
  Effect.gen(function* () {
    const messenger = yield* Messenger
    yield* messenger.send(event(1))
    const subscription = yield* messenger.subscribe
    yield* messenger.send(event(2))
    assert.deepStrictEqual(yield* PubSub.take(subscription), event(2))
    assert.deepStrictEqual(yield* RecordingMessenger.use((r) => r.events), [event(1), event(2)])
  }).pipe(Effect.provide(RecordingMessenger.layer))
)
