import { Diagnostic, Exit, HookEffects, MergedEffects } from "@pawl/core"
import { DecisionKind } from "@pawl/permission"
import * as Schema from "effect/Schema"
import { hostWords, readingWords } from "./choices.ts"

const Milliseconds = Schema.Finite.annotate({ description: "In milliseconds" })

/** One hook that the moment concerned. Rule: CLI-50 */
export const FiredHook = Schema.Struct({
  binding: Schema.String.annotate({ description: "<path of the file>#<event>[<index>]" }),
  command: Schema.String,
  exit: Exit,
  durationMs: Milliseconds,
  queuedMs: Milliseconds,
  stdoutTruncated: Schema.Boolean.annotate({ description: "Whether more came than is read; the rest was thrown away" }),
  stderrTail: Schema.String.annotate({ description: "The last part of what it wrote to stderr" }),
  effects: HookEffects
}).annotate({ identifier: "FiredHook" })
export type FiredHook = typeof FiredHook.Type

/** What is to happen, and why. Rule: CLI-50 */
export const FireDecision = Schema.Struct({
  kind: DecisionKind,
  reason: Schema.optionalKey(Schema.String.annotate({ description: "There with confirm, deny and halt" })),
  cause: Schema.optionalKey(
    Schema.String.annotate({
      description: "Why it was decided so: hook, untrusted (nobody has approved the project's hooks), configuration, …"
    })
  )
}).annotate({ identifier: "FireDecision" })

/** Everything that `pawl fire --json` prints. Rule: CLI-50 */
export const FireReport = Schema.Struct({
  schemaVersion: Schema.Literal(1),
  event: Schema.String,
  boundary: Schema.String.annotate({ description: "The moment of a host that the event belongs to" }),
  host: Schema.Literals(hostWords).annotate({
    description: "The host that the moment happened in"
  }),
  reading: Schema.Literals(readingWords).annotate({ description: "How answers were read" }),
  decision: FireDecision,
  merged: MergedEffects.annotate({ description: "What all hooks have answered together, in the order of the hooks" }),
  hooks: Schema.Array(FiredHook),
  notMatched: Schema.Array(Schema.Struct({ binding: Schema.String, why: Schema.String })).annotate({
    description: "Hooks of the same moment that were not run, each with the reason"
  }),
  diagnostics: Schema.Array(Diagnostic),
  revision: Schema.Int.annotate({ description: "Of the configuration that the hooks were judged by" })
}).annotate({ identifier: "FireReport", title: "pawl fire --json" })
export type FireReport = typeof FireReport.Type
