import type { Binding, EncodedInput, EncodeFailed, Envelope, Reading } from "@pawl/core"
import { actionOf, boundaryOf } from "@pawl/core"
import * as Result from "effect/Result"
import type * as Schema from "effect/Schema"
import { dataOf } from "../BindingData.ts"
import { type CursorEvent, cursorEvent } from "../CursorEvent.ts"
import { finding } from "../findings.ts"
import { readings } from "../readings.ts"
import { commonFields } from "./commonFields.ts"
import { eventFields } from "./eventFields.ts"
import type { Fields } from "./Fields.ts"
import { redacted } from "./redacted.ts"
import { writable } from "./writable.ts"

/** The payload of an event, and the paths of what could not be written. */
interface Written {
  readonly fields: Fields
  readonly lost: ReadonlyArray<string>
}

const asFields = (fields: object): Written => {
  const { lost, value } = writable(fields)
  return { fields: value !== null && typeof value === "object" && !isList(value) ? value : {}, lost }
}

const isList = (value: Schema.Json): value is Schema.JsonArray => Array.isArray(value)

/**
 * The payload of an event: the common fields, what a captured payload held beyond them, then the event's own, which
 * nothing else overwrites, less the fields that the action marks as secret. Rule: CUR-35 to CUR-39
 */
export const payloadOf = (event: CursorEvent, envelope: Envelope, reading: Reading): Written => {
  const { fullPayload } = readings[reading]
  const common = asFields({
    ...commonFields(event, envelope, fullPayload),
    ...(fullPayload ? envelope.opaque : {})
  })
  const isItsMoment = boundaryOf(envelope.payload) === event.boundary
  const own = asFields(isItsMoment ? eventFields(event.name, envelope, fullPayload) : {})
  const action = actionOf(envelope.payload)
  return {
    fields: { ...common.fields, ...(action === undefined ? own.fields : redacted(own.fields, action)) },
    lost: [...common.lost, ...own.lost]
  }
}

const encoder = new TextEncoder()

/** The JSON that a hook reads on stdin, one object and a line end. Rule: CUR-35 to CUR-39 */
export const encode = (envelope: Envelope, binding: Binding): Result.Result<EncodedInput, EncodeFailed> => {
  const event = cursorEvent(binding.event)
  if (event === undefined) return Result.fail({ message: `Cursor has no event "${binding.event}"` })
  const { fields, lost } = payloadOf(event, envelope, dataOf(binding).reading)
  const diagnostics = lost.map((field) =>
    finding("cursor/value-left-out", {
      message: `${binding.event}[${binding.index}]: "${field}" cannot be written as JSON; the hook got null`,
      binding: binding.id
    })
  )
  const stdin = encoder.encode(`${JSON.stringify(fields)}\n`)
  return Result.succeed({ stdin, env: {}, ...(diagnostics.length === 0 ? {} : { diagnostics }) })
}
