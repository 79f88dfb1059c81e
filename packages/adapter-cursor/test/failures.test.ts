import { assert, describe, it } from "@effect/vitest"
import { CursorAdapter } from "@pawl/adapter-cursor"
import {
  CurrentHost,
  CurrentReading,
  defaultRunPolicy,
  HookDispatcher,
  HookFormats,
  HookRegistry,
  Messenger,
  type ProcessOutcome,
  type Reading,
  type RunPolicy,
  referenceProfile,
  TrustPolicy
} from "@pawl/core"
import { endsWith, exited, outcome, ScriptedRunner, shellRun, source } from "@pawl/core/testing"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { allReadings, hooksFile, strictPolicy } from "./support.ts"

const timedOut = outcome({ ending: { _tag: "TimedOut", phase: "running" } })

/** What a hook's run comes to on the reference host, taken there by the dispatcher. */
const verdict = (
  about: { readonly event?: string; readonly failClosed?: boolean; readonly policy?: RunPolicy },
  ran: ProcessOutcome,
  reading: Reading
) => {
  const { event = "beforeShellExecution", failClosed = false, policy = defaultRunPolicy } = about
  const text = hooksFile({ [event]: [{ command: "./h.sh", failClosed }] })
  const layer = HookDispatcher.layer.pipe(
    Layer.provideMerge(HookRegistry.layer),
    Layer.provide(Layer.succeed(CurrentReading, reading)),
    Layer.provide(HookFormats.layer(CursorAdapter.layer)),
    Layer.provide(TrustPolicy.layer),
    Layer.provide(Layer.succeed(CurrentHost, { profile: referenceProfile, roots: ["/repo"] })),
    Layer.provide(ScriptedRunner.layer(() => endsWith(ran))),
    Layer.provide(Messenger.layer)
  )
  return Effect.gen(function* () {
    const registry = yield* HookRegistry
    yield* registry.install({
      source: source({ format: "cursor" }),
      contents: { _tag: "Read", text: { text, digest: text } }
    })
    const snapshot = yield* registry.snapshot
    const { merged } = yield* HookDispatcher.use(({ dispatch }) =>
      dispatch(shellRun("git status"), { policy, snapshot })
    )
    return merged.verdict
  }).pipe(Effect.provide(layer))
}

const tagOf = (...args: Parameters<typeof verdict>) => Effect.map(verdict(...args), ({ _tag }) => _tag)
const strict = { policy: strictPolicy }
const says = (answer: object) => exited(0, JSON.stringify(answer))

describe.each(allReadings)("a hook of Cursor's on the reference host, read %s", (reading) => {
  it.effect("that is open has no opinion when it times out, and one that is closed denies (CUR-43)", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* tagOf({}, timedOut, reading), "None")
      assert.strictEqual(yield* tagOf({ failClosed: true }, timedOut, reading), "Deny")
    })
  )

  it.effect("denies when its answer is malformed, also when it is open (CUR-41)", () =>
    Effect.gen(function* () {
      for (const stdout of ["all is well", "{", '{"permission":1}']) {
        assert.strictEqual(yield* tagOf({}, exited(0, stdout), reading), "Deny", stdout)
      }
    })
  )

  it.effect("denies for a timeout under the strict policy, although it is open (CUR-43)", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* tagOf(strict, timedOut, reading), "Deny")
    })
  )

  it.effect("asks on preToolUse under the strict policy (CUR-34)", () =>
    Effect.gen(function* () {
      const asks = says({ permission: "ask", user_message: "really?" })
      assert.strictEqual(yield* tagOf({ event: "preToolUse", ...strict }, asks, reading), "Ask")
    })
  )

  it.effect("denies under the strict policy what it denies without (CUR-43)", () =>
    Effect.gen(function* () {
      const denials = [exited(2), says({ permission: "deny" }), exited(0, "noise")]
      for (const ran of denials) {
        assert.strictEqual(yield* tagOf({}, ran, reading), "Deny")
        assert.strictEqual(yield* tagOf(strict, ran, reading), "Deny")
      }
    })
  )

  it.effect("passes with a field that asks for nothing (CUR-51)", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* tagOf({}, says({ permission: "allow", continue: true }), reading), "Allow")
    })
  )

  it.effect("is refused for a field that asks for something, in the words of the field (CUR-51)", () =>
    Effect.gen(function* () {
      const refused = yield* verdict({}, says({ permission: "allow", continue: false }), reading)
      const text = refused._tag === "Deny" ? refused.reason.text : refused._tag
      assert.include(
        text,
        "returned a field that controls whether the turn continues, which this event does not accept"
      )
      assert.notInclude(text, "asked to")
    })
  )
})
