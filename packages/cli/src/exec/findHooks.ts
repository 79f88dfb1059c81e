import type { Diagnostic } from "@pawl/core"
import { type Discovery, discover, isMissing } from "@pawl/sources"
import * as Effect from "effect/Effect"
import { currentFolder } from "../currentFolder.ts"
import { exitCodes } from "../ExitCode.ts"
import { Output } from "../Output.ts"
import { sentence } from "../render/sentence.ts"
import { NotRun, notRunBecause } from "./NotRun.ts"
import type { ExecCall } from "./parseCall.ts"
import { findingText } from "./report.ts"

/** Says each of some lines. */
export const tell = (lines: ReadonlyArray<string>): Effect.Effect<void, never, Output> =>
  Output.use(({ err }) => Effect.forEach(lines, err, { discard: true }))

/** Says each of some findings that changes what runs. Rule: CLI-15 */
export const tellFindings = (findings: ReadonlyArray<Diagnostic>): Effect.Effect<void, never, Output> =>
  tell(findings.flatMap((finding) => findingText(finding) ?? []))

/**
 * Finds and reads every hooks file that this call has to heed. One that cannot be read is no reason to go on without it.
 * Rule: CLI-22, CLI-23
 */
export const findHooks = Effect.fnUntraced(function* (call: ExecCall) {
  const cwd = yield* currentFolder.pipe(
    Effect.mapError(({ why }) => new NotRun({ code: exitCodes.failed, text: sentence(`not run: ${why}`) }))
  )
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
  yield* tellFindings(discovery.warnings)
  return { cwd, discovery }
})
