import type { TextEdit } from "@pawl/core"
import type { Fields } from "./Fields.ts"

/** Replaced stretches of a text with Cursor's keys. */
export const textEdits = (edits: ReadonlyArray<TextEdit>): ReadonlyArray<Fields> =>
  edits.map(({ newText, oldText }) => ({ old_string: oldText, new_string: newText }))
