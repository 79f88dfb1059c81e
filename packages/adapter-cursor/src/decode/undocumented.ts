import { type HookEffects, noEffects } from "@pawl/core"
import { type JsonMember, type JsonNode, type JsonObject, membersNamed, toJson } from "@pawl/format-kit"
import * as Schema from "effect/Schema"
import { type AnswerFieldFacts, answerFields, isAnswerField } from "../AnswerField.ts"
import { controlKey, verdictNo } from "../saysNo.ts"
import { type DecodeContext, told } from "./DecodeContext.ts"

type Foreign = Pick<AnswerFieldFacts<unknown>, "channel" | "asks" | "tightens">

const isRefusal = Schema.is(Schema.Literals(["deny", "ask"]))
const isBlock = (value: Schema.Json): boolean => value === "block"
const isNo = (value: Schema.Json): boolean => verdictNo(value) !== "nothing"

/** Whether any key of an object that Claude nests holds something back; of another value, whether it does so itself. */
const nestedNo = (node: JsonNode): boolean =>
  node._tag === "Object" ? node.members.some(({ key, value }) => isNoOf(controlKey(key), value)) : isNo(toJson(node))

const isNoOf = (control: ReturnType<typeof controlKey>, value: JsonNode): boolean =>
  control !== undefined && control.says(toJson(value)) !== "nothing"

/** Fields of Claude's answers; they control something wherever Cursor does not translate them. Rule: CUR-51 */
const claudeFields: ReadonlyMap<string, Foreign> = new Map([
  ["hookSpecificOutput", { channel: "verdict", asks: () => true }],
  ["decision", { channel: "verdict", asks: isNo, tightens: isNo }]
])

/** A control key that no event has in this spelling. Rule: CUR-116 */
const otherSpelling = (key: string): Foreign | undefined => {
  const control = controlKey(key)
  if (control === undefined) return undefined
  const says = (value: Schema.Json): boolean => control.says(value) !== "nothing"
  return { channel: control.channel, asks: says, tightens: says }
}

/** As the contract is written, of a foreign `decision` only Claude's word asks for something. Rule: CUR-97 */
const decisionAsWritten: Foreign = { channel: "verdict", asks: isBlock, tightens: isBlock }

const isDocumented = ({ key, value }: JsonMember, { event, facts }: DecodeContext): boolean =>
  (isAnswerField(key) && (event.answer.includes(key) || event.ignored.includes(key))) ||
  (key === "hookSpecificOutput" && event.claude !== "nothing") ||
  (key === "decision" && event.claude === "follow-up" && !(facts.olderSpellings && isRefusal(toJson(value))))

const foreign = (key: string, { facts }: DecodeContext): Foreign | undefined => {
  if (isAnswerField(key)) return answerFields[key]
  if (key === "decision" && !facts.olderSpellings) return decisionAsWritten
  return claudeFields.get(key) ?? (facts.otherSpellings ? otherSpelling(key) : undefined)
}

const isOlderDenial = ({ key, value }: JsonMember, { event, facts }: DecodeContext): boolean =>
  key === "decision" && event.olderDecision && facts.olderSpellings && toJson(value) === "deny"

interface Found extends Foreign {
  readonly field: string
  readonly value: JsonNode
}

const isTightening = ({ field, tightens, value }: Found): boolean =>
  field === "hookSpecificOutput" ? nestedNo(value) : tightens?.(toJson(value)) === true

/** Each field once, however often it occurs. */
const fieldsOf = (found: ReadonlyArray<Found>): HookEffects["unsupported"] => [
  ...new Map(found.map(({ channel, field }) => [field, { channel, field }])).values()
]

/** What an object that Claude nests says beside the word that is read of it, where it is read. Rule: CUR-116 */
const nestedIn = (root: JsonObject, { event, facts }: DecodeContext): ReadonlyArray<Found> =>
  event.claude !== "permission" || !facts.otherSpellings
    ? []
    : membersNamed(root, "hookSpecificOutput").flatMap(({ value: object }) =>
        object._tag !== "Object"
          ? []
          : object.members.flatMap(({ key, value }) => {
              const known = key === "permissionDecision" ? undefined : otherSpelling(key)
              const isSaid = known?.asks?.(toJson(value)) === true
              return isSaid ? [{ ...known, field: `hookSpecificOutput.${key}`, value }] : []
            })
      )

/** The fields of an answer that name an effect which Cursor defines at another event, or under another name. */
const foreignIn = (root: JsonNode, context: DecodeContext): ReadonlyArray<Found> =>
  root._tag !== "Object"
    ? []
    : [
        ...root.members
          .filter((member) => !isDocumented(member, context) && !isOlderDenial(member, context))
          .flatMap(({ key, value }) => {
            const known = foreign(key, context)
            return known === undefined ? [] : [{ ...known, field: key, value }]
          }),
        ...nestedIn(root, context)
      ]

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
  const unsupported = fieldsOf(foreignIn(root, context).filter(isTightening))
  return unsupported.length === 0 ? noEffects : { ...noEffects, unsupported }
}
