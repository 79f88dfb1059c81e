import process from "node:process"
import { HookRunner } from "@pawl/core"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import { baseEnvironment } from "../Environment.ts"
import { makeRunnerParts } from "../makeRunnerParts.ts"
import { defaultRunnerConfig, type RunnerConfig } from "../RunnerConfig.ts"
import type { BrokerBegin } from "./BrokerMessage.ts"
import { type BrokerPlaces, findBrokerProgram } from "./BrokerProgram.ts"
import { type Brokers, makeBrokers, noBrokers } from "./Brokers.ts"
import { runBrokered } from "./runBrokered.ts"

/** Everything about a runner, and about its broker. Times are in milliseconds. Rule: RUN-50 */
export interface BrokerConfig extends RunnerConfig, BrokerPlaces {
  /** How long a broker may keep silent about a hook that is overdue; then it is ended, and its hooks are lost. */
  readonly silenceMs: number
  /** How long its start may take. */
  readonly startUpMs: number
}

/** The limits of the engine; a silence as long as the grace. */
const defaultBrokerConfig = (): BrokerConfig => {
  const config = defaultRunnerConfig()
  return { ...config, silenceMs: config.graceMs, startUpMs: 10_000 }
}

const beginOf = (config: RunnerConfig): BrokerBegin => ({
  _tag: "Begin",
  shell: config.shell,
  stdin: config.stdin,
  output: config.output,
  places: config.places,
  graceMs: config.graceMs,
  reapMs: config.reapMs,
  pipeGraceMs: config.pipeGraceMs,
  stdoutBytes: config.stdoutBytes,
  stderrTailBytes: config.stderrTailBytes,
  searchPath: config.inherited.PATH ?? "",
  ...baseEnvironment(config.inherited, config.environment)
})

const brokersOf = (config: BrokerConfig): Effect.Effect<Brokers, never, Scope.Scope> => {
  const found = findBrokerProgram(config, process.platform)
  return found._tag === "Found"
    ? makeBrokers(found.program, { ...config, begin: beginOf(config) })
    : Effect.as(Effect.logWarning(`no spawn broker, this host starts its hooks itself: ${found.why}`), noBrokers)
}

/**
 * Runs hooks through a small process of its own, for hosts that hold much memory: to start a process, the system copies
 * the host's map of it, and the host stands still meanwhile. Nobody waits for the broker: until it is ready, and when there is
 * none, hooks are started by the host itself, exactly as by `nodeHookRunner`. A hook that the broker had when it died is
 * `Lost`, which is a denial before an operation. Call it once and keep the Layer. Rule: RUN-50 to RUN-57
 *
 * @example
 * ```ts
 * const Runner = brokerHookRunner({ places: 4 })
 * const outcome = yield* HookRunner.use((runner) => runner.run(invocation)).pipe(Effect.provide(Runner))
 * ```
 */
export const brokerHookRunner = (options: Partial<BrokerConfig> = {}): Layer.Layer<HookRunner> =>
  Layer.effect(
    HookRunner,
    Effect.gen(function* () {
      const config = { ...defaultBrokerConfig(), ...options }
      // Before the runs, so that it is closed behind the last of them.
      const brokers = yield* brokersOf(config)
      const parts = { ...(yield* makeRunnerParts(config)), brokers, silenceMs: config.silenceMs }
      return {
        run: (invocation) =>
          Effect.suspend(() => (parts.running.closed() ? Effect.interrupt : runBrokered(invocation, parts)))
      }
    })
  )
