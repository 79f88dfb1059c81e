import type { Diagnostic, LintWorld, ParsedSource, Place } from "@pawl/core"
import * as Effect from "effect/Effect"
import { finding } from "./findings.ts"
import { type HookDefinition, nameOf, ParsedHooks } from "./HookDefinition.ts"
import { type Started, scriptsOf } from "./scriptsOf.ts"

/** Words that a POSIX shell runs itself. */
const builtIns: ReadonlySet<string> = new Set(
  ". : [ break case cd command echo eval exec exit export false for if printf read return set shift source test times trap true type ulimit umask unset until wait while { !".split(
    " "
  )
)

const about = (definition: HookDefinition): { readonly name: string; readonly place: Place } => ({
  name: nameOf(definition),
  place: { ...definition.place, at: `${nameOf(definition)}.command` }
})

const lookAt = (
  definition: HookDefinition,
  started: Started,
  world: LintWorld
): Effect.Effect<ReadonlyArray<Diagnostic>> => {
  const { name, place } = about(definition)
  if (started._tag === "Program") {
    if (builtIns.has(started.name)) return Effect.succeed([])
    return Effect.map(world.findProgram(started.name), (isThere) =>
      isThere
        ? []
        : [
            finding("cursor/program-missing", {
              message: `${name}: the program ${JSON.stringify(started.name)} is not on the PATH`,
              hint: "Install it, or name it by its whole path.",
              place
            })
          ]
    )
  }
  return Effect.map(world.look(started.path), (what) => {
    const path = JSON.stringify(started.path)
    if (what === "missing" || what === "folder") {
      return [
        finding("cursor/script-missing", {
          message: `${name}: ${path} ${what === "missing" ? "does not exist" : "is a folder"}, so this hook can only fail`,
          hint: "Relative paths start at the project's root for a project's file, and beside the file for any other.",
          place
        })
      ]
    }
    return what === "file" && started.direct
      ? [
          finding("cursor/script-not-executable", {
            message: `${name}: ${path} is not executable, so this hook can only fail (exit 126)`,
            hint: `Run chmod +x ${started.path}`,
            place
          })
        ]
      : []
  })
}

/** What is wrong with the scripts and programs that the commands of a file name; starts nothing. Rule: CUR-70 */
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
    (all) => all.flat()
  )
}
