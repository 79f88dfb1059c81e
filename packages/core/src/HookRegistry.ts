import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Equal from "effect/Equal"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import * as SubscriptionRef from "effect/SubscriptionRef"
import type { Binding } from "./Binding.ts"
import { CurrentHost } from "./CurrentHost.ts"
import { catchFault } from "./catchFault.ts"
import type { Diagnostic } from "./Diagnostic.ts"
import { SourceRejected, UnknownFormat } from "./Errors.ts"
import { CurrentReading } from "./HookFormatAdapter.ts"
import { HookFormats } from "./HookFormats.ts"
import { type After, failedLoad, isLost, loadSource, lostLoad } from "./loadSource.ts"
import { emptySnapshot, removeSource, replaceSource, type Snapshot, type SourceState } from "./Snapshot.ts"
import type { Source, SourceText } from "./Source.ts"
import { TrustPolicy } from "./TrustPolicy.ts"

/** An attempt to load a source: its text, or why it could not be read. Rule: CORE-47 */
export interface SourceCandidate {
  readonly source: Source
  readonly contents:
    | { readonly _tag: "Read"; readonly text: SourceText }
    | { readonly _tag: "Unreadable"; readonly diagnostics: ReadonlyArray<Diagnostic> }
}

/** The snapshot, and the approved hooks that a changed file's guards are taken from. */
interface State {
  readonly snapshot: Snapshot
  readonly approved: ReadonlyMap<string, ReadonlyArray<Binding>>
}

interface Attempted {
  readonly snapshot: Snapshot
  readonly after: After | undefined
}

const stateAfter = ({ approved, snapshot }: State, after: After): State => {
  const next = new Map(approved)
  if (after.approved === undefined) next.delete(after.state.source.id)
  else next.set(after.state.source.id, after.approved)
  return { snapshot: replaceSource(snapshot, after.state), approved: next }
}

const knownOf = (snapshot: Snapshot, id: string): SourceState | undefined =>
  snapshot.sources.find((state) => state.source.id === id)

/**
 * Whether an attempt finds what the last good one did. Trust is asked again: it may look at more than these bytes, and
 * an approval may have come or gone. When it cannot be asked, loading finds out.
 */
const isUnchanged = (
  known: SourceState | undefined,
  source: Source,
  text: SourceText,
  trust: TrustPolicy["Service"]
): Effect.Effect<boolean> =>
  known === undefined || known.failed || known.digest !== text.digest || !Equal.equals(known.source, source)
    ? Effect.succeed(false)
    : catchFault(
        Effect.map(
          Effect.suspend(() => trust.assess(source, text)),
          (now) => Equal.equals(now, known.trust)
        ),
        () => Effect.succeed(false)
      )

/**
 * Keeps what is in force. One file's hooks replace what the same file had before; a failed load changes nothing but the
 * revision and the diagnostics; the revision moves on every attempt that found other bytes or another standing, or that
 * failed. Attempts wait for one another. Rule: CORE-47, CORE-58, CORE-91
 *
 * @example
 * ```ts
 * const registry = yield* HookRegistry
 * yield* registry.install({ source, contents: { _tag: "Read", text: { text, digest } } })
 * const snapshot = yield* registry.snapshot
 * ```
 */
export class HookRegistry extends Context.Service<
  HookRegistry,
  {
    readonly snapshot: Effect.Effect<Snapshot>
    /** The current snapshot, then every later one. */
    readonly changes: Stream.Stream<Snapshot>
    /** Fails when nothing of the candidate could be loaded; what was last good is then still in force. */
    readonly install: (candidate: SourceCandidate) => Effect.Effect<Snapshot, SourceRejected | UnknownFormat>
    /**
     * For a source that is gone without anybody having meant it: its hooks are out of force, which is told at each moment
     * that they applied at and is a denial under the strict policy; what was approved of it is not forgotten.
     */
    readonly lose: (sourceId: string) => Effect.Effect<Snapshot>
    /** For a source that somebody has taken out: nothing of it is remembered. */
    readonly remove: (sourceId: string) => Effect.Effect<Snapshot>
  }
>()("@pawl/core/HookRegistry") {
  /** One registry with one reading; what it knows lives as long as the layer. */
  static readonly layer: Layer.Layer<HookRegistry, never, HookFormats | TrustPolicy | CurrentHost> = Layer.effect(
    HookRegistry,
    Effect.gen(function* () {
      const formats = yield* HookFormats
      const trust = yield* TrustPolicy
      const { profile } = yield* CurrentHost
      const reading = yield* CurrentReading
      const ref = yield* SubscriptionRef.make<State>({ snapshot: emptySnapshot, approved: new Map() })

      /** What the state becomes; none when the attempt has found nothing new. */
      const attempt = ({ approved, snapshot }: State, { contents, source }: SourceCandidate) =>
        Effect.gen(function* () {
          const adapter = formats.get(source.format)
          if (adapter === undefined) return yield* new UnknownFormat({ format: source.format })
          const before = { state: knownOf(snapshot, source.id), approved: approved.get(source.id) }
          if (contents._tag === "Unreadable") {
            return failedLoad(source, before, { digest: undefined, definitions: 0, diagnostics: contents.diagnostics })
          }
          if (yield* isUnchanged(before.state, source, contents.text, trust)) return undefined
          return yield* loadSource({ adapter, trust, profile, reading }, source, contents.text, before)
        })

      return {
        snapshot: Effect.map(SubscriptionRef.get(ref), (state) => state.snapshot),
        changes: Stream.map(SubscriptionRef.changes(ref), (state) => state.snapshot),
        install: (candidate) =>
          SubscriptionRef.modifySomeEffect(ref, (state) =>
            Effect.map(attempt(state, candidate), (after): readonly [Attempted, Option.Option<State>] => {
              if (after === undefined) return [{ snapshot: state.snapshot, after }, Option.none()]
              const next = stateAfter(state, after)
              return [{ snapshot: next.snapshot, after }, Option.some(next)]
            })
          ).pipe(
            Effect.flatMap(({ after, snapshot }) =>
              after?.state.failed === true
                ? Effect.fail(new SourceRejected({ source: candidate.source.id, diagnostics: after.state.diagnostics }))
                : Effect.succeed(snapshot)
            )
          ),
        lose: (id) =>
          SubscriptionRef.modifySome(ref, (state) => {
            const known = knownOf(state.snapshot, id)
            if (known === undefined || isLost(known)) return [state.snapshot, Option.none()]
            const next = stateAfter(state, { state: lostLoad(known), approved: state.approved.get(id) })
            return [next.snapshot, Option.some(next)]
          }),
        remove: (id) =>
          SubscriptionRef.modifySome(ref, (state) => {
            const snapshot = removeSource(state.snapshot, id)
            if (snapshot === state.snapshot) return [snapshot, Option.none()]
            const approved = new Map(state.approved)
            approved.delete(id)
            return [snapshot, Option.some({ snapshot, approved })]
          })
      }
    })
  )
}
