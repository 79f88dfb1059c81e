import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import * as SubscriptionRef from "effect/SubscriptionRef"
import type { BindingId } from "../Binding.ts"
import { HookRunner } from "../HookRunner.ts"
import { type HookInvocation, outcomeOf, type ProcessOutcome } from "../Invocation.ts"

/**
 * What a scripted hook does: it ends after some milliseconds with an outcome, it never ends by itself, or the runner
 * itself breaks. A hook that outlives the timeout of its invocation ends there, timed out.
 */
export type ScriptedRun =
  | { readonly _tag: "Ends"; readonly latencyMs: number; readonly outcome: ProcessOutcome }
  | { readonly _tag: "NeverEnds" }
  | { readonly _tag: "Dies"; readonly latencyMs: number; readonly defect: unknown }

/** A hook that ends with an outcome, at once or after some milliseconds. */
export const endsWith = (outcome: ProcessOutcome, latencyMs = 0): ScriptedRun => ({ _tag: "Ends", latencyMs, outcome })

/** A hook that hangs until its timeout. */
export const neverEnds: ScriptedRun = { _tag: "NeverEnds" }

/** A runner that breaks, which no runner should. */
export const diesWith = (defect: unknown, latencyMs = 0): ScriptedRun => ({ _tag: "Dies", latencyMs, defect })

/** What every scripted run has come to, each list in the order in which it happened. */
export interface RunnerRecord {
  readonly invocations: ReadonlyArray<HookInvocation>
  readonly started: ReadonlyArray<BindingId>
  readonly finished: ReadonlyArray<BindingId>
  readonly interrupted: ReadonlyArray<BindingId>
  readonly died: ReadonlyArray<BindingId>
  readonly running: number
  readonly mostAtOnce: number
}

const nothingYet: RunnerRecord = {
  invocations: [],
  started: [],
  finished: [],
  interrupted: [],
  died: [],
  running: 0,
  mostAtOnce: 0
}

/** How a script is given: by the id of the hook, or by a function that also gets how often it was started before. */
export type RunnerScript =
  | Readonly<Record<BindingId, ScriptedRun>>
  | ((invocation: HookInvocation, nth: number) => ScriptedRun)

const silent = endsWith(outcomeOf({ _tag: "Exited", code: 0 }))

const scriptFor = (script: RunnerScript, invocation: HookInvocation, nth: number): ScriptedRun => {
  if (typeof script === "function") return script(invocation, nth)
  return Object.hasOwn(script, invocation.binding) ? (script[invocation.binding] ?? silent) : silent
}

const started =
  (invocation: HookInvocation) =>
  (record: RunnerRecord): RunnerRecord => ({
    ...record,
    invocations: [...record.invocations, invocation],
    started: [...record.started, invocation.binding],
    running: record.running + 1,
    mostAtOnce: Math.max(record.mostAtOnce, record.running + 1)
  })

const ended =
  (binding: BindingId, how: "finished" | "interrupted" | "died") =>
  (record: RunnerRecord): RunnerRecord => ({
    ...record,
    [how]: [...record[how], binding],
    running: record.running - 1
  })

const timedOut = outcomeOf({ _tag: "TimedOut", phase: "running" })

const play = (run: ScriptedRun, timeoutMs: number): Effect.Effect<ProcessOutcome> => {
  if (run._tag === "NeverEnds" || run.latencyMs > timeoutMs) return Effect.as(Effect.sleep(timeoutMs), timedOut)
  const last = run._tag === "Ends" ? Effect.succeed(run.outcome) : Effect.die(run.defect)
  return run.latencyMs === 0 ? last : Effect.andThen(Effect.sleep(run.latencyMs), last)
}

/**
 * A runner that starts no process: each hook does what its script says, on the clock of the test, and everything is
 * recorded. A hook without a script exits with 0 and writes nothing. Rule: CORE-31
 *
 * @example
 * ```ts
 * const runner = ScriptedRunner.layer({
 *   "/repo/hooks.json#tool.pre[0]": endsWith(exited(0, '{"verdict":"deny"}'), 300),
 *   "/repo/hooks.json#tool.pre[1]": neverEnds
 * })
 * ```
 */
export class ScriptedRunner extends Context.Service<
  ScriptedRunner,
  {
    readonly record: Effect.Effect<RunnerRecord>
    /** Waits until that many hooks have been started. */
    readonly awaitStarted: (count: number) => Effect.Effect<void>
  }
>()("@pawl/core/testing/ScriptedRunner") {
  static readonly layer = (script: RunnerScript = {}): Layer.Layer<HookRunner | ScriptedRunner> =>
    Layer.effectContext(
      Effect.gen(function* () {
        const record = yield* SubscriptionRef.make(nothingYet)
        const run = Effect.fnUntraced(function* (invocation: HookInvocation) {
          const before = (yield* SubscriptionRef.get(record)).started.filter((id) => id === invocation.binding).length
          yield* SubscriptionRef.update(record, started(invocation))
          const from = yield* Clock.currentTimeMillis
          const outcome = yield* play(scriptFor(script, invocation, before), invocation.timeoutMs)
          return { ...outcome, durationMs: (yield* Clock.currentTimeMillis) - from }
        })
        const recorded = (invocation: HookInvocation) =>
          Effect.onExit(run(invocation), (exit) => {
            const how = Exit.isSuccess(exit) ? "finished" : Exit.hasInterrupts(exit) ? "interrupted" : "died"
            return SubscriptionRef.update(record, ended(invocation.binding, how))
          })
        return Context.make(HookRunner, { run: recorded }).pipe(
          Context.add(ScriptedRunner, {
            record: SubscriptionRef.get(record),
            awaitStarted: (count) =>
              SubscriptionRef.changes(record).pipe(
                Stream.filter((seen) => seen.started.length >= count),
                Stream.take(1),
                Stream.runDrain
              )
          })
        )
      })
    )
}
