import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { type HookInvocation, outcomeOf, type ProcessOutcome } from "./Invocation.ts"

/**
 * Starts hooks. A hook's failure is an outcome, never an error; interruption is cancellation, and when it completes
 * nothing of the hook is left, or {@link LeftBehind} was told. Rule: CORE-31
 */
export class HookRunner extends Context.Service<
  HookRunner,
  {
    readonly run: (invocation: HookInvocation) => Effect.Effect<ProcessOutcome>
  }
>()("@pawl/core/HookRunner") {
  /** The runner of a platform that cannot start processes: every run is a failed spawn. */
  static readonly layerUnavailable: Layer.Layer<HookRunner> = Layer.succeed(HookRunner, {
    run: () =>
      Effect.succeed(outcomeOf({ _tag: "SpawnFailed", errno: "ENOSYS", message: "this host cannot start processes" }))
  })
}
