import {
  type Binding,
  bindingId,
  type CoreBoundaryId,
  CurrentHost,
  coreBoundaries,
  type DecodeInput,
  type EncodedInput,
  type EncodeFailed,
  type Envelope,
  everythingProfile,
  failurePolicy,
  type HookEffects,
  type HookEvent,
  type HookFormatAdapter,
  HookFormats,
  type HookInvocation,
  HookRunner,
  type HostProfile,
  Messenger,
  noEffects,
  outcomeOf,
  type Payload,
  type ProcessOutcome,
  type Selection,
  type Snapshot,
  type Source,
  type SourceState
} from "@pawl/core"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"

/** A source that applies everywhere. */
export const source = (id: string, more: Partial<Source> = {}): Source => ({
  id,
  path: id,
  kind: "explicit",
  order: 0,
  format: "test",
  scope: { _tag: "Everywhere" },
  workingDirectory: `/elsewhere${id}`,
  ...more
})

/** What a test says about a hook; the rest is filled in. */
export type BindingFields = Partial<Omit<Binding, "boundary">> & { readonly boundary?: CoreBoundaryId }

/** A hook of the source `/a`, at `tool.pre` unless told otherwise. */
export const binding = (id: string, more: BindingFields = {}): Binding => {
  const boundary = more.boundary ?? "tool.pre"
  return {
    id,
    source: "/a",
    format: "test",
    event: "event",
    index: 0,
    boundary,
    gate: coreBoundaries[boundary].gate,
    handler: { _tag: "Shell", command: `run ${id}` },
    timeoutMs: 1_000,
    onFailure: failurePolicy("open"),
    queueTimeout: "engine",
    channels: [],
    standing: { _tag: "Active" },
    data: undefined,
    ...more
  }
}

export const loaded = (of: Source, bindings: ReadonlyArray<Binding>, more: Partial<SourceState> = {}): SourceState => ({
  source: of,
  digest: "digest",
  trust: { _tag: "Approved", by: "kind" },
  definitions: bindings.length,
  reported: bindings.length,
  bindings,
  diagnostics: [],
  failed: false,
  ...more
})

/** A snapshot of these sources, in this order; unlike the registry's it may hold one twice. */
export const snapshotOf = (...sources: ReadonlyArray<SourceState>): Snapshot => ({
  revision: 7,
  sources,
  byBoundary: Map.groupBy(
    sources.flatMap((state) => state.bindings),
    (each) => each.boundary
  )
})

/** A snapshot of hooks of the source `/a`. */
export const snapshotWith = (...bindings: ReadonlyArray<Binding>): Snapshot =>
  snapshotOf(loaded(source("/a"), bindings))

export const shellRun = (command = "git push"): Payload => ({ _tag: "tool.pre", action: { _tag: "ShellRun", command } })

export const envelope = (payload: Payload = shellRun(), more: Partial<Envelope> = {}): Envelope => ({
  payload,
  surface: "interactive",
  host: { name: "test", version: "1.0.0" },
  at: 0,
  workspaceRoots: [],
  facts: {},
  ...more
})

export const denies = (text?: string): HookEffects => ({
  ...noEffects,
  verdict: "deny",
  reasons: text === undefined ? [] : [{ text, author: "hook", cause: "hook" }]
})

/** What a test says about one hook; what it leaves out runs, exits with 0 and answers nothing. */
interface Script {
  readonly select?: Selection
  readonly encode?: () => Result.Result<EncodedInput, EncodeFailed>
  readonly run?: (invocation: HookInvocation) => Effect.Effect<ProcessOutcome>
  readonly takes?: number
  readonly decode?: (input: DecodeInput) => HookEffects
  readonly answers?: HookEffects
}

export type Scripts = Readonly<Record<string, Script>>

export const exited: ProcessOutcome = outcomeOf({ _tag: "Exited", code: 0 })

export const testAdapter = (
  scripts: Scripts = {},
  more: Partial<HookFormatAdapter["Service"]> = {}
): HookFormatAdapter["Service"] => ({
  format: "test",
  places: [],
  boundaries: [],
  events: [],
  meantEvent: () => undefined,
  parse: () => Effect.succeed({ format: "test", voided: false, definitions: 0, findings: [], data: undefined }),
  bindings: () => ({ reported: 0, bindings: [], diagnostics: [] }),
  select: (_, bindings) => Effect.succeed(bindings.map(({ id }) => scripts[id]?.select ?? { _tag: "Run" })),
  encode: (_, { id }) => scripts[id]?.encode?.() ?? Result.succeed({ stdin: new Uint8Array(0), env: {} }),
  decode: (input) => scripts[input.binding.id]?.decode?.(input) ?? scripts[input.binding.id]?.answers ?? noEffects,
  envelopeFrom: (_, __, base) => Result.succeed(base),
  rewritten: (action) => Result.succeed(action),
  filesOf: () => [],
  aliases: () => ({}),
  lint: () => Effect.succeed([]),
  ...more
})

/** What the parts of an engine did while a test ran. */
export interface Seen {
  readonly invocations: Array<HookInvocation>
  readonly interrupted: Array<string>
  readonly events: Array<HookEvent>
}

export const seen = (): Seen => ({ invocations: [], interrupted: [], events: [] })

export interface EngineOptions {
  readonly scripts?: Scripts
  readonly adapters?: ReadonlyArray<HookFormatAdapter["Service"]>
  readonly profile?: HostProfile
  readonly roots?: ReadonlyArray<string>
  readonly seen?: Seen
  readonly receive?: (event: HookEvent) => Effect.Effect<void>
}

/** Everything that a dispatcher or a registry asks for, with hooks that do what `scripts` says. */
export const engineLayer = (options: EngineOptions = {}) => {
  const scripts = options.scripts ?? {}
  const log = options.seen ?? seen()
  const run = (invocation: HookInvocation): Effect.Effect<ProcessOutcome> => {
    const { run: own, takes = 0 } = scripts[invocation.binding] ?? {}
    log.invocations.push(invocation)
    return Effect.onInterrupt(own?.(invocation) ?? Effect.as(Effect.sleep(takes), exited), () =>
      Effect.sync(() => {
        log.interrupted.push(invocation.binding)
      })
    )
  }
  return Layer.mergeAll(
    Layer.succeed(
      HookFormats,
      new Map((options.adapters ?? [testAdapter(scripts)]).map((adapter) => [adapter.format, adapter]))
    ),
    Layer.succeed(HookRunner, { run }),
    Layer.succeed(CurrentHost, { profile: options.profile ?? everythingProfile, roots: options.roots ?? [] }),
    Messenger.layerTo(
      options.receive ??
        ((event) =>
          Effect.sync(() => {
            log.events.push(event)
          }))
    )
  )
}

/** The profile of a host that honours nothing but what is named, at every moment. */
export const honouring = (...honours: HostProfile["boundaries"][string]["honours"]): HostProfile => ({
  ...everythingProfile,
  boundaries: Object.fromEntries(
    Object.entries(everythingProfile.boundaries).map(([id, row]) => [id, { ...row, honours }])
  )
})

/** Hooks of one file at these moments, in this order. */
export const atBoundaries = (path: string, ...boundaries: ReadonlyArray<CoreBoundaryId>): ReadonlyArray<Binding> =>
  boundaries.map((boundary, index) => binding(bindingId(path, boundary, index), { source: path, boundary, index }))
