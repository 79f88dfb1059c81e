import { assert, describe, it } from "@effect/vitest"
import { compileMatcher, matchAll } from "@pawl/format-kit"
import * as VmRegexEngine from "@pawl/format-kit/vm"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { patterns, subjects, validIn } from "../support/arbitraries.ts"

const evil = `${"a".repeat(30)}!`

describe("Node's engine", () => {
  it.effect("runs what needs look-around, once it is provided (KIT-14)", () =>
    Effect.gen(function* () {
      const compiled = yield* compileMatcher("^(?!(Glob|Grep)$).*")
      assert(Result.isSuccess(compiled))
      assert.strictEqual(compiled.success.kind, "platform")
      const ask = matchAll(["Glob", "Globe"].map((subject) => ({ matcher: compiled.success, subjects: [subject] })))
      // A busy machine may miss the bound once.
      const answers = yield* Effect.repeat(ask, {
        until: (all) => all.every(({ _tag }) => _tag !== "Unsure"),
        times: 10
      })
      assert.deepStrictEqual(answers, [{ _tag: "NoMatch" }, { _tag: "Match", subject: "Globe" }])
    }).pipe(Effect.provide(VmRegexEngine.layer))
  )

  it.effect("leaves a pattern that is valid nowhere invalid (KIT-13)", () =>
    Effect.gen(function* () {
      const compiled = yield* compileMatcher("(?!a")
      assert(Result.isFailure(compiled))
      assert.strictEqual(compiled.failure.kind, "invalid")
    }).pipe(Effect.provide(VmRegexEngine.layer))
  )

  it.effect("takes patterns and subjects for data, whatever they look like (KIT-14)", () =>
    Effect.gen(function* () {
      const engine = VmRegexEngine.makeVmRegexEngine()
      const text = '"); globalThis.answers = null; //` + process.exit(1)'
      const pattern = Result.getOrThrow(engine.compile(`(?=.)${text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&")}`))
      assert.deepStrictEqual(
        yield* engine.runAll(
          [
            { pattern, subject: text },
            { pattern, subject: "x" }
          ],
          1_000
        ),
        ["match", "no-match"]
      )
    })
  )

  it.effect("answers for each test that it came to, and says of the others that it did not (KIT-14)", () =>
    Effect.gen(function* () {
      const engine = VmRegexEngine.makeVmRegexEngine()
      const [quick, slow] = ["^a", "^(?=(a+)+$)"].map((pattern) => Result.getOrThrow(engine.compile(pattern)))
      assert(quick !== undefined && slow !== undefined)
      const start = performance.now()
      assert.deepStrictEqual(
        yield* engine.runAll(
          [
            { pattern: quick, subject: "b" },
            { pattern: slow, subject: evil },
            { pattern: quick, subject: "a" }
          ],
          100
        ),
        ["no-match", "out-of-time", "out-of-time"]
      )
      assert.isBelow(performance.now() - start, 1_000)
    })
  )

  it.effect("is as good as new after it was interrupted many times (KIT-14)", () =>
    Effect.gen(function* () {
      const engine = VmRegexEngine.makeVmRegexEngine()
      const pattern = Result.getOrThrow(engine.compile("^(?=(a+)+$)"))
      for (let round = 0; round < 20; round++) {
        assert.deepStrictEqual(yield* engine.runAll([{ pattern, subject: evil }], 2), ["out-of-time"])
      }
      assert.deepStrictEqual(yield* engine.runAll([{ pattern, subject: "aaa" }], 1_000), ["match"])
    })
  )

  it.effect("has no answer for a pattern that it cannot run, and goes on with the next (KIT-14)", () =>
    Effect.gen(function* () {
      const engine = VmRegexEngine.makeVmRegexEngine()
      const foreign = { source: "a" }
      const own = Result.getOrThrow(engine.compile("a"))
      const answers = yield* engine.runAll(
        [
          { pattern: foreign, subject: "a" },
          { pattern: own, subject: "a" }
        ],
        5_000
      )
      assert.deepStrictEqual(answers, ["out-of-time", "match"])
    })
  )

  it.effect.prop(
    "agrees with JavaScript behind the loosened pattern (KIT-12, KIT-14)",
    { pattern: patterns, texts: subjects },
    Effect.fnUntraced(function* ({ pattern, texts }) {
      const expression = validIn(pattern)
      if (expression === undefined || pattern === "") return
      const compiled = yield* compileMatcher(pattern)
      assert(Result.isSuccess(compiled))
      const answers = yield* matchAll(texts.map((subject) => ({ matcher: compiled.success, subjects: [subject] })))
      for (const [index, subject] of texts.entries()) {
        const answer = answers[index]
        // A busy machine may run out of time; it must never answer wrongly.
        if (answer?._tag === "Unsure") continue
        assert.strictEqual(answer?._tag === "Match", expression.test(subject), JSON.stringify(subject))
      }
    }, Effect.provide(VmRegexEngine.layer)),
    { arbitrary: { runs: 1_500 } }
  )
})
