import type { Diagnostic, LintWorld, ParsedSource } from "@pawl/core"
import * as Effect from "effect/Effect"
import { type FindingCode, finding } from "./findings.ts"
import { type HookDefinition, nameOf, ParsedHooks } from "./HookDefinition.ts"
import { type Started, scriptsOf, unquotedPaths } from "./scriptsOf.ts"
import { shellWord } from "./shellWord.ts"
import { shortPath, showPath } from "./showValue.ts"
import { streamsOpenedIn, withoutName } from "./streamNames.ts"

/** Words that a POSIX shell runs itself. */
const builtIns: ReadonlySet<string> = new Set(
  ". : [ break case cd command echo eval exec exit export false for if printf read return set shift source test times trap true type ulimit umask unset until wait while { !".split(
    " "
  )
)

type Script = Extract<Started, { readonly _tag: "Script" }>

const isThere = (what: Effect.Success<ReturnType<LintWorld["look"]>>): boolean =>
  what === "file" || what === "executable"

/** What to do about a script that is not there: quote its path, where it was meant to have blanks, or look elsewhere. */
const advice = Effect.fnUntraced(function* ({ joined, path }: Script, { look, resolve }: LintWorld) {
  for (const whole of joined) {
    if (isThere(yield* look(whole))) {
      return `${showPath(resolve(whole))} is there: a path with blanks needs quotes, so write ${shortPath(shellWord(whole))}.`
    }
  }
  return path.startsWith("/")
    ? "Put it there, or write the path of one that is there."
    : `It was looked up from ${showPath(resolve("."))}, where the hook runs: the project's root for a project's file, the file's own folder for any other.`
})

const lookAt = Effect.fnUntraced(function* (definition: HookDefinition, started: Started, world: LintWorld) {
  const place = definition.commandPlace
  const found = (code: FindingCode, message: string, hint: string): ReadonlyArray<Diagnostic> => [
    finding(code, { message: `${nameOf(definition)}: ${message}`, hint, place })
  ]
  if (started._tag === "Program") {
    if (builtIns.has(started.name) || (yield* world.findProgram(started.name))) return []
    const message = `the program ${showPath(started.name)} is not on the PATH`
    return found("cursor/program-missing", message, "Install it, or name it by its whole path.")
  }
  const path = showPath(world.resolve(started.path))
  const what = yield* world.look(started.path)
  if (what === "missing" || what === "folder") {
    const message = `${path} ${what === "missing" ? "does not exist" : "is a folder"}, so this hook can only fail`
    return found("cursor/script-missing", message, yield* advice(started, world))
  }
  if (what !== "file" || !started.direct) return []
  const message = `${path} is not executable, so this hook can only fail (exit 126)`
  return found("cursor/script-not-executable", message, `Run chmod +x ${shortPath(shellWord(started.path))}`)
})

const unquoted = (definition: HookDefinition, word: string): Diagnostic =>
  finding("cursor/unquoted-path", {
    message: `${nameOf(definition)}: ${showPath(word)} is not quoted, so a folder with a blank in its name would split it`,
    hint: `Write "${shortPath(word)}", with the quotes (in JSON: \\"${shortPath(word)}\\").`,
    place: definition.commandPlace
  })

/** One warning for each stream that a text opens by a name that leads nowhere here. Rule: CUR-130 */
const byName = (
  definition: HookDefinition,
  text: string,
  what: string,
  socketStreams: LintWorld["socketStreams"]
): ReadonlyArray<Diagnostic> => {
  const opened = streamsOpenedIn(text)
  return socketStreams.flatMap((stream) => {
    const [first, ...more] = opened.filter((each) => each.stream === stream)
    if (first === undefined) return []
    const others = more.length === 0 ? "" : ` and ${more.length} more`
    return finding("cursor/stream-by-name", {
      message: `${nameOf(definition)}: ${what} opens ${first.name} (line ${first.line}${others}), which fails here: a hook's ${stream} is a socket on this machine, and a socket cannot be opened by name`,
      hint: withoutName[stream],
      place: definition.commandPlace
    })
  })
}

const streams = Effect.fnUntraced(function* (
  definition: HookDefinition,
  command: string,
  { read, resolve, socketStreams }: LintWorld
) {
  if (socketStreams.length === 0) return []
  const found = [...byName(definition, command, "the command", socketStreams)]
  for (const started of scriptsOf(command)) {
    const text = started._tag === "Script" ? yield* read(started.path) : undefined
    if (started._tag !== "Script" || text === undefined) continue
    found.push(...byName(definition, text, showPath(resolve(started.path)), socketStreams))
  }
  return found
})

/** What is wrong with the scripts and programs that the commands of a file name; starts nothing. Rule: CUR-70, CUR-113, CUR-130 */
export const lint = (parsed: ParsedSource, world: LintWorld): Effect.Effect<ReadonlyArray<Diagnostic>> => {
  const commands = (parsed.data instanceof ParsedHooks ? parsed.data.definitions : []).flatMap((definition) =>
    definition.handler._tag === "Shell" ? [{ definition, command: definition.handler.command }] : []
  )
  return Effect.map(
    Effect.forEach(
      commands.flatMap(({ command, definition }) => [
        ...scriptsOf(command).map((started) => lookAt(definition, started, world)),
        streams(definition, command, world)
      ]),
      (found) => found
    ),
    (all) => [
      ...all.flat(),
      ...commands.flatMap(({ command, definition }) => unquotedPaths(command).map((word) => unquoted(definition, word)))
    ]
  )
}
