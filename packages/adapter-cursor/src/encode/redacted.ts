import { type Action, byteLength } from "@pawl/core"
import type * as Schema from "effect/Schema"
import type { Fields } from "./Fields.ts"

const plain = (name: string): string => name.toLowerCase().replaceAll(/[_-]/gu, "")

/** The names that Cursor's tools have for fields of actions, where they are others. */
const cursorNames: ReadonlyMap<string, ReadonlyArray<string>> = new Map([
  ["input", ["tool_input"]],
  ["timeoutms", ["timeout"]],
  ["path", ["file_path"]],
  ["paths", ["file_path", "file_paths"]],
  ["edits", ["old_string", "new_string"]],
  ["oldtext", ["old_string"]],
  ["newtext", ["new_string"]],
  ["queries", ["pattern", "patterns"]],
  ["patterns", ["pattern"]],
  ["query", ["search_term"]],
  ["agents", ["description", "prompt", "subagent_type", "model"]],
  ["agenttype", ["subagent_type"]],
  ["serverid", ["mcp_server_id"]]
])

const names = (fields: ReadonlyArray<string> = []): ReadonlySet<string> =>
  new Set(fields.flatMap((field) => [field, ...(cursorNames.get(plain(field)) ?? [])]).map(plain))

/** Whether an action marks any of its fields. */
export const marks = ({ binaryFields = [], secretFields = [] }: Action): boolean =>
  secretFields.length + binaryFields.length > 0

const summary = (value: Schema.Json): Schema.Json => ({
  omitted: "binary",
  size_bytes: byteLength(typeof value === "string" ? value : JSON.stringify(value))
})

/**
 * The fields of an event without those that its action marks as secret, at any depth and in any spelling of their names,
 * Cursor's included; binary ones are told of by their size. Rule: CUR-38
 */
export const redacted = (fields: Fields, action: Action): Fields => {
  const secret = names(action.secretFields)
  const binary = names(action.binaryFields)
  if (!marks(action)) return fields
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
