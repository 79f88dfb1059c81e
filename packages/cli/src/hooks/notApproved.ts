import type { SourceState } from "@pawl/core"

/** Why hooks of a project are in the way, and the ways out, as a clause. Rule: CLI-24 */
export const notApproved = (sources: ReadonlyArray<SourceState>): string => {
  const files = sources.map(({ source }) => source.path).join(", ")
  return `nobody has approved the hooks of this project (${files}); --trust-project runs them for this call, --hooks-only leaves them out`
}
