import { assert, it } from "@effect/vitest"
import { HookRunner } from "@pawl/core"
import { diesWith, endsWith, exited, invocation, neverEnds, outcome, ScriptedRunner } from "@pawl/core/testing"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import { TestClock } from "effect/testing"

const run = (binding: string, timeoutMs = 30_000) =>
  HookRunner.use((runner) => runner.run(invocation({ binding, timeoutMs })))

const record = ScriptedRunner.use((runner) => runner.record)

it.effect("hooks of 300, 100 and 200 ms that run at once take 300 ms, finish in their own order and keep ours", () =>
  Effect.gen(function* () {
    const all = yield* Effect.forkChild(
      Effect.forEach(["a", "b", "c"], (binding) => run(binding), { concurrency: "unbounded" })
    )
    yield* ScriptedRunner.use((runner) => runner.awaitStarted(3))
    assert.strictEqual((yield* record).running, 3)
    yield* TestClock.adjust(299)
    assert.deepStrictEqual((yield* record).finished, ["b", "c"])
    yield* TestClock.adjust(1)
    const outcomes = yield* Fiber.join(all)
    assert.deepStrictEqual(
      outcomes.map(({ durationMs }) => durationMs),
      [300, 100, 200]
    )
    const { started, finished, interrupted, running, mostAtOnce } = yield* record
    assert.deepStrictEqual(
      { started, finished, interrupted, running, mostAtOnce },
      {
        started: ["a", "b", "c"],
        finished: ["b", "c", "a"],
        interrupted: [],
        running: 0,
        mostAtOnce: 3
      }
    )
  }).pipe(
    Effect.provide(
      ScriptedRunner.layer({
        a: endsWith(outcome(), 300),
        b: endsWith(outcome(), 100),
        c: endsWith(outcome(), 200)
      })
    )
  )
)

it.effect("an interrupted hook leaves no outcome, and is recorded", () =>
  Effect.gen(function* () {
    const hook = yield* Effect.forkChild(run("a"))
    yield* ScriptedRunner.use((runner) => runner.awaitStarted(1))
    yield* Fiber.interrupt(hook)
    assert.isTrue(Exit.hasInterrupts(yield* Fiber.await(hook)))
    const { finished, interrupted, running } = yield* record
    assert.deepStrictEqual({ finished, interrupted, running }, { finished: [], interrupted: ["a"], running: 0 })
  }).pipe(Effect.provide(ScriptedRunner.layer({ a: neverEnds })))
)

it.effect("a hook that never ends is timed out, at its own timeout; one that ends just then has ended", () =>
  Effect.gen(function* () {
    const both = yield* Effect.forkChild(
      Effect.forEach(["never", "just"], (binding) => run(binding, 500), { concurrency: "unbounded" })
    )
    yield* ScriptedRunner.use((runner) => runner.awaitStarted(2))
    yield* TestClock.adjust(500)
    assert.deepStrictEqual(
      (yield* Fiber.join(both)).map(({ ending, durationMs }) => ({ ending, durationMs })),
      [
        { ending: { _tag: "TimedOut", phase: "running" }, durationMs: 500 },
        { ending: { _tag: "Exited", code: 2 }, durationMs: 500 }
      ]
    )
  }).pipe(Effect.provide(ScriptedRunner.layer({ never: neverEnds, just: endsWith(exited(2), 500) })))
)

it.effect("a runner that breaks is a defect, and is recorded", () =>
  Effect.gen(function* () {
    const exit = yield* Effect.exit(run("a"))
    assert.isTrue(Exit.hasDies(exit))
    const { died, running } = yield* record
    assert.deepStrictEqual({ died, running }, { died: ["a"], running: 0 })
  }).pipe(Effect.provide(ScriptedRunner.layer({ a: diesWith(new Error("broken")) })))
)

it.effect("a script can be a function of the invocation, and of how often the hook was started before", () =>
  Effect.gen(function* () {
    const codes: Array<unknown> = []
    for (const binding of ["a", "b", "a"]) codes.push((yield* run(binding)).ending)
    assert.deepStrictEqual(codes, [
      { _tag: "Exited", code: 0 },
      { _tag: "Exited", code: 0 },
      { _tag: "Exited", code: 1 }
    ])
    assert.deepStrictEqual(
      (yield* record).invocations.map(({ timeoutMs }) => timeoutMs),
      [30_000, 30_000, 30_000]
    )
  }).pipe(Effect.provide(ScriptedRunner.layer((_invocation, nth) => endsWith(exited(nth)))))
)

it.effect("a hook without a script exits with 0, silently", () =>
  Effect.gen(function* () {
    for (const binding of ["a", "constructor"]) assert.deepStrictEqual(yield* run(binding), outcome())
  }).pipe(Effect.provide(ScriptedRunner.layer()))
)
