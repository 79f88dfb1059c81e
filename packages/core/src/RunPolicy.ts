import * as Schema from "effect/Schema"

/**
 * How strict a run is: an argument of every dispatch, effective at the next one. Under `strict` every failed evaluation
 * denies; `headlessAsk` says what a question is worth that nobody can answer: a denial in both cases, which under
 * `fail-run` the owner of the run is told of as well. Rule: CORE-25
 */
export const RunPolicy = Schema.Struct({
  strict: Schema.Boolean,
  headlessAsk: Schema.Literals(["deny", "fail-run"])
}).annotate({ identifier: "RunPolicy" })
export type RunPolicy = typeof RunPolicy.Type

/** The policy of a run that asks for nothing special. Rule: CORE-25 */
export const defaultRunPolicy: RunPolicy = { strict: false, headlessAsk: "deny" }
