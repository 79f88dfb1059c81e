import { Diagnostic } from "@pawl/core"
import * as Schema from "effect/Schema"

/** A hooks file, or a folder that is searched for them, could not be read; `diagnostics` say why. Rule: SRC-2 */
export class SourceUnreadable extends Schema.TaggedError<SourceUnreadable>()("SourceUnreadable", {
  path: Schema.String,
  diagnostics: Schema.Array(Diagnostic)
}) {
  override get message() {
    return `${this.path}: ${this.diagnostics.map((d) => d.message).join(" ")}`
  }
}
