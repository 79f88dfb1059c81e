import { type JsonNode, type JsonObject, lastMember, membersNamed, toJson } from "@pawl/format-kit"
import * as Result from "effect/Result"
import type * as Schema from "effect/Schema"
import { answerFields } from "../AnswerField.ts"
import { showValue } from "../showValue.ts"
import type { DecodeContext } from "./DecodeContext.ts"
import { textIn } from "./messagesOf.ts"
import { keyTwiceIn, type Problem, problemInFields, readField } from "./readField.ts"
import { type Word, wordOf } from "./Word.ts"

/** A documented answer of a permission event. */
export interface PermissionAnswer {
  readonly word: Exclude<Word, "nothing">
  /** A stricter word that stands beside the documented one and counts. */
  readonly tightenedBy: string | undefined
  /** Whether the word is the given-up spelling's. */
  readonly olderDecision: boolean
  readonly rewrite: Schema.Json | undefined
}

/** What of Claude's shape stands in for flat fields that are absent. Rule: CUR-48 */
const claudeObject = (root: JsonObject, { event }: DecodeContext): Result.Result<JsonNode | undefined, Problem> => {
  if (event.claude !== "permission") return Result.succeed(undefined)
  const [member, ...more] = membersNamed(root, "hookSpecificOutput")
  if (member === undefined) return Result.succeed(undefined)
  if (more.length > 0) return Result.fail({ what: `"hookSpecificOutput" occurs ${more.length + 1} times` })
  return member.value._tag === "Object"
    ? Result.succeed(member.value)
    : Result.fail({ what: `"hookSpecificOutput" must be an object`, found: showValue(member.value) })
}

const strength: { readonly [W in Word]: number } = { nothing: 0, allow: 1, ask: 2, deny: 3 }

/**
 * Reads an answer of a permission event as its contract has it: the decision is required, each documented field occurs
 * once and has its type, words count as written. Otherwise the result says what is wrong. Rule: CUR-40, CUR-48
 */
export const readPermission = (root: JsonObject, context: DecodeContext): Result.Result<PermissionAnswer, Problem> =>
  Result.gen(function* () {
    const { event, facts } = context
    const problem = problemInFields(root, context)
    if (problem !== undefined) return yield* Result.fail(problem)
    const nested = yield* claudeObject(root, context)
    const flat = yield* readField(root, "permission", answerFields.permission)
    // Beside a flat word Claude's does not count, but for one that is none: nobody knows how strict it was meant. CUR-116
    const claude =
      nested !== undefined && (flat === undefined || facts.otherSpellings)
        ? yield* readField(nested, "permissionDecision", answerFields.permission)
        : undefined
    if (flat === undefined && nested !== undefined) {
      yield* readField(nested, "permissionDecisionReason", answerFields.user_message)
    }
    const older =
      facts.olderSpellings && event.olderDecision && textIn(root, "decision") === "deny" ? "deny" : undefined
    const documented = flat ?? claude ?? older
    if (documented === undefined) return yield* Result.fail({ what: `"permission" is missing` })
    if (documented === "ask" && event.control._tag === "Permission" && event.control.ask === "unknown-word") {
      return yield* Result.fail({ what: `"permission" must be exactly "allow" or "deny"`, found: `"ask"` })
    }
    const any = wordOf(root, context)
    const isTighter = any !== "nothing" && strength[any] > strength[documented]
    const flatRewrite = event.answer.includes("updated_input")
      ? yield* readField(root, "updated_input", answerFields.updated_input)
      : undefined
    const twice = nested === undefined ? undefined : keyTwiceIn(nested, "updatedInput", context)
    if (twice !== undefined) return yield* Result.fail(twice)
    const rewrite =
      flatRewrite === undefined && nested !== undefined
        ? yield* readField(nested, "updatedInput", answerFields.updated_input)
        : flatRewrite
    return {
      word: isTighter ? any : documented,
      tightenedBy: isTighter ? `"${any}" beside "${documented}"` : undefined,
      olderDecision: flat === undefined && claude === undefined,
      rewrite: rewrite ?? undocumentedRewrite(root, context)
    }
  })

/** As the contract is written, a rewrite counts as one at every permission event, and is refused as well. Rule: CUR-64 */
const undocumentedRewrite = (root: JsonObject, { event, facts }: DecodeContext): Schema.Json | undefined => {
  const value = lastMember(root, "updated_input")?.value
  return !facts.rewriteOnlyWhereDocumented && !event.answer.includes("updated_input") && value?._tag === "Object"
    ? toJson(value)
    : undefined
}
