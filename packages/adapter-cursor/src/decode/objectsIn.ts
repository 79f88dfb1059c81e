import { type HookEffects, noEffects } from "@pawl/core"
import { type JsonNode, looseObjects, readJsonAnswer } from "@pawl/format-kit"
import type { DecodeContext } from "./DecodeContext.ts"

/** What an output is: one JSON value or not, and the objects in it that may tighten a decision. */
export interface Output {
  /** The value that the whole text is. */
  readonly root: JsonNode | undefined
  readonly isEmpty: boolean
  readonly objects: ReadonlyArray<JsonNode>
}

/**
 * An output as it may tighten a decision: its objects are the whole text, else what stands in it as an object, on one line
 * or on many, also where a byte is damaged. Rule: CUR-61
 */
export const outputOf = ({ outcome }: DecodeContext): Output => {
  const answer = readJsonAnswer(outcome.stdout)
  switch (answer._tag) {
    case "Empty":
      return { root: undefined, isEmpty: true, objects: [] }
    case "Json": {
      const { root } = answer
      return { root, isEmpty: false, objects: root._tag === "Object" ? [root] : [] }
    }
    default:
      return { root: undefined, isEmpty: false, objects: looseObjects(outcome.stdout) }
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
