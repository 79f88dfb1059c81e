import * as Equal from "effect/Equal"
import type { BoundaryDescriptor } from "./Boundary.ts"
import type { CurrentHost } from "./CurrentHost.ts"
import type { Envelope } from "./Envelope.ts"
import { reports } from "./HostProfile.ts"
import { inScope, type Reach, reachOf } from "./InScope.ts"
import type { RunPolicy } from "./RunPolicy.ts"
import type { Snapshot, SourceState } from "./Snapshot.ts"
import type { Source } from "./Source.ts"
import type { Candidate } from "./selectHooks.ts"

/** One dispatch as it begins: what happened, by which rules it is judged, and what might concern it. */
export interface Moment {
  readonly boundary: BoundaryDescriptor
  readonly envelope: Envelope
  readonly policy: RunPolicy
  readonly revision: number
  /** Hooks of this boundary whose source applies here, in snapshot order. */
  readonly candidates: ReadonlyArray<Candidate>
  /** Sources that apply here and that could not be loaded the last time. */
  readonly failed: ReadonlyArray<SourceState>
}

/** The sources of a snapshot by id. That there is one of each is the registry's promise; a hook must not run twice. */
const sourcesById = (snapshot: Snapshot): ReadonlyMap<string, Source> => {
  const sources = new Map<string, Source>()
  for (const { source } of snapshot.sources) {
    if (sources.has(source.id)) throw new Error(`the snapshot holds the source ${source.id} twice`)
    sources.set(source.id, source)
  }
  return sources
}

const candidatesIn = (
  snapshot: Snapshot,
  boundary: BoundaryDescriptor,
  applies: (source: Source) => boolean
): ReadonlyArray<Candidate> => {
  const bindings = snapshot.byBoundary.get(boundary.id)
  if (bindings === undefined || bindings.length === 0) return []
  const sources = sourcesById(snapshot)
  const known = new Map<string, boolean>()
  return bindings.flatMap((binding) => {
    const source = sources.get(binding.source)
    if (source === undefined) throw new Error(`the snapshot holds no source ${binding.source}`)
    const isMeant = known.get(source.id) ?? applies(source)
    known.set(source.id, isMeant)
    return isMeant ? [{ binding, source }] : []
  })
}

/** The states of the sources that apply at a moment; those of two snapshots are the same while nothing has moved. Rule: CORE-70 */
const sourcesFor = (
  host: CurrentHost["Service"],
  envelope: Envelope,
  snapshot: Snapshot
): ReadonlyArray<SourceState> => {
  const reach = reachOf(envelope, host.roots)
  return snapshot.sources.filter(({ source }) => inScope(source.scope, reach))
}

/**
 * Whether a source stands as it did. Each attempt that fails makes a new state, also where it has failed as it did before:
 * the same bytes, the same findings, and the same hooks in force.
 */
const isSame = (before: SourceState, now: SourceState | undefined): boolean =>
  before === now ||
  (now !== undefined &&
    before.failed &&
    now.failed &&
    before.digest === now.digest &&
    before.bindings === now.bindings &&
    Equal.equals([before.source, before.trust, before.diagnostics], [now.source, now.trust, now.diagnostics]))

/**
 * Whether what judges a moment is other now than in an earlier snapshot. A source that does not apply there is somebody
 * else's: that it is edited in a loop must not hold this moment up. Rule: CORE-70, CORE-90
 *
 * @example
 * ```ts
 * const moved = sourcesMoved(host, envelope, pinned, yield* registry.snapshot)
 * ```
 */
export const sourcesMoved = (
  host: CurrentHost["Service"],
  envelope: Envelope,
  before: Snapshot,
  now: Snapshot
): boolean => {
  if (before.revision === now.revision) return false
  const known = sourcesFor(host, envelope, before)
  const found = sourcesFor(host, envelope, now)
  return known.length !== found.length || known.some((state, index) => !isSame(state, found[index]))
}

/** Finds what might concern a moment, without asking any adapter. A host gets nothing for what it does not report. */
export const momentOf = (
  host: CurrentHost["Service"],
  boundary: BoundaryDescriptor,
  envelope: Envelope,
  options: { readonly policy: RunPolicy; readonly snapshot: Snapshot }
): Moment => {
  const { policy, snapshot } = options
  let reach: Reach | undefined
  const applies = ({ scope }: Source): boolean => {
    if (scope._tag === "Everywhere") return true
    reach ??= reachOf(envelope, host.roots)
    return inScope(scope, reach)
  }
  return {
    boundary,
    envelope,
    policy,
    revision: snapshot.revision,
    candidates: reports(host.profile, boundary.id) ? candidatesIn(snapshot, boundary, applies) : [],
    failed: snapshot.sources.filter((state) => state.failed && applies(state.source))
  }
}
