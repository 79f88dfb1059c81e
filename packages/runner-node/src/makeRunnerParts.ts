import process from "node:process"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { baseEnvironment } from "./Environment.ts"
import { type FifoPool, makeFifoPool } from "./FifoPool.ts"
import { makeInvocationIds } from "./InvocationId.ts"
import { makeFifos } from "./makeFifos.ts"
import { makePlaces } from "./Places.ts"
import { platformProcessTree } from "./platformProcessTree.ts"
import { defaultRunnerConfig, type RunnerConfig } from "./RunnerConfig.ts"
import { makeRunningHooks } from "./RunningHooks.ts"
import type { RunnerParts } from "./runHook.ts"
import { shellAt } from "./Shell.ts"
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

const noPayloadFile =
  "there is no room for what a hook reads, so hooks that open their input by name (`< /dev/stdin`) fail; they have to read it as it is"

/** Tells it once. */
const tellNoPayloadFile = Effect.map(Effect.context(), (context) => {
  let isTold = false
  return () => {
    if (!isTold) Effect.runForkWith(context)(Effect.logWarning(noPayloadFile))
    isTold = true
  }
})

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
 * What the runs of one runner share. When the scope closes, what still runs is ended, and then the FIFOs are closed.
 * Rule: RUN-18
 */
export const makeRunnerParts = Effect.fnUntraced(function* (
  options: Partial<RunnerConfig>
): Effect.fn.Return<RunnerParts, never, Scope.Scope> {
  const config = withSafePath({ ...defaultRunnerConfig(), ...options })
  const clock = yield* Clock.clockWith(Effect.succeed)
  const tree = platformProcessTree(process.platform)
  const pool = yield* fifoPool(config)
  const running = yield* makeRunningHooks(tree)
  return {
    config,
    shell: shellAt(config.shell),
    base: baseEnvironment(config.inherited, config.environment),
    places: makePlaces(config.places),
    stdio: stdioWay(config.stdin, pool, yield* tellNoPayloadFile),
    watch: pool?.watch,
    tree,
    running,
    nextInvocation: makeInvocationIds(),
    now: () => Number(clock.monotonicTimeNanosUnsafe() / 1_000n) / 1_000
  }
})
