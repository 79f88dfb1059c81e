import { assert, describe, it } from "@effect/vitest"
import { compileMatcher, startMatching } from "@pawl/format-kit"
import * as VmRegexEngine from "@pawl/format-kit/vm"
import * as Effect from "effect/Effect"

const compiled = (pattern: string) => Effect.flatMap(compileMatcher(pattern), Effect.fromResult)

describe("the matchers of one moment (KIT-17)", () => {
  it.effect("are answered at once where no platform engine is needed, and the rest in the order of the questions", () =>
    Effect.gen(function* () {
      const { ask, rest } = startMatching()
      const asked = []
      for (const pattern of ["git", "^(?!ls)", "gi+t", "(?=x)", "^(?!git)"]) {
        asked.push(ask(yield* compiled(pattern), ["git push"]))
      }
      const match = { _tag: "Match", subject: "git push" } as const
      // What the loosened pattern cannot match is known at once as well.
      assert.deepStrictEqual(asked, [match, undefined, match, undefined, undefined])
      assert.deepStrictEqual(yield* rest, [match, { _tag: "NoMatch" }, { _tag: "NoMatch" }])
    }).pipe(Effect.provide(VmRegexEngine.layer))
  )

  it.effect("share one bound, and leave nothing behind for another moment", () =>
    Effect.gen(function* () {
      const slow = yield* compiled("^(?=(a+)+$)")
      const quick = yield* compiled("^(?!b)")
      const first = startMatching()
      for (const matcher of [slow, quick]) first.ask(matcher, [`${"a".repeat(30)}!`])
      assert.deepStrictEqual(
        (yield* first.rest).map(({ _tag }) => _tag),
        ["Unsure", "Unsure"]
      )
      const second = startMatching()
      second.ask(quick, ["a"])
      assert.deepStrictEqual(
        (yield* second.rest).map(({ _tag }) => _tag),
        ["Match"]
      )
      assert.deepStrictEqual(yield* startMatching().rest, [])
    }).pipe(Effect.provide(VmRegexEngine.layer))
  )
})
