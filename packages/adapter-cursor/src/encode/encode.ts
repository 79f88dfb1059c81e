import type { Binding, EncodedInput, EncodeFailed, Envelope } from "@pawl/core"
import * as Result from "effect/Result"
import { dataOf } from "../BindingData.ts"
import { cursorEvent } from "../CursorEvent.ts"
import { finding } from "../findings.ts"
import { readings } from "../readings.ts"
import { payloadOf, unreportedPayload } from "./payloadOf.ts"

const encoder = new TextEncoder()

/** The JSON that a hook reads on stdin, one object and a line end. Rule: CUR-35 to CUR-39 */
export const encode = (envelope: Envelope, binding: Binding): Result.Result<EncodedInput, EncodeFailed> => {
  const event = cursorEvent(binding.event)
  if (event === undefined) return Result.fail({ message: `Cursor has no event "${binding.event}"` })
  const { reading, reported } = dataOf(binding)
  const { fullPayload } = readings[reading]
  // Only what the host reports is ever encoded.
  const { fields, lost } = (reported ? payloadOf : unreportedPayload)(event, envelope, fullPayload)
  const diagnostics = lost.map((field) =>
    finding("cursor/value-left-out", {
      message: `${binding.event}[${binding.index}]: "${field}" cannot be written as JSON; the hook got null`,
      binding: binding.id
    })
  )
  const stdin = encoder.encode(`${JSON.stringify(fields)}\n`)
  return Result.succeed({ stdin, env: {}, ...(diagnostics.length === 0 ? {} : { diagnostics }) })
}
