import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Stream from "effect/Stream"
import type { Diagnostic } from "./Diagnostic.ts"
import type { SourceRejected, UnknownFormat } from "./Errors.ts"
import type { Snapshot } from "./Snapshot.ts"
import type { Source, SourceText } from "./Source.ts"

/** An attempt to load a source: its text, or why it could not be read. Rule: CORE-47 */
export interface SourceCandidate {
  readonly source: Source
  readonly contents:
    | { readonly _tag: "Read"; readonly text: SourceText }
    | { readonly _tag: "Unreadable"; readonly diagnostics: ReadonlyArray<Diagnostic> }
}

/**
 * Keeps what is in force. One file's hooks replace what the same file had before; a failed load changes nothing but the
 * revision and the diagnostics; the revision moves on every attempt that found other bytes or failed. Rule: CORE-47
 */
export class HookRegistry extends Context.Service<
  HookRegistry,
  {
    readonly snapshot: Effect.Effect<Snapshot>
    /** The current snapshot, then every later one. */
    readonly changes: Stream.Stream<Snapshot>
    readonly install: (candidate: SourceCandidate) => Effect.Effect<Snapshot, SourceRejected | UnknownFormat>
    readonly remove: (sourceId: string) => Effect.Effect<Snapshot>
  }
>()("@pawl/core/HookRegistry") {}
