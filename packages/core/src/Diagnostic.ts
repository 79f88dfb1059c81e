import * as Schema from "effect/Schema"

/** How much a finding matters: an error voids something, a warning changes what runs, a hint is advice. Rule: CORE-12 */
export const Severity = Schema.Literals(["error", "warning", "hint"])
export type Severity = typeof Severity.Type

/**
 * A place in a text: 1-based line and column (in UTF-16 code units), and the path of the value there, such as
 * `stop[2].timeout`. Rule: CORE-12
 */
export const Place = Schema.Struct({
  line: Schema.Int,
  column: Schema.Int,
  at: Schema.optionalKey(Schema.String)
}).annotate({ identifier: "Place" })
export type Place = typeof Place.Type

/**
 * Whatever must be told to a person: a stable code (`<area>/<kebab-case>`), what happened, where, and what to write
 * instead. `file`, `message` and `hint` may quote foreign text, which whoever shows them escapes. `dependsOnHost` marks
 * what is no fault of a file but only what one host makes of it: another one may say nothing of the kind. `others` is how
 * many more of its kind a finding stands for. Rule: CORE-12
 */
export const Diagnostic = Schema.Struct({
  code: Schema.String,
  severity: Severity,
  message: Schema.String,
  hint: Schema.optionalKey(Schema.String),
  file: Schema.optionalKey(Schema.String),
  place: Schema.optionalKey(Place),
  binding: Schema.optionalKey(Schema.String),
  dependsOnHost: Schema.optionalKey(Schema.Boolean),
  others: Schema.optionalKey(Schema.Int)
}).annotate({ identifier: "Diagnostic" })
export type Diagnostic = typeof Diagnostic.Type
