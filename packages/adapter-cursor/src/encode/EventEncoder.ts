import type { Envelope } from "@pawl/core"
import type { Fields } from "./Fields.ts"

/**
 * Writes the own fields of one event; `full` where the reading adds what captured payloads carry beyond the documented
 * fields. `jsonTexts` names the fields that Cursor sends as JSON inside a text. Rule: CUR-36, CUR-37
 */
export interface EventEncoder {
  readonly write: (envelope: Envelope, full: boolean) => Fields
  readonly jsonTexts?: ReadonlyArray<string>
}

/** An event that is handed a payload it is not about adds nothing. Rule: CUR-36 */
export const none: Fields = {}
