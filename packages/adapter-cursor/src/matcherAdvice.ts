import { type Matcher, matchAll } from "@pawl/format-kit"
import * as Effect from "effect/Effect"
import { type Alternative, alternativesOf } from "./alternativesOf.ts"
import type { CursorEvent, MatcherTarget } from "./CursorEvent.ts"
import type { FindingCode } from "./findings.ts"
import { cursorNamesFor } from "./foreignTools.ts"
import { listed } from "./listed.ts"
import { showSome, showText } from "./showValue.ts"
import { isToolName, knownToolNames } from "./toolNames.ts"

/** What is said of a matcher that cannot do what its author meant: the message goes on after the matcher itself. */
interface Advice {
  readonly code: FindingCode
  readonly message: string
  readonly hint: string
}

const matchesAny = (matcher: Matcher, subjects: ReadonlyArray<string>): Effect.Effect<boolean> =>
  Effect.map(matchAll([{ matcher, subjects }]), ([answer]) => answer?._tag !== "NoMatch")

const quote = (words: ReadonlyArray<string>): ReadonlyArray<string> => words.map(showText)

const never = "so the hook will hardly ever run"

/** A name of another agent is no command either, unless it is an ordinary word of one. */
const isToolsOnly = ({ name }: Alternative): boolean =>
  isToolName(name) || name.startsWith("MCP:") || (cursorNamesFor(name) !== undefined && !/^[a-z]+$/u.test(name))

const onCommand = ({ pattern }: Matcher): Advice | undefined => {
  const names = alternativesOf(pattern)
  if (names === undefined || !names.every((each) => each !== undefined && isToolsOnly(each))) return undefined
  return {
    code: "cursor/matcher-misses-target",
    message: `names ${names.length === 1 ? "a tool" : "tools"}, and at this event it is tested against the text of the command, ${never}`,
    hint: 'Leave it out to judge every command, or write a part of the commands that are meant, such as "git push".'
  }
}

/** A slash, or an extension: no tool has them in its name. Tools of MCP servers are called as anybody likes. */
const looksLikePath = (pattern: string): boolean =>
  !/mcp/iu.test(pattern) && /\/|\\\.[a-z(]|(?:^|[|(])\.[a-z(]/iu.test(pattern)

/** The alternatives that Cursor reports under another name, where the matcher does not hold that one as well. */
const misnamed = Effect.fnUntraced(function* (matcher: Matcher) {
  const found: Array<readonly [name: string, instead: ReadonlyArray<string>]> = []
  for (const each of alternativesOf(matcher.pattern) ?? []) {
    if (each === undefined || isToolName(each.name)) continue
    const instead =
      cursorNamesFor(each.name) ?? (each.whole ? knownToolNames.filter((name) => sameButCase(name, each.name)) : [])
    if (instead.length > 0 && !(yield* matchesAny(matcher, instead))) found.push([each.name, instead])
  }
  return found
})

const sameButCase = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase()

const onToolName = Effect.fnUntraced(function* (matcher: Matcher): Effect.fn.Return<Advice | undefined> {
  if (looksLikePath(matcher.pattern) && !(yield* matchesAny(matcher, knownToolNames))) {
    return {
      code: "cursor/matcher-misses-target",
      message: `looks like a path, and at this event it is tested against the name of the tool, ${never}`,
      hint: 'Write the tools, such as "Write|StrReplace|ApplyPatch", and look at the path in the hook.'
    }
  }
  const found = yield* misnamed(matcher)
  if (found.length === 0) return undefined
  const names = quote(found.map(([name]) => name))
  // A guard whose every name is another agent's will never look at anything.
  const isAll =
    found.length === alternativesOf(matcher.pattern)?.length && !(yield* matchesAny(matcher, knownToolNames))
  return {
    code: isAll ? "cursor/matcher-misses-target" : "cursor/matcher-names-no-tool",
    message: `names ${isAll ? "only " : ""}${names.length === 1 ? "a tool" : "tools"} that Cursor never reports: ${listed(showSome(names), "and")}${isAll ? `, ${never}` : ""}`,
    hint: `Write ${listed(
      showSome(found.map(([name, instead]) => `${listed(quote(instead), "or")} for ${showText(name)}`)),
      "and"
    )}.`
  }
})

/** Where one event stands for files and for tabs, Cursor has a word for each. */
const onWord = (matcher: Matcher, word: string, look: string): Effect.Effect<Advice | undefined> =>
  Effect.map(matchesAny(matcher, [word, `Tab${word}`]), (matches) =>
    matches
      ? undefined
      : {
          code: "cursor/matcher-misses-target",
          message: `is tested against the word "${word}" at this event and does not match it, so the hook will never run`,
          hint: `Leave it out, and look at "${look}" of the payload in the hook.`
        }
  )

/** A star behind a letter, a slash or a colon, or between blanks: what a shell would take for any text. */
const globStar = /(?<=[\w/:-])\*|(?<= )\*(?= )/gu

/** Nobody who writes regular expressions repeats one letter or a blank and uses no other sign of one. Rule: CUR-92 */
const likeGlob = ({ pattern }: Matcher): Advice | undefined => {
  const [star] = /^[\w\s/:|*.-]+$/u.test(pattern) && !pattern.includes(".*") ? pattern.matchAll(globStar) : []
  if (star === undefined) return undefined
  const instead = 'Write ".*" for any text.'
  const repeated = JSON.stringify(pattern.slice(star.index - 1, star.index))
  return {
    code: "cursor/matcher-like-glob",
    message: `is written like a file glob, and is read as a regular expression: its "*" is any number of ${repeated}, or none`,
    hint:
      pattern.length > 60 ? instead : `${instead.slice(0, -1)}: ${JSON.stringify(pattern.replaceAll(globStar, ".*"))}.`
  }
}

const onTarget = (target: MatcherTarget, matcher: Matcher): Effect.Effect<Advice | undefined> => {
  switch (target._tag) {
    case "ShellCommand":
      return Effect.succeed(onCommand(matcher))
    case "ToolName":
      return onToolName(matcher)
    case "Word":
      return onWord(matcher, target.word, target.look)
    default:
      return Effect.succeed(undefined)
  }
}

/**
 * What to say of a matcher that can be used and will not do what its author meant. A pattern that only JavaScript's
 * engine can run is left alone: reading a file must not take the time that testing one may take. Rule: CUR-16, CUR-71,
 * CUR-92
 */
export const matcherAdvice = ({ target }: CursorEvent, matcher: Matcher): Effect.Effect<ReadonlyArray<Advice>> =>
  matcher.kind === "everything" || matcher.kind === "platform"
    ? Effect.succeed([])
    : Effect.map(onTarget(target, matcher), (advice) =>
        [advice, likeGlob(matcher)].filter((each) => each !== undefined)
      )
