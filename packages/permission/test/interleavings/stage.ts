import {
  CurrentHost,
  everythingProfile,
  GuardedFiles,
  HookDispatcher,
  HookRegistry,
  Messenger,
  SourceCheck,
  TrustPolicy
} from "@pawl/core"
import { RecordingAdapter, type RunnerScript, ScriptedRunner } from "@pawl/core/testing"
import { ContinuationBudget, CurrentPolicy } from "@pawl/permission"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Metric from "effect/Metric"
import * as References from "effect/References"
import { type Played, play } from "./play.ts"
import type { World } from "./World.ts"

/** What changes from one interleaving to the next in a house that stays. */
export interface Scene {
  readonly script: RunnerScript
  readonly refresh: Effect.Effect<void, never, HookRegistry>
}

/**
 * Builds a house in which interleavings are played, one after the other: everything in it is real but the processes, the
 * files and the person.
 */
export const stage = Effect.gen(function* () {
  let scene: Scene = { script: {}, refresh: Effect.void }
  const script: RunnerScript = (invocation, nth) => {
    if (typeof scene.script !== "function") throw new Error("a hook was started outside of an interleaving")
    return scene.script(invocation, nth)
  }
  const check = Layer.effect(
    SourceCheck,
    Effect.map(HookRegistry, (registry) => ({
      refresh: Effect.suspend(() => Effect.provideService(scene.refresh, HookRegistry, registry))
    }))
  )
  const context = yield* Layer.build(
    HookDispatcher.layer.pipe(
      Layer.provideMerge(check),
      Layer.provideMerge(HookRegistry.layer),
      Layer.provideMerge(ScriptedRunner.layer(script)),
      Layer.provideMerge(RecordingAdapter.layerFormats()),
      Layer.provideMerge(Messenger.layer),
      Layer.provideMerge(Layer.succeed(CurrentHost, { profile: everythingProfile, roots: ["/repo"] })),
      Layer.provideMerge(TrustPolicy.layer),
      Layer.provideMerge(GuardedFiles.layerNone),
      Layer.provideMerge(CurrentPolicy.layer()),
      Layer.provideMerge(ContinuationBudget.layer)
    )
  )
  return (world: World): Effect.Effect<Played> =>
    Effect.suspend(() => {
      let fibers = 0
      const begin = (next: Scene) => {
        scene = next
      }
      return play(world, begin).pipe(
        Effect.map((played) => ({ ...played, fibers })),
        Effect.provideContext(context),
        Effect.provideService(References.TracerEnabled, false),
        Effect.provideService(Metric.FiberRuntimeMetrics, {
          recordFiberStart: () => {
            fibers++
          },
          recordFiberEnd: () => {
            fibers--
          }
        })
      )
    })
})
