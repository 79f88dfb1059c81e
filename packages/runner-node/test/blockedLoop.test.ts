import childProcess from "node:child_process"
import { assert, describe, it } from "@effect/vitest"
import { RunnerProbe } from "@pawl/core/testing"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { vi } from "vitest"
import { layer, makeFolder, noted, run, textOf } from "./support.ts"

/** Nothing of this process runs in the meantime, so these tests have a file of their own. */
const block = (ms: number) => Effect.sync(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms))

describe("a loop that is blocked past a deadline", () => {
  it.live("a hook that has ended in the meantime is judged by its exit (RUN-6)", () =>
    Effect.gen(function* () {
      const folder = yield* makeFolder
      const script = "echo yes > ran; sleep 0.2; printf no; exit 2"
      const fiber = yield* Effect.forkScoped(run(folder, script, { timeoutMs: 1_000 }), { startImmediately: true })
      yield* noted(folder, "ran")
      yield* block(2_500)
      const outcome = yield* Fiber.join(fiber)
      assert.deepStrictEqual(outcome.ending, { _tag: "Exited", code: 2 })
      assert.strictEqual(textOf(outcome), "no")
    }).pipe(Effect.provide(layer()))
  )

  it.live("a hook whose time was over while it waited is not started when a place becomes free (RUN-17)", () =>
    Effect.gen(function* () {
      const folder = yield* makeFolder
      const holder = yield* Effect.forkScoped(run(folder, "echo yes > ran; sleep 0.2"), { startImmediately: true })
      yield* noted(folder, "ran")
      const waiting = yield* Effect.forkScoped(run(folder, "echo yes > late", { timeoutMs: 1_000 }), {
        startImmediately: true
      })
      yield* block(1_500)
      yield* Fiber.join(holder)
      assert.deepStrictEqual((yield* Fiber.join(waiting)).ending, { _tag: "TimedOut", phase: "queued" })
      assert.strictEqual(yield* (yield* RunnerProbe).read(folder, "late"), "")
    }).pipe(Effect.provide(layer({ places: 1 })))
  )

  it.live("a hook that has ended unseen is not running any more when it is interrupted: its child lives (RUN-11)", () =>
    Effect.gen(function* () {
      const folder = yield* makeFolder
      const script = "sleep 60 & echo $! > child; sleep 0.2; exit 2"
      const fiber = yield* Effect.forkScoped(run(folder, script), { startImmediately: true })
      const child = Number(yield* noted(folder, "child"))
      yield* block(1_000)
      yield* Fiber.interrupt(fiber)
      assert.isTrue(yield* (yield* RunnerProbe).isAlive(child))
    }).pipe(Effect.provide(layer()))
  )

  it.live("a hook that is interrupted while it waits is not started by a place that is just now free (RUN-11)", () =>
    Effect.gen(function* () {
      const folder = yield* makeFolder
      yield* Effect.forkScoped(run(folder, "echo yes > ran; sleep 0.2"), { startImmediately: true })
      yield* noted(folder, "ran")
      const waiting = yield* Effect.forkScoped(run(folder, "exit 0"), { startImmediately: true })
      const spawn = vi.spyOn(childProcess, "spawn")
      yield* Effect.addFinalizer(() => Effect.sync(() => spawn.mockRestore()))
      yield* block(1_000)
      yield* Fiber.interrupt(waiting)
      yield* Effect.sleep(300)
      assert.deepStrictEqual(spawn.mock.calls, [])
      yield* run(folder, "exit 0")
      assert.lengthOf(spawn.mock.calls, 1)
    }).pipe(Effect.provide(layer({ places: 1 })))
  )
})
