import type { Binding } from "./Binding.ts"
import type { BoundaryDescriptor } from "./Boundary.ts"
import type { DenyCause } from "./DenyCause.ts"
import { type HookEffects, noEffects } from "./Effects.ts"
import { withheldEffects } from "./EngineFault.ts"
import { coreCodes, engineText } from "./EngineText.ts"
import type { RunPolicy } from "./RunPolicy.ts"

/** Hooks that are matched and never started. Rule: CORE-24 */
export const withhold = (
  bindings: ReadonlyArray<Binding>,
  why: { readonly reason: string; readonly cause: DenyCause; readonly denies: "always" | "strict" }
): ReadonlyArray<Binding> => bindings.map((binding) => ({ ...binding, standing: { _tag: "Withheld", ...why } }))

/** Whether an answer of a hook could have prevented anything. */
export const isGuard = (binding: Binding): boolean => binding.gate === "verdict" || binding.gate === "halt"

/** A moment as one hook may influence it: its event may have a weaker gate than the boundary. */
const asSeenBy = (binding: Binding, boundary: BoundaryDescriptor): BoundaryDescriptor => ({
  ...boundary,
  beforeOperation: boundary.beforeOperation && isGuard(binding),
  gate: isGuard(binding) ? boundary.gate : "none"
})

/**
 * What a hook that is not run amounts to at a moment that it matches: where its standing says so a denial or a halt, as
 * far as its own gate reaches; otherwise no effect and a warning. Rule: CORE-24, CORE-57
 */
export const effectsOfWithheld = (
  binding: Binding,
  standing: Extract<Binding["standing"], { readonly _tag: "Withheld" }>,
  boundary: BoundaryDescriptor,
  policy: RunPolicy
): HookEffects => {
  const { cause, denies, reason } = standing
  const withheld = { code: coreCodes.withheld, binding: binding.id }
  const told = { ...withheld, severity: "warning", message: engineText.withheld(binding.id, reason) } as const
  if (denies === "never" || (denies === "strict" && !policy.strict)) {
    return { ...noEffects, diagnostics: [told] }
  }
  return withheldEffects(asSeenBy(binding, boundary), { ...withheld, text: reason, cause })
}
