import { capText } from "@pawl/core"
import { type JsonNode, toJson } from "@pawl/format-kit"

/** The most bytes of a value that a finding quotes. */
const shownBytes = 60

/** A value of a file as a finding quotes it, in as few words as will do. Rule: CUR-6 */
export const showValue = (node: JsonNode): string => {
  switch (node._tag) {
    case "Object":
      return "an object"
    case "Array":
      return "a list"
    case "Null":
      return "null"
    case "Number":
      return Number.isFinite(node.value) ? String(node.value) : "a number too large to read"
    default: {
      const { cut, text } = capText(JSON.stringify(toJson(node)), shownBytes)
      return cut ? `${text}…"` : text
    }
  }
}
