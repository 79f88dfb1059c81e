import * as Schema from "effect/Schema"
import { Diagnostic } from "./Diagnostic.ts"

/** A source could not be loaded; what was last good stays in force. Rule: CORE-35 */
export class SourceRejected extends Schema.TaggedError<SourceRejected>()("SourceRejected", {
  source: Schema.String,
  diagnostics: Schema.Array(Diagnostic)
}) {
  override get message() {
    return this.diagnostics.map((d) => d.message).join("; ")
  }
}

/** A source is in a format that no adapter was given for. Rule: CORE-35 */
export class UnknownFormat extends Schema.TaggedError<UnknownFormat>()("UnknownFormat", { format: Schema.String }) {
  override get message() {
    return `no adapter for the format "${this.format}"`
  }
}

/** Two adapters claim one format. Rule: CORE-35 */
export class DuplicateFormat extends Schema.TaggedError<DuplicateFormat>()("DuplicateFormat", {
  format: Schema.String
}) {
  override get message() {
    return `two adapters claim the format "${this.format}"`
  }
}
