import process from "node:process"
import { HookRunner } from "@pawl/core"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import { baseEnvironment } from "./Environment.ts"
import { type FifoPool, makeFifoPool } from "./FifoPool.ts"
import { makeInvocationIds } from "./InvocationId.ts"
import { makeFifos } from "./makeFifos.ts"
import { makePlaces } from "./Places.ts"
import { platformProcessTree } from "./platformProcessTree.ts"
import { defaultRunnerConfig, type RunnerConfig } from "./RunnerConfig.ts"
import { makeRunningHooks } from "./RunningHooks.ts"
import { runHook } from "./runHook.ts"
import { stdioWay } from "./Stdio.ts"

/** A host's own function that throws is a PATH that is not known: no reason to run no hook. */
const withSafePath = (config: RunnerConfig): RunnerConfig => ({
  ...config,
  capturedPath: () => {
    try {
      return config.capturedPath()
    } catch {
      return undefined
    }
  }
})

const noFifos =
  "no FIFOs can be made here, so hooks that open their outputs by name (`> /dev/stderr`) fail; they have to write `>&2`"

/** The FIFOs of a runner, which are closed after its last hook. Rule: RUN-29 */
const fifoPool = Effect.fnUntraced(function* (
  config: RunnerConfig
): Effect.fn.Return<FifoPool | undefined, never, Scope.Scope> {
  if (config.output === "socket") return undefined
  const fork = Effect.runForkWith(yield* Effect.context())
  const searchPath = config.inherited.PATH ?? ""
  return yield* Effect.acquireRelease(
    Effect.sync(() =>
      makeFifoPool(
        config.places,
        (count, done) => makeFifos(count, searchPath, done),
        () => fork(Effect.logWarning(noFifos))
      )
    ),
    (pool) => Effect.sync(pool.close)
  )
})

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
    Effect.gen(function* () {
      const config = withSafePath({ ...defaultRunnerConfig(), ...options })
      const clock = yield* Clock.clockWith(Effect.succeed)
      const tree = platformProcessTree(process.platform)
      const pool = yield* fifoPool(config)
      const running = yield* makeRunningHooks(tree)
      const parts = {
        config,
        base: baseEnvironment(config.inherited, config.environment),
        places: makePlaces(config.places),
        stdio: stdioWay(config.stdin, pool),
        tree,
        running,
        nextInvocation: makeInvocationIds(),
        now: () => Number(clock.monotonicTimeNanosUnsafe() / 1_000n) / 1_000
      }
      return {
        run: (invocation) => Effect.suspend(() => (running.closed() ? Effect.interrupt : runHook(invocation, parts)))
      }
    })
  )
