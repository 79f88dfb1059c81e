import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Result from "effect/Result"

/** A pattern that a platform engine has accepted. `source` is its text; the rest is the engine's own. Rule: KIT-14 */
export interface CompiledPattern {
  readonly source: string
}

/** One question to a platform engine. */
export interface PlatformTest {
  readonly pattern: CompiledPattern
  readonly subject: string
}

/** What a platform engine says about one test. */
export type PlatformAnswer = "match" | "no-match" | "out-of-time"

/**
 * A backtracking engine with a bound: it takes what linear time cannot, such as look-around. `runAll` answers all tests
 * in their order within `budgetMs` milliseconds together; what it did not come to is out of time. It never fails.
 * Rule: KIT-14
 */
export interface PlatformEngine {
  readonly compile: (pattern: string) => Result.Result<CompiledPattern, string>
  readonly runAll: (
    tests: ReadonlyArray<PlatformTest>,
    budgetMs: number
  ) => Effect.Effect<ReadonlyArray<PlatformAnswer>>
}

/** The platform engine in force when matchers are compiled; none unless a composition root provides one. Rule: KIT-14 */
export const PlatformRegexEngine = Context.Reference<PlatformEngine | undefined>(
  "@pawl/format-kit/PlatformRegexEngine",
  {
    defaultValue: () => undefined
  }
)
