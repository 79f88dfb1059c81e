import { limits } from "@pawl/core"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { type CompiledPattern, type PlatformEngine, PlatformRegexEngine } from "./PlatformEngine.ts"

const tester = Symbol("@pawl/format-kit/Matcher/tester")

type Tester =
  | { readonly _tag: "Plain"; readonly test: (subject: string) => boolean }
  | {
      readonly _tag: "Bounded"
      readonly engine: PlatformEngine
      readonly compiled: CompiledPattern
      readonly mayMatch: (subject: string) => boolean
    }

/** A compiled matcher. `kind` says what runs it: plain string code, the linear engine or the platform's. Rule: KIT-10 */
export interface Matcher {
  readonly pattern: string
  readonly kind: "everything" | "literal" | "linear" | "platform"
  readonly [tester]: Tester
}

/**
 * Why a pattern cannot be used: it is `invalid` in every engine, or it `needs-platform-engine` and none is provided.
 * `construct` is the part that is at fault and `column` its 1-based column in the pattern. Rule: KIT-13
 */
export interface MatcherRejected {
  readonly message: string
  readonly construct?: string
  readonly column?: number
  readonly kind: "invalid" | "needs-platform-engine"
}

/** What a matcher says of its subjects; `subject` is the first one that matched. Rule: KIT-15 */
export type MatchAnswer =
  | { readonly _tag: "Match"; readonly subject: string }
  | { readonly _tag: "NoMatch" }
  | { readonly _tag: "Unsure"; readonly why: string }

/** One matcher and the names it may match. */
export interface MatchTest {
  readonly matcher: Matcher
  readonly subjects: ReadonlyArray<string>
}

/** Compiles a matcher once; see `matchAll`. Never fails: what cannot be used is a value. Rule: KIT-10 */
export const compileMatcher: (pattern: string) => Effect.Effect<Result.Result<Matcher, MatcherRejected>> =
  Effect.fnUntraced(function* (pattern: string) {
    const plain = (
      kind: Matcher["kind"],
      test: (subject: string) => boolean
    ): Result.Result<Matcher, MatcherRejected> => Result.succeed({ pattern, kind, [tester]: { _tag: "Plain", test } })
    if (pattern === "" || pattern === "*") return plain("everything", () => true)
    if (/^[\w ,:/|-]+$/u.test(pattern)) {
      const words = pattern.split("|")
      return plain("literal", (subject) => words.some((word) => subject.includes(word)))
    }
    const { RE2JS } = yield* Effect.promise(() => import("re2js"))
    const compile = (source: string) => Result.try(() => RE2JS.compile(source))
    const linear = compile(pattern)
    if (Result.isSuccess(linear)) return plain("linear", (subject) => linear.success.test(subject))
    const engine = yield* PlatformRegexEngine
    if (Result.isFailure(Result.try(() => new RegExp(pattern)))) {
      return Result.fail({ kind: "invalid", message: `"${pattern}" is not a regular expression` })
    }
    if (engine === undefined) {
      return Result.fail({
        kind: "needs-platform-engine",
        message: `"${pattern}" needs look-around or back-references, which the linear engine does not have`
      })
    }
    const compiled = engine.compile(pattern)
    if (Result.isFailure(compiled)) return Result.fail({ kind: "invalid", message: compiled.failure })
    return Result.succeed<Matcher>({
      pattern,
      kind: "platform",
      [tester]: { _tag: "Bounded", engine, compiled: compiled.success, mayMatch: () => true }
    })
  })

/**
 * Answers every test, in their order. A matcher matches when any of its subjects does. All tests that need the platform
 * engine share one bound. Rule: KIT-15
 */
export const matchAll = (tests: ReadonlyArray<MatchTest>): Effect.Effect<ReadonlyArray<MatchAnswer>> =>
  Effect.forEach(
    tests,
    Effect.fnUntraced(function* ({ matcher, subjects }): Effect.fn.Return<MatchAnswer> {
      const how = matcher[tester]
      if (how._tag === "Plain") {
        const subject = subjects.find(how.test)
        return subject === undefined ? { _tag: "NoMatch" } : { _tag: "Match", subject }
      }
      const candidates = subjects.filter(how.mayMatch)
      const answers = yield* how.engine.runAll(
        candidates.map((subject) => ({ pattern: how.compiled, subject })),
        limits.matcherBudgetMs
      )
      const subject = candidates[answers.indexOf("match")]
      if (subject !== undefined) return { _tag: "Match", subject }
      return answers.includes("out-of-time") ? { _tag: "Unsure", why: "out of time" } : { _tag: "NoMatch" }
    })
  )
