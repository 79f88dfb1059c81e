import type { Binding } from "./Binding.ts"
import type { BoundaryId } from "./Boundary.ts"
import type { Diagnostic } from "./Diagnostic.ts"
import { compareSources, type Source } from "./Source.ts"
import type { Trust } from "./TrustPolicy.ts"

/**
 * What is known of one source: the bindings that are in force (of the last good version), what was found in it, and
 * whether the last attempt to load it failed. `digest` is of the bytes that the last attempt saw, absent when it could
 * not read any. `trust` is that of the last version that could be loaded: absent while there has been none, so that
 * nothing of the source is in force. Rule: CORE-46
 */
export interface SourceState {
  readonly source: Source
  readonly digest: string | undefined
  readonly trust: Trust | undefined
  /** How many hooks the file holds, usable or not; 0 when it could not be read. */
  readonly definitions: number
  /** How many hooks of the last version that could be loaded are for moments that this host reports. */
  readonly reported: number
  readonly bindings: ReadonlyArray<Binding>
  readonly diagnostics: ReadonlyArray<Diagnostic>
  readonly failed: boolean
}

/**
 * Everything in force at one revision. Sources and bindings are in dispatch order; `byBoundary` holds the same bindings
 * by their boundary. Rule: CORE-46
 */
export interface Snapshot {
  readonly revision: number
  readonly sources: ReadonlyArray<SourceState>
  readonly byBoundary: ReadonlyMap<BoundaryId, ReadonlyArray<Binding>>
}

/** Nothing in force yet. Rule: CORE-46 */
export const emptySnapshot: Snapshot = { revision: 0, sources: [], byBoundary: new Map() }

/** All bindings in force, in dispatch order. Rule: CORE-46 */
export const bindingsOf = (snapshot: Snapshot): ReadonlyArray<Binding> => snapshot.sources.flatMap((s) => s.bindings)

/** Whatever must be told of the sources in force. Rule: CORE-46 */
export const diagnosticsOf = (snapshot: Snapshot): ReadonlyArray<Diagnostic> =>
  snapshot.sources.flatMap((s) => s.diagnostics)

/**
 * The sources whose hooks cannot be asked as they stand: nobody has approved them and they have a say in what this host
 * does, or the last attempt to load them failed. Unless the policy is strict, moments that only they would judge pass:
 * a host that has any asks a person, refuses, or is strict. Rule: CORE-58, CORE-61
 *
 * @example
 * ```ts
 * const policy = { ...defaultRunPolicy, strict: sourcesNotAsked(snapshot).length > 0 }
 * ```
 */
export const sourcesNotAsked = (snapshot: Snapshot): ReadonlyArray<SourceState> =>
  snapshot.sources.filter(({ failed, reported, trust }) => failed || (trust?._tag === "NotApproved" && reported > 0))

const index = (sources: ReadonlyArray<SourceState>): Snapshot["byBoundary"] => {
  const byBoundary = new Map<BoundaryId, Array<Binding>>()
  for (const { bindings } of sources) {
    for (const binding of bindings) {
      const list = byBoundary.get(binding.boundary)
      if (list === undefined) byBoundary.set(binding.boundary, [binding])
      else list.push(binding)
    }
  }
  return byBoundary
}

const withSources = (snapshot: Snapshot, sources: ReadonlyArray<SourceState>): Snapshot => ({
  revision: snapshot.revision + 1,
  sources,
  byBoundary: index(sources)
})

/** A snapshot in which one source's state replaces what was known of it; the revision moves. Rule: CORE-46 */
export const replaceSource = (snapshot: Snapshot, state: SourceState): Snapshot =>
  withSources(
    snapshot,
    [...snapshot.sources.filter((s) => s.source.id !== state.source.id), state].sort((a, b) =>
      compareSources(a.source, b.source)
    )
  )

/** A snapshot without a source; the revision moves only when it was there. Rule: CORE-46 */
export const removeSource = (snapshot: Snapshot, id: string): Snapshot =>
  snapshot.sources.some((s) => s.source.id === id)
    ? withSources(
        snapshot,
        snapshot.sources.filter((s) => s.source.id !== id)
      )
    : snapshot
