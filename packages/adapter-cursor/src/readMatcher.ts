import { coreBoundaries } from "@pawl/core"
import { compileMatcher, type JsonNode, lastMember, type Matcher, type MatcherRejected } from "@pawl/format-kit"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import type { CursorEvent } from "./CursorEvent.ts"
import { type DefinitionFindings, refuses } from "./DefinitionFindings.ts"
import { listed } from "./listed.ts"
import { matcherAdvice } from "./matcherAdvice.ts"
import { showText, showValue } from "./showValue.ts"

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

/** Whether a pattern obviously takes every text: by the contract, or as a regular expression. Rule: CUR-31 */
const takesEverything = (pattern: string): boolean =>
  pattern === "" || pattern === "*" || /^\^?\.[*+]\$?$/u.test(pattern)

/** What to do at an event where there is nothing to match. Rule: CUR-95 */
const withoutTarget = (look: string | undefined, event: CursorEvent): string =>
  look !== undefined
    ? `Remove it, and look at "${look}" of the payload in the hook.`
    : event.boundary === "session.start"
      ? "Remove it: Claude matches how a session began, and Cursor does not tell that."
      : "Remove it, and look at the payload in the hook."

/** What the bound of a matcher means at an event, and how to do without. Rule: CUR-96 */
const boundedHint = (event: CursorEvent, pattern: string): string => {
  const { beforeOperation } = coreBoundaries[event.boundary]
  const hit = beforeOperation ? "the hook runs" : "the hook does not run"
  return `When the bound is hit, ${hit} and a warning says so. A host without that engine cannot use the definition.${splitUp(pattern)}`
}

/** One alternative that only a backtracking engine can run takes all the others with it. */
const splitUp = (pattern: string): string =>
  /[^\\]\|/u.test(pattern) ? " Alternatives that need none can stand in a definition of their own." : ""

/** A guard that was written for another dialect looks for letters, and never says so. Rule: CUR-119 */
const readLiterally = (found: DefinitionFindings, node: JsonNode, { takenLiterally = [] }: Matcher): void => {
  if (takenLiterally.length === 0) return
  const parts = takenLiterally.map(
    ({ column, construct, means, taken }) =>
      `${JSON.stringify(construct)} at its column ${column} is ${taken}${means === undefined ? "" : `, not ${means}`}`
  )
  found.note(
    "cursor/matcher-taken-literally",
    "matcher",
    `the matcher ${showValue(node)} is read as JavaScript has it, as in Cursor: ${parts.join("; ")}`,
    `Write ${listed(
      takenLiterally.map(({ construct, instead }) => `${instead} for ${JSON.stringify(construct)}`),
      "and"
    )} (before JSON doubles a backslash).`
  )
}

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
    if (!takesEverything(pattern)) {
      const message = `there is nothing to match at this event; the matcher ${showValue(matcher)} is dropped and the hook runs every time`
      found.note("cursor/matcher-without-target", "matcher", message, withoutTarget(event.target.look, event))
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
      found.fault("cursor/matcher-needs-engine", "matcher", message, `Cursor itself runs it.${splitUp(pattern)}`)
    }
    return undefined
  }
  if (compiled.success.kind === "platform") {
    const { beyondLinear } = compiled.success
    const construct =
      beyondLinear === undefined ? "" : ` for ${showText(beyondLinear.construct)} at its column ${beyondLinear.column}`
    const message = `the matcher ${showValue(matcher)} needs JavaScript's engine${construct} and is run under a time bound`
    found.note("cursor/matcher-bounded", "matcher", message, boundedHint(event, pattern))
  }
  const { beyondJavaScript } = compiled.success
  if (beyondJavaScript !== undefined) {
    const { column, construct } = beyondJavaScript
    const message = `the matcher ${showValue(matcher)} is read as RE2 has it, because JavaScript does not know ${showText(construct)} at its column ${column}`
    const instead = construct.startsWith("(?i") ? 'write both cases, such as "[Ss]hell"' : "write it without that"
    found.note(
      "cursor/matcher-not-javascript",
      "matcher",
      message,
      `Cursor runs JavaScript and refuses it: ${instead}.`
    )
  }
  readLiterally(found, matcher, compiled.success)
  for (const advice of yield* matcherAdvice(event, compiled.success)) {
    found.note(advice.code, "matcher", `the matcher ${showValue(matcher)} ${advice.message}`, advice.hint)
  }
  return compiled.success
})
