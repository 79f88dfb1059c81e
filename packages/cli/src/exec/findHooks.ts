import { type Discovery, discover, isMissing } from "@pawl/sources"
import * as Effect from "effect/Effect"
import { exitCodes } from "../ExitCode.ts"
import { Output } from "../Output.ts"
import { NotRun, notRunBecause } from "./NotRun.ts"
import type { ExecCall } from "./parseCall.ts"
import { findingText } from "./report.ts"

/** The folder that the call was made in, as the system names it. */
const currentFolder = Effect.try({
  try: () => process.cwd(),
  catch: () =>
    new NotRun({
      code: exitCodes.failed,
      text: "pawl: not run: the folder that this runs in does not exist any more\n"
    })
})

/** Says each of some lines. */
export const tell = (lines: ReadonlyArray<string>): Effect.Effect<void, never, Output> =>
  Output.use(({ err }) => Effect.forEach(lines, err, { discard: true }))

/**
 * Finds and reads every hooks file that this call has to heed. One that cannot be read is no reason to go on without it.
 * Rule: CLI-22, CLI-23
 */
export const findHooks = Effect.fnUntraced(function* (call: ExecCall) {
  const cwd = yield* currentFolder
  const discovery: Discovery = yield* discover({
    cwd,
    explicit: call.hooks.map((path) => ({ path })),
    only: call.hooksOnly
  }).pipe(
    Effect.catchTag("SourceUnreadable", ({ diagnostics }) => Effect.fail(notRunBecause(exitCodes.denied, diagnostics)))
  )

  const unusable = discovery.candidates.filter(({ contents }) => contents._tag === "Unreadable")
  if (unusable.length > 0) {
    // A name that was mistyped is a mistake in the words of the call; what is there and unusable is a denial.
    const mistyped = unusable.some((candidate) => candidate.source.kind === "explicit" && isMissing(candidate))
    return yield* notRunBecause(
      mistyped ? exitCodes.failed : exitCodes.denied,
      unusable.flatMap(({ contents }) => (contents._tag === "Unreadable" ? contents.diagnostics : []))
    )
  }
  yield* tell(discovery.warnings.flatMap((finding) => findingText(finding) ?? []))
  return { cwd, discovery }
})
