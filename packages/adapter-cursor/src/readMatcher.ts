import { compileMatcher, lastMember, type Matcher, type MatcherRejected } from "@pawl/format-kit"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import type { CursorEvent } from "./CursorEvent.ts"
import { type DefinitionFindings, refuses } from "./DefinitionFindings.ts"
import { matcherAdvice } from "./matcherAdvice.ts"
import { showValue } from "./showValue.ts"

/** Compiles a pattern. Rule: CUR-31 */
export type Compile = (pattern: string) => Effect.Effect<Result.Result<Matcher, MatcherRejected>>

/** A compiler that meets each pattern of a file once. Rule: CUR-31 */
export const compileOnce = (): Compile => {
  const known = new Map<string, Result.Result<Matcher, MatcherRejected>>()
  return (pattern) => {
    const compiled = known.get(pattern)
    if (compiled !== undefined) return Effect.succeed(compiled)
    return Effect.map(compileMatcher(pattern), (result) => {
      known.set(pattern, result)
      return result
    })
  }
}

/** Whether a pattern matches everything by the contract, without being a regular expression. Rule: CUR-31 */
const matchesEverything = (pattern: string): boolean => pattern === "" || pattern === "*"

/** Reads and compiles the matcher of a definition; undefined where none that is usable narrows it. Rule: CUR-16, CUR-31, CUR-71 */
export const readMatcher = Effect.fnUntraced(function* (
  found: DefinitionFindings,
  event: CursorEvent,
  compile: Compile
) {
  const matcher = lastMember(found.node, "matcher")?.value
  if (matcher === undefined) return undefined
  if (matcher._tag !== "String") {
    const message = `"matcher" must be a text, not ${showValue(matcher)}`
    found.fault("cursor/matcher-not-text", "matcher", message, `Write a regular expression as a text. ${refuses}`)
    return undefined
  }
  const pattern = matcher.value
  if (event.target._tag === "Everything") {
    if (!matchesEverything(pattern)) {
      const message = `there is nothing to match at this event; the matcher ${showValue(matcher)} is dropped and the hook runs every time`
      found.note("cursor/matcher-without-target", "matcher", message, "Remove it, and look at the payload in the hook.")
    }
    return undefined
  }
  const compiled = yield* compile(pattern)
  if (Result.isFailure(compiled)) {
    const { kind, message: why } = compiled.failure
    const message = `the matcher ${showValue(matcher)} cannot be used and the definition is skipped: ${why}`
    if (kind === "invalid") {
      found.fault(
        "cursor/bad-matcher",
        "matcher",
        message,
        "Correct the pattern. Cursor does not load the file either."
      )
    } else {
      found.fault("cursor/matcher-needs-engine", "matcher", message, "Cursor itself runs it.")
    }
    return undefined
  }
  if (compiled.success.kind === "platform") {
    const message = `the matcher ${showValue(matcher)} needs JavaScript's engine and is run under a time bound`
    found.note(
      "cursor/matcher-bounded",
      "matcher",
      message,
      "When the bound is hit, the hook runs and a warning says so."
    )
  }
  const advice = yield* matcherAdvice(event, compiled.success)
  if (advice !== undefined) {
    found.note(advice.code, "matcher", `the matcher ${showValue(matcher)} ${advice.message}`, advice.hint)
  }
  return compiled.success
})
