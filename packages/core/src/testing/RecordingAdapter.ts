import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Equal from "effect/Equal"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { Action } from "../Action.ts"
import { type BindingId, commandOf } from "../Binding.ts"
import { type BoundaryDescriptor, coreBoundaryTable, registerBoundaries } from "../Boundary.ts"
import type { HookEffects } from "../Effects.ts"
import type { Envelope } from "../Envelope.ts"
import { type FormatEvent, HookFormatAdapter, type Reading } from "../HookFormatAdapter.ts"
import { HookFormats } from "../HookFormats.ts"
import type { HostProfile } from "../HostProfile.ts"
import type { Identity } from "../Identity.ts"
import type { ProcessOutcome } from "../Invocation.ts"
import { Payload } from "../Payload.ts"
import type { RunPolicy } from "../RunPolicy.ts"
import type { Source } from "../Source.ts"
import { contained } from "./contained.ts"
import { sampleEnvelopes } from "./envelopes.ts"
import { decodeRecording } from "./recordingAnswer.ts"
import { bindRecording, parseRecording, recordingFormat, rowOf, selectRecording } from "./recordingFormat.ts"
import { withoutMarked } from "./withoutMarked.ts"

/** One call of the adapter, with what it was given. */
export type AdapterCall =
  | { readonly _tag: "Parse"; readonly text: string }
  | { readonly _tag: "Bindings"; readonly source: Source; readonly profile: HostProfile; readonly reading: Reading }
  | { readonly _tag: "Select"; readonly envelope: Envelope; readonly bindings: ReadonlyArray<BindingId> }
  | { readonly _tag: "Encode"; readonly envelope: Envelope; readonly binding: BindingId }
  | {
      readonly _tag: "Decode"
      readonly binding: BindingId
      readonly envelope: Envelope
      readonly outcome: ProcessOutcome
      readonly policy: RunPolicy
    }
  | { readonly _tag: "Aliases"; readonly identity: Identity }

type Adapter = HookFormatAdapter["Service"]

/** The methods that can be made to throw. */
export type AdapterMethod =
  | "parse"
  | "bindings"
  | "select"
  | "encode"
  | "decode"
  | "envelopeFrom"
  | "rewritten"
  | "filesOf"
  | "aliases"
  | "lint"

/** How a recording adapter departs from the format that it really reads. */
export interface AdapterScript {
  /** What a hook has answered, whatever its run came to. */
  readonly answers?: Readonly<Record<BindingId, HookEffects>>
  /** What a method throws as soon as it is called. */
  readonly faults?: { readonly [M in AdapterMethod]?: Error }
  /** Methods and facts that are somebody else's. */
  readonly overrides?: Partial<Adapter>
}

const encoder = new TextEncoder()
const decodeAction = Schema.decodeUnknownResult(Action)

/** An input is of the kind of the action unless it names another one. */
const withKind = (action: Action, input: Schema.Json): unknown =>
  Option.match(decodeFields(input), {
    onNone: () => input,
    onSome: (fields) => ({ _tag: action._tag, ...fields })
  })

const decodeFields = Schema.decodeUnknownOption(Schema.Record(Schema.String, Schema.Json))

/** Whether an input is the action as hooks of the format read it. */
const isAsShown = (envelope: Envelope, input: Schema.Json): boolean =>
  Equal.equals(JSON.parse(JSON.stringify(withoutMarked(envelope))).payload.action, input)

const decodePayload = Schema.decodeUnknownResult(Payload)

const samples: ReadonlyMap<string, Payload> = new Map(
  Object.entries(sampleEnvelopes).map(([boundary, { payload }]) => [boundary, payload])
)

/** An event of the format is named like its moment, unless a definition says otherwise. */
const eventAt = (boundary: string): FormatEvent => ({
  name: boundary,
  boundary,
  example: samples.get(boundary) ?? { _tag: "extension", boundary, data: null }
})

const realAdapter = (boundaries: ReadonlyArray<BoundaryDescriptor>): Adapter => {
  const table = registerBoundaries(coreBoundaryTable, boundaries)
  return {
    format: recordingFormat,
    places: [{ kind: "project", holds: "file", path: "hooks.recording" }],
    boundaries,
    events: [...table.keys()].map(eventAt),
    meantEvent: (name) => [...table.keys()].find((boundary) => boundary.toLowerCase() === name.toLowerCase()),
    parse: (text) => Effect.sync(() => parseRecording(text)),
    bindings: (parsed, context) => bindRecording(table, parsed, context),
    select: (envelope, bindings) => Effect.sync(() => bindings.map((binding) => selectRecording(envelope, binding))),
    encode: (envelope, binding) =>
      Result.try({
        try: () => ({
          stdin: encoder.encode(JSON.stringify({ event: binding.event, envelope: withoutMarked(envelope) })),
          env: { RECORDING_EVENT: binding.event }
        }),
        catch: () => ({ message: "the moment cannot be written as JSON" })
      }),
    decode: (input) => decodeRecording(table, input, rowOf(input.binding).effects),
    envelopeFrom: (_event, payload, base) =>
      contained(() => decodePayload(payload)).pipe(
        Result.map((decoded) => ({ ...base, payload: decoded })),
        Result.mapError((message) => ({ message }))
      ),
    rewritten: (action, input, envelope) =>
      contained(() =>
        isAsShown(envelope, input) ? Result.succeed(action) : decodeAction(withKind(action, input))
      ).pipe(Result.mapError((message) => ({ message }))),
    filesOf: ({ handler }) =>
      commandOf(handler)
        .split(" ")
        .filter((word) => word.includes("/")),
    aliases: (identity) => ({ RECORDING_PROJECT: identity.projectDirectory }),
    lint: () => Effect.succeed([])
  }
}

const recorded = (script: AdapterScript, record: (call: AdapterCall) => void): Adapter => {
  const real = realAdapter(script.overrides?.boundaries ?? [])
  const adapter: Adapter = { ...real, ...script.overrides }
  const guard = (method: AdapterMethod): void => {
    const fault = script.faults?.[method]
    if (fault !== undefined) throw fault
  }
  return {
    ...adapter,
    parse: (text) => {
      record({ _tag: "Parse", text })
      guard("parse")
      return adapter.parse(text)
    },
    bindings: (parsed, context) => {
      record({ _tag: "Bindings", ...context })
      guard("bindings")
      return adapter.bindings(parsed, context)
    },
    select: (envelope, bindings) => {
      record({ _tag: "Select", envelope, bindings: bindings.map((b) => b.id) })
      guard("select")
      return adapter.select(envelope, bindings)
    },
    encode: (envelope, binding) => {
      record({ _tag: "Encode", envelope, binding: binding.id })
      guard("encode")
      return adapter.encode(envelope, binding)
    },
    decode: (input) => {
      const { binding, envelope, outcome, policy } = input
      record({ _tag: "Decode", binding: binding.id, envelope, outcome, policy })
      guard("decode")
      const { answers } = script
      const answer = answers !== undefined && Object.hasOwn(answers, binding.id) ? answers[binding.id] : undefined
      return answer ?? adapter.decode(input)
    },
    envelopeFrom: (event, payload, base) => {
      guard("envelopeFrom")
      return adapter.envelopeFrom(event, payload, base)
    },
    rewritten: (action, input, envelope) => {
      guard("rewritten")
      return adapter.rewritten(action, input, envelope)
    },
    filesOf: (binding) => {
      guard("filesOf")
      return adapter.filesOf(binding)
    },
    aliases: (identity) => {
      record({ _tag: "Aliases", identity })
      guard("aliases")
      return adapter.aliases(identity)
    },
    lint: (parsed, world) => {
      guard("lint")
      return adapter.lint(parsed, world)
    }
  }
}

const made = (script: AdapterScript) =>
  Effect.sync(() => {
    const calls: Array<AdapterCall> = []
    const recording: RecordingAdapter["Service"] = { calls: Effect.sync(() => [...calls]) }
    return { adapter: recorded(script, (call) => calls.push(call)), recording }
  })

/**
 * A small real format that keeps every call, for tests of whatever uses adapters. A text holds one hook a line:
 * `{"boundary":"tool.pre","command":"./guard.sh","match":"git push","failClosed":true}`, optionally with `event`,
 * `timeoutMs` and `effects` (the answer of a hook that exits with 0 and writes nothing). A hook answers on stdout with
 * `{"verdict":"deny","reason":"no"}`; also `notice`, `halt`, `context`, `input`, `result`, `env`, and `followUp`, which is
 * refused where no turn ends. Bindings that were made by hand, without `data`, work as well. Rule: CORE-38 to CORE-43
 *
 * @example
 * ```ts
 * const adapter = RecordingAdapter.layer({
 *   answers: { "/repo/hooks.json#tool.pre[0]": denyEffects("no pushes") },
 *   faults: { encode: new Error("broken") }
 * })
 * const decoded = (yield* (yield* RecordingAdapter).calls).filter((call) => call._tag === "Decode")
 * ```
 */
export class RecordingAdapter extends Context.Service<
  RecordingAdapter,
  {
    /** Every call so far, those that threw included, in order. */
    readonly calls: Effect.Effect<ReadonlyArray<AdapterCall>>
  }
>()("@pawl/core/testing/RecordingAdapter") {
  /** The adapter, as any adapter is given to a host. */
  static readonly layer = (script: AdapterScript = {}): Layer.Layer<HookFormatAdapter | RecordingAdapter> =>
    Layer.effectContext(
      Effect.map(made(script), ({ adapter, recording }) =>
        Context.make(RecordingAdapter, recording).pipe(Context.add(HookFormatAdapter, adapter))
      )
    )

  /**
   * The adapter as the only format of a process. `HookFormats.layer` builds each adapter on its own, so a test would not
   * see the calls of the one that it built.
   */
  static readonly layerFormats = (script: AdapterScript = {}): Layer.Layer<HookFormats | RecordingAdapter> =>
    Layer.effectContext(
      Effect.map(made(script), ({ adapter, recording }) =>
        Context.make(RecordingAdapter, recording).pipe(Context.add(HookFormats, new Map([[adapter.format, adapter]])))
      )
    )
}
