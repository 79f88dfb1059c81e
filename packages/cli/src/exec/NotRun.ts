import type { Diagnostic } from "@pawl/core"
import * as Data from "effect/Data"
import { placeText } from "../render/diagnostic.ts"
import { sentence } from "../render/sentence.ts"

/** The command will not be run, for a reason that no hook gave: what to say, in lines, and the exit code. Rule: CLI-1 */
export class NotRun extends Data.TaggedError("NotRun")<{ readonly code: number; readonly text: string }> {}

/** One sentence for each finding that stands against running the command. Rule: CLI-8 */
export const notRunBecause = (code: number, diagnostics: ReadonlyArray<Diagnostic>): NotRun =>
  new NotRun({
    code,
    text: diagnostics
      .filter(({ severity }) => severity === "error")
      .map((d) =>
        sentence(
          `not run: ${[placeText(d), d.message].filter((part) => part !== undefined).join(": ")} ${d.hint ?? ""}`.trimEnd()
        )
      )
      .join("")
  })
