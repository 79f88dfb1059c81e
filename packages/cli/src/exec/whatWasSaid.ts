import type { DispatchOutcome, Reason } from "@pawl/core"

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
