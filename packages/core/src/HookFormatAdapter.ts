import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Result from "effect/Result"
import type * as Schema from "effect/Schema"
import type { Action, Facet } from "./Action.ts"
import type { Binding } from "./Binding.ts"
import type { BoundaryDescriptor, BoundaryId } from "./Boundary.ts"
import type { Diagnostic } from "./Diagnostic.ts"
import type { HookEffects } from "./Effects.ts"
import type { Envelope } from "./Envelope.ts"
import type { HostProfile } from "./HostProfile.ts"
import type { Identity } from "./Identity.ts"
import type { ProcessOutcome } from "./Invocation.ts"
import type { RunPolicy } from "./RunPolicy.ts"
import type { Source, SourceKind } from "./Source.ts"

/**
 * How an adapter reads its vendor's contract, no fact of the host: `asWritten` is the written contract to the letter,
 * `tight` (the default) adds our tightenings, `shipped` what the vendor's program is known to do where that is stricter
 * still. Rule: CORE-36
 */
export type Reading = "asWritten" | "tight" | "shipped"

/** The reading in force for bindings that are made now. Rule: CORE-36 */
export const CurrentReading = Context.Reference<Reading>("@pawl/core/CurrentReading", { defaultValue: () => "tight" })

/**
 * Where files of a format live, relative to the root of their kind (a project's root, a person's home folder, the
 * machine). `platform` limits a place to one operating system. Rule: CORE-37
 */
export interface HookPlace {
  readonly kind: SourceKind
  readonly holds: "file" | "folder" | "fragment"
  readonly path: string
  readonly platform?: "linux" | "darwin" | "win32"
}

/**
 * One event as a format spells it: the moment that it belongs to, the view that it is limited to, and a small payload of
 * it as `envelopeFrom` reads it, with what the event cannot do without. Rule: CORE-65
 */
export interface FormatEvent {
  readonly name: string
  readonly boundary: BoundaryId
  readonly facet?: Facet
  readonly example: { readonly [key: string]: Schema.Json }
}

/**
 * A text as an adapter has read it, without any fact of a host. `voided` says that nothing of it can be used.
 * `definitions` counts the hooks that it holds, usable or not. `data` is the adapter's own. Rule: CORE-38
 */
export interface ParsedSource {
  readonly format: string
  readonly voided: boolean
  readonly definitions: number
  readonly findings: ReadonlyArray<Diagnostic>
  readonly data: unknown
}

/**
 * What a host makes of a parsed source: its hooks in dispatch order, and what only a host can find. `reported` counts the
 * definitions, usable or not, that are for moments which this host reports. `voided` says that the reading voids the
 * whole source, so that this attempt to load it has failed. Rule: CORE-38
 */
export interface SourceBindings {
  readonly voided?: boolean
  readonly reported: number
  readonly bindings: ReadonlyArray<Binding>
  readonly diagnostics: ReadonlyArray<Diagnostic>
}

/**
 * Whether a hook runs at a moment. `RunUnsure` runs although the matcher gave no clear answer; before an operation a
 * guard that might be meant must look. Rule: CORE-39
 */
export type Selection =
  | { readonly _tag: "Run" }
  | { readonly _tag: "RunUnsure"; readonly why: string }
  | { readonly _tag: "Skip"; readonly why: string; readonly diagnostic?: Diagnostic }

/**
 * What a hook gets to read; variables are laid over the identity's. `diagnostics` tells what could not be written and was
 * left out. Rule: CORE-40
 */
export interface EncodedInput {
  readonly stdin: Uint8Array
  readonly env: Readonly<Record<string, string>>
  readonly diagnostics?: ReadonlyArray<Diagnostic>
}

/** A moment could not be written in the format. Rule: CORE-40 */
export interface EncodeFailed {
  readonly message: string
}

/** A captured payload could not be read as a moment. Rule: CORE-41 */
export interface PayloadUnreadable {
  readonly message: string
}

/** A replaced input is none of the tool that it is for. Rule: CORE-67 */
export interface InputUnreadable {
  readonly message: string
}

/** Everything that an answer is read from. Rule: CORE-42 */
export interface DecodeInput {
  readonly outcome: ProcessOutcome
  readonly binding: Binding
  readonly envelope: Envelope
  readonly policy: RunPolicy
}

/** One of the three streams that a process starts with. */
export type StreamName = "stdin" | "stdout" | "stderr"

/** What a check of scripts may ask of the world; it starts nothing. Rule: CORE-43 */
export interface LintWorld {
  /** The absolute form of a path; relative ones start at the source's working directory. */
  readonly resolve: (path: string) => string
  /** What is at a path (relative ones from the source's working directory). */
  readonly look: (path: string) => Effect.Effect<"missing" | "folder" | "file" | "executable" | "other">
  /** Whether a program of that name is on the PATH that hooks get. */
  readonly findProgram: (name: string) => Effect.Effect<boolean>
  /** The text of a script; undefined where there is none that somebody could have written. */
  readonly read: (path: string) => Effect.Effect<string | undefined>
  /** The streams of hooks that cannot be opened by name where these hooks run. */
  readonly socketStreams: ReadonlyArray<StreamName>
}

/**
 * One hook format: the extension point. An adapter knows one vendor and nothing of processes or files; everything about
 * a format is in it. All methods but `parse`, `select` and `lint` are plain functions, and none of them fails: what is
 * wrong with a text is a finding, what is wrong with an answer is an effect. Rule: CORE-38 to CORE-43, CORE-65, CORE-67, CORE-75
 *
 * @example
 * ```ts
 * const parsed = yield* adapter.parse(text)
 * const { bindings } = adapter.bindings(parsed, { source, profile, reading: "tight" })
 * const selections = yield* adapter.select(envelope, bindings)
 * ```
 */
export class HookFormatAdapter extends Context.Service<
  HookFormatAdapter,
  {
    readonly format: string
    readonly places: ReadonlyArray<HookPlace>
    /** Moments that only this format has. */
    readonly boundaries: ReadonlyArray<BoundaryDescriptor>
    /** Every event of the format, in the order of dispatch. */
    readonly events: ReadonlyArray<FormatEvent>
    /** The event that was probably meant by a name that the format does not have; undefined where none is near. */
    readonly meantEvent: (name: string) => string | undefined
    /** Reads a text once: definitions with compiled matchers, findings with places. Never fails. */
    readonly parse: (text: string) => Effect.Effect<ParsedSource>
    /** The hooks of a parsed source for one host, with the warnings that depend on the host. */
    readonly bindings: (
      parsed: ParsedSource,
      context: { readonly source: Source; readonly profile: HostProfile; readonly reading: Reading }
    ) => SourceBindings
    /** One selection for each binding, in the same order; all candidates of a dispatch share one bound. */
    readonly select: (envelope: Envelope, bindings: ReadonlyArray<Binding>) => Effect.Effect<ReadonlyArray<Selection>>
    /** The bytes that a hook reads on stdin, and variables of its own. */
    readonly encode: (envelope: Envelope, binding: Binding) => Result.Result<EncodedInput, EncodeFailed>
    /** What the outcome of a run means. Never throws. */
    readonly decode: (input: DecodeInput) => HookEffects
    /** A captured payload of an event as a moment; fields that it lacks come from `base`. */
    readonly envelopeFrom: (
      event: string,
      payload: unknown,
      base: Envelope
    ) => Result.Result<Envelope, PayloadUnreadable>
    /**
     * The action that an input of a hook's own makes of this action: the same tool, called with exactly that input. Facts of
     * the host that no input says (which server a tool belongs to, what is secret) stay those of the action.
     */
    readonly rewritten: (
      action: Action,
      input: Schema.Json,
      envelope: Envelope
    ) => Result.Result<Action, InputUnreadable>
    /**
     * The files that the command of a hook names, as it names them: what of it is kept in files. Relative ones start at the
     * folder where the source's commands run. What no text tells (a variable, a substitution) is left out.
     */
    readonly filesOf: (binding: Binding) => ReadonlyArray<string>
    /** The names under which the vendor's own variables carry the identity. */
    readonly aliases: (identity: Identity) => Readonly<Record<string, string>>
    /** What is wrong with the scripts that a source names; starts nothing. */
    readonly lint: (parsed: ParsedSource, world: LintWorld) => Effect.Effect<ReadonlyArray<Diagnostic>>
  }
>()("@pawl/core/HookFormatAdapter") {}
