import type { Diagnostic, LintWorld, ParsedSource } from "@pawl/core"
import * as Effect from "effect/Effect"
import { type FindingCode, finding } from "./findings.ts"
import { type HookDefinition, nameOf, ParsedHooks } from "./HookDefinition.ts"
import { type Started, scriptsOf, unquotedPaths } from "./scriptsOf.ts"
import { shellWord } from "./shellWord.ts"
import { shortPath, showPath } from "./showValue.ts"

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

/** What is wrong with the scripts and programs that the commands of a file name; starts nothing. Rule: CUR-70, CUR-113 */
export const lint = (parsed: ParsedSource, world: LintWorld): Effect.Effect<ReadonlyArray<Diagnostic>> => {
  const definitions = parsed.data instanceof ParsedHooks ? parsed.data.definitions : []
  return Effect.map(
    Effect.forEach(
      definitions.flatMap((definition) =>
        definition.handler._tag === "Shell"
          ? scriptsOf(definition.handler.command).map((started) => ({ definition, started }))
          : []
      ),
      ({ definition, started }) => lookAt(definition, started, world)
    ),
    (all) => [
      ...all.flat(),
      ...definitions.flatMap((definition) =>
        definition.handler._tag === "Shell"
          ? unquotedPaths(definition.handler.command).map((word) => unquoted(definition, word))
          : []
      )
    ]
  )
}
