import { assert, describe, it } from "@effect/vitest"
import { noEffects } from "@pawl/core"
import * as Effect from "effect/Effect"
import { after, dispatch, prompt, reasonOf, strict } from "./dispatching.ts"
import { binding, denies, envelope, loaded, seen, snapshotOf, source } from "./support.ts"

describe("HookDispatcher.dispatch, sources that could not be loaded (CORE-61)", () => {
  const finding = { code: "x/broken", severity: "error", message: "line 3 is no JSON\u001b[8m", file: "/bad" } as const
  const failed = (more: Parameters<typeof loaded>[2] = {}) =>
    loaded(source("/bad"), [], { failed: true, trust: undefined, diagnostics: [finding], ...more })

  it.effect("deny before an operation under the strict policy, with the finding", () =>
    Effect.gen(function* () {
      const log = seen()
      const outcome = yield* dispatch(snapshotOf(failed()), { policy: strict, seen: log })
      assert.deepStrictEqual(reasonOf(outcome), {
        text: "The hooks in /bad could not be loaded: line 3 is no JSON",
        author: "engine",
        cause: "configuration"
      })
      assert.deepInclude(log.events.at(-1), { _tag: "DispatchEnded", verdict: "deny", matched: 0 })
    })
  )

  it.effect("are reported at every other moment and under every other policy", () =>
    Effect.gen(function* () {
      for (const options of [
        {},
        { policy: strict, moment: envelope(after) },
        { policy: strict, moment: envelope(prompt) }
      ]) {
        const outcome = yield* dispatch(snapshotOf(failed()), options)
        assert.strictEqual(outcome.merged.verdict._tag, "None")
        assert.deepStrictEqual(outcome.diagnostics, [finding])
      }
    })
  )

  it.effect("deny nothing by themselves while a last good version is in force", () =>
    Effect.gen(function* () {
      const outcome = yield* dispatch(
        snapshotOf(
          loaded(source("/bad"), [binding("a", { source: "/bad" })], { failed: true, diagnostics: [finding] })
        ),
        { policy: strict, scripts: { a: { answers: { ...noEffects, verdict: "allow" } } } }
      )
      assert.strictEqual(outcome.merged.verdict._tag, "Allow")
      assert.deepStrictEqual(outcome.diagnostics, [finding])
    })
  )

  it.effect("stand behind the denial of a hook, and say nothing outside of their scope", () =>
    Effect.gen(function* () {
      const outcome = yield* dispatch(snapshotOf(loaded(source("/a"), [binding("a")]), failed()), {
        policy: strict,
        scripts: { a: { answers: denies("the hook's") } }
      })
      assert.strictEqual(reasonOf(outcome)?.text, "the hook's")
      assert.strictEqual(outcome.merged.reasons.length, 2)
      const elsewhere = failed({ source: source("/bad", { scope: { _tag: "Within", root: "/repo" } }) })
      const quiet = yield* dispatch(snapshotOf(elsewhere), { policy: strict })
      assert.deepStrictEqual(quiet.diagnostics, [])
    })
  )
})
