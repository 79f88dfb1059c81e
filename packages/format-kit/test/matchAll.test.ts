import { assert, describe, it } from "@effect/vitest"
import { limits } from "@pawl/core"
import {
  compileMatcher,
  type Matcher,
  matchAll,
  type PlatformEngine,
  PlatformRegexEngine,
  type PlatformTest
} from "@pawl/format-kit"
import { makeVmRegexEngine } from "@pawl/format-kit/vm"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"

const compile = (pattern: string, engine?: PlatformEngine): Effect.Effect<Matcher> =>
  compileMatcher(pattern).pipe(
    Effect.provideService(PlatformRegexEngine, engine),
    Effect.map((result) => {
      assert(Result.isSuccess(result))
      return result.success
    })
  )

// On a busy machine even a test of a microsecond can miss 25 ms; where the bound is not the point, it is a second.
const patient = (): PlatformEngine => {
  const { compile, runAll } = makeVmRegexEngine()
  return { compile, runAll: (tests, budgetMs) => runAll(tests, 40 * budgetMs) }
}

/** A patient engine, with a record of what it is asked. */
const recorded = () => {
  const engine = patient()
  const runs: Array<{ readonly subjects: ReadonlyArray<string>; readonly budgetMs: number }> = []
  return {
    runs,
    engine: {
      compile: engine.compile,
      runAll: (tests: ReadonlyArray<PlatformTest>, budgetMs: number) => {
        runs.push({ subjects: tests.map(({ subject }) => subject), budgetMs })
        return engine.runAll(tests, budgetMs)
      }
    }
  }
}

const evil = `${"a".repeat(30)}!`

describe("the answers of matchers", () => {
  it.effect("come in the order of the tests, whatever runs them (KIT-15)", () =>
    Effect.gen(function* () {
      const { engine } = recorded()
      const [everything, literal, linear, ahead, not] = yield* Effect.all(
        ["*", "Shell", "gi+t", "^(?=git)", "^(?!git)"].map((pattern) => compile(pattern, engine))
      )
      assert(everything && literal && linear && ahead && not)
      const answers = yield* matchAll(
        [not, literal, ahead, linear, everything, not].map((matcher) => ({ matcher, subjects: ["git push"] }))
      )
      assert.deepStrictEqual(
        answers.map(({ _tag }) => _tag),
        ["NoMatch", "NoMatch", "Match", "Match", "Match", "NoMatch"]
      )
    })
  )

  it.effect.each(["Bash", "^B.+h$", "^(?!X)B"])("of %j name the first subject that matches (KIT-15)", (pattern) =>
    Effect.gen(function* () {
      const matcher = yield* compile(pattern, patient())
      assert.deepStrictEqual(
        yield* matchAll([
          { matcher, subjects: ["Shell", "Bash", "Bash "] },
          { matcher, subjects: ["Shell"] },
          { matcher, subjects: [] }
        ]),
        [{ _tag: "Match", subject: "Bash" }, { _tag: "NoMatch" }, { _tag: "NoMatch" }]
      )
    })
  )

  it.effect(
    "need no engine run when every matcher is literal or linear, or the loosened pattern says no (KIT-14)",
    () =>
      Effect.gen(function* () {
        const { engine, runs } = recorded()
        const ahead = yield* compile("^(?!.*--dry-run).*git\\s+push", engine)
        const literal = yield* compile("git", engine)
        assert.deepStrictEqual(
          yield* matchAll([
            { matcher: ahead, subjects: ["ls", "npm test"] },
            { matcher: literal, subjects: ["git"] }
          ]),
          [{ _tag: "NoMatch" }, { _tag: "Match", subject: "git" }]
        )
        assert.deepStrictEqual(runs, [])
        assert.deepStrictEqual(yield* matchAll([]), [])
      })
  )

  it.effect("come from one run under one bound for all that the platform's engine decides (KIT-14)", () =>
    Effect.gen(function* () {
      const { engine, runs } = recorded()
      const push = yield* compile("^(?!.*--dry-run).*git\\s+push", engine)
      const other = yield* compile("(?<!o)s", engine)
      assert.deepStrictEqual(
        yield* matchAll([
          { matcher: push, subjects: ["ls", "git push", "git push --dry-run"] },
          { matcher: other, subjects: ["ls", "os"] },
          { matcher: push, subjects: ["git push --dry-run"] }
        ]),
        [{ _tag: "Match", subject: "git push" }, { _tag: "Match", subject: "ls" }, { _tag: "NoMatch" }]
      )
      assert.deepStrictEqual(runs, [
        {
          subjects: ["git push", "git push --dry-run", "ls", "os", "git push --dry-run"],
          budgetMs: limits.matcherBudgetMs
        }
      ])
    })
  )

  it.effect("come from the engine that the matcher was compiled with, and none is needed later (KIT-14)", () =>
    Effect.gen(function* () {
      const [one, two] = [recorded(), recorded()]
      const first = yield* compile("(?=a)", one.engine)
      const second = yield* compile("(?=b)", two.engine)
      assert.deepStrictEqual(
        yield* matchAll([
          { matcher: first, subjects: ["a"] },
          { matcher: second, subjects: ["a"] }
        ]),
        [{ _tag: "Match", subject: "a" }, { _tag: "NoMatch" }]
      )
      assert.deepStrictEqual(
        [one, two].map(({ runs }) => runs.map(({ budgetMs }) => budgetMs)),
        [[limits.matcherBudgetMs / 2], [limits.matcherBudgetMs / 2]]
      )
    })
  )

  it.effect("are unsure where the engine ran out of time, and only there (KIT-14, KIT-15)", () =>
    Effect.gen(function* () {
      const engine = makeVmRegexEngine()
      const [quick, slow] = [yield* compile("^(?!b)", engine), yield* compile("(?=(a+)+$)", engine)]
      const ask = matchAll([
        { matcher: quick, subjects: ["a"] },
        { matcher: slow, subjects: [evil] }
      ])
      const start = performance.now()
      const attempts = yield* Effect.forEach([1, 2, 3, 4, 5], () => ask)
      const took = (performance.now() - start) / attempts.length
      // A busy machine may have held up one of them before it came to the slow one.
      const answers = attempts.find(([first]) => first?._tag === "Match") ?? []
      assert.deepStrictEqual(answers[0], { _tag: "Match", subject: "a" })
      assert.deepStrictEqual(answers[1], {
        _tag: "Unsure",
        why: "no answer within the 25 ms that all matchers with look-around or back-references share"
      })
      // It would take more than ten seconds without a bound.
      assert.isBelow(took, 40 * limits.matcherBudgetMs)
    })
  )

  it.effect("match when any name matches, also beside one that ran out of time (KIT-15)", () =>
    Effect.gen(function* () {
      const matcher = yield* compile("(?=(a+)+$)", patient())
      assert.deepStrictEqual(yield* matchAll([{ matcher, subjects: ["a", evil] }]), [{ _tag: "Match", subject: "a" }])
    })
  )

  it.effect("of a pattern that explodes elsewhere are linear (KIT-11)", () =>
    Effect.gen(function* () {
      const matcher = yield* compile("^(a+)+$")
      assert.strictEqual(matcher.kind, "linear")
      yield* matchAll([{ matcher, subjects: [evil] }])
      const start = performance.now()
      assert.deepStrictEqual(yield* matchAll([{ matcher, subjects: [evil] }]), [{ _tag: "NoMatch" }])
      // It would take more than ten seconds otherwise.
      assert.isBelow(performance.now() - start, 3_000)
    })
  )

  it.effect("are unsure at once where plain searches would be long, each or all together (KIT-16)", () =>
    Effect.gen(function* () {
      const half = (k: number) => "a".repeat(k)
      const texts = Array.from({ length: 400 }, (_, k) => `${half(k + 1)}b${half(k + 1)}`)
      const whole = yield* compile(texts.join("|"))
      const each = yield* Effect.forEach(texts, (text) => compile(text))
      assert.deepStrictEqual([whole.kind, each[0]?.kind], ["literal", "literal"])
      const subjects = [half(120_000)]
      const start = performance.now()
      const [answer] = yield* matchAll([{ matcher: whole, subjects }])
      assert.strictEqual(answer?._tag, "Unsure")
      const answers = yield* matchAll(each.map((matcher) => ({ matcher, subjects })))
      assert.strictEqual(answers[0]?._tag, "NoMatch")
      assert.strictEqual(answers.at(-1)?._tag, "Unsure")
      // All of it would take most of a minute.
      assert.isBelow(performance.now() - start, 5_000)
    })
  )

  it.effect("are unsure at once where even linear time would be long (KIT-16)", () =>
    Effect.gen(function* () {
      const matcher = yield* compile("(a|b)*a(a|b){901}c")
      const start = performance.now()
      const [answer] = yield* matchAll([{ matcher, subjects: ["ab".repeat(500_000)] }])
      assert.strictEqual(answer?._tag, "Unsure")
      // It would take more than ten seconds otherwise.
      assert.isBelow(performance.now() - start, 3_000)
      assert.deepStrictEqual(yield* matchAll([{ matcher, subjects: [`${"ab".repeat(500)}c`] }]), [
        { _tag: "Match", subject: `${"ab".repeat(500)}c` }
      ])
    })
  )

  it.effect("of 1 MiB are sure for an ordinary pattern (KIT-16)", () =>
    Effect.gen(function* () {
      const matcher = yield* compile("git push.*--force|rm -rf")
      const subject = "x git ".repeat(170_000)
      assert.deepStrictEqual(yield* matchAll([{ matcher, subjects: [subject] }]), [{ _tag: "NoMatch" }])
      assert.deepStrictEqual(
        (yield* matchAll([{ matcher, subjects: [`${subject}rm -rf`] }])).map(({ _tag }) => _tag),
        ["Match"]
      )
    })
  )
})
