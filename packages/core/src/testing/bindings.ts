import { type Binding, bindingId, failurePolicy } from "../Binding.ts"
import { coreBoundaryTable, describeBoundary } from "../Boundary.ts"
import { emptySnapshot, replaceSource, type Snapshot } from "../Snapshot.ts"
import type { Source } from "../Source.ts"

/** A hooks file that was named on the command line and applies everywhere. Rule: CORE-13 */
export const source = (overrides: Partial<Source> = {}): Source => {
  const path = overrides.path ?? overrides.id ?? "/repo/hooks.json"
  return {
    id: path,
    path,
    kind: "explicit",
    order: 0,
    format: "recording",
    scope: { _tag: "Everywhere" },
    workingDirectory: "/repo",
    ...overrides
  }
}

/**
 * A hook that may run, before a tool call, open on every failure. The event is named like its boundary, the gate and the
 * timeout are the boundary's, and the id follows from source, event and index. Rule: CORE-22
 *
 * @example
 * ```ts
 * const first = binding()                                      // /repo/hooks.json#tool.pre[0]
 * const closed = binding({ index: 1, onFailure: failurePolicy("closed") })
 * ```
 */
export const binding = (overrides: Partial<Binding> = {}): Binding => {
  const boundary = overrides.boundary ?? "tool.pre"
  const descriptor = describeBoundary(coreBoundaryTable, boundary)
  const event = overrides.event ?? boundary
  const index = overrides.index ?? 0
  const path = overrides.source ?? "/repo/hooks.json"
  return {
    id: bindingId(path, event, index),
    source: path,
    format: "recording",
    event,
    index,
    boundary,
    gate: descriptor.gate,
    handler: { _tag: "Shell", command: "./hook.sh" },
    timeoutMs: descriptor.defaultTimeoutMs,
    onFailure: failurePolicy("open"),
    queueTimeout: "engine",
    channels: [],
    standing: { _tag: "Active" },
    data: undefined,
    ...overrides
  }
}

/**
 * A snapshot, at revision 1, that holds some hooks in the order they are given in; each source is made from the hooks
 * that name it, in the order in which they first appear. Rule: CORE-46
 *
 * @example
 * ```ts
 * const snapshot = snapshotOf(binding({ index: 0 }), binding({ index: 1 }))
 * ```
 */
export const snapshotOf = (...bindings: ReadonlyArray<Binding>): Snapshot => {
  const ids = [...new Set(bindings.map((b) => b.source))]
  const filled = ids.reduce((snapshot, id, order) => {
    const own = bindings.filter((b) => b.source === id)
    return replaceSource(snapshot, {
      source: source({ id, order, format: own[0]?.format ?? "recording" }),
      digest: "0".repeat(64),
      trust: { _tag: "Approved", by: "kind" },
      definitions: own.length,
      reported: own.length,
      bindings: own,
      diagnostics: [],
      failed: false
    })
  }, emptySnapshot)
  return { ...filled, revision: 1 }
}
