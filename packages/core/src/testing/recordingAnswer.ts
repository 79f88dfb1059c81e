import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { commandOf, type FailurePolicy } from "../Binding.ts"
import { type BoundaryTable, describeBoundary, type Gate } from "../Boundary.ts"
import { type HookEffects, noEffects, type Reason, Verdict } from "../Effects.ts"
import type { DecodeInput } from "../HookFormatAdapter.ts"
import { limits } from "../Limits.ts"
import { capText, cleanText } from "../Text.ts"
import { contained } from "./contained.ts"

/** What a hook of the recording format writes on stdout. */
export const RecordingAnswer = Schema.Struct({
  verdict: Schema.optionalKey(Verdict),
  reason: Schema.optionalKey(Schema.String),
  notice: Schema.optionalKey(Schema.String),
  halt: Schema.optionalKey(Schema.String),
  context: Schema.optionalKey(Schema.String),
  input: Schema.optionalKey(Schema.Json),
  result: Schema.optionalKey(Schema.Json),
  env: Schema.optionalKey(Schema.Record(Schema.String, Schema.String)),
  followUp: Schema.optionalKey(Schema.String)
})
export type RecordingAnswer = typeof RecordingAnswer.Type

type Said =
  | { readonly _tag: "Nothing" }
  | { readonly _tag: "Answer"; readonly answer: RecordingAnswer }
  | { readonly _tag: "Malformed"; readonly strictest: RecordingAnswer }

const decodeAnswer = Schema.decodeUnknownResult(RecordingAnswer)
const decoder = new TextDecoder("utf-8", { fatal: true })
const text = (value: string, bytes: number): string => capText(cleanText(value), bytes).text

const keys = Object.keys(RecordingAnswer.fields).map((key) => new RegExp(`"${key}"\\s*:`, "u"))

/** A key that is there twice has no one meaning, and the platform would silently take the last. */
const hasKeyTwice = (json: string): boolean => keys.some((key) => json.split(key).length > 2)

const readOne = (json: string): RecordingAnswer | undefined => {
  if (hasKeyTwice(json)) return undefined
  const answer = contained(() => decodeAnswer(JSON.parse(json)))
  return Result.isSuccess(answer) ? answer.success : undefined
}

const rank = (answer: RecordingAnswer): number => {
  if (answer.verdict === "deny" || answer.halt !== undefined) return 2
  return answer.verdict === "ask" ? 1 : 0
}

const read = (stdout: Uint8Array): Said => {
  const decoded = Result.try({ try: () => decoder.decode(stdout), catch: () => "not UTF-8" })
  if (Result.isFailure(decoded)) return { _tag: "Malformed", strictest: {} }
  const whole = decoded.success.trim()
  if (whole === "") return { _tag: "Nothing" }
  const answer = readOne(whole)
  if (answer !== undefined) return { _tag: "Answer", answer }
  const strictest = whole
    .split("\n")
    .flatMap((line) => readOne(line) ?? [])
    .reduce<RecordingAnswer>((kept, found) => (rank(found) > rank(kept) ? found : kept), {})
  return { _tag: "Malformed", strictest }
}

const controls = {
  followUp: { channel: "continuation", field: "followUp" },
  verdict: { channel: "verdict", field: "verdict" },
  halt: { channel: "halt", field: "halt" }
} as const

const judges = ({ binding }: DecodeInput): boolean => binding.gate === "verdict" || binding.gate === "halt"

const refuse = ({ binding }: DecodeInput, reason: Reason): HookEffects =>
  binding.gate === "halt"
    ? { ...noEffects, halt: reason, reasons: [reason] }
    : { ...noEffects, verdict: "deny", reasons: [reason] }

const by = (author: Reason["author"], { binding }: DecodeInput, words: string): Reason => ({
  text: text(words, limits.reasonBytes),
  author,
  cause: "hook",
  binding: binding.id
})

const ownWords = (input: DecodeInput, what: string): Reason =>
  by("engine", input, `The hook ${cleanText(commandOf(input.binding.handler))} ${what}`)

/** The half of an answer that can only tighten. */
const tightening = (input: DecodeInput, answer: RecordingAnswer): HookEffects => {
  const words = answer.halt ?? answer.reason
  const reason =
    words === undefined || cleanText(words) === "" ? ownWords(input, "decided so") : by("hook", input, words)
  const notices: HookEffects["notices"] =
    answer.notice === undefined || cleanText(answer.notice) === ""
      ? []
      : [{ text: text(answer.notice, limits.reasonBytes), author: "hook", level: "info", binding: input.binding.id }]
  if (rank(answer) === 0) return { ...noEffects, notices }
  if (!judges(input)) {
    const verdict = answer.verdict === "deny" || answer.verdict === "ask" ? [controls.verdict] : []
    const halt = answer.halt === undefined ? [] : [controls.halt]
    return { ...noEffects, notices, unsupported: [...verdict, ...halt] }
  }
  if (rank(answer) === 2) return { ...refuse(input, reason), notices }
  return input.binding.gate === "halt"
    ? { ...refuse(input, reason), notices }
    : { ...noEffects, verdict: "ask", reasons: [reason], notices }
}

/** A follow-up where a turn can go on, and a field that the event does not accept elsewhere. */
const followUp = (
  { message, at }: { readonly message: string | undefined; readonly at: Gate },
  { unsupported }: HookEffects
): Partial<HookEffects> => {
  if (message === undefined) return {}
  return at === "continuation"
    ? { continuation: { message: text(message, limits.contextBytes), loopLimit: null } }
    : { unsupported: [...unsupported, controls.followUp] }
}

const whole = (table: BoundaryTable, input: DecodeInput, answer: RecordingAnswer): HookEffects => {
  const tightened = tightening(input, answer)
  const calm = answer.verdict === "allow" || answer.verdict === "defer" ? answer.verdict : "none"
  return {
    ...tightened,
    verdict: tightened.verdict === "none" && tightened.halt === undefined && judges(input) ? calm : tightened.verdict,
    ...(answer.input === undefined ? {} : { replacementInput: answer.input }),
    ...(answer.result === undefined ? {} : { replacementResult: answer.result }),
    ...(answer.context === undefined ? {} : { modelContext: text(answer.context, limits.contextBytes) }),
    ...(answer.env === undefined ? {} : { sessionEnv: answer.env }),
    ...followUp({ message: answer.followUp, at: describeBoundary(table, input.binding.boundary).gate }, tightened)
  }
}

const failed = (input: DecodeInput, kind: keyof FailurePolicy, what: string): HookEffects => {
  const closed = input.policy.strict || input.binding.onFailure[kind] === "closed"
  if (closed && judges(input)) return refuse(input, ownWords(input, what))
  const message = `the hook ${what}`
  return { ...noEffects, diagnostics: [{ code: "recording/hook-failed", severity: "warning", message }] }
}

const strength = ({ verdict, halt }: HookEffects): number => rank({ verdict, ...(halt && { halt: halt.text }) })

/** The stricter of two, with whatever is to be told of either. */
const stricter = (one: HookEffects, other: HookEffects): HookEffects => ({
  ...(strength(other) > strength(one) ? other : one),
  notices: [...one.notices, ...other.notices],
  unsupported: [...one.unsupported, ...other.unsupported],
  diagnostics: [...one.diagnostics, ...other.diagnostics]
})

const ofFailure = (input: DecodeInput): HookEffects => {
  const { ending } = input.outcome
  switch (ending._tag) {
    case "Exited":
      return failed(input, "exit", `exited with ${ending.code}`)
    case "Signalled":
      return failed(input, "signal", "was ended by a signal")
    case "SpawnFailed":
      return failed(input, "spawn", "could not be started")
    case "TimedOut":
      return ending.phase === "queued" && judges(input)
        ? refuse(input, ownWords(input, "was never started"))
        : failed(input, "timeout", "did not end in time")
    case "Lost":
      return judges(input) ? refuse(input, ownWords(input, "was lost")) : failed(input, "signal", "was lost")
  }
}

/**
 * What the outcome of a run means. A failed run keeps the stricter of what the failure means and what the hook said; an
 * output that does not fit denies where the hook judges.
 */
export const decodeRecording = (
  table: BoundaryTable,
  input: DecodeInput,
  onSilence: RecordingAnswer | undefined
): HookEffects => {
  const { ending, stdout, stdoutTruncated } = input.outcome
  const said = read(stdout)
  if (stdoutTruncated && judges(input)) return refuse(input, ownWords(input, "wrote more than is read"))
  if (!(ending._tag === "Exited" && ending.code === 0) || stdoutTruncated) {
    const answer = said._tag === "Answer" ? said.answer : said._tag === "Malformed" ? said.strictest : {}
    return stricter(ofFailure(input), tightening(input, answer))
  }
  switch (said._tag) {
    case "Answer":
      return whole(table, input, said.answer)
    case "Nothing":
      return onSilence === undefined ? failed(input, "empty", "wrote nothing") : whole(table, input, onSilence)
    case "Malformed":
      if (!judges(input)) {
        return stricter(failed(input, "malformed", "wrote no answer"), tightening(input, said.strictest))
      }
      return rank(said.strictest) === 2
        ? tightening(input, said.strictest)
        : refuse(input, ownWords(input, "wrote no answer"))
  }
}
