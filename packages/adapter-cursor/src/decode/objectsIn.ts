import type { JsonAnswer, JsonNode } from "@pawl/format-kit"

/** The objects of an output that may tighten a decision: the whole text, else each line that is one by itself. Rule: CUR-61 */
export const objectsIn = (answer: JsonAnswer): ReadonlyArray<JsonNode> => {
  switch (answer._tag) {
    case "Empty":
      return []
    case "Json":
      return answer.root._tag === "Object" ? [answer.root] : []
    default:
      return answer.lines
  }
}
