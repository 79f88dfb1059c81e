import type { BoundaryDescriptor } from "./Boundary.ts"
import type { Diagnostic } from "./Diagnostic.ts"
import type { MergedEffects } from "./Effects.ts"
import { engineText } from "./EngineText.ts"
import { alsoDeny } from "./Reducer.ts"
import type { RunPolicy } from "./RunPolicy.ts"
import type { SourceState } from "./Snapshot.ts"
import { cleanText } from "./Text.ts"

/** Whether nothing of a source is in force because no version of it could ever be loaded. */
const hasNoVersion = (state: SourceState): boolean => state.trust === undefined

const findingOf = ({ diagnostics }: SourceState): string => {
  const first = diagnostics.find((diagnostic) => diagnostic.severity === "error") ?? diagnostics[0]
  return first === undefined ? "nothing more is known" : cleanText(first.message)
}

/** What must be told at each moment of the sources that could not be loaded. Rule: CORE-61 */
export const failedSourceDiagnostics = (failed: ReadonlyArray<SourceState>): ReadonlyArray<Diagnostic> =>
  failed.flatMap((state) => state.diagnostics)

/**
 * Denies under the strict policy what nobody could judge, because the hooks of a source that applies here were never
 * loaded. A source whose last good version is still in force denies nothing by itself. Rule: CORE-61
 */
export const denyForFailedSources = (
  merged: MergedEffects,
  failed: ReadonlyArray<SourceState>,
  boundary: BoundaryDescriptor,
  policy: RunPolicy
): MergedEffects => {
  if (!policy.strict || !boundary.beforeOperation) return merged
  return failed.filter(hasNoVersion).reduce(
    (next, state) =>
      alsoDeny(next, {
        text: engineText.sourceFailed(state.source.path, findingOf(state)),
        author: "engine",
        cause: "configuration"
      }),
    merged
  )
}
