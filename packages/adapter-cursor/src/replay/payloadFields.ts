import { type JsonAnswer, readJsonAnswer, toJson } from "@pawl/format-kit"
import * as Result from "effect/Result"
import type * as Schema from "effect/Schema"
import type { Fields } from "../encode/Fields.ts"
import { writable } from "../encode/writable.ts"

const encoder = new TextEncoder()

const ofText = (answer: JsonAnswer): Result.Result<Schema.Json, string> => {
  switch (answer._tag) {
    case "Json":
      return Result.succeed(toJson(answer.root))
    case "Empty":
      return Result.fail("the payload is empty")
    case "NotUtf8":
      return Result.fail("the payload is not UTF-8")
    case "NotJson":
      return Result.fail(`the payload is not JSON: ${answer.problem}`)
  }
}

const ofValue = (payload: unknown): Result.Result<Schema.Json, string> => {
  const { lost, value } = writable(payload)
  return lost.length === 0 ? Result.succeed(value) : Result.fail(`the payload is not JSON at "${lost.join('", "')}"`)
}

/**
 * The fields of a captured payload: bytes or a text, with any number of byte-order marks in front as on Windows, or the
 * JSON value itself. Rule: CUR-55
 */
export const payloadFields = (payload: unknown): Result.Result<Fields, string> =>
  Result.flatMap(
    payload instanceof Uint8Array
      ? ofText(readJsonAnswer(payload))
      : typeof payload === "string"
        ? ofText(readJsonAnswer(encoder.encode(payload)))
        : ofValue(payload),
    (value) =>
      value !== null && typeof value === "object" && !isList(value)
        ? Result.succeed(value)
        : Result.fail("the payload is no JSON object")
  )

const isList = (value: Schema.Json): value is Schema.JsonArray => Array.isArray(value)
