import * as Effect from "effect/Effect"
import type { Binding } from "../../Binding.ts"
import type { HookEffects } from "../../Effects.ts"
import type { ParsedSource, Reading, SourceBindings } from "../../HookFormatAdapter.ts"
import type { HostProfile } from "../../HostProfile.ts"
import type { Source } from "../../Source.ts"
import { source } from "../bindings.ts"
import { type Broken, type ContractEvent, calls, performs, type Subject } from "./AdapterLaw.ts"
import { fullProfile } from "./hosts.ts"
import { shapes } from "./shapes.ts"
import { at, hookNamed, hostNamed, shown } from "./words.ts"

/** Every way in which an adapter may read its contract. */
export const readings: ReadonlyArray<Reading> = ["asWritten", "tight", "shipped"]

/** The readings in which a deny survives a run that failed. */
export const tightReadings: ReadonlyArray<Reading> = ["tight", "shipped"]

/** The source that a sample text counts as. */
const sourceOf = (subject: Subject, index: number): Source =>
  source({ id: `/repo/hooks-${index}`, order: index, format: subject.adapter.format })

/** A text, parsed. */
export const parsed = (subject: Subject, text: string): Effect.Effect<ParsedSource, Broken> =>
  performs(
    () => `parse of ${shown(text)}`,
    shapes.parse,
    () => subject.adapter.parse(text)
  )

/** What one host makes of a text that was parsed. */
export const boundTo = (
  subject: Subject,
  { text, read, index = 0 }: { readonly text: string; readonly read: ParsedSource; readonly index?: number },
  profile: HostProfile,
  reading: Reading
): Effect.Effect<SourceBindings, Broken> =>
  calls(
    () => `bindings of ${shown(text)} for ${hostNamed(profile)}, in the reading "${reading}",`,
    shapes.bindings,
    () => subject.adapter.bindings(read, { source: sourceOf(subject, index), profile, reading })
  )

/** The hooks of all sample texts for one host. */
export const bindingsUnder = Effect.fnUntraced(function* (subject: Subject, profile: HostProfile, reading: Reading) {
  const all: Array<Binding> = []
  for (const [index, text] of subject.hooks.entries()) {
    const read = yield* parsed(subject, text)
    const { bindings } = yield* boundTo(subject, { text, read, index }, profile, reading)
    all.push(...bindings)
  }
  return all
})

/** A hook of the sample texts that may run, with the event that it belongs to. */
export interface Candidate {
  readonly event: ContractEvent
  readonly binding: Binding
  readonly reading: Reading
}

/** Every hook that may run, for a host that honours everything. */
export const candidates = Effect.fnUntraced(function* (subject: Subject, under: ReadonlyArray<Reading>) {
  const all: Array<Candidate> = []
  for (const reading of under) {
    for (const binding of yield* bindingsUnder(subject, fullProfile(subject), reading)) {
      const event = subject.events.find((e) => e.event === binding.event)
      if (event !== undefined && binding.standing._tag === "Active") all.push({ event, binding, reading })
    }
  }
  return all
})

/** Whether a hook can prevent something. */
export const judges = ({ binding }: Pick<Candidate, "binding">): boolean =>
  binding.gate === "verdict" || binding.gate === "halt"

/** How strict an answer is: 0 lets it happen, 1 asks, 2 denies or halts. */
export const rank = (effects: HookEffects): 0 | 1 | 2 => {
  if (effects.verdict === "deny" || effects.halt !== undefined) return 2
  return effects.verdict === "ask" ? 1 : 0
}

/** How a counterexample calls what an answer came to. */
export const outcomeNamed = (effects: HookEffects): string =>
  effects.halt === undefined ? `the verdict "${effects.verdict}"` : "a halt"

/** How a counterexample calls a hook that may run, and the moment. */
export const named = ({ binding, event, reading }: Candidate): string =>
  `${hookNamed(binding)}, in the reading "${reading}", ${at(event.envelope)}`
