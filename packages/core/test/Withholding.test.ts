import { assert, describe, it } from "@effect/vitest"
import { coreCodes, defaultRunPolicy } from "@pawl/core"
import * as Effect from "effect/Effect"
import { after, codes, dispatch, exits, prompt, reasonOf, strict } from "./dispatching.ts"
import { type BindingFields, binding, envelope, seen, snapshotWith } from "./support.ts"

describe("HookDispatcher.dispatch, hooks that are not run (CORE-24, CORE-57)", () => {
  const withheld = (denies: "always" | "strict" | "never", more: BindingFields = {}) =>
    binding("a", { standing: { _tag: "Withheld", reason: "not approved", cause: "untrusted", denies }, ...more })

  it.effect.each([
    ["always", false, "Deny"],
    ["always", true, "Deny"],
    ["strict", false, "None"],
    ["strict", true, "Deny"],
    ["never", true, "None"]
  ] as const)("denies %s under strict %s: %s", ([denies, isStrict, expected]) =>
    Effect.gen(function* () {
      const log = seen()
      const outcome = yield* dispatch(snapshotWith(withheld(denies)), {
        policy: isStrict ? strict : defaultRunPolicy,
        seen: log
      })
      assert.strictEqual(outcome.merged.verdict._tag, expected)
      assert.deepStrictEqual(log.invocations, [])
      assert.deepStrictEqual(exits(outcome), [["a", "notStarted"]])
      if (expected === "Deny") assert.deepInclude(reasonOf(outcome), { text: "not approved", cause: "untrusted" })
      else assert.deepStrictEqual(codes(outcome), [coreCodes.withheld])
    })
  )

  it.effect("denies only what it matches", () =>
    Effect.gen(function* () {
      const outcome = yield* dispatch(snapshotWith(withheld("always")), {
        scripts: { a: { select: { _tag: "Skip", why: "other" } } }
      })
      assert.strictEqual(outcome.merged.verdict._tag, "None")
      assert.deepStrictEqual(outcome.records, [])
    })
  )

  it.effect("holds a prompt, and afterwards only reports", () =>
    Effect.gen(function* () {
      const held = yield* dispatch(snapshotWith(withheld("always", { boundary: "prompt.submit", gate: "halt" })), {
        moment: envelope(prompt)
      })
      assert.strictEqual(held.merged.halt?.cause, "untrusted")
      const told = yield* dispatch(snapshotWith(withheld("always", { boundary: "tool.result", gate: "none" })), {
        moment: envelope(after)
      })
      assert.deepStrictEqual(codes(told), [coreCodes.withheld])
    })
  )

  it.effect("never denies for a hook whose own answer could not have", () =>
    Effect.gen(function* () {
      const outcome = yield* dispatch(snapshotWith(withheld("always", { gate: "none" })))
      assert.strictEqual(outcome.merged.verdict._tag, "None")
      assert.deepStrictEqual(codes(outcome), [coreCodes.withheld])
    })
  )

  it.effect("is a fault of ours when a definition without a handler is to run", () =>
    Effect.gen(function* () {
      const log = seen()
      const outcome = yield* dispatch(snapshotWith(binding("a", { handler: { _tag: "Unusable", label: "?" } })), {
        seen: log
      })
      assert.strictEqual(reasonOf(outcome)?.cause, "engine")
      assert.deepStrictEqual(log.invocations, [])
    })
  )
})
