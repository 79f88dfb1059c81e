import { type FailurePolicy, type HookEffects, noEffects } from "@pawl/core"
import { type JsonNode, membersNamed, readJsonAnswer } from "@pawl/format-kit"
import { answerFields } from "../AnswerField.ts"
import { reasons } from "../reasons.ts"
import { showValue } from "../showValue.ts"
import { answerHint } from "./answerHint.ts"
import { halting, withDiagnostics, withErrorLine } from "./answers.ts"
import { type DecodeContext, told } from "./DecodeContext.ts"
import { type Failure, failureOf, lastErrorLine, onErrorOutput, refusesLate } from "./failure.ts"
import { problemOf } from "./malformed.ts"
import { message } from "./message.ts"
import { messagesOf, noMessages } from "./messagesOf.ts"
import { type Output, outputOf, saidIn } from "./objectsIn.ts"
import { documentedField, type Problem, problemInFields } from "./readField.ts"
import { refusedByExit } from "./refusedByExit.ts"
import { saidSomewhere } from "./saidSomewhere.ts"
import { stricter } from "./stricter.ts"
import { answerInstead } from "./takenForAnswer.ts"
import { tighteningFields, undocumented } from "./undocumented.ts"

const isClosed = ({ binding, policy }: DecodeContext, kind: keyof FailurePolicy): boolean =>
  binding.onFailure[kind] === "closed" || policy.strict

/** What a failure of that kind means: a held prompt where the definition or the run fails closed, else no opinion. */
const byPolicy = (context: DecodeContext, kind: keyof FailurePolicy, sentence: string): HookEffects =>
  isClosed(context, kind) ? halting(context, noMessages, sentence) : noEffects

const means = ({ halt }: HookEffects): string =>
  halt === undefined ? "that counts as no opinion" : "that holds the prompt"

/** Whether an object says that the prompt is not to go on, whatever else it says. Rule: CUR-61 */
const saysHalt = (node: JsonNode): boolean =>
  membersNamed(node, "continue").some(({ value }) => value._tag === "Boolean" && !value.value)

/** The halts that stand in an output which is no answer, in the readings in which a halt is never lost. Rule: CUR-61 */
const stillHalts = (context: DecodeContext, objects: ReadonlyArray<JsonNode>): ReadonlyArray<HookEffects> =>
  context.facts.failedOutputTightens
    ? saidIn(objects.filter(saysHalt), (node) => [
        halting(context, messagesOf(node, context), reasons.stopped(context.name))
      ])
    : []

const isHeld = ({ halt, unsupported }: HookEffects): boolean => halt !== undefined || unsupported.length > 0

/** A halt that stands anywhere in an output which is no answer, where nothing that was found holds the prompt. Rule: CUR-115 */
const haltAnywhere = (
  context: DecodeContext,
  said: ReadonlyArray<HookEffects>,
  output: Output
): ReadonlyArray<HookEffects> => {
  if (!context.facts.failedOutputTightens || said.some(isHeld)) return []
  const { messages, word } = saidSomewhere(output, context)
  return word === "nothing" ? [] : [halting(context, messages(), reasons.stopped(context.name))]
}

/**
 * The same of an output that is no JSON, with the fields of other events that would deny, ask or halt by themselves.
 * Rule: CUR-61, CUR-115
 */
const stillSaid = (context: DecodeContext): ReadonlyArray<HookEffects> => {
  if (!context.facts.failedOutputTightens) return []
  const output = outputOf(context)
  const { objects } = output
  const said = [...stillHalts(context, objects), ...saidIn(objects, (node) => [tighteningFields(node, context)])]
  return [...haltAnywhere(context, said, output), ...said]
}

/** An output that is no answer to the event: what the policy says, or what it holds up all the same. Rule: CUR-4, CUR-61, CUR-79 */
const malformed = (
  context: DecodeContext,
  problem: Problem,
  said: ReadonlyArray<HookEffects>,
  objects: ReadonlyArray<JsonNode> = []
): HookEffects => {
  const { found, what } = problem
  const policy = byPolicy(context, "malformed", reasons.promptMalformed(context.name, what))
  const effects = [...said, policy].reduce(stricter)
  const message = `${what}${found === undefined ? "" : `: ${found}`}; ${means(effects)}`
  return withDiagnostics(effects, told(context, "cursor/malformed-answer", message, answerInstead(objects, context)))
}

/** Output that was cut: nobody knows what the rest said, so the tighter readings hold the prompt. Rule: CUR-61, CUR-79 */
const cut = (context: DecodeContext): HookEffects => {
  const problem: Problem = { what: "the output is longer than is read and was cut" }
  const { facts, name } = context
  if (!facts.failedOutputTightens) return malformed(context, problem, [])
  const held = halting(context, noMessages, reasons.promptCut(name))
  return malformed(context, problem, [...stillSaid(context), held])
}

const whole = (root: JsonNode): Output => ({ root, isEmpty: false, objects: [] })

/** A JSON object on exit 0. Rule: CUR-79 */
const answered = (root: JsonNode, context: DecodeContext): HookEffects => {
  if (root._tag !== "Object") {
    return malformed(
      context,
      { what: "it is no JSON object", found: showValue(root) },
      haltAnywhere(context, [], whole(root))
    )
  }
  const goesOn = documentedField(root, "continue", answerFields.continue, context)
  const problem =
    problemInFields(root, context) ?? (goesOn === undefined ? { what: '"continue" is missing' } : undefined)
  const foreign = undocumented(root, context)
  if (problem !== undefined) {
    const said = stillHalts(context, [root])
    const anywhere = haltAnywhere(context, [...said, foreign], whole(root))
    return stricter(malformed(context, problem, [...anywhere, ...said], [root]), foreign)
  }
  if (goesOn === false) {
    return stricter(halting(context, messagesOf(root, context), reasons.stopped(context.name)), foreign)
  }
  const shown = message(context, documentedField(root, "user_message", answerFields.user_message, context))
  if (shown === undefined) return stricter(noEffects, foreign)
  const { diagnostics, text } = shown
  const notices = [{ text, author: "hook", level: "info", binding: context.binding.id } as const]
  return stricter({ ...noEffects, notices, diagnostics }, foreign)
}

/** Nothing on exit 0: a missing decision. Rule: CUR-4, CUR-79 */
const unanswered = (context: DecodeContext): HookEffects => {
  const line = lastErrorLine(context)
  const wrote = line === undefined ? "" : `; its error output ends with: ${line}`
  const effects = byPolicy(context, "empty", reasons.promptNoDecision(context.name))
  const finding = told(
    context,
    "cursor/no-answer",
    `exit 0 and no output, so no decision${wrote}; ${means(effects)}`,
    `${onErrorOutput(line) ?? ""} ${answerHint(context.event)}`.trimStart()
  )
  return withDiagnostics(withErrorLine(context, effects), finding)
}

/** Exit 2 holds the prompt, with the message of a JSON object if that is what was written. Rule: CUR-79 */
const haltedByExit = (context: DecodeContext): HookEffects =>
  refusedByExit(context, "held", (said) => halting(context, said, reasons.stoppedByExit(context.name)))

/** A run that is no answer: what the policy says, or what the hook holds up all the same. Rule: CUR-61, CUR-79 */
const failed = (context: DecodeContext, { hint, kind, what, wrote }: Failure): HookEffects => {
  const { name, outcome } = context
  const policy = byPolicy(context, kind, reasons.promptFailed(name, what))
  const cutHolds =
    outcome.stdoutTruncated && context.facts.failedOutputTightens
      ? [halting(context, noMessages, reasons.promptCut(name))]
      : []
  const late = refusesLate(context) ? [haltedByExit(context)] : []
  const effects = [...stillSaid(context), ...cutHolds, ...late, policy].reduce(stricter)
  const said = `${what}${wrote === undefined ? "" : `: ${wrote}`}; ${means(effects)}`
  return withDiagnostics(withErrorLine(context, effects), told(context, "cursor/hook-failed", said, hint))
}

/** What the outcome of a run means before a prompt is sent. Rule: CUR-61, CUR-79 */
export const decodePromptHalt = (context: DecodeContext): HookEffects => {
  const { outcome } = context
  const failure = failureOf(outcome.ending, context)
  if (failure !== undefined) return failed(context, failure)
  if (outcome.ending._tag === "Exited" && outcome.ending.code === 2) return haltedByExit(context)
  if (outcome.stdoutTruncated) return cut(context)
  const answer = readJsonAnswer(outcome.stdout)
  switch (answer._tag) {
    case "Empty":
      return unanswered(context)
    case "Json":
      return answered(answer.root, context)
    default:
      return malformed(context, problemOf(answer), stillSaid(context))
  }
}
