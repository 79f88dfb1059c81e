import * as Struct from "effect/Struct"
import type { BindingId } from "./Binding.ts"
import type { Channel } from "./Channel.ts"
import type { MergedEffects } from "./Effects.ts"

/** Where a channel is in the merged effects. The verdict and the extensions have rules of their own. */
export interface ChannelSlot {
  readonly filledBy: (merged: MergedEffects) => ReadonlyArray<BindingId | undefined>
  readonly without: (merged: MergedEffects) => MergedEffects
}

const listSlot = (
  read: (merged: MergedEffects) => ReadonlyArray<{ readonly binding?: BindingId }>,
  without: ChannelSlot["without"]
): ChannelSlot => ({ filledBy: (merged) => read(merged).map((entry) => entry.binding), without })

/** Rule: CORE-16, CORE-52 */
export const channelSlots: { readonly [C in Exclude<Channel, "verdict" | "extension">]: ChannelSlot } = {
  notice: listSlot(
    (merged) => merged.notices,
    (merged) => ({ ...merged, notices: [] })
  ),
  "replacement-input": listSlot(
    (merged) => (merged.replacementInput === undefined ? [] : [merged.replacementInput]),
    (merged) => Struct.omit(merged, ["replacementInput"])
  ),
  "replacement-result": listSlot(
    (merged) => (merged.replacementResult === undefined ? [] : [merged.replacementResult]),
    (merged) => Struct.omit(merged, ["replacementResult"])
  ),
  "model-context": listSlot(
    (merged) => merged.modelContext,
    (merged) => ({ ...merged, modelContext: [] })
  ),
  "session-env": listSlot(
    (merged) => merged.sessionEnv,
    (merged) => ({ ...merged, sessionEnv: [] })
  ),
  halt: listSlot(
    (merged) => (merged.halt === undefined ? [] : [merged.halt]),
    (merged) => Struct.omit(merged, ["halt"])
  ),
  continuation: listSlot(
    (merged) => (merged.continuation === undefined ? [] : [merged.continuation]),
    (merged) => Struct.omit(merged, ["continuation"])
  )
}
