import type { Diagnostic } from "@pawl/core"
import * as Data from "effect/Data"
import { placeText } from "../render/diagnostic.ts"
import { sentence } from "../render/sentence.ts"

/** The command will not be run, for a reason that no hook gave: what to say, in lines, and the exit code. Rule: CLI-1 */
export class NotRun extends Data.TaggedError("NotRun")<{ readonly code: number; readonly text: string }> {}

const because = (diagnostic: Diagnostic): string => {
  const { message, hint } = diagnostic
  const what = [placeText(diagnostic), hint === undefined ? message : `${message} ${hint}`]
  return sentence(`not run: ${what.filter((part) => part !== undefined).join(": ")}`)
}

/** One sentence for each finding that stands against running the command. Rule: CLI-8 */
export const notRunBecause = (code: number, diagnostics: ReadonlyArray<Diagnostic>): NotRun => {
  const errors = diagnostics.filter(({ severity }) => severity === "error")
  return new NotRun({ code, text: (errors.length === 0 ? diagnostics : errors).map(because).join("") })
}
