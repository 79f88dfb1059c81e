import { type JsonNode, membersNamed } from "@pawl/format-kit"

const says = (node: JsonNode): boolean => !(node._tag === "Boolean" && !node.value)

/** Each value under a name in a definition itself, or in the hooks of a group in Claude's layout. */
const valuesOf = (definition: JsonNode): ReadonlyArray<JsonNode> =>
  [
    definition,
    ...membersNamed(definition, "hooks").flatMap(({ value }) => (value._tag === "Array" ? value.items : []))
  ].flatMap((node) => membersNamed(node, "failClosed").map((member) => member.value))

/** Whether a definition, or what stands where one should, says `failClosed` in any way: any value but `false` does. Rule: CUR-14 */
export const saysFailClosed = (definition: JsonNode): boolean => valuesOf(definition).some(says)

/** Whether `failClosed` of the definition itself counts: any value but `false`, wherever there are two. Rule: CUR-15 */
export const isFailClosed = (definition: JsonNode): boolean =>
  membersNamed(definition, "failClosed").some(({ value }) => says(value))
