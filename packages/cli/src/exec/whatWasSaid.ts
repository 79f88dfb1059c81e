import { cleanText, type DispatchOutcome, type Reason, type Snapshot } from "@pawl/core"
import { toldOf } from "./report.ts"

/** What a reason is for: its hook has denied, asked, or neither; what is no hook's own is a refusal, and so a denial. Rule: CLI-15 */
export const purposeOf = (
  { binding, cause }: Reason,
  { records }: Pick<DispatchOutcome, "records">
): "denied" | "asked" | "info" => {
  const effects = records.find((record) => record.binding === binding)?.effects
  if (cause !== "hook" || effects === undefined || effects.halt !== undefined) return "denied"
  if (effects.verdict === "ask") return "asked"
  return effects.verdict === "deny" ? "denied" : "info"
}

/** The hooks that could not be run because of a mistake in their definition that was told with the hooks files. Rule: CLI-15 */
export const toldHooks = ({ sources }: Snapshot): ReadonlySet<string> =>
  new Set(
    sources.flatMap(({ bindings, diagnostics }) => {
      const told = new Set(toldOf(diagnostics).map(({ finding }) => cleanText(finding.message)))
      return bindings.flatMap(({ id, standing }) =>
        standing._tag === "Withheld" && told.has(standing.reason) ? [id] : []
      )
    })
  )
