import { type HookEffects, noEffects } from "@pawl/core"
import { type JsonNode, readJsonAnswer } from "@pawl/format-kit"
import * as Result from "effect/Result"
import { reasons } from "../reasons.ts"
import { showValue } from "../showValue.ts"
import { answerHint } from "./answerHint.ts"
import { denial, nounOf, withDiagnostics, withErrorLine } from "./answers.ts"
import { type DecodeContext, told } from "./DecodeContext.ts"
import { type Failure, failureOf, lastErrorLine, onErrorOutput, refusesLate } from "./failure.ts"
import { cut, malformed, problemOf } from "./malformed.ts"
import { noMessages } from "./messagesOf.ts"
import { outputOf, saidIn } from "./objectsIn.ts"
import { readPermission } from "./readPermission.ts"
import { refusedByExit } from "./refusedByExit.ts"
import { renamedInput } from "./renamedInput.ts"
import { saidSomewhere } from "./saidSomewhere.ts"
import { stricter } from "./stricter.ts"
import { tighteningFields, undocumented } from "./undocumented.ts"
import { byWord } from "./verdicts.ts"
import { refusal, saidBy } from "./Word.ts"

/** A JSON object on exit 0. */
const answered = (root: JsonNode, context: DecodeContext): HookEffects => {
  if (root._tag !== "Object") return malformed(context, { what: "it is no JSON object", found: showValue(root) }, [])
  const read = readPermission(root, context)
  if (Result.isFailure(read)) return stricter(malformed(context, read.failure, [root]), undocumented(root, context))
  const { olderDecision, rewrite, tightenedBy, word } = read.success
  const effects = byWord[word](root, context)
  const notes = [
    ...(tightenedBy === undefined
      ? []
      : [told(context, "cursor/contradiction", `the answer says ${tightenedBy}; the stricter counts`)]),
    ...(olderDecision
      ? [
          told(
            context,
            "cursor/older-spelling",
            '"decision" is a spelling that Cursor has given up',
            answerHint(context.event)
          )
        ]
      : [])
  ]
  const renamed = renamedInput(root, context)
  const denies = word === "deny" || renamed !== noEffects
  const rewriting = rewrite === undefined || denies ? {} : { replacementInput: rewrite }
  const said = stricter(withDiagnostics({ ...effects, ...rewriting }, ...notes), renamed)
  return stricter(said, undocumented(root, context))
}

/** Nothing on exit 0: a missing decision. Rule: CUR-4, CUR-43 */
const unanswered = (context: DecodeContext): HookEffects => {
  const { binding, name, policy } = context
  const closed = binding.onFailure.empty === "closed" || policy.strict
  const line = lastErrorLine(context)
  const wrote = line === undefined ? "" : `; its error output ends with: ${line}`
  const finding = told(
    context,
    "cursor/no-answer",
    `exit 0 and no output, so no decision${wrote}; that ${closed ? "denies" : "counts as no opinion"}`,
    `${onErrorOutput(line) ?? ""} ${answerHint(context.event)}`.trimStart()
  )
  const sentence = reasons.noDecision(name, nounOf(context))
  return withDiagnostics(closed ? withErrorLine(context, denial(context, noMessages, sentence)) : noEffects, finding)
}

/** Exit 0 with the whole of what the hook wrote. */
const succeeded = (context: DecodeContext): HookEffects => {
  const answer = readJsonAnswer(context.outcome.stdout)
  switch (answer._tag) {
    case "Empty":
      return unanswered(context)
    case "Json":
      return answered(answer.root, context)
    default:
      return malformed(context, problemOf(answer), answer.lines)
  }
}

/** Exit 2 denies, with the messages of a JSON object if that is what was written. Rule: CUR-42, CUR-43 */
const deniedByExit = (context: DecodeContext): HookEffects =>
  refusedByExit(context, "denied", (said) => denial(context, said, reasons.deniedByExit(context.name)))

/** What a failure comes to, in a few words: a policy that lets it pass may not be the last word. */
const comesTo = (closed: boolean, { unsupported, verdict }: HookEffects): string => {
  if (closed) return "that denies"
  if (verdict === "deny" || verdict === "ask" || unsupported.length > 0) {
    return "that alone counts as no opinion, and what the hook said counts all the same"
  }
  return "that counts as no opinion"
}

const isHeld = ({ unsupported, verdict }: HookEffects): boolean => verdict === "deny" || unsupported.length > 0

/** What the output of a failed run says: by its objects, and where they hold nothing back, anywhere in it. Rule: CUR-61, CUR-114 */
const stillSaid = (context: DecodeContext): ReadonlyArray<HookEffects> => {
  const output = outputOf(context)
  const said = saidIn(output.objects, (node) => [saidBy(node, context), tighteningFields(node, context)])
  if (said.some(isHeld)) return said
  const { messages, word } = saidSomewhere(output, context)
  return word === "nothing" || (word === "ask" && said.length > 0)
    ? said
    : [refusal(word, messages(), context), ...said]
}

/** A run that is no answer: what the policy says, and in the tighter readings what the hook says if that is stricter. */
const failed = (context: DecodeContext, failure: Failure): HookEffects => {
  const { binding, facts, outcome, policy } = context
  const closed = binding.onFailure[failure.kind] === "closed" || policy.strict
  const sentence = reasons.failed(context.name, nounOf(context), failure.what)
  const byPolicy = closed ? denial(context, noMessages, sentence) : noEffects
  const tightens = facts.failedOutputTightens
    ? [...stillSaid(context), ...(outcome.stdoutTruncated ? [cut(context)] : [])]
    : []
  const late = refusesLate(context) ? [deniedByExit(context)] : []
  const effects = withErrorLine(context, [...tightens, ...late, byPolicy].reduce(stricter))
  const message = `${failure.what}${failure.wrote === undefined ? "" : `: ${failure.wrote}`}; ${comesTo(closed, effects)}`
  return withDiagnostics(effects, told(context, "cursor/hook-failed", message, failure.hint))
}

/** What the outcome of a run means at a permission event. Rule: CUR-40 to CUR-43, CUR-61 */
export const decodePermission = (context: DecodeContext): HookEffects => {
  const { outcome } = context
  const failure = failureOf(outcome.ending, context)
  if (failure !== undefined) return failed(context, failure)
  if (outcome.ending._tag === "Exited" && outcome.ending.code === 2) return deniedByExit(context)
  return outcome.stdoutTruncated ? cut(context) : succeeded(context)
}
