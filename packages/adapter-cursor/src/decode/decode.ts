import { coreBoundaryTable, type DecodeInput, describeBoundary, type HookEffects, withheldEffects } from "@pawl/core"
import { type ControlEffect, cursorEvent } from "../CursorEvent.ts"
import type { FindingCode } from "../findings.ts"
import { hookName, reasons } from "../reasons.ts"
import { type DecodeContext, decodeContext } from "./DecodeContext.ts"
import { decodeFollowUp } from "./followUp.ts"
import { decodeObserve } from "./observe.ts"
import { decodePermission } from "./permission.ts"
import { decodePromptHalt } from "./promptHalt.ts"

/** The decoder of each control effect. Rule: CUR-1 */
const decoders: { readonly [K in ControlEffect["_tag"]]: (context: DecodeContext) => HookEffects } = {
  Permission: decodePermission,
  PromptHalt: decodePromptHalt,
  FollowUp: decodeFollowUp,
  Observe: decodeObserve
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
  const event = cursorEvent(binding.event)
  if (event === undefined) return engineFault(input, "cursor/unknown-event", reasons.unknownEvent(binding.event))
  const { ending } = outcome
  if (ending._tag === "Lost") return engineFault(input, "cursor/hook-failed", reasons.lost(hookName(binding)))
  if (ending._tag === "TimedOut" && ending.phase === "queued" && binding.queueTimeout === "engine") {
    return engineFault(input, "cursor/hook-failed", reasons.queued(hookName(binding)))
  }
  return decoders[event.control._tag](decodeContext(event, input))
}
