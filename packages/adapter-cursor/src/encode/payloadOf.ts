import { type Action, actionOf, boundaryOf, type Envelope } from "@pawl/core"
import * as Equal from "effect/Equal"
import * as Result from "effect/Result"
import type * as Schema from "effect/Schema"
import type { CursorEvent } from "../CursorEvent.ts"
import { readMoment } from "../replay/readMoment.ts"
import { commonFields } from "./commonFields.ts"
import { eventEncoder } from "./eventFields.ts"
import type { Fields } from "./Fields.ts"
import { redacted } from "./redacted.ts"
import { writable } from "./writable.ts"

/** The payload of an event, and the paths of what could not be written. */
export interface Written {
  readonly fields: Fields
  readonly lost: ReadonlyArray<string>
}

const asFields = (fields: object): Written => {
  const { lost, value } = writable(fields)
  return { fields: value !== null && typeof value === "object" && !isList(value) ? value : {}, lost }
}

const isList = (value: Schema.Json): value is Schema.JsonArray => Array.isArray(value)

const withoutMarked = (fields: Fields, action: Action | undefined): Fields =>
  action === undefined ? fields : redacted(fields, action)

/** The event's own fields, less what the action marks as secret, with JSON inside a text where Cursor has it so. */
const ownFields = (event: CursorEvent, envelope: Envelope, full: boolean): Written => {
  if (boundaryOf(envelope.payload) !== event.boundary) return { fields: {}, lost: [] }
  const { jsonTexts = [], write } = eventEncoder(event.name)
  const { fields, lost } = asFields(write(envelope, full))
  const plain = withoutMarked(fields, actionOf(envelope.payload))
  const texts = jsonTexts.flatMap((key) => (key in plain ? [[key, JSON.stringify(plain[key])] as const] : []))
  return { fields: { ...plain, ...Object.fromEntries(texts) }, lost }
}

/**
 * The own fields in the words of the payload that the moment was captured from, while those words tell of exactly this
 * moment: they may say more (the places of an edit) or the same in another way (blanks in a JSON text). Rule: CUR-57, CUR-65
 */
const inCapturedWords = (event: CursorEvent, envelope: Envelope, own: Fields, opaque: Fields): Fields => {
  const { binaryFields, secretFields } = actionOf(envelope.payload) ?? {}
  const hides = secretFields !== undefined || binaryFields !== undefined
  if (hides || !Object.keys(own).some((key) => Object.hasOwn(opaque, key))) return own
  const captured: Fields = { ...own, ...opaque }
  const moment = readMoment(event.name, captured)
  if (Result.isFailure(moment)) return own
  const again = ownFields(event, { ...envelope, payload: moment.success.payload }, true)
  return Equal.equals(again.fields, own) ? captured : own
}

/**
 * The payload of an event: the common fields, what a captured payload held beyond them, then the event's own, which
 * nothing that says anything else overwrites. Rule: CUR-35 to CUR-39, CUR-57
 */
export const payloadOf = (event: CursorEvent, envelope: Envelope, full: boolean): Written => {
  const common = asFields(commonFields(event, envelope, full))
  const own = ownFields(event, envelope, full)
  const opaque = asFields((full ? envelope.opaque : undefined) ?? {})
  const said = withoutMarked(opaque.fields, actionOf(envelope.payload))
  return {
    fields: { ...common.fields, ...said, ...inCapturedWords(event, envelope, own.fields, said) },
    lost: [...common.lost, ...opaque.lost, ...own.lost]
  }
}

/** What is written of an event that the host does not report: the common fields alone. Rule: CUR-36 */
export const unreportedPayload = (event: CursorEvent, envelope: Envelope, full: boolean): Written =>
  asFields(commonFields(event, envelope, full))
