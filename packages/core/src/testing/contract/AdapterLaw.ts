import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import { Facet } from "../../Action.ts"
import type { Binding } from "../../Binding.ts"
import { Channel } from "../../Channel.ts"
import type { HookEffects } from "../../Effects.ts"
import type { Envelope } from "../../Envelope.ts"
import type { HookFormatAdapter, ParsedSource, Reading } from "../../HookFormatAdapter.ts"
import { everythingProfile, execProfile, type HostProfile, referenceProfile } from "../../HostProfile.ts"
import type { Source } from "../../Source.ts"
import { source } from "../bindings.ts"

/**
 * One event of a format: its name as bindings spell it, a moment at which a hook of the sample texts runs, and what such
 * a hook writes on stdout (exiting with 0) to deny or hold, to ask, and to allow.
 */
export interface ContractEvent {
  readonly event: string
  readonly envelope: Envelope
  readonly deny?: ReadonlyArray<string>
  readonly ask?: ReadonlyArray<string>
  readonly allow?: ReadonlyArray<string>
}

/** What the laws are checked on. */
export interface Subject {
  readonly adapter: HookFormatAdapter["Service"]
  readonly hooks: ReadonlyArray<string>
  readonly events: ReadonlyArray<ContractEvent>
  readonly envelopes: ReadonlyArray<Envelope>
  readonly codePrefix: string
  readonly runs: number
}

/** What a law did not hold for, in words. */
export interface Broken {
  readonly detail: string
}

/** One law: it ends, or it fails with what it does not hold for. */
export interface AdapterLaw {
  readonly name: string
  readonly rule: string
  readonly check: (subject: Subject) => Effect.Effect<void, Broken>
}

/** A counterexample. */
const broken = (detail: string): Effect.Effect<never, Broken> => Effect.fail({ detail })

/** Fails with a counterexample unless something holds. */
export const ensure = (holds: boolean, detail: () => string): Effect.Effect<void, Broken> =>
  holds ? Effect.void : broken(detail())

/** A value for a counterexample, cut to what a person reads. */
export const shown = (value: unknown): string => {
  const text = typeof value === "string" ? JSON.stringify(value) : String(value)
  return text.length <= 300 ? text : `${text.slice(0, 300)}… (${text.length} characters)`
}

/** Calls a plain method; what it throws is a counterexample. */
export const calls = <A>(what: () => string, run: () => A): Effect.Effect<A, Broken> =>
  Effect.suspend(() => {
    try {
      return Effect.succeed(run())
    } catch (thrown) {
      return broken(`${what()} threw ${shown(thrown)}`)
    }
  })

/** Performs an effectful method; a failure or a defect of it is a counterexample, an interruption is not. */
export const performs = <A>(what: () => string, run: () => Effect.Effect<A>): Effect.Effect<A, Broken> =>
  Effect.suspend(run).pipe(
    Effect.catchCauseIf(
      (cause) => !Cause.hasInterruptsOnly(cause),
      (cause) => broken(`${what()} died: ${shown(Cause.squash(cause))}`)
    )
  )

/** Whether something holds; a check that overflows on a value without a bottom says nothing against it. */
export const holdsAsFarAsItGoes = (check: () => boolean): boolean => {
  try {
    return check()
  } catch {
    return true
  }
}

/** Every way in which an adapter may read its contract. */
export const readings: ReadonlyArray<Reading> = ["asWritten", "tight", "shipped"]

/** The readings in which a deny survives a run that failed. */
export const tightReadings: ReadonlyArray<Reading> = ["tight", "shipped"]

/** A host that knows and honours everything, the format's own moments included. */
export const fullProfile = ({ adapter }: Subject): HostProfile => ({
  ...everythingProfile,
  boundaries: {
    ...Object.fromEntries(
      adapter.boundaries.map(({ id }) => [id, { reports: true, facets: Facet.literals, honours: Channel.literals }])
    ),
    ...everythingProfile.boundaries
  }
})

/** A host that is told of everything and honours nothing. */
const deafProfile = (subject: Subject): HostProfile => ({
  ...everythingProfile,
  name: "deaf",
  boundaries: Object.fromEntries(
    Object.entries(fullProfile(subject).boundaries).map(([id, support]) => [id, { ...support, honours: [] }])
  )
})

/** Hosts that differ in what they know, report and honour. */
export const profilesOf = (subject: Subject): ReadonlyArray<HostProfile> => [
  fullProfile(subject),
  referenceProfile,
  execProfile,
  deafProfile(subject)
]

/** The source that a sample text counts as. */
export const sourceOf = (subject: Subject, index: number): Source =>
  source({ id: `/repo/hooks-${index}`, order: index, format: subject.adapter.format })

/** A text, parsed. */
export const parsed = (subject: Subject, text: string): Effect.Effect<ParsedSource, Broken> =>
  performs(
    () => `parse of ${shown(text)}`,
    () => subject.adapter.parse(text)
  )

/** The hooks of all sample texts for one host. */
export const bindingsUnder = Effect.fnUntraced(function* (subject: Subject, profile: HostProfile, reading: Reading) {
  const all: Array<Binding> = []
  for (const [index, text] of subject.hooks.entries()) {
    const read = yield* parsed(subject, text)
    const found = yield* calls(
      () => `bindings of ${shown(text)} for the host ${profile.name}`,
      () => subject.adapter.bindings(read, { source: sourceOf(subject, index), profile, reading })
    )
    all.push(...found.bindings)
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
export const judges = ({ binding }: Candidate): boolean => binding.gate === "verdict" || binding.gate === "halt"

/** How strict an answer is: 0 lets it happen, 1 asks, 2 denies or halts. */
export const rank = (effects: HookEffects): 0 | 1 | 2 => {
  if (effects.verdict === "deny" || effects.halt !== undefined) return 2
  return effects.verdict === "ask" ? 1 : 0
}

/** What a counterexample calls a hook. */
export const named = ({ binding, reading }: Candidate): string => `${binding.id} (${reading})`
