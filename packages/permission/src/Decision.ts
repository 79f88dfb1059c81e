import { Reason } from "@pawl/core"
import * as Schema from "effect/Schema"

/**
 * What is to happen now. Before an operation `Execute`, `Confirm` or `Deny`; where a prompt can be held `Proceed` or
 * `Halt`; at any other moment `None`, because nothing was decided. "Not evaluated" is never one of the first.
 * Rule: PERM-4
 */
export const Decision = Schema.TaggedUnion({
  Execute: {},
  Confirm: { reason: Reason },
  Deny: { reason: Reason },
  Proceed: {},
  Halt: { reason: Reason },
  None: {}
}).annotate({ identifier: "Decision" })
export type Decision = typeof Decision.Type

/** The decisions by the names that machine-readable output uses. Rule: PERM-4 */
export const DecisionKind = Schema.Literals(["execute", "confirm", "deny", "proceed", "halt", "none"]).annotate({
  identifier: "DecisionKind"
})
export type DecisionKind = typeof DecisionKind.Type

const facts: {
  readonly [T in Decision["_tag"]]: { readonly kind: DecisionKind; readonly strictness: 0 | 1 | 2 }
} = {
  Execute: { kind: "execute", strictness: 0 },
  Proceed: { kind: "proceed", strictness: 0 },
  None: { kind: "none", strictness: 0 },
  Confirm: { kind: "confirm", strictness: 1 },
  Deny: { kind: "deny", strictness: 2 },
  Halt: { kind: "halt", strictness: 2 }
}

/** The name of a decision in machine-readable output. Rule: PERM-4 */
export const kindOf = (decision: Decision): DecisionKind => facts[decision._tag].kind

/** How strict a decision is: 0 lets it happen, 1 asks first, 2 prevents it. Rule: PERM-5 */
export const strictness = (decision: Decision): 0 | 1 | 2 => facts[decision._tag].strictness

/** The strictest of some decisions; of equally strict ones the first. Rule: PERM-5 */
export const strictest = (first: Decision, ...others: ReadonlyArray<Decision>): Decision =>
  others.reduce((kept, other) => (strictness(other) > strictness(kept) ? other : kept), first)

/** Why a decision is not simply to go on; absent when it is. Rule: PERM-4 */
export const reasonOf = (decision: Decision): Reason | undefined => ("reason" in decision ? decision.reason : undefined)
