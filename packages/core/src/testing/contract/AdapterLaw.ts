import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import type * as Schema from "effect/Schema"
import type { Envelope } from "../../Envelope.ts"
import type { HookFormatAdapter } from "../../HookFormatAdapter.ts"
import type { Shape } from "./shapes.ts"
import { shown } from "./words.ts"

/**
 * One event of a format: its name as bindings spell it, a moment at which a hook of the sample texts runs, and what such
 * a hook writes on stdout (exiting with 0).
 */
export interface ContractEvent {
  readonly event: string
  readonly envelope: Envelope
  /** Answers that deny or hold. An event whose hooks can prevent something needs at least one. */
  readonly deny?: ReadonlyArray<string>
  readonly ask?: ReadonlyArray<string>
  readonly allow?: ReadonlyArray<string>
  /**
   * Answers that let it happen, with a field beside that controls something at another event of the format and that this
   * one does not accept. An event whose hooks can prevent something needs at least one.
   */
  readonly undocumented?: ReadonlyArray<string>
}

/** What the laws are checked on. */
export interface Subject {
  readonly adapter: HookFormatAdapter["Service"]
  readonly hooks: ReadonlyArray<string>
  readonly events: ReadonlyArray<ContractEvent>
  readonly envelopes: ReadonlyArray<Envelope>
  readonly codePrefix: string
  readonly inputOf: ((read: Schema.Json, event: string) => Schema.Json | undefined) | undefined
  readonly runs: number
}

/** What a law did not hold for: what the adapter did, and for what, and what was expected instead. */
export interface Broken {
  readonly did: string
  readonly expected: string
}

/** One law: it ends, or it fails with what it does not hold for. */
export interface AdapterLaw {
  readonly name: string
  readonly rule: string
  readonly check: (subject: Subject) => Effect.Effect<void, Broken>
}

const broken = (did: string, expected: string): Effect.Effect<never, Broken> => Effect.fail({ did, expected })

/** Fails with a counterexample unless something holds. */
export const ensure = (holds: boolean, did: () => string, expected: string): Effect.Effect<void, Broken> =>
  holds ? Effect.void : broken(did(), expected)

const shaped = <A>(what: () => string, value: A, { expected, fits }: Shape): Effect.Effect<A, Broken> =>
  fits(value) ? Effect.succeed(value) : broken(`${what()} returned ${shown(value)}`, expected)

/** Calls a plain method; what it throws, and what has another shape, is a counterexample. */
export const calls = <A>(what: () => string, shape: Shape, run: () => A): Effect.Effect<A, Broken> =>
  Effect.suspend(() => {
    try {
      return shaped(what, run(), shape)
    } catch (thrown) {
      return broken(`${what()} threw ${shown(thrown)}`, `${shape.expected}; nothing may be thrown`)
    }
  })

/** Performs an effectful method; a failure or a defect of it is a counterexample, an interruption is not. */
export const performs = <A>(what: () => string, shape: Shape, run: () => Effect.Effect<A>): Effect.Effect<A, Broken> =>
  calls(what, { expected: `an Effect of ${shape.expected}`, fits: Effect.isEffect }, run).pipe(
    Effect.flatMap(
      Effect.catchCauseIf(
        (cause) => !Cause.hasInterruptsOnly(cause),
        (cause) => broken(`${what()} died of ${shown(Cause.squash(cause))}`, `${shape.expected}; it may not fail`)
      )
    ),
    Effect.flatMap((value) => shaped(what, value, shape))
  )
