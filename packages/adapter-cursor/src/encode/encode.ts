import type { Binding, EncodedInput, EncodeFailed, Envelope, Reading } from "@pawl/core"
import { boundaryOf } from "@pawl/core"
import * as Result from "effect/Result"
import { dataOf } from "../BindingData.ts"
import type { CursorEvent } from "../CursorEvent.ts"
import { cursorEvent } from "../cursorEvents.ts"
import { finding } from "../findings.ts"
import { readings } from "../readings.ts"
import { commonFields } from "./commonFields.ts"
import { eventFields } from "./eventFields.ts"
import type { Fields } from "./Fields.ts"
import { writable } from "./writable.ts"

/**
 * The payload of an event: the common fields, what a captured payload held beyond them, then the event's own, which
 * nothing else overwrites. Rule: CUR-35 to CUR-37
 */
export const payloadOf = (event: CursorEvent, envelope: Envelope, reading: Reading): Fields => {
  const { fullPayload } = readings[reading]
  return {
    ...commonFields(event, envelope, fullPayload),
    ...(fullPayload ? envelope.opaque : {}),
    ...(boundaryOf(envelope.payload) === event.boundary ? eventFields(event.name, envelope, fullPayload) : {})
  }
}

const encoder = new TextEncoder()

/** The JSON that a hook reads on stdin, one object and a line end. Rule: CUR-35 to CUR-39 */
export const encode = (envelope: Envelope, binding: Binding): Result.Result<EncodedInput, EncodeFailed> => {
  const event = cursorEvent(binding.event)
  if (event === undefined) return Result.fail({ message: `Cursor has no event "${binding.event}"` })
  const { lost, value } = writable(payloadOf(event, envelope, dataOf(binding).reading))
  const diagnostics = lost.map((field) =>
    finding("cursor/value-left-out", {
      message: `${binding.event}[${binding.index}]: "${field}" cannot be written as JSON; the hook got null`,
      binding: binding.id
    })
  )
  const stdin = encoder.encode(`${JSON.stringify(value)}\n`)
  return Result.succeed({ stdin, env: {}, ...(diagnostics.length === 0 ? {} : { diagnostics }) })
}
