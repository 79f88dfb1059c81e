import { type HookEffects, noEffects } from "@pawl/core"
import { type JsonMember, type JsonNode, type JsonObject, membersNamed, toJson } from "@pawl/format-kit"
import { reasons } from "../reasons.ts"
import { plainKey } from "../saysNo.ts"
import { denial, withDiagnostics } from "./answers.ts"
import { type DecodeContext, told } from "./DecodeContext.ts"
import { noMessages } from "./messagesOf.ts"

const asksForInput = ({ key, value }: JsonMember): boolean => plainKey(key) === "updatedinput" && value._tag !== "Null"

const members = (node: JsonNode): ReadonlyArray<JsonMember> => (node._tag === "Object" ? node.members : [])

const sameValue = (a: JsonNode, b: JsonNode): boolean => JSON.stringify(toJson(a)) === JSON.stringify(toJson(b))

/** Claude's own name counts inside of its object, as long as no flat input says something else. */
const isRead = ({ key, value }: JsonMember, root: JsonObject): boolean =>
  key === "updatedInput" && membersNamed(root, "updated_input").every((flat) => sameValue(flat.value, value))

/** The keys of an answer that ask for another input and are not read where they stand. */
const unreadInputs = (root: JsonObject, { event }: DecodeContext): ReadonlyArray<string> => [
  ...root.members.filter((member) => asksForInput(member) && member.key !== "updated_input").map(({ key }) => key),
  ...(event.claude === "permission" ? membersNamed(root, "hookSpecificOutput") : [])
    .flatMap(({ value }) => members(value))
    .filter((member) => asksForInput(member) && !isRead(member, root))
    .map(({ key }) => `hookSpecificOutput.${key}`)
]

/**
 * Another input that is asked for under a name which is not read would be dropped, and the operation would go on as it
 * was: a denial that names the key. Rule: CUR-117
 */
export const renamedInput = (root: JsonObject, context: DecodeContext): HookEffects => {
  const { event, facts, name } = context
  const [key] = facts.otherSpellings ? unreadInputs(root, context) : []
  if (key === undefined) return noEffects
  const instead = event.answer.includes("updated_input")
    ? 'Write "updated_input", once.'
    : "This event takes no other input; deny, and say what to call instead."
  return withDiagnostics(
    denial(context, noMessages, reasons.renamedInput(name, key)),
    told(context, "cursor/renamed-input", `another input under "${key}" is not read; that denies`, instead)
  )
}
