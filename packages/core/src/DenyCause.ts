import * as Schema from "effect/Schema"

/**
 * Why something was denied. `hook`: a hook said so, or failed where its policy counts a failure as a denial;
 * `unsupported-effect`: it asked for what this moment cannot honour; `engine`: our own fault. Rule: CORE-18
 */
export const DenyCause = Schema.Literals([
  "hook",
  "unsupported-effect",
  "rewrite-unsupported",
  "approval-unavailable",
  "deferral-unsupported",
  "configuration",
  "untrusted",
  "engine",
  "host"
]).annotate({ identifier: "DenyCause" })
export type DenyCause = typeof DenyCause.Type
