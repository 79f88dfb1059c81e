import type { JsonNode } from "./JsonNode.ts"
import type { JsonProblem, JsonRelaxation } from "./json/JsonProblem.ts"
import { readJson } from "./json/readJson.ts"
import { placesOf } from "./Place.ts"

/**
 * A configuration file that was read as JSON. `root` is undefined when there is any problem: the first one of each line,
 * and at most 20. `relaxations` names the first of each thing that was accepted although JSON does not allow it.
 * Rule: KIT-2, KIT-4, KIT-5
 */
export interface JsonDocument {
  readonly root: JsonNode | undefined
  readonly problems: ReadonlyArray<JsonProblem>
  readonly relaxations: ReadonlyArray<JsonRelaxation>
}

/**
 * Reads JSON with comments, trailing commas, a byte-order mark and any line ends. Never throws; what is nested more than
 * 512 levels deep is a problem. Places do not count the byte-order mark. Rule: KIT-4, KIT-5, KIT-6
 *
 * @example
 * ```ts
 * const { root } = readJsonDocument('{ "version": 1, } // mine')
 * // root?._tag === "Object", and its member's value stands at { line: 1, column: 14, at: "version" }
 * ```
 */
export const readJsonDocument = (text: string): JsonDocument => {
  const body = text.replace(/^\uFEFF+/u, "")
  const places = placesOf(body)
  const { root, problems, relaxations } = readJson(body, places, "lenient")
  const crlf = body.indexOf("\r\n")
  return {
    root,
    problems,
    relaxations: [
      ...(body === text ? [] : [{ kind: "byte-order-mark" as const, place: { line: 1, column: 1 } }]),
      ...(crlf < 0 ? [] : [{ kind: "crlf" as const, place: places.placeAt(crlf) }]),
      ...relaxations
    ]
  }
}
