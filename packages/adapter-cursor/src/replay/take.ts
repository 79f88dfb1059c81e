import * as Option from "effect/Option"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import type { Fields } from "../encode/Fields.ts"
import { writable } from "../encode/writable.ts"

/** Reads the value of the first of several spellings of a key that has the right type. Rule: CUR-56 */
const taking =
  <A>(schema: Schema.Codec<A, unknown>) =>
  (fields: Fields, ...keys: ReadonlyArray<string>): A | undefined => {
    const decode = Schema.decodeUnknownOption(schema)
    for (const key of keys) {
      const value = Object.hasOwn(fields, key) ? decode(fields[key]) : Option.none<A>()
      if (Option.isSome(value)) return value.value
    }
    return undefined
  }

/** What a payload says under a key, of one type; undefined where it says nothing, or something else. */
export const take = {
  text: taking(Schema.String),
  number: taking(Schema.Finite),
  whole: taking(Schema.Int),
  flag: taking(Schema.Boolean),
  texts: taking(Schema.Array(Schema.String))
} as const

/** A text that an event cannot do without. */
export const needed = (fields: Fields, ...keys: ReadonlyArray<string>): Result.Result<string, string> => {
  const text = take.text(fields, ...keys)
  return text === undefined ? Result.fail(mustBe("a text", fields, ...keys)) : Result.succeed(text)
}

/** What is wrong with a value that an event cannot do without: it has another type, or is not there. */
export const mustBe = (what: string, fields: Fields, ...keys: ReadonlyArray<string>): string =>
  `"${keys[0]}" must be ${what}${keys.some((key) => Object.hasOwn(fields, key)) ? "" : ", and is missing"}`

/** The keys under which payloads have been seen to name a path, the documented one first. Rule: CUR-56 */
export const pathKeys = ["file_path", "path", "filePath"] as const

/** The JSON that a payload holds inside a text; undefined where it is no text, or the text is no JSON. */
export const jsonIn = (value: Schema.Json | undefined): Schema.Json | undefined => {
  if (typeof value !== "string") return undefined
  const parsed = Result.try((): unknown => JSON.parse(value))
  if (Result.isFailure(parsed)) return undefined
  const { lost, value: json } = writable(parsed.success)
  return lost.length === 0 ? json : undefined
}
