import type { Diagnostic } from "@pawl/core"
import * as Data from "effect/Data"
import { sentencesOf } from "../render/diagnostic.ts"

/** The command will not be run, for a reason that no hook gave: what to say, in lines, and the exit code. Rule: CLI-1 */
export class NotRun extends Data.TaggedError("NotRun")<{ readonly code: number; readonly text: string }> {}

/** One line for each finding that stands against running the command. Rule: CLI-8 */
export const notRunBecause = (code: number, diagnostics: ReadonlyArray<Diagnostic>): NotRun => {
  const errors = diagnostics.filter(({ severity }) => severity === "error")
  const told = errors.length === 0 ? diagnostics : errors
  return new NotRun({ code, text: told.map((finding) => `pawl: not run: ${sentencesOf(finding)}\n`).join("") })
}
