import { duplicateKeys, type JsonNode, type JsonObject, membersNamed, toJson } from "@pawl/format-kit"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import { type AnswerField, type AnswerFieldFacts, answerFields } from "../AnswerField.ts"
import { showValue } from "../showValue.ts"
import type { DecodeContext } from "./DecodeContext.ts"

/** What is wrong with an answer, in words of the engine, and what stands there instead, which may quote the hook. */
export interface Problem {
  readonly what: string
  readonly found?: string
}

/** What was read of an answer, or what is wrong with it. */
export type Read<A> = Result.Result<A | undefined, Problem>

/** A field that occurs at most once and is of its type; anything else is what is wrong with the answer. Rule: CUR-40 */
export const readField = <A>(
  node: JsonNode,
  key: string,
  facts: Pick<AnswerFieldFacts<A>, "decode" | "expects">
): Read<A> => {
  const [member, ...more] = membersNamed(node, key)
  if (member === undefined) return Result.succeed(undefined)
  if (more.length > 0) return Result.fail({ what: `"${key}" occurs ${more.length + 1} times` })
  const value = facts.decode(toJson(member.value))
  return Option.isSome(value)
    ? Result.succeed(value.value)
    : Result.fail({ what: `"${key}" must be ${facts.expects}`, found: showValue(member.value) })
}

const holdsKeyTwice = (node: JsonNode): boolean => {
  switch (node._tag) {
    case "Object":
      return duplicateKeys(node).length > 0 || node.members.some(({ value }) => holdsKeyTwice(value))
    case "Array":
      return node.items.some(holdsKeyTwice)
    default:
      return false
  }
}

/**
 * That a field holds an object with a key twice, at any depth: nobody knows which of them was meant. As the contract is
 * written, the last one counts. Rule: CUR-118
 */
export const keyTwiceIn = (node: JsonNode, key: string, { facts }: DecodeContext): Problem | undefined =>
  facts.otherSpellings && membersNamed(node, key).some(({ value }) => holdsKeyTwice(value))
    ? { what: `"${key}" holds a key twice` }
    : undefined

/** What is wrong with the number or the type of a documented field; undefined where nothing is. Rule: CUR-40, CUR-76 */
export const problemInFields = (root: JsonObject, context: DecodeContext): Problem | undefined => {
  for (const name of context.event.answer) {
    const facts: AnswerFieldFacts<unknown> = answerFields[name]
    const read = readField(root, name, facts)
    if (Result.isFailure(read)) return read.failure
    const twice = keyTwiceIn(root, name, context)
    if (twice !== undefined) return twice
  }
  return undefined
}

/** The value of a field, where the event documents it and the answer has one of its type. Rule: CUR-50 */
export const documentedField = <A>(
  root: JsonObject,
  name: AnswerField,
  facts: AnswerFieldFacts<A>,
  { event }: DecodeContext
): A | undefined => {
  if (!event.answer.includes(name)) return undefined
  const read = readField(root, name, facts)
  return Result.isSuccess(read) ? read.success : undefined
}
