import { type HookEffects, noEffects } from "@pawl/core"
import { type JsonNode, looseObjects, readJsonAnswer } from "@pawl/format-kit"
import type { DecodeContext } from "./DecodeContext.ts"

/**
 * The objects of an output that may tighten a decision: the whole text, else what stands in it as an object, on one line
 * or on many, also where a byte is damaged. Rule: CUR-61
 */
export const objectsIn = ({ outcome }: DecodeContext): ReadonlyArray<JsonNode> => {
  const answer = readJsonAnswer(outcome.stdout)
  switch (answer._tag) {
    case "Empty":
      return []
    case "Json":
      return answer.root._tag === "Object" ? [answer.root] : []
    default:
      return looseObjects(outcome.stdout)
  }
}

/** The most objects whose words are kept, beside the one that settles it: a flood of them says nothing more. */
const mostKept = 20

const settles = ({ halt, verdict }: HookEffects): boolean => verdict === "deny" || halt !== undefined

/** What the objects of an output say, up to the first denial: nothing is stricter. Rule: CUR-61 */
export const saidIn = (
  objects: ReadonlyArray<JsonNode>,
  read: (node: JsonNode) => ReadonlyArray<HookEffects>
): ReadonlyArray<HookEffects> => {
  const kept: Array<HookEffects> = []
  for (const node of objects) {
    const said = read(node).filter((effects) => effects !== noEffects)
    const settled = said.some(settles)
    if (settled || kept.length < mostKept) kept.push(...said)
    if (settled) break
  }
  return kept
}
