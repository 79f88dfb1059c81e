import type { Place } from "@pawl/core"
import { type JsonArray, type JsonMember, type JsonNode, type JsonObject, membersNamed } from "./JsonNode.ts"

/** The names of the kinds of JSON value. */
export type JsonKind = JsonNode["_tag"]

/** One occurrence of a key whose value has the expected type. Rule: KIT-9 */
export interface Present<A> {
  readonly _tag: "Present"
  readonly value: A
  readonly place: Place
  readonly keyPlace: Place
}

/** One occurrence of a key whose value has another type; `found` is that type. Rule: KIT-9 */
export interface WrongType {
  readonly _tag: "WrongType"
  readonly expected: JsonKind
  readonly found: JsonKind
  readonly place: Place
  readonly keyPlace: Place
}

/**
 * What an object says under one key. `Repeated` keeps every occurrence in the order of the text: whether the last one
 * counts, or the strictest, or none, is the caller's rule. Rule: KIT-9
 */
export type Field<A> =
  | { readonly _tag: "Absent" }
  | Present<A>
  | WrongType
  | {
      readonly _tag: "Repeated"
      readonly places: ReadonlyArray<Place>
      readonly all: ReadonlyArray<Present<A> | WrongType>
    }

const field =
  <A>(expected: JsonKind, read: (node: JsonNode) => A | undefined) =>
  (node: JsonNode, key: string): Field<A> => {
    const one = ({ value: found, keyPlace }: JsonMember): Present<A> | WrongType => {
      const value = read(found)
      return value === undefined
        ? { _tag: "WrongType", expected, found: found._tag, place: found.place, keyPlace }
        : { _tag: "Present", value, place: found.place, keyPlace }
    }
    const all = membersNamed(node, key).map(one)
    const [first, second] = all
    if (first === undefined) return { _tag: "Absent" }
    return second === undefined ? first : { _tag: "Repeated", places: all.map((each) => each.keyPlace), all }
  }

/** Reads a text field. Rule: KIT-9 */
export const stringField = field<string>("String", (node) => (node._tag === "String" ? node.value : undefined))

/** Reads a true-or-false field. Rule: KIT-9 */
export const booleanField = field<boolean>("Boolean", (node) => (node._tag === "Boolean" ? node.value : undefined))

/** Reads a number field; a number too large for a double is `Infinity`, as in JavaScript. Rule: KIT-9 */
export const numberField = field<number>("Number", (node) => (node._tag === "Number" ? node.value : undefined))

/** Reads an object field. Rule: KIT-9 */
export const objectField = field<JsonObject>("Object", (node) => (node._tag === "Object" ? node : undefined))

/** Reads an array field. Rule: KIT-9 */
export const arrayField = field<JsonArray>("Array", (node) => (node._tag === "Array" ? node : undefined))
