import { type HookEffects, noEffects } from "@pawl/core"
import { type JsonMember, type JsonNode, toJson } from "@pawl/format-kit"
import * as Schema from "effect/Schema"
import { type AnswerFieldFacts, answerFields, isAnswerField } from "../AnswerField.ts"
import { type DecodeContext, told } from "./DecodeContext.ts"

type Foreign = Pick<AnswerFieldFacts<unknown>, "channel" | "asks" | "tightens">

const isBlock = (value: Schema.Json): boolean => value === "block"
const hasDecision = Schema.is(Schema.Struct({ permissionDecision: Schema.Literals(["deny", "ask"]) }))
const saysNo = (value: Schema.Json): boolean => hasDecision(value)

/** Fields of Claude's answers; they control something wherever Cursor does not translate them. Rule: CUR-51 */
const claudeFields: ReadonlyMap<string, Foreign> = new Map([
  ["hookSpecificOutput", { channel: "verdict", asks: () => true, tightens: saysNo }],
  ["decision", { channel: "verdict", asks: isBlock, tightens: isBlock }]
])

const isDocumented = (key: string, { event }: DecodeContext): boolean =>
  (isAnswerField(key) && (event.answer.includes(key) || event.ignored.includes(key))) ||
  (key === "hookSpecificOutput" && event.claude !== "nothing") ||
  (key === "decision" && event.claude === "follow-up")

const foreign = (key: string): Foreign | undefined => (isAnswerField(key) ? answerFields[key] : claudeFields.get(key))

const isOlderDenial = ({ key, value }: JsonMember, { event, facts }: DecodeContext): boolean =>
  key === "decision" && event.olderDecision && facts.olderSpellings && toJson(value) === "deny"

interface Found extends Foreign {
  readonly field: string
  readonly value: Schema.Json
}

/** The fields of an answer that name an effect which Cursor defines at another event. */
const foreignIn = (root: JsonNode, context: DecodeContext): ReadonlyArray<Found> =>
  root._tag !== "Object"
    ? []
    : root.members
        .filter((member) => !isDocumented(member.key, context) && !isOlderDenial(member, context))
        .flatMap(({ key, value }) => {
          const known = foreign(key)
          return known === undefined ? [] : [{ ...known, field: key, value: toJson(value) }]
        })

/**
 * What the foreign fields of an answer come to: never applied; reported where they ask for something, so that core
 * refuses them, and only told of where they do not. They are looked at also when the documented part does not fit.
 * Rule: CUR-51, CUR-52
 */
export const undocumented = (root: JsonNode, context: DecodeContext): HookEffects => {
  const found = foreignIn(root, context)
  const asks = ({ asks, value }: Found): boolean => asks?.(value) === true
  return {
    ...noEffects,
    unsupported: found.filter(asks).map(({ channel, field }) => ({ channel, field })),
    diagnostics: found
      .filter((each) => !asks(each))
      .map(({ field }) => told(context, "cursor/undocumented-field", `"${field}" has no effect at this event`))
  }
}

/** The foreign fields of a failed run that would deny, ask or halt by themselves; nothing else of it counts. Rule: CUR-61 */
export const tighteningFields = (root: JsonNode, context: DecodeContext): HookEffects => ({
  ...noEffects,
  unsupported: foreignIn(root, context)
    .filter(({ tightens, value }) => tightens?.(value) === true)
    .map(({ channel, field }) => ({ channel, field }))
})
