import type * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

/** A rule of a contract that an implementation has broken. Rule: RUN-26 */
export class ContractViolation extends Schema.TaggedError<ContractViolation>()("ContractViolation", {
  rule: Schema.String,
  found: Schema.String
}) {
  override get message() {
    return `${this.rule}: ${this.found}`
  }
}

/** One test of a contract suite, for whatever test runner: it succeeds, or says what it found. Rule: RUN-26 */
export interface ContractCase<R> {
  readonly name: string
  readonly check: Effect.Effect<void, ContractViolation, R>
}
