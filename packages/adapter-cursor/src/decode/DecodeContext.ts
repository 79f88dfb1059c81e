import type { Binding, DecodeInput, Diagnostic, Envelope, ProcessOutcome, RunPolicy } from "@pawl/core"
import { dataOf } from "../BindingData.ts"
import type { CursorEvent } from "../CursorEvent.ts"
import { type FindingCode, finding } from "../findings.ts"
import { readings } from "../readings.ts"
import { hookName } from "../reasons.ts"

/** Everything that one answer is read by. */
export interface DecodeContext {
  readonly event: CursorEvent
  readonly binding: Binding
  readonly outcome: ProcessOutcome
  readonly envelope: Envelope
  readonly policy: RunPolicy
  readonly facts: (typeof readings)["tight"]
  /** How sentences name the hook. */
  readonly name: string
}

/** What an outcome is read by: the event's row, and the reading that its binding was made under. Rule: CUR-20 */
export const decodeContext = (
  event: CursorEvent,
  { binding, envelope, outcome, policy }: DecodeInput
): DecodeContext => ({
  event,
  binding,
  envelope,
  outcome,
  policy,
  facts: readings[dataOf(binding).reading],
  name: hookName(binding)
})

/** A finding about this run. It names the position and the command, so that five failing hooks can be told apart. */
export const told = ({ binding, name }: DecodeContext, code: FindingCode, message: string, hint?: string): Diagnostic =>
  finding(code, { message: `${binding.event}[${binding.index}] (${name}): ${message}`, hint, binding: binding.id })
