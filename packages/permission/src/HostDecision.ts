import * as Schema from "effect/Schema"

/**
 * What the host has decided by itself about the moment, before any hook was heard: run it, ask somebody first, or not
 * run it. Rule: PERM-1
 *
 * @example
 * ```ts
 * const mine: HostDecision = { _tag: "RequireConfirmation", reason: "the command deletes files" }
 * ```
 */
export const HostDecision = Schema.TaggedUnion({
  Execute: {},
  RequireConfirmation: { reason: Schema.optionalKey(Schema.String) },
  Deny: { reason: Schema.String }
}).annotate({ identifier: "HostDecision" })
export type HostDecision = typeof HostDecision.Type
