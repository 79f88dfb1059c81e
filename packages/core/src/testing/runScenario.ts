import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import type * as Scope from "effect/Scope"
import type { HookRunner } from "../HookRunner.ts"
import type { Ending, ProcessOutcome } from "../Invocation.ts"
import type { ContractViolation } from "./contract/ContractCase.ts"
import { RunnerProbe } from "./RunnerProbe.ts"
import type { InterruptedScenario, QueuedScenario, RunScenario, ScenarioTexts } from "./Scenario.ts"
import { eventually, must, type ScenarioBench, scenarioBench } from "./ScenarioBench.ts"
import { judgeScenario, type ScenarioJudge } from "./ScenarioJudge.ts"
import { type ScenarioTimes, scenarioLimit } from "./scenarioLimit.ts"

/** How the runner under test is set up. Times are in milliseconds. */
export interface ScenarioSettings extends ScenarioTimes {
  readonly places: number
  readonly texts: ScenarioTexts
  readonly judge: ScenarioJudge | undefined
}

type Check<A> = Effect.Effect<A, ContractViolation, HookRunner | RunnerProbe>

const attempts = 5

/**
 * What must hold must hold in every attempt; only the time may be missed by a machine that is busy with something else, so
 * the best of a few counts. A runner that always waits misses all of them.
 */
const timed = (
  limitMs: number,
  attempt: Effect.Effect<number, ContractViolation, HookRunner | RunnerProbe | Scope.Scope>
) =>
  Effect.gen(function* () {
    let best = Number.POSITIVE_INFINITY
    for (let left = attempts; left > 0 && best > limitMs; left--) best = Math.min(best, yield* Effect.scoped(attempt))
    yield* must(best <= limitMs, `ends within ${limitMs} ms`, () => `${Math.round(best)} ms in the best of ${attempts}`)
  })

/** An ending without what may be worded freely. */
const gist = (ending: Ending): string => {
  const { message: _, ...rest } = { message: "", ...ending }
  return JSON.stringify(rest)
}

const checkLeft = (
  bench: ScenarioBench,
  leaves: RunScenario["leaves"]
): Effect.Effect<void, ContractViolation, RunnerProbe> =>
  Effect.gen(function* () {
    const probe = yield* RunnerProbe
    const child = Number(yield* bench.note("child"))
    const childLives = child > 0 && (yield* probe.isAlive(child))
    if (leaves === "its background child")
      return yield* must(childLives, "the background child is left alone", () => `process ${child} is gone`)
    const alive = yield* bench.alive
    yield* must(alive.length === 0 && !childLives, "nothing is left", () => `alive: ${[...alive, child].join(", ")}`)
  })

/**
 * Whether a deadline came before the script had come to its point, as it may on a busy machine: it was not even started, or
 * only a part of what it was to write is there, and nothing else.
 */
const cameEarly = (row: RunScenario, { ending, stdoutTruncated }: ProcessOutcome, stdout: string, wanted: string) =>
  ending._tag === "TimedOut" &&
  row.ending._tag === "TimedOut" &&
  (ending.phase !== row.ending.phase ||
    (row.stdoutTruncated ? !stdoutTruncated : stdout !== wanted && wanted.startsWith(stdout)))

/** So much later is a deadline that came early. */
const later = 4

/** A script that runs by itself. Rule: RUN-26 */
export const checkRun = (row: RunScenario, settings: ScenarioSettings, mayBeEarly = true): Check<void> => {
  let wasEarly = false
  const check = timed(
    scenarioLimit(row, settings),
    Effect.gen(function* () {
      const bench = yield* scenarioBench(settings.texts)
      const invocation = bench.invocation(row.script, {
        stdin:
          row.payload === undefined
            ? new Uint8Array(row.payloadBytes).fill(0x78)
            : new TextEncoder().encode(settings.texts[row.payload]),
        timeoutMs: row.timeoutMs,
        ...(row.folderExists ? {} : { workingDirectory: `${bench.folder}/not-there` })
      })
      const began = yield* Clock.currentTimeMillis
      const outcome = yield* bench.run(row.script, invocation)
      const elapsed = (yield* Clock.currentTimeMillis) - began
      const wanted = row.stdout === undefined ? undefined : row.stdout === "nothing" ? "" : settings.texts[row.stdout]
      const stdout = new TextDecoder().decode(outcome.stdout)
      wasEarly = mayBeEarly && cameEarly(row, outcome, stdout, wanted ?? stdout)
      if (wasEarly) return 0
      yield* must(gist(outcome.ending) === gist(row.ending), gist(row.ending), () => JSON.stringify(outcome.ending))
      yield* must(wanted === undefined || stdout === wanted, `stdout is ${wanted}`, () => stdout)
      yield* must(
        outcome.stdoutTruncated === row.stdoutTruncated,
        `stdoutTruncated is ${row.stdoutTruncated}`,
        () => `${outcome.stdout.length} bytes`
      )
      yield* must(outcome.leftRunning.length === 0, "leftRunning is empty", () => outcome.leftRunning.join(", "))
      yield* checkLeft(bench, row.leaves)
      yield* judgeScenario(row, invocation, outcome, settings.judge)
      return elapsed
    })
  )
  return Effect.flatMap(check, () =>
    wasEarly ? checkRun({ ...row, timeoutMs: row.timeoutMs * later }, settings, false) : Effect.void
  )
}

const reached = (
  phase: InterruptedScenario["phase"],
  bench: ScenarioBench
): Effect.Effect<void, ContractViolation, RunnerProbe> =>
  Effect.gen(function* () {
    const probe = yield* RunnerProbe
    if (phase === "running") yield* bench.noted("ran")
    if (phase !== "draining") return
    const leader = Number(yield* bench.noted("leader"))
    yield* eventually(
      "the hook ends",
      Effect.map(probe.isAlive(leader), (alive) => !alive)
    )
  })

/** A script that is interrupted in a phase. Rule: RUN-11, RUN-26 */
export const checkInterrupted = (row: InterruptedScenario, settings: ScenarioSettings): Check<void> =>
  timed(
    scenarioLimit(row, settings),
    Effect.gen(function* () {
      const bench = yield* scenarioBench(settings.texts)
      const queued = row.phase === "queued"
      const others = yield* bench.occupy(queued ? settings.places : 0)
      const fiber = yield* bench.fork(row.script)
      yield* reached(row.phase, bench)
      const began = yield* Clock.currentTimeMillis
      yield* Fiber.interrupt(fiber)
      const elapsed = (yield* Clock.currentTimeMillis) - began
      const exit = yield* Fiber.await(fiber)
      // The pipe grace was over before the interruption came: nothing was seen, so nothing counts.
      if (row.phase === "draining" && Exit.isSuccess(exit)) return Number.POSITIVE_INFINITY
      yield* must(
        Exit.isFailure(exit) && Cause.hasInterruptsOnly(exit.cause),
        "an interrupted run has no outcome",
        () => JSON.stringify(exit)
      )
      if (queued) {
        yield* others.letGo
        yield* must((yield* bench.note("ran")) === "", "it is never started", () => "it ran")
      }
      yield* checkLeft(bench, row.leaves)
      return elapsed
    })
  )

/** A hook whose time is over while it waits for a place. Rule: RUN-17, RUN-26 */
export const checkQueued = (row: QueuedScenario, settings: ScenarioSettings): Check<void> =>
  timed(
    scenarioLimit(row, settings),
    Effect.gen(function* () {
      const bench = yield* scenarioBench(settings.texts)
      const others = yield* bench.occupy(settings.places)
      const invocation = bench.invocation("echo yes > ran", { timeoutMs: row.timeoutMs })
      const outcome = yield* bench.run("echo yes > ran", invocation)
      yield* others.letGo
      const wanted: Ending = { _tag: "TimedOut", phase: "queued" }
      yield* must(gist(outcome.ending) === gist(wanted), gist(wanted), () => JSON.stringify(outcome.ending))
      yield* must((yield* bench.note("ran")) === "", "it is never started", () => "it ran")
      yield* must(outcome.durationMs === 0, "durationMs is 0", () => `${outcome.durationMs}`)
      // A timer may fire a little before its time.
      yield* must(outcome.queuedMs > row.timeoutMs - 5, "the wait is recorded", () => `${outcome.queuedMs}`)
      yield* judgeScenario(row, invocation, outcome, settings.judge)
      return outcome.queuedMs
    })
  )
