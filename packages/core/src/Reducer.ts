import type { BindingId } from "./Binding.ts"
import type { Channel } from "./Channel.ts"
import type { Diagnostic } from "./Diagnostic.ts"
import { type HookEffects, type MergedEffects, type MergedVerdict, type Reason, verdictStrength } from "./Effects.ts"
import { coreCodes, engineText } from "./EngineText.ts"

/** What one hook has answered. Rule: CORE-51 */
export interface HookAnswer {
  readonly binding: BindingId
  readonly effects: HookEffects
}

const withBinding = <A extends { readonly binding?: string }>(about: A, binding: BindingId): A =>
  about.binding === undefined ? { ...about, binding } : about

const defaultReason = (verdict: "ask" | "deny", binding: BindingId): Reason => ({
  text: verdict === "deny" ? engineText.denied(binding) : engineText.asks(binding),
  author: "engine",
  cause: "hook",
  binding
})

/** The reasons of one answer; a denial and a question always have one. */
const reasonsOf = ({ binding, effects: { reasons, verdict } }: HookAnswer): ReadonlyArray<Reason> =>
  reasons.length === 0 && (verdict === "deny" || verdict === "ask")
    ? [defaultReason(verdict, binding)]
    : reasons.map((reason) => withBinding(reason, binding))

/** A halt is a reason too, also where another hook's halt is the one that counts. */
const allReasonsOf = (answer: HookAnswer): ReadonlyArray<Reason> => {
  const reasons = reasonsOf(answer)
  const { halt } = answer.effects
  return halt === undefined || reasons.some((reason) => reason.text === halt.text)
    ? reasons
    : [...reasons, withBinding(halt, answer.binding)]
}

/** The merged verdict of one answer by itself. */
const alone = (answer: HookAnswer): MergedVerdict => {
  const { binding, effects } = answer
  switch (effects.verdict) {
    case "none":
    case "defer":
      return { _tag: "None" }
    case "allow":
      return { _tag: "Allow", binding }
    case "ask":
      return { _tag: "Ask", reason: reasonsOf(answer)[0] ?? defaultReason("ask", binding) }
    case "deny":
      return { _tag: "Deny", reason: reasonsOf(answer)[0] ?? defaultReason("deny", binding) }
  }
}

const strengthOf = (answer: HookAnswer): number => verdictStrength[answer.effects.verdict]

const verdictOf = (answers: ReadonlyArray<HookAnswer>): MergedVerdict => {
  let [strongest] = answers
  if (strongest === undefined) return { _tag: "None" }
  for (const answer of answers) if (strengthOf(answer) > strengthOf(strongest)) strongest = answer
  return alone(strongest)
}

/** The first that fills a channel of one value; each later one is a finding, never a silent loss. */
const firstOf = <A>(
  answers: ReadonlyArray<HookAnswer>,
  channel: Channel,
  read: (effects: HookEffects) => A | undefined,
  losers: Array<Diagnostic>
): { readonly binding: BindingId; readonly value: A } | undefined => {
  let first: { readonly binding: BindingId; readonly value: A } | undefined
  for (const { binding, effects } of answers) {
    const value = read(effects)
    if (value === undefined) continue
    if (first === undefined) first = { binding, value }
    else {
      losers.push({
        code: coreCodes.overridden,
        severity: "warning",
        message: engineText.overridden(channel, binding, first.binding),
        binding
      })
    }
  }
  return first
}

const deferralFinding = (binding: BindingId): Diagnostic => ({
  code: coreCodes.deferred,
  severity: "warning",
  message: engineText.deferred(binding),
  binding
})

/**
 * Merges the answers of all hooks of one moment, given in snapshot order. The strongest verdict wins (deny, ask, allow,
 * none), and the first hook of that strength supplies the reason that counts; all reasons are kept. Of a replacement,
 * a halt and a continuation the first wins, and a finding names whoever lost. A deferral is no verdict. An empty answer
 * erases nothing. Nothing is applied or refused here. Rule: CORE-51
 *
 * @example
 * ```ts
 * const merged = reduce([
 *   { binding: "a#tool[0]", effects: { ...noEffects, verdict: "allow" } },
 *   { binding: "a#tool[1]", effects: { ...noEffects, verdict: "deny" } }
 * ])
 * merged.verdict // Deny, with the reason "Denied by hook a#tool[1]"
 * ```
 */
export const reduce = (answers: ReadonlyArray<HookAnswer>): MergedEffects => {
  const found: Array<Diagnostic> = []
  const input = firstOf(answers, "replacement-input", (e) => e.replacementInput, found)
  const result = firstOf(answers, "replacement-result", (e) => e.replacementResult, found)
  const halt = firstOf(answers, "halt", (e) => e.halt, found)
  const continuation = firstOf(answers, "continuation", (e) => e.continuation, found)
  const deferrals = answers.filter((a) => a.effects.verdict === "defer").map((a) => a.binding)
  return {
    verdict: verdictOf(answers),
    reasons: answers.flatMap(allReasonsOf),
    notices: answers.flatMap((a) => a.effects.notices.map((notice) => withBinding(notice, a.binding))),
    ...(input === undefined ? {} : { replacementInput: input }),
    ...(result === undefined ? {} : { replacementResult: result }),
    modelContext: answers.flatMap(({ binding, effects: { modelContext: text } }) =>
      text === undefined || text === "" ? [] : [{ binding, text }]
    ),
    sessionEnv: answers.flatMap(({ binding, effects: { sessionEnv: variables } }) =>
      variables === undefined || Object.keys(variables).length === 0 ? [] : [{ binding, variables }]
    ),
    ...(halt === undefined ? {} : { halt: withBinding(halt.value, halt.binding) }),
    ...(continuation === undefined ? {} : { continuation: { binding: continuation.binding, ...continuation.value } }),
    deferrals,
    extensions: answers.flatMap((a) => a.effects.extensions.map((e) => ({ binding: a.binding, ...e }))),
    unsupported: answers.flatMap((a) => a.effects.unsupported.map((u) => ({ binding: a.binding, ...u }))),
    diagnostics: [
      ...answers.flatMap((a) => a.effects.diagnostics.map((d) => withBinding(d, a.binding))),
      ...found,
      ...deferrals.map(deferralFinding)
    ]
  }
}

/** What no hook at all has answered. Rule: CORE-51 */
export const nothingMerged: MergedEffects = reduce([])

/** Denies as well: a denial that is there already keeps its reason in front, and both are kept. Rule: CORE-52 */
export const alsoDeny = (merged: MergedEffects, reason: Reason): MergedEffects => ({
  ...merged,
  verdict: merged.verdict._tag === "Deny" ? merged.verdict : { _tag: "Deny", reason },
  reasons: [...merged.reasons, reason]
})

/** Halts as well: a halt that is there already stays the one that counts. Rule: CORE-52 */
export const alsoHalt = (merged: MergedEffects, reason: Reason): MergedEffects => ({
  ...merged,
  halt: merged.halt ?? reason,
  reasons: [...merged.reasons, reason]
})
