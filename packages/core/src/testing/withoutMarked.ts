import type { Action } from "../Action.ts"
import type { Envelope } from "../Envelope.ts"
import { actionOf } from "../Payload.ts"
import { byteLength } from "../Text.ts"

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null

const sizeOf = (value: unknown): number => byteLength(typeof value === "string" ? value : JSON.stringify(value))

/** What is left of a value: marked keys are left out at any depth, or told of by their size. */
const withoutFields = (value: unknown, secret: ReadonlySet<string>, binary: ReadonlySet<string>): unknown => {
  const visit = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.map(visit)
    if (!isObject(part)) return part
    return Object.fromEntries(
      Object.entries(part)
        .filter(([key]) => !secret.has(key))
        .map(([key, inner]) => [key, binary.has(key) ? { sizeBytes: sizeOf(inner) } : visit(inner)])
    )
  }
  return visit(value)
}

/**
 * A moment as a hook may read it: without the fields that its action marks as secret, and with the size of binary ones.
 * The host's own JSON of a call that marks any is left out, because it may have other names for them. Rule: CORE-3
 */
export const withoutMarked = (envelope: Envelope): object => {
  const action: Action | undefined = actionOf(envelope.payload)
  const { binaryFields = [], secretFields = [] } = action ?? {}
  if (action === undefined || binaryFields.length + secretFields.length === 0) return envelope
  const { raw: _raw, ...plain } = action
  return {
    ...envelope,
    payload: { ...envelope.payload, action: withoutFields(plain, new Set(secretFields), new Set(binaryFields)) }
  }
}
