import { HookRunner } from "@pawl/core"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { makeRunnerParts } from "./makeRunnerParts.ts"
import type { RunnerConfig } from "./RunnerConfig.ts"
import { runHook } from "./runHook.ts"

/**
 * Runs hooks as processes of this machine. Call it once and keep the Layer: all who share it share its bound on how many
 * hooks run at once. When its scope closes, what still runs is ended. Nothing of it fails: what goes wrong with a hook is
 * in the outcome of its run. Rule: RUN-1 to RUN-24
 *
 * @example
 * ```ts
 * const Runner = nodeHookRunner({ places: 4 })
 * const outcome = yield* HookRunner.use((runner) => runner.run(invocation)).pipe(Effect.provide(Runner))
 * ```
 */
export const nodeHookRunner = (options: Partial<RunnerConfig> = {}): Layer.Layer<HookRunner> =>
  Layer.effect(
    HookRunner,
    Effect.map(makeRunnerParts(options), (parts) => ({
      run: (invocation) =>
        Effect.suspend(() => (parts.running.closed() ? Effect.interrupt : runHook(invocation, parts)))
    }))
  )
