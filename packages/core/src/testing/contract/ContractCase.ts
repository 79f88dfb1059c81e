import type * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

/** A law does not hold: which one, the id of its rule, and what it did not hold for. */
export class ContractViolation extends Schema.TaggedError<ContractViolation>()("ContractViolation", {
  law: Schema.String,
  rule: Schema.optionalKey(Schema.String),
  detail: Schema.String
}) {
  override get message() {
    return `${this.law}${this.rule === undefined ? "" : ` (${this.rule})`}: ${this.detail}`
  }
}

/**
 * One law of a contract, ready to be checked by any test runner. `rule` is the id of the row of the contract that the
 * law comes from; `R` is what the check asks of the test, such as a probe of the machine.
 */
export interface ContractCase<R = never> {
  readonly name: string
  readonly rule: string
  /** Why it cannot be checked on this machine: a program that it needs is not there. */
  readonly skipped?: string
  readonly check: Effect.Effect<void, ContractViolation, R>
}
