import type { TextEdit } from "@pawl/core"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"

const decode = Schema.decodeUnknownOption(
  Schema.Array(Schema.Struct({ old_string: Schema.String, new_string: Schema.String }))
)

/** Replaced stretches of a text; what else stands beside them, such as places, is no part of the moment. Rule: CUR-56 */
export const readEdits = (value: unknown): ReadonlyArray<TextEdit> =>
  Option.getOrElse(decode(value), () => []).map((edit) => ({ oldText: edit.old_string, newText: edit.new_string }))
