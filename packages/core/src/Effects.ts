import * as Schema from "effect/Schema"
import { Channel } from "./Channel.ts"
import { DenyCause } from "./DenyCause.ts"
import { Diagnostic } from "./Diagnostic.ts"

/** What one hook says about an action. `defer` asks to decide later. Rule: CORE-19 */
export const Verdict = Schema.Literals(["none", "allow", "defer", "ask", "deny"]).annotate({ identifier: "Verdict" })
export type Verdict = typeof Verdict.Type

/** The order of verdicts: the higher one wins. A deferral is no verdict when answers are merged. Rule: CORE-19 */
export const verdictStrength: { readonly [V in Verdict]: number } = { none: 0, defer: 0, allow: 1, ask: 2, deny: 3 }

/** Who wrote a text; whatever shows it says so, so that a hook cannot pose as the engine. Rule: CORE-21 */
export const Author = Schema.Literals(["hook", "engine", "host"]).annotate({ identifier: "Author" })
export type Author = typeof Author.Type

/** Why something is denied, asked or halted: a cleaned text, its author, and the hook that it is about. Rule: CORE-18 */
export const Reason = Schema.Struct({
  text: Schema.String,
  author: Author,
  cause: DenyCause,
  binding: Schema.optionalKey(Schema.String)
}).annotate({ identifier: "Reason" })
export type Reason = typeof Reason.Type

/** A text for the person. Rule: CORE-18 */
export const Notice = Schema.Struct({
  text: Schema.String,
  author: Author,
  level: Schema.Literals(["info", "warning", "denied"]),
  binding: Schema.optionalKey(Schema.String)
}).annotate({ identifier: "Notice" })
export type Notice = typeof Notice.Type

/** A request to go on after the turn has ended. `loopLimit` null has no limit of its own. Rule: CORE-19 */
export const Continuation = Schema.Struct({ message: Schema.String, loopLimit: Schema.NullOr(Schema.Int) })
export type Continuation = typeof Continuation.Type

/** A value for a channel that an adapter has registered under an id of its own. Rule: CORE-16 */
export const Extension = Schema.Struct({ id: Schema.String, value: Schema.Json })
export type Extension = typeof Extension.Type

/**
 * A field that controls something elsewhere and that the event does not accept: never applied, always refused or
 * reported. `field` is the name that the hook wrote. Rule: CORE-17
 */
export const UnsupportedField = Schema.Struct({ channel: Channel, field: Schema.String })
export type UnsupportedField = typeof UnsupportedField.Type

/**
 * What one hook has answered, in the vocabulary of core. An absent channel is no effect: nothing is erased by it.
 * Rule: CORE-19
 */
export const HookEffects = Schema.Struct({
  verdict: Verdict,
  reasons: Schema.Array(Reason),
  notices: Schema.Array(Notice),
  replacementInput: Schema.optionalKey(Schema.Json),
  replacementResult: Schema.optionalKey(Schema.Json),
  modelContext: Schema.optionalKey(Schema.String),
  sessionEnv: Schema.optionalKey(Schema.Record(Schema.String, Schema.String)),
  halt: Schema.optionalKey(Reason),
  continuation: Schema.optionalKey(Continuation),
  extensions: Schema.Array(Extension),
  unsupported: Schema.Array(UnsupportedField),
  diagnostics: Schema.Array(Diagnostic)
}).annotate({ identifier: "HookEffects" })
export type HookEffects = typeof HookEffects.Type

/** The answer of a hook that has none. Rule: CORE-19 */
export const noEffects: HookEffects = {
  verdict: "none",
  reasons: [],
  notices: [],
  extensions: [],
  unsupported: [],
  diagnostics: []
}

/** The merged verdict: an ask and a denial always carry the reason that counts. Rule: CORE-19 */
export const MergedVerdict = Schema.TaggedUnion({
  None: {},
  Allow: { binding: Schema.String },
  Ask: { reason: Reason },
  Deny: { reason: Reason }
}).annotate({ identifier: "MergedVerdict" })
export type MergedVerdict = typeof MergedVerdict.Type

const from = { binding: Schema.String }

/** What all hooks of one moment have answered together, in snapshot order. Rule: CORE-19 */
export const MergedEffects = Schema.Struct({
  verdict: MergedVerdict,
  reasons: Schema.Array(Reason),
  notices: Schema.Array(Notice),
  replacementInput: Schema.optionalKey(Schema.Struct({ ...from, value: Schema.Json })),
  replacementResult: Schema.optionalKey(Schema.Struct({ ...from, value: Schema.Json })),
  modelContext: Schema.Array(Schema.Struct({ ...from, text: Schema.String })),
  sessionEnv: Schema.Array(Schema.Struct({ ...from, variables: Schema.Record(Schema.String, Schema.String) })),
  halt: Schema.optionalKey(Reason),
  continuation: Schema.optionalKey(Schema.Struct({ ...from, ...Continuation.fields })),
  deferrals: Schema.Array(Schema.String),
  extensions: Schema.Array(Schema.Struct({ ...from, ...Extension.fields })),
  unsupported: Schema.Array(Schema.Struct({ ...from, ...UnsupportedField.fields })),
  diagnostics: Schema.Array(Diagnostic)
}).annotate({ identifier: "MergedEffects" })
export type MergedEffects = typeof MergedEffects.Type
