import { createContext, Script } from "node:vm"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"
import {
  type CompiledPattern,
  type PlatformAnswer,
  type PlatformEngine,
  PlatformRegexEngine,
  type PlatformTest
} from "../PlatformEngine.ts"

interface VmPattern extends CompiledPattern {
  readonly expression: RegExp
}

// The time limit of a script is what interrupts the engine, wherever the expression was made. Patterns and subjects are
// data in the script's world, never part of its text.
const source = `{
  const asked = tests
  const answered = answers
  for (let index = 0; index < asked.length; index++) {
    try {
      answered[index] = asked[index].pattern.expression.test(asked[index].subject) ? "match" : "no-match"
    } catch {
      // Too large for the engine itself: it has no answer, and the next test may have one.
    }
  }
}`

/** Makes an engine of its own; a script's world takes a millisecond, so it is made with the first test. Rule: KIT-14 */
export const makeVmRegexEngine = (): PlatformEngine => {
  const world: { tests: ReadonlyArray<PlatformTest>; answers: Array<PlatformAnswer | undefined> } = {
    tests: [],
    answers: []
  }
  let run: ((budgetMs: number) => void) | undefined
  const prepare = () => {
    const context = createContext(world)
    const script = new Script(source)
    return (timeout: number): void => {
      try {
        script.runInContext(context, { timeout })
      } catch {
        // The time is over: what has no answer by now is out of time.
      }
    }
  }
  return {
    compile: (pattern) =>
      Result.try({
        try: (): VmPattern => ({ source: pattern, expression: new RegExp(pattern) }),
        catch: (cause) => (cause instanceof Error ? cause.message : String(cause))
      }),
    runAll: (tests, budgetMs) =>
      Effect.sync(() => {
        run ??= prepare()
        world.tests = tests
        world.answers = tests.map(() => undefined)
        // Stopping it takes time as well, and the bound is for both.
        run(Math.max(1, Math.ceil(budgetMs) - 1))
        const answers = world.answers.map((answer) => answer ?? "out-of-time")
        world.tests = []
        world.answers = []
        return answers
      })
  }
}

/**
 * Provides the engine of Node, bounded in time, to every matcher that is compiled below it: look-around and
 * back-references then work. A test that runs out of time holds the event loop up for as long as the bound. Rule: KIT-14
 *
 * @example
 * ```ts
 * const matcher = compileMatcher("^(?!ls)").pipe(Effect.provide(VmRegexEngine.layer))
 * ```
 */
export const layer: Layer.Layer<never> = Layer.sync(PlatformRegexEngine, makeVmRegexEngine)
