import { type Action, byteLength } from "@pawl/core"
import type * as Schema from "effect/Schema"
import type { Fields } from "./Fields.ts"

const plain = (name: string): string => name.toLowerCase().replaceAll(/[_-]/gu, "")

const names = (fields: ReadonlyArray<string> | undefined): ReadonlySet<string> => new Set(fields?.map(plain))

const summary = (value: Schema.Json): Schema.Json => ({
  omitted: "binary",
  size_bytes: byteLength(typeof value === "string" ? value : JSON.stringify(value))
})

/**
 * The fields of an event without those that its action marks as secret, at any depth and in any spelling of their names;
 * binary ones are told of by their size. Rule: CUR-38
 */
export const redacted = (fields: Fields, action: Action): Fields => {
  const secret = names(action.secretFields)
  const binary = names(action.binaryFields)
  if (secret.size === 0 && binary.size === 0) return fields
  const visitFields = (part: Fields): Fields =>
    Object.fromEntries(
      Object.entries(part)
        .filter(([key]) => !secret.has(plain(key)))
        .map(([key, inner]) => [key, binary.has(plain(key)) ? summary(inner) : visit(inner)])
    )
  const visit = (part: Schema.Json): Schema.Json => {
    if (part === null || typeof part !== "object") return part
    return isList(part) ? part.map(visit) : visitFields(part)
  }
  return visitFields(fields)
}

const isList = (value: Schema.Json): value is Schema.JsonArray => Array.isArray(value)
