import { assert, it } from "@effect/vitest"
import { type HookEvent, Messenger, type RunPolicy } from "@pawl/core"
import { announce, compose, type Decision } from "@pawl/permission"
import * as Effect from "effect/Effect"
import { asks, boundary, denies, halts, input } from "./support.ts"

const policy: RunPolicy = { strict: false, headlessAsk: "deny" }

const sent = (decision: Decision, options: Parameters<typeof announce>[1] = { policy }) =>
  Effect.gen(function* () {
    const events: Array<HookEvent> = []
    const messenger = Messenger.layerTo((event) => Effect.sync(() => void events.push(event)))
    yield* Effect.provide(announce(decision, options), messenger)
    return events
  })

it.effect("every denial is a notice, a hook's and the host's, of an action and of a prompt (PERM-16)", () =>
  Effect.gen(function* () {
    assert.deepStrictEqual(yield* sent(compose(input({ merged: denies("no pushes") }))), [
      {
        _tag: "NoticeSent",
        notice: { text: "no pushes", author: "hook", level: "denied", binding: "hooks.json#guard[0]" }
      }
    ])
    assert.deepStrictEqual(yield* sent(compose(input({ hostDecision: { _tag: "Deny", reason: "not now" } }))), [
      { _tag: "NoticeSent", notice: { text: "not now", author: "host", level: "denied" } }
    ])
    const held = yield* sent(compose(input({ boundary: boundary("prompt.submit"), merged: halts("a secret") })))
    assert.deepStrictEqual(
      held.map((event) => (event._tag === "NoticeSent" ? event.notice.level : event._tag)),
      ["denied"]
    )
  })
)

it.effect("a hook's question is a warning with its words; the host's own is on the host's card (PERM-16)", () =>
  Effect.gen(function* () {
    assert.deepStrictEqual(yield* sent(compose(input({ merged: asks("really?") }))), [
      {
        _tag: "NoticeSent",
        notice: { text: "really?", author: "hook", level: "warning", binding: "hooks.json#guard[0]" }
      }
    ])
    assert.deepStrictEqual(yield* sent(compose(input({ hostDecision: { _tag: "RequireConfirmation" } }))), [])
  })
)

it.effect("what goes on is not announced (PERM-16)", () =>
  Effect.gen(function* () {
    for (const id of ["tool.pre", "prompt.submit", "tool.result"]) {
      assert.deepStrictEqual(yield* sent(compose(input({ boundary: boundary(id) }))), [])
    }
  })
)

it.effect(
  "under fail-run the owner of the run hears of a question that nobody can answer, after the denial (PERM-15)",
  () =>
    Effect.gen(function* () {
      const decision = compose(input({ merged: asks("really?"), surface: "fleet-run" }))
      const quiet = yield* sent(decision, { policy, conversationId: "c1" })
      const loud = yield* sent(decision, { policy: { ...policy, headlessAsk: "fail-run" }, conversationId: "c1" })
      assert.deepStrictEqual(
        quiet.map((e) => e._tag),
        ["NoticeSent"]
      )
      assert.deepStrictEqual(
        loud.map((e) => e._tag),
        ["NoticeSent", "ApprovalUnavailable"]
      )
      assert.strictEqual(loud[1]?._tag === "ApprovalUnavailable" ? loud[1].conversationId : undefined, "c1")
    })
)
