import { defaultRunPolicy, type RunPolicy } from "@pawl/core"
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
  /** A policy that begins as given. */
  static readonly layer = (initial: RunPolicy = defaultRunPolicy): Layer.Layer<CurrentPolicy> =>
    Layer.effect(
      CurrentPolicy,
      Effect.map(Ref.make(initial), (ref) => ({
        get: Ref.get(ref),
        set: (policy) => Ref.set(ref, policy)
      }))
    )
}
