import * as Schema from "effect/Schema"

/**
 * What a host can do with the answer of a hook at a moment: take a verdict, hold a prompt, go on with the turn, or
 * nothing at all. Rule: CORE-1
 */
export const Gate = Schema.Literals(["verdict", "halt", "continuation", "none"]).annotate({ identifier: "Gate" })
export type Gate = typeof Gate.Type

/**
 * A moment of a host. The id is open: core registers the seventeen of {@link coreBoundaries}, a format or a host can
 * register more under a prefix of its own (`acme/plan.review`).
 *
 * `defaultTimeoutMs` is in milliseconds and holds for a hook that names no timeout. Rule: CORE-1, CORE-2
 */
export interface BoundaryDescriptor {
  readonly id: BoundaryId
  /** True when nothing has happened yet, so that a denial can still prevent it. */
  readonly beforeOperation: boolean
  readonly gate: Gate
  readonly defaultTimeoutMs: number
}

/** The id of a moment, such as `tool.pre`. Rule: CORE-1 */
export const BoundaryId = Schema.String.annotate({ identifier: "BoundaryId" })
export type BoundaryId = typeof BoundaryId.Type

const before = { beforeOperation: true, gate: "verdict", defaultTimeoutMs: 30_000 } as const
const after = { beforeOperation: false, gate: "none", defaultTimeoutMs: 60_000 } as const

/**
 * The seventeen moments that core knows, in the order of a conversation; the last three belong to editors.
 * Rule: CORE-1, CORE-2
 */
export const coreBoundaries = {
  "session.start": after,
  "session.end": { ...after, defaultTimeoutMs: 5_000 },
  "prompt.submit": { beforeOperation: false, gate: "halt", defaultTimeoutMs: 30_000 },
  "tool.pre": before,
  "tool.permission_request": before,
  "tool.result": after,
  "tool.failure": after,
  "file.exposure": before,
  "subagent.start": before,
  "subagent.stop": { ...after, gate: "continuation" },
  "context.compact": after,
  "agent.response": after,
  "agent.thought": after,
  "turn.stop": { ...after, gate: "continuation" },
  "tab.read": before,
  "tab.edit": after,
  "workspace.open": after
} as const satisfies Record<string, Omit<BoundaryDescriptor, "id">>

/** One of the seventeen moments that core registers. Rule: CORE-1 */
export type CoreBoundaryId = keyof typeof coreBoundaries

/** Every moment that is known in a process, by id. Rule: CORE-1 */
export type BoundaryTable = ReadonlyMap<BoundaryId, BoundaryDescriptor>

/** The table of the seventeen moments of core, by id. Rule: CORE-1 */
export const coreBoundaryTable: BoundaryTable = new Map(
  Object.entries(coreBoundaries).map(([id, descriptor]) => [id, { id, ...descriptor }])
)

/**
 * Adds moments to a table. A later descriptor never replaces an earlier one: two owners of one id would disagree about
 * whether a denial can still prevent something, so the stricter of the two facts is kept. Rule: CORE-1
 */
export const registerBoundaries = (table: BoundaryTable, more: Iterable<BoundaryDescriptor>): BoundaryTable => {
  const next = new Map(table)
  for (const descriptor of more) {
    const known = next.get(descriptor.id)
    next.set(
      descriptor.id,
      known === undefined
        ? descriptor
        : { ...known, beforeOperation: known.beforeOperation || descriptor.beforeOperation }
    )
  }
  return next
}

/**
 * The descriptor of a moment. One that nobody registered is treated as before an operation: not knowing whether a
 * denial could still prevent something is no reason to let it pass. Rule: CORE-1, CORE-11
 */
export const describeBoundary = (table: BoundaryTable, id: BoundaryId): BoundaryDescriptor =>
  table.get(id) ?? { id, ...before }
