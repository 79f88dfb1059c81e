import { defaultRunPolicy, HookRegistry, type RunPolicy, sourcesNotAsked } from "@pawl/core"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Ref from "effect/Ref"

/**
 * How strict this process is at the moment. Whoever launched the run may change it while it runs; a dispatch that is under
 * way ends under the policy that it began with, and the next one begins under the new one. Whether somebody can be asked is
 * no part of it: that is the surface of each conversation. Rule: PERM-18
 *
 * @example
 * ```ts
 * yield* CurrentPolicy.use(({ set }) => set({ strict: true, headlessAsk: "fail-run" }))
 * ```
 */
export class CurrentPolicy extends Context.Service<
  CurrentPolicy,
  {
    readonly get: Effect.Effect<RunPolicy>
    readonly set: (policy: RunPolicy) => Effect.Effect<void>
  }
>()("@pawl/permission/CurrentPolicy") {
  /**
   * A policy that begins as given. Under one that is not strict, the moments pass that only hooks would judge which nobody
   * has approved: the host asks a person about them or refuses to begin ({@link CurrentPolicy.layerStrictIfNotAsked}).
   */
  static readonly layer = (initial: RunPolicy = defaultRunPolicy): Layer.Layer<CurrentPolicy> =>
    Layer.effect(
      CurrentPolicy,
      Effect.map(Ref.make(initial), (ref) => ({
        get: Ref.get(ref),
        set: (policy) => Ref.set(ref, policy)
      }))
    )

  /**
   * As {@link CurrentPolicy.layer}, and strict as long as there are hooks that cannot be asked: those that nobody has
   * approved, and files that could not be loaded or are gone. It is looked at whenever the policy is read, so that hooks which appear
   * while something is judged count. Rule: PERM-46
   *
   * @example
   * ```ts
   * const services = Layer.provideMerge(CurrentPolicy.layerStrictIfNotAsked(), HookRegistry.layer)
   * ```
   */
  static readonly layerStrictIfNotAsked = (
    initial: RunPolicy = defaultRunPolicy
  ): Layer.Layer<CurrentPolicy, never, HookRegistry> =>
    Layer.effect(
      CurrentPolicy,
      Effect.gen(function* () {
        const registry = yield* HookRegistry
        const ref = yield* Ref.make(initial)
        return {
          get: Effect.gen(function* () {
            const policy = yield* Ref.get(ref)
            return sourcesNotAsked(yield* registry.snapshot).length > 0 ? { ...policy, strict: true } : policy
          }),
          set: (policy) => Ref.set(ref, policy)
        }
      })
    )
}
