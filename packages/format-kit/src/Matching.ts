import { limits } from "@pawl/core"
import * as Effect from "effect/Effect"
import { type How, howKey, type Matcher } from "./Matcher.ts"
import type { PlatformAnswer, PlatformEngine, PlatformTest } from "./PlatformEngine.ts"

/** What a matcher says of its subjects; `subject` is the first one that matched. Rule: KIT-15 */
export type MatchAnswer =
  | { readonly _tag: "Match"; readonly subject: string }
  | { readonly _tag: "NoMatch" }
  | { readonly _tag: "Unsure"; readonly why: string }

/** A test that only the platform's engine can decide. */
interface Open {
  readonly how: Extract<How, { readonly _tag: "Bounded" }>
  readonly subjects: ReadonlyArray<string>
}

const noMatch: MatchAnswer = { _tag: "NoMatch" }

const tooLong: MatchAnswer = {
  _tag: "Unsure",
  why: "the subject is too long for the matchers of this moment, which would hold everything else up"
}

const outOfTime: MatchAnswer = {
  _tag: "Unsure",
  why: `no answer within the ${limits.matcherBudgetMs} ms that all matchers with look-around or back-references share`
}

/** Steps that the tests of one moment may still take together. */
interface Budget {
  steps: number
}

type Unbounded = Extract<How, { readonly _tag: "Plain" | "Linear" }>

// Linear time has no bound of its own, and a test cannot be stopped halfway: one that is too much is not begun.
const testPlainly = ({ size, test }: Unbounded, subject: string, budget: Budget): boolean | undefined => {
  const steps = size * subject.length
  if (steps > budget.steps) return undefined
  budget.steps -= steps
  return test(subject)
}

const answerPlainly = (how: Unbounded, subjects: ReadonlyArray<string>, budget: Budget): MatchAnswer => {
  let answer: MatchAnswer = noMatch
  for (const subject of subjects) {
    const matches = testPlainly(how, subject, budget)
    if (matches === true) return { _tag: "Match", subject }
    if (matches === undefined) answer = tooLong
  }
  return answer
}

const conclude = (open: ReadonlyArray<string>, answers: ReadonlyArray<PlatformAnswer>): MatchAnswer => {
  const subject = open[answers.indexOf("match")]
  if (subject !== undefined) return { _tag: "Match", subject }
  return open.every((_, index) => answers[index] === "no-match") ? noMatch : outOfTime
}

/** Asks each engine once; in practice there is one. */
const askEngines = Effect.fnUntraced(function* (open: ReadonlyArray<Open>) {
  const questions = new Map<PlatformEngine, Array<PlatformTest>>()
  for (const { how, subjects } of open) {
    const tests = questions.get(how.engine) ?? []
    questions.set(how.engine, tests)
    for (const subject of subjects) tests.push({ pattern: how.compiled, subject })
  }
  const answers = new Map<PlatformEngine, ReadonlyArray<PlatformAnswer>>()
  for (const [engine, tests] of questions) {
    answers.set(engine, yield* engine.runAll(tests, limits.matcherBudgetMs / questions.size))
  }
  const taken = new Map<PlatformEngine, number>()
  return open.map(({ how: { engine }, subjects }) => {
    const from = taken.get(engine) ?? 0
    taken.set(engine, from + subjects.length)
    return conclude(subjects, answers.get(engine)?.slice(from, from + subjects.length) ?? [])
  })
})

/** The matchers of one moment, which share its bounds. Rule: KIT-14, KIT-16, KIT-17 */
export interface Matching {
  /**
   * What a matcher says of its subjects, at once where no platform engine is needed; undefined where one is, and then the
   * answer is one of `rest`.
   */
  readonly ask: (matcher: Matcher, subjects: ReadonlyArray<string>) => MatchAnswer | undefined
  /** The answers that were left open, in the order in which they were asked for, from one run under one bound. */
  readonly rest: Effect.Effect<ReadonlyArray<MatchAnswer>>
}

/**
 * Begins to ask the matchers of one moment. It is made for one moment and forgotten with it. Rule: KIT-17
 *
 * @example
 * ```ts
 * const { ask, rest } = startMatching()
 * const answers = matchers.map((matcher) => ask(matcher, ["git push"]))
 * const later = yield* rest
 * ```
 */
export const startMatching = (): Matching => {
  const budget: Budget = { steps: limits.matcherSteps }
  const open: Array<Open> = []
  return {
    ask: (matcher, subjects) => {
      const how = matcher[howKey]
      if (how._tag !== "Bounded") return answerPlainly(how, subjects, budget)
      const { loosened } = how
      const left =
        loosened === undefined ? subjects : subjects.filter((each) => testPlainly(loosened, each, budget) !== false)
      if (left.length === 0) return noMatch
      open.push({ how, subjects: left })
      return undefined
    },
    rest: Effect.suspend(() => askEngines(open))
  }
}
