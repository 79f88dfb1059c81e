import { limits } from "@pawl/core"
import * as Effect from "effect/Effect"
import { type How, howKey, type Matcher } from "./Matcher.ts"
import type { PlatformAnswer, PlatformEngine, PlatformTest } from "./PlatformEngine.ts"

/** What a matcher says of its subjects; `subject` is the first one that matched. Rule: KIT-15 */
export type MatchAnswer =
  | { readonly _tag: "Match"; readonly subject: string }
  | { readonly _tag: "NoMatch" }
  | { readonly _tag: "Unsure"; readonly why: string }

/** One matcher and the names of what it is asked about: it matches when it matches any of them. Rule: KIT-15 */
export interface MatchTest {
  readonly matcher: Matcher
  readonly subjects: ReadonlyArray<string>
}

/** How a test came out so far; `open` are the subjects that only the platform's engine can decide. */
type Begun =
  | { readonly _tag: "Done"; readonly answer: MatchAnswer }
  | {
      readonly _tag: "Open"
      readonly how: Extract<How, { readonly _tag: "Bounded" }>
      readonly open: ReadonlyArray<string>
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

/** Steps that the tests of one call may still take together. */
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

const begin = ({ matcher, subjects }: MatchTest, budget: Budget): Begun => {
  const how = matcher[howKey]
  if (how._tag === "Bounded") {
    const { loosened } = how
    const open =
      loosened === undefined ? subjects : subjects.filter((each) => testPlainly(loosened, each, budget) !== false)
    return open.length === 0 ? { _tag: "Done", answer: noMatch } : { _tag: "Open", how, open }
  }
  let answer: MatchAnswer = noMatch
  for (const subject of subjects) {
    const matches = testPlainly(how, subject, budget)
    if (matches === true) return { _tag: "Done", answer: { _tag: "Match", subject } }
    if (matches === undefined) answer = tooLong
  }
  return { _tag: "Done", answer }
}

const conclude = (open: ReadonlyArray<string>, answers: ReadonlyArray<PlatformAnswer>): MatchAnswer => {
  const subject = open[answers.indexOf("match")]
  if (subject !== undefined) return { _tag: "Match", subject }
  return open.every((_, index) => answers[index] === "no-match") ? noMatch : outOfTime
}

/** Asks each engine once; in practice there is one. */
const askEngines = Effect.fnUntraced(function* (begun: ReadonlyArray<Begun>) {
  const questions = new Map<PlatformEngine, Array<PlatformTest>>()
  for (const each of begun) {
    if (each._tag === "Done") continue
    const tests = questions.get(each.how.engine) ?? []
    questions.set(each.how.engine, tests)
    for (const subject of each.open) tests.push({ pattern: each.how.compiled, subject })
  }
  const answers = new Map<PlatformEngine, ReadonlyArray<PlatformAnswer>>()
  for (const [engine, tests] of questions) {
    answers.set(engine, yield* engine.runAll(tests, limits.matcherBudgetMs / questions.size))
  }
  return answers
})

/**
 * Answers every test, in their order. What is plain string code or linear is answered at once; all the rest goes to the
 * platform's engine in one run under one bound (`limits.matcherBudgetMs`). Beyond a bound the answer is `Unsure`, never
 * a guess. Rule: KIT-14, KIT-15, KIT-16
 */
export const matchAll = (tests: ReadonlyArray<MatchTest>): Effect.Effect<ReadonlyArray<MatchAnswer>> =>
  Effect.suspend(() => {
    const budget = { steps: limits.matcherSteps }
    const begun = tests.map((test) => begin(test, budget))
    if (begun.every((each) => each._tag === "Done")) return Effect.succeed(begun.map((each) => each.answer))
    return Effect.map(askEngines(begun), (answers) => {
      const taken = new Map<PlatformEngine, number>()
      return begun.map((each) => {
        if (each._tag === "Done") return each.answer
        const { engine } = each.how
        const from = taken.get(engine) ?? 0
        taken.set(engine, from + each.open.length)
        return conclude(each.open, answers.get(engine)?.slice(from, from + each.open.length) ?? [])
      })
    })
  })
