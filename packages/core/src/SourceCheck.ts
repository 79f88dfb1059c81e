import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

/**
 * Looks once more whether every source that is in force still holds the bytes that it was loaded from, and puts in force
 * what it finds: other bytes move the revision of the registry, the same bytes do not. Whoever judges asks it when hooks
 * have answered and again before acting, so that no watcher is needed. It never fails: what cannot be read is a failed
 * load. Rule: CORE-68
 *
 * @example
 * ```ts
 * yield* SourceCheck.use(({ refresh }) => refresh)
 * const now = yield* registry.snapshot
 * ```
 */
export class SourceCheck extends Context.Service<SourceCheck, { readonly refresh: Effect.Effect<void> }>()(
  "@pawl/core/SourceCheck"
) {
  /** For a host whose registry somebody else keeps current, or whose sources are no files. */
  static readonly layerNone: Layer.Layer<SourceCheck> = Layer.succeed(SourceCheck, { refresh: Effect.void })
}
