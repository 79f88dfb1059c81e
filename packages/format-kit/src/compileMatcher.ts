import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { type LinearEngine, linearEngine } from "./LinearEngine.ts"
import { literalTest } from "./Literals.ts"
import { loosenParts } from "./Loosen.ts"
import { type How, howKey, type Matcher } from "./Matcher.ts"
import { type MatcherRejected, rejectBeyondLinear, rejectInvalid, rejectUnread } from "./MatcherRejected.ts"
import { type PlatformEngine, PlatformRegexEngine } from "./PlatformEngine.ts"
import { type ParsedRegex, parseRegex } from "./regex/parseRegex.ts"
import type { RegexTrouble } from "./regex/RegexTrouble.ts"

type Compiled = Result.Result<Matcher, MatcherRejected>
type Unbounded = Extract<How, { readonly _tag: "Plain" | "Linear" }>

type Beyond = Pick<Matcher, "beyondLinear" | "beyondJavaScript" | "takenLiterally">

/** What other dialects read otherwise, as a matcher tells it; nothing where there is none. */
const literally = ({ takenLiterally }: ParsedRegex): Beyond =>
  takenLiterally.length === 0
    ? {}
    : { takenLiterally: takenLiterally.map(({ from, ...taken }) => ({ ...taken, column: from + 1 })) }

const matcher = (pattern: string, kind: Matcher["kind"], how: How, beyond: Beyond = {}): Compiled =>
  Result.succeed({ pattern, kind, ...beyond, [howKey]: how })

const linearOf = (engine: LinearEngine, { node }: ParsedRegex): Unbounded | undefined => {
  const literal = literalTest(node)
  if (literal !== undefined) return { _tag: "Plain", ...literal }
  const linear = engine.compileNode(node)
  return Result.isSuccess(linear) ? { _tag: "Linear", ...linear.success } : undefined
}

const isJavaScript = (pattern: string): boolean => Result.isSuccess(Result.try(() => new RegExp(pattern)))

/** Compiles for the platform's engine, behind a linear test of the loosened pattern. */
const bounded = Effect.fnUntraced(function* (
  pattern: string,
  parsed: ParsedRegex | undefined,
  engine: PlatformEngine,
  trouble: RegexTrouble
) {
  const compiled = engine.compile(pattern)
  if (Result.isFailure(compiled)) return Result.fail(rejectInvalid(trouble))
  const loosened =
    parsed === undefined ? undefined : Result.getOrUndefined(parseRegex(loosenParts(pattern, parsed.beyondLinear)))
  const how: How = {
    _tag: "Bounded",
    engine,
    compiled: compiled.success,
    loosened: loosened === undefined ? undefined : linearOf(yield* linearEngine, loosened)
  }
  const [beyond] = parsed?.beyondLinear ?? []
  return matcher(pattern, "platform", how, {
    ...(parsed === undefined ? {} : literally(parsed)),
    ...(beyond === undefined ? {} : { beyondLinear: { construct: beyond.construct, column: beyond.from + 1 } })
  })
})

/** Only its repetitions make a pattern too large that is short enough to be read. */
const tooLarge = (pattern: string): RegexTrouble => {
  const count = /\{\d+(?:,\d*)?\}/u.exec(pattern)
  return { reason: "too-large", construct: count?.[0] ?? pattern, at: count?.index ?? 0 }
}

const compileParsed = Effect.fnUntraced(function* (pattern: string, parsed: ParsedRegex): Effect.fn.Return<Compiled> {
  const [beyond] = parsed.beyondLinear
  if (beyond === undefined) {
    const literal = literalTest(parsed.node)
    if (literal !== undefined) return matcher(pattern, "literal", { _tag: "Plain", ...literal }, literally(parsed))
    const linear = (yield* linearEngine).compileNode(parsed.node)
    if (Result.isSuccess(linear)) {
      return matcher(pattern, "linear", { _tag: "Linear", ...linear.success }, literally(parsed))
    }
  }
  const engine = yield* PlatformRegexEngine
  const trouble = tooLarge(pattern)
  if (engine !== undefined) return yield* bounded(pattern, parsed, engine, trouble)
  return Result.fail(beyond === undefined ? rejectUnread(trouble) : rejectBeyondLinear(beyond))
})

/** A pattern that is no JavaScript, as far as this package can read that. */
const compileForeign = Effect.fnUntraced(function* (
  pattern: string,
  trouble: RegexTrouble
): Effect.fn.Return<Compiled> {
  const javaScript = isJavaScript(pattern)
  // Newer JavaScript has (?i:…) too. It is RE2's everywhere, so that a file means the same under each version of Node.
  if (!javaScript || trouble.reason === "inline-flags") {
    const linear = (yield* linearEngine).compileRe2(pattern)
    if (Result.isSuccess(linear)) {
      const beyondJavaScript = { construct: trouble.construct, column: trouble.at + 1 }
      return matcher(pattern, "linear", { _tag: "Linear", ...linear.success }, { beyondJavaScript })
    }
  }
  if (!javaScript) return Result.fail(rejectInvalid(trouble))
  const engine = yield* PlatformRegexEngine
  return engine === undefined ? Result.fail(rejectUnread(trouble)) : yield* bounded(pattern, undefined, engine, trouble)
})

/**
 * Compiles a matcher, once. The empty pattern and `*` match everything. Any other is a regular expression: unanchored,
 * case-sensitive, `^` and `$` the ends of the whole text, with the meaning that JavaScript gives it without flags, or
 * RE2 where only RE2 can read it. Fixed texts become plain string code; else RE2 runs it in linear time, loaded with the
 * first pattern that needs it; else the platform's engine does, if `PlatformRegexEngine` has one now. A pattern that
 * nothing can run is a value, not a failure. Rule: KIT-10, KIT-11, KIT-13, KIT-14
 *
 * @example
 * ```ts
 * const matcher = yield* Effect.fromResult(yield* compileMatcher("^git (push|pull)"))
 * yield* matchAll([{ matcher, subjects: ["git push --force"] }]) // [{ _tag: "Match", subject: "git push --force" }]
 * ```
 */
export const compileMatcher = (pattern: string): Effect.Effect<Compiled> => {
  if (pattern === "" || pattern === "*") {
    return Effect.succeed(matcher(pattern, "everything", { _tag: "Plain", test: () => true, size: 0 }))
  }
  return Effect.suspend(() =>
    Result.match(parseRegex(pattern), {
      onFailure: (trouble) => compileForeign(pattern, trouble),
      onSuccess: (parsed) => compileParsed(pattern, parsed)
    })
  )
}
