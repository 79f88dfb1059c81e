import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { DuplicateFormat } from "./Errors.ts"
import { HookFormatAdapter } from "./HookFormatAdapter.ts"

/**
 * Every format that a process knows, by name. Each adapter's layer is built on its own, so that all of them can provide
 * the same key. Rule: CORE-44
 *
 * @example
 * ```ts
 * const formats = HookFormats.layer(AcmeAdapter.layer, OtherAdapter.layer)
 * ```
 */
export class HookFormats extends Context.Service<HookFormats, ReadonlyMap<string, HookFormatAdapter["Service"]>>()(
  "@pawl/core/HookFormats"
) {
  static readonly layer = <E = never, R = never>(
    ...adapters: ReadonlyArray<Layer.Layer<HookFormatAdapter, E, R>>
  ): Layer.Layer<HookFormats, E | DuplicateFormat, R> =>
    Layer.effect(
      HookFormats,
      Effect.gen(function* () {
        const formats = new Map<string, HookFormatAdapter["Service"]>()
        for (const adapter of adapters) {
          const service = Context.get(yield* Layer.build(adapter), HookFormatAdapter)
          if (formats.has(service.format)) return yield* new DuplicateFormat({ format: service.format })
          formats.set(service.format, service)
        }
        return formats
      })
    )
}
