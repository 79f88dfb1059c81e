import type { Envelope, PayloadUnreadable } from "@pawl/core"
import * as Equal from "effect/Equal"
import * as Result from "effect/Result"
import * as Struct from "effect/Struct"
import { type CursorEvent, cursorEvent } from "../CursorEvent.ts"
import type { Fields } from "../encode/Fields.ts"
import { payloadOf } from "../encode/payloadOf.ts"
import { commonFrom } from "./commonFrom.ts"
import { payloadFields } from "./payloadFields.ts"
import { readMoment } from "./readMoment.ts"

/** A moment of no conversation takes none from where one stands. Rule: CUR-36 */
const withoutConversation = (base: Envelope): Envelope => Struct.omit(base, ["conversationId", "turnId", "model"])

/** What a payload held that the envelope does not say by itself; it is sent on and read by nothing. Rule: CUR-57 */
const rest = (fields: Fields, event: CursorEvent, envelope: Envelope): Envelope => {
  const said = payloadOf(event, envelope, true).fields
  const opaque = Object.entries(fields).filter(
    ([key, value]) => key !== "hook_event_name" && !Equal.equals(said[key], value)
  )
  return opaque.length === 0 ? envelope : { ...envelope, opaque: Object.fromEntries(opaque) }
}

/**
 * A captured payload of an event as a moment; fields that it lacks come from `base`. Written again in the default
 * reading, it has every key that it had. Rule: CUR-55 to CUR-57
 *
 * @example
 * ```ts
 * const envelope = envelopeFrom("beforeShellExecution", '{ "command": "git push" }', base)
 * ```
 */
export const envelopeFrom = (
  name: string,
  payload: unknown,
  base: Envelope
): Result.Result<Envelope, PayloadUnreadable> => {
  const event = cursorEvent(name)
  if (event === undefined) return Result.fail({ message: `Cursor has no event "${name}"` })
  return Result.mapError(
    Result.gen(function* () {
      const fields = yield* payloadFields(payload)
      const said = fields.hook_event_name
      if (typeof said === "string" && said.toLowerCase() !== name.toLowerCase()) {
        return yield* Result.fail(`the payload is one of ${said}, not of ${name}`)
      }
      const moment = yield* readMoment(name, fields)
      const common = commonFrom(fields, event.outsideConversation === true ? withoutConversation(base) : base)
      const facts =
        moment.vendor === undefined
          ? common.facts
          : { ...common.facts, vendor: { ...common.facts.vendor, ...moment.vendor } }
      return rest(fields, event, { ...common, facts, payload: moment.payload })
    }),
    (message) => ({ message })
  )
}
