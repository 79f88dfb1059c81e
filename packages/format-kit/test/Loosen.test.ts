import { assert, describe, it } from "@effect/vitest"
import { compileMatcher, loosen } from "@pawl/format-kit"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { patterns, subjects, validIn } from "./support/arbitraries.ts"

describe("a loosened pattern", () => {
  it.each<readonly [pattern: string, expected: string]>([
    ["^(?!.*--dry-run).*git\\s+push", "^(?:).*git\\s+push"],
    ["^(?!(Glob|Grep|Task)$).*", "^(?:).*"],
    ["a(?=b(?!c)(d)\\1)*e", "a(?:)e"],
    ["(?<=x)y(?<!z)", "(?:)y(?:)"],
    ["(a)\\1{2}", "(a)(?:[^]*){2}"],
    ["(?<n>a)\\k<n>", "(?<n>a)(?:[^]*)"],
    ["[(?=a)]\\(?=a", "[(?=a)]\\(?=a"],
    ["\\1", "\\1"],
    ["(?=a", "(?=a"]
  ])("of %j is %j (KIT-12)", (pattern, expected) => {
    assert.strictEqual(loosen(pattern), expected)
  })

  it.effect.prop(
    "matches whenever the original does, and is linear (KIT-12)",
    { pattern: patterns, texts: subjects },
    Effect.fnUntraced(function* ({ pattern, texts }) {
      const expression = validIn(pattern)
      if (expression === undefined) return
      const loosened = loosen(pattern)
      assert(Result.isSuccess(yield* compileMatcher(loosened)), loosened)
      const wider = new RegExp(loosened)
      for (const subject of texts) {
        if (expression.test(subject)) assert.isTrue(wider.test(subject), JSON.stringify({ loosened, subject }))
      }
    }),
    { arbitrary: { runs: 4_000 } }
  )
})
