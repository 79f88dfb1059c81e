import * as Schema from "effect/Schema"

/** Who put a hooks file there. Rule: CORE-13 */
export const SourceKind = Schema.Literals(["explicit", "enterprise", "team", "project", "user"]).annotate({
  identifier: "SourceKind"
})
export type SourceKind = typeof SourceKind.Type

interface SourceKindFacts {
  /** Position in dispatch order, lowest first. */
  readonly rank: number
  /** Whether somebody has to approve such a file before anything of it runs. */
  readonly needsApproval: boolean
}

/** The facts of each kind of source, in one table. Rule: CORE-13, CORE-14 */
export const sourceKinds: { readonly [K in SourceKind]: SourceKindFacts } = {
  explicit: { rank: 0, needsApproval: false },
  enterprise: { rank: 1, needsApproval: false },
  team: { rank: 2, needsApproval: false },
  project: { rank: 3, needsApproval: true },
  user: { rank: 4, needsApproval: false }
}

/** Where the hooks of a source apply: at every moment, or only at those that touch a folder. Rule: CORE-6 */
export const Scope = Schema.TaggedUnion({ Everywhere: {}, Within: { root: Schema.String } }).annotate({
  identifier: "Scope"
})
export type Scope = typeof Scope.Type

/**
 * A hooks file that was found: who put it there, in which format it is, where it applies, and where its relative
 * commands run. `id` is the file's canonical path, so that one file reached twice is one source. `order` tells sources
 * of one kind apart: the lower comes first. Rule: CORE-13
 */
export const Source = Schema.Struct({
  id: Schema.String,
  /** The path as a person would write it. */
  path: Schema.String,
  kind: SourceKind,
  order: Schema.Int,
  format: Schema.String,
  scope: Scope,
  workingDirectory: Schema.String
}).annotate({ identifier: "Source" })
export type Source = typeof Source.Type

/** The text of a source and the SHA-256 (lower-case hex) of the bytes that it was decoded from. Rule: CORE-15 */
export const SourceText = Schema.Struct({ text: Schema.String, digest: Schema.String })
export type SourceText = typeof SourceText.Type

/** Dispatch order of sources: by kind, then by the order they were given in, then by path. Rule: CORE-13 */
export const compareSources = (a: Source, b: Source): number =>
  sourceKinds[a.kind].rank - sourceKinds[b.kind].rank || a.order - b.order || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)
