import type { JsonNode } from "./JsonNode.ts"
import { type JsonProblem, type JsonRelaxation, readJson } from "./JsonReader.ts"
import { placesOf } from "./Place.ts"

/**
 * A configuration file that was read as JSON. `root` is undefined when there is any problem. `relaxations` names the
 * first of each thing that was accepted although JSON does not allow it. Rule: KIT-2, KIT-4, KIT-5
 */
export interface JsonDocument {
  readonly root: JsonNode | undefined
  readonly problems: ReadonlyArray<JsonProblem>
  readonly relaxations: ReadonlyArray<JsonRelaxation>
}

/**
 * Reads JSON with comments, trailing commas, a byte-order mark and any line ends. Never throws. Rule: KIT-4, KIT-5, KIT-6
 *
 * @example
 * ```ts
 * const document = readJsonDocument('{ "version": 1, } // mine')
 * ```
 */
export const readJsonDocument = (text: string): JsonDocument => {
  const body = text.replace(/^\uFEFF+/u, "")
  const places = placesOf(body)
  const reading = readJson(body, places, 0, true)
  const relaxations = [...reading.relaxations]
  if (body !== text) relaxations.unshift({ kind: "byte-order-mark", place: { line: 1, column: 1 } })
  const crlf = body.indexOf("\r\n")
  if (crlf >= 0) relaxations.push({ kind: "crlf", place: places.placeAt(crlf) })
  return { ...reading, relaxations }
}
