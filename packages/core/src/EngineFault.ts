import type { BindingId } from "./Binding.ts"
import type { BoundaryDescriptor } from "./Boundary.ts"
import type { DenyCause } from "./DenyCause.ts"
import { type HookEffects, noEffects, type Reason } from "./Effects.ts"

/**
 * What counts when a hook could not be asked although it should have been: before an operation a denial, where a prompt
 * can be held a halt, afterwards a report. Our own fault is never leniency. Rule: CORE-11
 */
export const withheldEffects = (
  boundary: BoundaryDescriptor,
  fault: { readonly text: string; readonly cause: DenyCause; readonly code: string; readonly binding?: BindingId }
): HookEffects => {
  const about = fault.binding === undefined ? {} : { binding: fault.binding }
  const reason: Reason = { text: fault.text, author: "engine", cause: fault.cause, ...about }
  if (boundary.beforeOperation) return { ...noEffects, verdict: "deny", reasons: [reason] }
  if (boundary.gate === "halt") return { ...noEffects, halt: reason, reasons: [reason] }
  return {
    ...noEffects,
    diagnostics: [{ code: fault.code, severity: "error", message: fault.text, ...about }]
  }
}
