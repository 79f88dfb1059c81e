import fs from "node:fs"
import process from "node:process"
import { assert, describe, it } from "@effect/vitest"
import { HookRunner } from "@pawl/core"
import { RunnerProbe } from "@pawl/core/testing"
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import { alive, invocation, makeFolder, noted, run, textOf } from "../support.ts"
import { brokerPid, fork, readyLayer, starter, stop } from "./support.ts"

const kill = (pid: number) => Effect.sync(() => process.kill(pid, "SIGKILL"))

/** One that does not end when it is asked, with a child in a session of its own. */
const stubborn = "trap '' TERM; (setsid sleep 600 &) ; sleep 600 & echo $$ > leader; wait"

/** A host that is asked too late would wait for the time-out of the hook. */
const soon = 10_000

describe.concurrent("a broker that is killed", () => {
  it.live("before a hook was handed to it: the host starts the hook, and the next broker the one after (RUN-53)", () =>
    Effect.gen(function* () {
      const folder = yield* makeFolder
      const runner = yield* HookRunner
      const broker = yield* brokerPid
      process.kill(broker, "SIGKILL")
      // In this very turn nobody knows of it; once it is known, nothing is lost any more.
      while (
        (yield* (yield* RunnerProbe).isAlive(broker)) ||
        (yield* Effect.sync(() => fs.existsSync(`/proc/${broker}`)))
      )
        yield* Effect.sleep(1)
      yield* Effect.sleep(0)
      const outcome = yield* runner.run(invocation(folder, "echo $PPID; exit 2"))
      assert.deepStrictEqual(outcome.ending, { _tag: "Exited", code: 2 })
      assert.strictEqual(textOf(outcome).trim(), `${process.pid}`)
      const next = yield* brokerPid
      assert.notStrictEqual(next, broker)
    }).pipe(Effect.provide(readyLayer()))
  )

  it.live("when it has a hook but has not started it: the hook is lost, and never runs (RUN-54)", () =>
    Effect.gen(function* () {
      const folder = yield* makeFolder
      const broker = yield* brokerPid
      yield* stop(broker)
      const hook = yield* fork(folder, "echo yes > ran; exit 2")
      yield* Effect.sleep(50)
      yield* kill(broker)
      const { ending } = yield* Fiber.join(hook)
      assert.strictEqual(ending._tag, "Lost")
      assert.strictEqual(yield* (yield* RunnerProbe).read(folder, "ran"), "")
      assert.deepStrictEqual(yield* alive(folder), [])
    }).pipe(Effect.provide(readyLayer()))
  )

  it.live("while hooks run: they are lost, nothing is left of them, and the next broker goes on (RUN-54)", () =>
    Effect.gen(function* () {
      const folders = yield* Effect.all([makeFolder, makeFolder, makeFolder])
      const broker = yield* brokerPid
      const hooks = yield* Effect.forEach(folders, (folder) => fork(folder, stubborn))
      for (const folder of folders) yield* noted(folder, "leader")
      const began = yield* Clock.currentTimeMillis
      yield* kill(broker)
      for (const hook of hooks) {
        const outcome = yield* Fiber.join(hook)
        assert.deepStrictEqual(outcome.ending, {
          _tag: "Lost",
          message: "the spawn broker was ended by SIGKILL while it had this hook"
        })
        assert.deepStrictEqual(outcome.leftRunning, [])
        assert.isAbove(outcome.durationMs, 0)
      }
      for (const folder of folders) assert.deepStrictEqual(yield* alive(folder), [])
      assert.isBelow((yield* Clock.currentTimeMillis) - began, soon)
      assert.notStrictEqual(yield* brokerPid, broker)
    }).pipe(Effect.provide(readyLayer()))
  )

  it.live("while it waits for the outputs of a hook that has ended: it is lost, whatever it had said (RUN-54)", () =>
    Effect.gen(function* () {
      const folder = yield* makeFolder
      const probe = yield* RunnerProbe
      const broker = yield* brokerPid
      const hook = yield* fork(folder, "sleep 600 & echo $$ > leader; printf yes; exit 0")
      const leader = Number(yield* noted(folder, "leader"))
      while (yield* probe.isAlive(leader)) yield* Effect.sleep(5)
      yield* kill(broker)
      assert.strictEqual((yield* Fiber.join(hook)).ending._tag, "Lost")
    }).pipe(Effect.provide(readyLayer({ pipeGraceMs: 20_000 })))
  )

  it.live("while it ends a hook that was interrupted: the interruption waits until nothing is left (RUN-54)", () =>
    Effect.gen(function* () {
      const folder = yield* makeFolder
      const broker = yield* brokerPid
      const script =
        "trap 'echo yes > asked' TERM; (setsid sleep 600 &) ; echo $$ > leader; while :; do sleep 0.05; done"
      const hook = yield* fork(folder, script)
      yield* noted(folder, "leader")
      const interrupted = yield* Effect.forkScoped(Fiber.interrupt(hook))
      yield* noted(folder, "asked")
      yield* kill(broker)
      yield* Fiber.join(interrupted)
      const exit = yield* Fiber.await(hook)
      assert.isTrue(Exit.isFailure(exit) && Cause.hasInterruptsOnly(exit.cause))
      assert.deepStrictEqual(yield* alive(folder), [])
    }).pipe(Effect.provide(readyLayer({ graceMs: 30_000 })))
  )

  it.live("again and again is followed by another one each time (RUN-54)", () =>
    Effect.gen(function* () {
      const seen = new Set<number>()
      for (let count = 0; count < 4; count++) {
        const broker = yield* brokerPid
        seen.add(broker)
        yield* kill(broker)
        while (yield* (yield* RunnerProbe).isAlive(broker)) yield* Effect.sleep(5)
      }
      assert.strictEqual(seen.size, 4)
    }).pipe(Effect.provide(readyLayer()))
  )
})

describe.concurrent("a broker that is stopped", () => {
  it.live("holds up no deadline: its hook is lost after the time-out and a silence (RUN-56)", () =>
    Effect.gen(function* () {
      const folder = yield* makeFolder
      const broker = yield* brokerPid
      const hook = yield* fork(folder, "(setsid sleep 600 &) ; echo yes > ran; sleep 600", { timeoutMs: 3_000 })
      yield* noted(folder, "ran")
      yield* stop(broker)
      const outcome = yield* Fiber.join(hook)
      assert.strictEqual(outcome.ending._tag, "Lost")
      assert.isBelow(outcome.durationMs, 3_000 + 1_000 + soon)
      assert.deepStrictEqual(yield* alive(folder), [])
      assert.isFalse(yield* (yield* RunnerProbe).isAlive(broker))
      assert.notStrictEqual(yield* brokerPid, broker)
    }).pipe(Effect.provide(readyLayer({ silenceMs: 1_000, pipeGraceMs: 60_000 })))
  )

  it.live("starts no hook whose time was over before it read of it (RUN-6, RUN-51)", () =>
    Effect.gen(function* () {
      const folder = yield* makeFolder
      const broker = yield* brokerPid
      yield* stop(broker)
      const hook = yield* fork(folder, "echo yes > ran; sleep 600", { timeoutMs: 300 })
      yield* Effect.sleep(700)
      process.kill(broker, "SIGCONT")
      const { ending } = yield* Fiber.join(hook)
      assert.deepStrictEqual(ending, { _tag: "TimedOut", phase: "queued" })
      assert.isFalse(fs.existsSync(`${folder}/ran`))
    }).pipe(Effect.provide(readyLayer({ silenceMs: 20_000 })))
  )

  it.live("holds up no interruption (RUN-56)", () =>
    Effect.gen(function* () {
      const folder = yield* makeFolder
      const broker = yield* brokerPid
      const hook = yield* fork(folder, "(setsid sleep 600 &) ; echo yes > ran; sleep 600", { timeoutMs: 600_000 })
      yield* noted(folder, "ran")
      yield* stop(broker)
      const began = yield* Clock.currentTimeMillis
      yield* Fiber.interrupt(hook)
      assert.isBelow((yield* Clock.currentTimeMillis) - began, 1_000 + soon)
      assert.deepStrictEqual(yield* alive(folder), [])
    }).pipe(Effect.provide(readyLayer({ silenceMs: 1_000, pipeGraceMs: 60_000 })))
  )

  it.live("for a moment loses nothing: an exit 2 that it saw late is a denial (RUN-56)", () =>
    Effect.gen(function* () {
      const folder = yield* makeFolder
      const probe = yield* RunnerProbe
      const broker = yield* brokerPid
      const command = "echo $$ > leader; while [ ! -e go ]; do sleep 0.02; done; printf no; exit 2"
      const hook = yield* fork(folder, command, { timeoutMs: 2_000 })
      const leader = Number(yield* noted(folder, "leader"))
      yield* stop(broker)
      yield* probe.writeScript(folder, "go", "")
      while (yield* probe.isAlive(leader)) yield* Effect.sleep(10)
      yield* Effect.sleep(2_500)
      process.kill(broker, "SIGCONT")
      const outcome = yield* Fiber.join(hook)
      assert.deepStrictEqual([outcome.ending, textOf(outcome)], [{ _tag: "Exited", code: 2 }, "no"])
    }).pipe(Effect.provide(readyLayer({ silenceMs: 20_000 })))
  )
})

describe.concurrent("a hook", () => {
  it.live("that kills its parent loses no denial of another one: each is lost, which denies (RUN-54)", () =>
    Effect.gen(function* () {
      const [guarded, hostile] = yield* Effect.all([makeFolder, makeFolder])
      const broker = yield* brokerPid
      const guard = yield* fork(guarded, "echo yes > ran; while [ ! -e go ]; do sleep 0.02; done; exit 2")
      yield* noted(guarded, "ran")
      const killer = yield* run(hostile, "kill -9 $PPID; sleep 600")
      assert.strictEqual(killer.ending._tag, "Lost")
      assert.strictEqual((yield* Fiber.join(guard)).ending._tag, "Lost")
      for (const folder of [guarded, hostile]) assert.deepStrictEqual(yield* alive(folder), [])
      assert.deepStrictEqual((yield* run(guarded, "exit 2")).ending, { _tag: "Exited", code: 2 })
      assert.notStrictEqual(yield* brokerPid, broker)
    }).pipe(Effect.provide(readyLayer()))
  )

  it.live("that asks its parent to end, as a terminal would, changes nothing (RUN-50)", () =>
    Effect.gen(function* () {
      const folder = yield* makeFolder
      const broker = yield* brokerPid
      const command = "for s in INT TERM HUP QUIT; do kill -$s $PPID; done; sleep 0.1; echo $PPID; exit 2"
      const outcome = yield* run(folder, command)
      assert.deepStrictEqual([outcome.ending, textOf(outcome).trim()], [{ _tag: "Exited", code: 2 }, `${broker}`])
      assert.strictEqual(yield* starter, broker)
    }).pipe(Effect.provide(readyLayer()))
  )

  it.live("finds no way to speak for another one: its parent's streams cannot be opened (RUN-52)", () =>
    Effect.gen(function* () {
      const folder = yield* makeFolder
      const outcome = yield* run(folder, "( : > /proc/$PPID/fd/1 ) 2> /dev/null && printf yes || printf no")
      assert.strictEqual(textOf(outcome), "no")
    }).pipe(Effect.provide(readyLayer()))
  )
})
