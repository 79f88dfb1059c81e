import { actionOf, type Envelope, escapeText, GuardedFiles, type Reason } from "@pawl/core"
import * as Effect from "effect/Effect"
import * as Reasons from "./reasons.ts"

const changesFiles = (envelope: Envelope): boolean => {
  const kind = actionOf(envelope.payload)?._tag
  return kind === "FileEdit" || kind === "FileDelete"
}

/**
 * The question of Pawl itself about an edit or a delete of a file that guards consist of: an agent must not be able to
 * switch off what judges it. None for any other action. Rule: PERM-25
 */
export const guardQuestion = (envelope: Envelope): Effect.Effect<Reason | undefined, never, GuardedFiles> =>
  changesFiles(envelope)
    ? GuardedFiles.use(({ touchedBy }) => touchedBy(envelope)).pipe(
        Effect.map((files) => {
          const [first] = files
          if (first === undefined) return undefined
          const more = files.length === 1 ? "" : ` (and ${files.length - 1} more like it)`
          return Reasons.engineReason(
            `This would change ${escapeText(first.path)}, ${first.what}${more}: what guards the agent is not the agent's to change`,
            "configuration",
            undefined
          )
        })
      )
    : Effect.undefined
