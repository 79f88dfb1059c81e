import { type Channel, cleanText } from "@pawl/core"
import type * as Schema from "effect/Schema"

/** What a value says that holds something back, in whatever spelling. */
export type No = "deny" | "ask" | "nothing"

/** Words that deny, wherever somebody writes one for Cursor's "deny". */
export const denials = [
  "deny",
  "denied",
  "block",
  "blocked",
  "reject",
  "rejected",
  "refuse",
  "refused",
  "false"
] as const

/** What stands for false where a prompt should not go on, once it is no longer written as JSON has it. */
export const falsehoods = [...denials, "no", "off", "none", "null", "0", "stop"] as const

const plain = (text: string): string => cleanText(text).toLowerCase()

/** The strictest of several words. */
const strictestNo = (words: ReadonlyArray<No>): No =>
  words.includes("deny") ? "deny" : words.includes("ask") ? "ask" : "nothing"

/** What a value says where a decision belongs: a word, false, or one of these in a list or an object. Rule: CUR-116 */
export const verdictNo = (value: Schema.Json): No => {
  if (typeof value === "string") {
    const word = plain(value)
    return word === "ask" ? "ask" : denials.some((known) => known === word) ? "deny" : "nothing"
  }
  if (typeof value !== "object") return value === false ? "deny" : "nothing"
  // Of an object only the words count: it may hold any number of things that are false.
  const inside = value === null ? [] : Object.values(value).filter((each) => typeof each === "string")
  return strictestNo(inside.map(verdictNo))
}

/** What a value says where `continue` belongs. Rule: CUR-115 */
export const haltNo = (value: Schema.Json): No => {
  if (Array.isArray(value)) return strictestNo(value.map(haltNo))
  if (typeof value === "string") return falsehoods.some((known) => known === plain(value)) ? "deny" : "nothing"
  return value === false || value === null || value === 0 ? "deny" : "nothing"
}

interface ControlKey {
  readonly channel: Channel
  readonly says: (value: Schema.Json) => No
}

/** The keys that decide something in answers of any event, with neither case nor `_`, `-` and blanks. Rule: CUR-116 */
const controlKeys: ReadonlyMap<string, ControlKey> = new Map([
  ["permission", { channel: "verdict", says: verdictNo }],
  ["permissiondecision", { channel: "verdict", says: verdictNo }],
  ["decision", { channel: "verdict", says: verdictNo }],
  ["continue", { channel: "halt", says: haltNo }]
])

/** A key without what differs from one spelling to another. */
export const plainKey = (key: string): string => (key.length > 100 ? key : key.toLowerCase().replaceAll(/[\s_-]/gu, ""))

/** What a key decides in whatever spelling; undefined for any other key. Rule: CUR-116 */
export const controlKey = (key: string): ControlKey | undefined => controlKeys.get(plainKey(key))
