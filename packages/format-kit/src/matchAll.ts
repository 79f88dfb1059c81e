import * as Effect from "effect/Effect"
import type { Matcher } from "./Matcher.ts"
import { type MatchAnswer, startMatching } from "./Matching.ts"

/** One matcher and the names of what it is asked about: it matches when it matches any of them. Rule: KIT-15 */
export interface MatchTest {
  readonly matcher: Matcher
  readonly subjects: ReadonlyArray<string>
}

/**
 * Answers every test, in their order. What is plain string code or linear is answered at once; all the rest goes to the
 * platform's engine in one run under one bound (`limits.matcherBudgetMs`). Beyond a bound the answer is `Unsure`, never
 * a guess. Rule: KIT-14, KIT-15, KIT-16
 */
export const matchAll = (tests: ReadonlyArray<MatchTest>): Effect.Effect<ReadonlyArray<MatchAnswer>> =>
  Effect.suspend(() => {
    const { ask, rest } = startMatching()
    const found = tests.map(({ matcher, subjects }) => ask(matcher, subjects))
    const known = found.filter((answer) => answer !== undefined)
    if (known.length === found.length) return Effect.succeed(known)
    return Effect.map(rest, (later) => {
      const left = later[Symbol.iterator]()
      return found.flatMap((answer) => answer ?? left.next().value ?? [])
    })
  })
