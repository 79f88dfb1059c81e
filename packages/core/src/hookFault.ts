import type { BindingId } from "./Binding.ts"
import type { BoundaryDescriptor } from "./Boundary.ts"
import type { HookEffects } from "./Effects.ts"
import { withheldEffects } from "./EngineFault.ts"
import { coreCodes, engineText } from "./EngineText.ts"

/** Where a hook was when our own code failed. */
export type FaultStep = "matching" | "writing the input of" | "running" | "reading the answer of"

/**
 * What a hook counts for when our own code failed at it: never as no opinion. What is known of the defect goes into a
 * finding only, because no one but us can do anything about it. Rule: CORE-11, CORE-60
 */
export const hookFault = (
  boundary: BoundaryDescriptor,
  step: FaultStep,
  binding: BindingId,
  detail: string
): HookEffects => {
  const effects = withheldEffects(boundary, {
    text: engineText.fault(step, binding),
    cause: "engine",
    code: coreCodes.fault,
    binding
  })
  return {
    ...effects,
    diagnostics: [...effects.diagnostics, { code: coreCodes.faultDetail, severity: "error", message: detail, binding }]
  }
}
