import * as Result from "effect/Result"
import type { Fields } from "../encode/Fields.ts"
import { conversationMoments } from "./conversationMoments.ts"
import type { Moment, MomentReader } from "./Moment.ts"
import { toolMoments } from "./toolMoments.ts"

const readers: ReadonlyMap<string, MomentReader> = new Map<string, MomentReader>(
  Object.entries({ ...toolMoments, ...conversationMoments })
)

/** The moment that the own fields of an event's payload tell of, or why they cannot be read. Rule: CUR-55, CUR-56 */
export const readMoment = (event: string, fields: Fields): Result.Result<Moment, string> =>
  readers.get(event)?.(fields) ?? Result.fail(`Cursor has no event "${event}"`)
