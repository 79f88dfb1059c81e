import { coreBoundaryTable, type DecodeInput, describeBoundary, type HookEffects, withheldEffects } from "@pawl/core"
import { evaluatedEvent } from "../BindingData.ts"
import type { ControlEffect } from "../CursorEvent.ts"
import type { FindingCode } from "../findings.ts"
import { hookName, reasons } from "../reasons.ts"
import { type DecodeContext, decodeContext } from "./DecodeContext.ts"
import { decodePermission } from "./permission.ts"

/** The decoder of each control effect; those without one belong to events of later. Rule: CUR-1 */
const decoders: { readonly [K in ControlEffect["_tag"]]?: (context: DecodeContext) => HookEffects } = {
  Permission: decodePermission
}

/** What was never the hook's doing: before an operation a denial, whatever the definition says. Rule: CUR-49 */
const engineFault = ({ binding }: DecodeInput, code: FindingCode, text: string): HookEffects =>
  withheldEffects(describeBoundary(coreBoundaryTable, binding.boundary), {
    code,
    text,
    cause: "engine",
    binding: binding.id
  })

/**
 * What the outcome of a run means in the vocabulary of core. Never throws. Rule: CUR-40 to CUR-52
 *
 * @example
 * ```ts
 * const effects = decode({ outcome, binding, envelope, policy: defaultRunPolicy })
 * effects.verdict // "deny"
 * ```
 */
export const decode = (input: DecodeInput): HookEffects => {
  const { binding, outcome } = input
  const event = evaluatedEvent(binding)
  const decoder = event === undefined ? undefined : decoders[event.control._tag]
  if (event === undefined || decoder === undefined) {
    return engineFault(input, "cursor/not-evaluated-yet", reasons.notEvaluated(binding.event))
  }
  const { ending } = outcome
  if (ending._tag === "Lost") return engineFault(input, "cursor/hook-failed", reasons.lost(hookName(binding)))
  if (ending._tag === "TimedOut" && ending.phase === "queued" && binding.queueTimeout === "engine") {
    return engineFault(input, "cursor/hook-failed", reasons.queued(hookName(binding)))
  }
  return decoder(decodeContext(event, input))
}
