import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { Envelope } from "./Envelope.ts"

/** A file that guards something, and what it is to the guards, as "a hooks file that is in force". Rule: CORE-69 */
export interface GuardedFile {
  readonly path: string
  readonly what: string
}

/**
 * Knows the files that guards consist of: hooks files, and scripts that an approval covers. An agent that edits or
 * deletes one of them could switch off what judges it, so such an action is a question to a person. Rule: CORE-69
 *
 * @example
 * ```ts
 * const guarded = yield* GuardedFiles.use(({ touchedBy }) => touchedBy(envelope))
 * ```
 */
export class GuardedFiles extends Context.Service<
  GuardedFiles,
  {
    /** The guarded files that an edit or a delete of this moment would change. */
    readonly touchedBy: (envelope: Envelope) => Effect.Effect<ReadonlyArray<GuardedFile>>
  }
>()("@pawl/core/GuardedFiles") {
  /** For a host whose actions cannot reach the files that its hooks come from. */
  static readonly layerNone: Layer.Layer<GuardedFiles> = Layer.succeed(GuardedFiles, {
    touchedBy: () => Effect.succeed([])
  })
}
