import { Severity, SourceKind } from "@pawl/core"
import * as Schema from "effect/Schema"

const Count = Schema.Int.pipe(Schema.check(Schema.isGreaterThanOrEqualTo(0)))
const Line = Schema.Int.pipe(Schema.check(Schema.isGreaterThanOrEqualTo(1))).annotate({
  description: "1-based; 1 when the finding is about the file as a whole"
})

/** One finding about a file. Rule: CLI-31 */
export const Finding = Schema.Struct({
  code: Schema.String.annotate({ description: "Stable, <area>/<kebab-case>" }),
  severity: Severity,
  line: Line,
  column: Line,
  at: Schema.String.annotate({
    description: "The value that it is about, such as stop[2].timeout; empty for the file"
  }),
  message: Schema.String,
  hint: Schema.optionalKey(Schema.String.annotate({ description: "What to write instead" }))
}).annotate({ identifier: "Finding" })
export type Finding = typeof Finding.Type

/** One file: its findings sorted by place, and how many hooks it puts in force. Rule: CLI-31 */
export const CheckedFile = Schema.Struct({
  path: Schema.String,
  format: Schema.String,
  bindings: Count,
  findings: Schema.Array(Finding)
}).annotate({ identifier: "CheckedFile" })
export type CheckedFile = typeof CheckedFile.Type

/** Everything that `pawl check --json` prints. Rule: CLI-31 */
export const CheckReport = Schema.Struct({
  schemaVersion: Schema.Literal(1),
  files: Schema.Array(CheckedFile),
  searched: Schema.Array(Schema.Struct({ path: Schema.String, kind: SourceKind, found: Schema.Boolean })),
  summary: Schema.Struct({
    files: Count,
    bindings: Count,
    errors: Count,
    warnings: Count,
    hints: Count,
    notSearched: Schema.Array(
      Schema.Struct({ kind: SourceKind, places: Schema.Array(Schema.String), why: Schema.String })
    )
  })
}).annotate({ identifier: "CheckReport", title: "pawl check --json" })
export type CheckReport = typeof CheckReport.Type
