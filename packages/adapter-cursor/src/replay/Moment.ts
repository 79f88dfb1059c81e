import { Payload } from "@pawl/core"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { type Fields, present } from "../encode/Fields.ts"

/** What a payload is about, and what else of it only this format asks for. */
export interface Moment {
  readonly payload: Payload
  readonly vendor?: Readonly<Record<string, Schema.Json>>
}

/** Reads the own fields of one event, or says why they cannot be read. Rule: CUR-55 */
export type MomentReader = (fields: Fields) => Result.Result<Moment, string>

const decodePayload = Schema.decodeUnknownResult(Payload)

/** A moment of a kind from what a payload says of it; values that are undefined are absent. */
export const momentOf = (
  tag: Payload["_tag"],
  values: { readonly [key: string]: Schema.Json | undefined }
): Result.Result<Moment, string> =>
  Result.mapBoth(decodePayload({ _tag: tag, ...present(values) }), {
    onSuccess: (payload): Moment => ({ payload }),
    onFailure: () => `the fields are not those of ${tag}`
  })
