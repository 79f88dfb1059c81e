import type { Diagnostic } from "@pawl/core"
import * as Effect from "effect/Effect"
import { exitCodes } from "../ExitCode.ts"
import { type AskedFor, searchHooks } from "../hooks/searchHooks.ts"
import { Output } from "../Output.ts"
import { sentence } from "../render/sentence.ts"
import { NotRun, notRunBecause } from "./NotRun.ts"
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
export const findHooks = Effect.fnUntraced(function* (call: AskedFor) {
  const found = yield* searchHooks(call).pipe(
    Effect.mapError((error) =>
      error._tag === "NoCurrentFolder"
        ? new NotRun({ code: exitCodes.failed, text: sentence(`not run: ${error.why}`) })
        : // A name that was mistyped is a mistake in the words of the call; what is there and unusable is a denial.
          notRunBecause(error.mistyped ? exitCodes.failed : exitCodes.denied, error.diagnostics)
    )
  )
  yield* tellFindings(found.discovery.warnings)
  return found
})
