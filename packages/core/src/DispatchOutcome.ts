import * as Schema from "effect/Schema"
import { Action } from "./Action.ts"
import { BindingId } from "./Binding.ts"
import { BoundaryId } from "./Boundary.ts"
import { Diagnostic } from "./Diagnostic.ts"
import { MergedEffects } from "./Effects.ts"
import { InvocationRecord } from "./InvocationRecord.ts"

/**
 * What one dispatch has come to: the merged effects after refusal, a record of each hook that ran (in snapshot order),
 * why each other hook of this boundary did not, and the revision of the configuration that it was judged by. An
 * interrupted dispatch has no outcome. Rule: CORE-33
 */
export const DispatchOutcome = Schema.Struct({
  boundary: BoundaryId,
  revision: Schema.Int,
  merged: MergedEffects,
  /** The action that a replaced input makes, where the host honours one and it is another action than the one asked about. */
  rewritten: Schema.optionalKey(Action),
  records: Schema.Array(InvocationRecord),
  notMatched: Schema.Array(Schema.Struct({ binding: BindingId, why: Schema.String })),
  diagnostics: Schema.Array(Diagnostic)
}).annotate({ identifier: "DispatchOutcome" })
export type DispatchOutcome = typeof DispatchOutcome.Type
