import { type HookEffects, noEffects } from "@pawl/core"
import { type JsonMember, type JsonNode, membersNamed, toJson } from "@pawl/format-kit"
import * as Schema from "effect/Schema"
import { type AnswerFieldFacts, answerFields, isAnswerField } from "../AnswerField.ts"
import { type DecodeContext, told } from "./DecodeContext.ts"

type Foreign = Pick<AnswerFieldFacts<unknown>, "channel" | "asks" | "tightens">

const isRefusal = Schema.is(Schema.Literals(["deny", "ask"]))
const isBlock = (value: Schema.Json): boolean => value === "block"
const isNo = (value: Schema.Json): boolean => isBlock(value) || isRefusal(value)

/** Fields of Claude's answers; they control something wherever Cursor does not translate them. Rule: CUR-51 */
const claudeFields: ReadonlyMap<string, Foreign> = new Map([
  ["hookSpecificOutput", { channel: "verdict", asks: () => true, tightens: isNo }],
  ["decision", { channel: "verdict", asks: isNo, tightens: isNo }]
])

/** As the contract is written, of a foreign `decision` only Claude's word asks for something. Rule: CUR-97 */
const decisionAsWritten: Foreign = { channel: "verdict", asks: isBlock, tightens: isBlock }

const isDocumented = ({ key, value }: JsonMember, { event, facts }: DecodeContext): boolean =>
  (isAnswerField(key) && (event.answer.includes(key) || event.ignored.includes(key))) ||
  (key === "hookSpecificOutput" && event.claude !== "nothing") ||
  (key === "decision" && event.claude === "follow-up" && !(facts.olderSpellings && isRefusal(toJson(value))))

const foreign = (key: string, { facts }: DecodeContext): Foreign | undefined =>
  isAnswerField(key)
    ? answerFields[key]
    : key === "decision" && !facts.olderSpellings
      ? decisionAsWritten
      : claudeFields.get(key)

const isOlderDenial = ({ key, value }: JsonMember, { event, facts }: DecodeContext): boolean =>
  key === "decision" && event.olderDecision && facts.olderSpellings && toJson(value) === "deny"

interface Found extends Foreign {
  readonly field: string
  readonly value: JsonNode
}

/** The words of a foreign field: an object of Claude's says as many as it holds, repeated ones included. */
const wordsOf = ({ field, value }: Found): ReadonlyArray<JsonNode> =>
  field === "hookSpecificOutput" ? membersNamed(value, "permissionDecision").map((member) => member.value) : [value]

/** Each field once, however often it occurs. */
const fieldsOf = (found: ReadonlyArray<Found>): HookEffects["unsupported"] => [
  ...new Map(found.map(({ channel, field }) => [field, { channel, field }])).values()
]

/** The fields of an answer that name an effect which Cursor defines at another event. */
const foreignIn = (root: JsonNode, context: DecodeContext): ReadonlyArray<Found> =>
  root._tag !== "Object"
    ? []
    : root.members
        .filter((member) => !isDocumented(member, context) && !isOlderDenial(member, context))
        .flatMap(({ key, value }) => {
          const known = foreign(key, context)
          return known === undefined ? [] : [{ ...known, field: key, value }]
        })

/**
 * What the foreign fields of an answer come to: never applied; reported where they ask for something, so that core
 * refuses them, and only told of where they do not. They are looked at also when the documented part does not fit.
 * Rule: CUR-51, CUR-52
 */
export const undocumented = (root: JsonNode, context: DecodeContext): HookEffects => {
  const found = foreignIn(root, context)
  const asks = ({ asks, value }: Found): boolean => asks?.(toJson(value)) === true
  return {
    ...noEffects,
    unsupported: fieldsOf(found.filter(asks)),
    diagnostics: fieldsOf(found.filter((each) => !asks(each))).map(({ field }) =>
      told(context, "cursor/undocumented-field", `"${field}" has no effect at this event`)
    )
  }
}

/** The foreign fields of a failed run that would deny, ask or halt by themselves; nothing else of it counts. Rule: CUR-61 */
export const tighteningFields = (root: JsonNode, context: DecodeContext): HookEffects => {
  const unsupported = fieldsOf(
    foreignIn(root, context).filter((found) => wordsOf(found).some((word) => found.tightens?.(toJson(word)) === true))
  )
  return unsupported.length === 0 ? noEffects : { ...noEffects, unsupported }
}
