import type { Place } from "@pawl/core"
import type * as Schema from "effect/Schema"

/** One member of an object as it is written; an object may hold several of one name. Rule: KIT-2 */
export interface JsonMember {
  readonly key: string
  readonly keyPlace: Place
  readonly value: JsonNode
}

/** A JSON value with the place where each part of it is written. Nothing is merged or dropped. Rule: KIT-2 */
export type JsonNode =
  | { readonly _tag: "Object"; readonly members: ReadonlyArray<JsonMember>; readonly place: Place }
  | { readonly _tag: "Array"; readonly items: ReadonlyArray<JsonNode>; readonly place: Place }
  | { readonly _tag: "String"; readonly value: string; readonly place: Place }
  | { readonly _tag: "Number"; readonly value: number; readonly place: Place }
  | { readonly _tag: "Boolean"; readonly value: boolean; readonly place: Place }
  | { readonly _tag: "Null"; readonly place: Place }

/** The object case of a `JsonNode`. */
export type JsonObject = Extract<JsonNode, { readonly _tag: "Object" }>

/** The array case of a `JsonNode`. */
export type JsonArray = Extract<JsonNode, { readonly _tag: "Array" }>

/** Every member of that name, in the order of the text; none when the node is no object. Rule: KIT-3 */
export const membersNamed = (node: JsonNode, key: string): ReadonlyArray<JsonMember> =>
  node._tag === "Object" ? node.members.filter((member) => member.key === key) : []

/** The member of that name that counts where the last one does. Rule: KIT-3 */
export const lastMember = (node: JsonNode, key: string): JsonMember | undefined => membersNamed(node, key).at(-1)

/** The names that an object holds more than once, each with the places of all its keys. Rule: KIT-3 */
export const duplicateKeys = (
  node: JsonNode
): ReadonlyArray<{ readonly key: string; readonly places: ReadonlyArray<Place> }> => {
  if (node._tag !== "Object") return []
  const places = new Map<string, Array<Place>>()
  for (const member of node.members) {
    const known = places.get(member.key)
    if (known === undefined) places.set(member.key, [member.keyPlace])
    else known.push(member.keyPlace)
  }
  return [...places].filter(([, all]) => all.length > 1).map(([key, all]) => ({ key, places: all }))
}

/**
 * The plain value of a node. Of several members of one name the last counts; `__proto__` and `constructor` are ordinary
 * names. Rule: KIT-3
 */
export const toJson = (node: JsonNode): Schema.Json => {
  switch (node._tag) {
    case "Object": {
      // fromEntries defines own properties, so that `__proto__` is a name like any other.
      return Object.fromEntries(node.members.map((member) => [member.key, toJson(member.value)]))
    }
    case "Array":
      return node.items.map(toJson)
    case "Null":
      return null
    default:
      return node.value
  }
}
