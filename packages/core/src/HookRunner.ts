import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { type HookInvocation, outcomeOf, type ProcessOutcome } from "./Invocation.ts"

/**
 * Takes the numbers of processes that an interrupted run has left, because they could not be ended: it has no outcome that
 * could say so. Called before the interruption completes, and only when there are any. Rule: CORE-79
 */
export type LeftBehind = (processes: ReadonlyArray<number>) => Effect.Effect<void>

/**
 * Starts hooks. A hook's failure is an outcome, never an error; interruption is cancellation, and when it completes
 * nothing of the hook is left. Rule: CORE-31
 */
export class HookRunner extends Context.Service<
  HookRunner,
  {
    readonly run: (invocation: HookInvocation, leftBehind?: LeftBehind) => Effect.Effect<ProcessOutcome>
  }
>()("@pawl/core/HookRunner") {
  /** The runner of a platform that cannot start processes: every run is a failed spawn. */
  static readonly layerUnavailable: Layer.Layer<HookRunner> = Layer.succeed(HookRunner, {
    run: () =>
      Effect.succeed(outcomeOf({ _tag: "SpawnFailed", errno: "ENOSYS", message: "this host cannot start processes" }))
  })
}
