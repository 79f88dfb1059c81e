import childProcess from "node:child_process"
import fs from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import { RunnerProbe } from "@pawl/core/testing"
import { nodeRunnerProbe } from "@pawl/runner-node/testing"
import * as Effect from "effect/Effect"
import { alive, host, makeFolder, noted } from "../support.ts"
import { stop } from "./support.ts"

/** Starts the host with a broker; it is ended with the scope. */
const startFor = (timeoutMs: number, command: string, ...folders: ReadonlyArray<string>) =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const [program = "", ...args] = host("brokered")
      const child = childProcess.spawn(program, [...args, command, `${timeoutMs}`, ...folders], { stdio: "ignore" })
      const ended = Effect.callback<number | null>((resume) => {
        child.once("exit", (code) => resume(Effect.succeed(code)))
      })
      return { pid: child.pid ?? 0, kill: (signal: NodeJS.Signals) => child.kill(signal), ended }
    }),
    ({ kill }) => Effect.sync(() => kill("SIGKILL"))
  )

const start = (command: string, ...folders: ReadonlyArray<string>) => startFor(20_000, command, ...folders)

/** Waits until a process is gone; a bound on how long it may take. */
const gone = (pid: number) =>
  Effect.gen(function* () {
    const probe = yield* RunnerProbe
    for (let tries = 0; tries < 1_000; tries++) {
      if (!(yield* probe.isAlive(pid))) return
      yield* Effect.sleep(10)
    }
    return yield* Effect.die(new Error(`process ${pid} is still there`))
  })

const stubborn = "trap '' TERM; (setsid sleep 600 &) ; sleep 600 & echo yes > ran; wait"

describe.concurrent("a host with a broker", () => {
  for (const signal of ["SIGKILL", "SIGTERM", "SIGHUP"] as const) {
    it.live(`that dies of ${signal} leaves neither its hooks nor its broker (RUN-55)`, () =>
      Effect.gen(function* () {
        const folders = yield* Effect.all([makeFolder, makeFolder])
        const program = yield* start(stubborn, ...folders)
        for (const folder of folders) yield* noted(folder, "ran")
        const broker = Number(yield* noted(folders[0], "broker"))
        program.kill(signal)
        yield* gone(broker)
        for (const folder of folders) assert.deepStrictEqual(yield* alive(folder), [])
      }).pipe(Effect.provide(nodeRunnerProbe))
    )
  }

  it.live("that is killed while the broker is stopped leaves nothing once that goes on (RUN-55)", () =>
    Effect.gen(function* () {
      const folder = yield* makeFolder
      const program = yield* start(stubborn, folder)
      yield* noted(folder, "ran")
      const broker = Number(yield* noted(folder, "broker"))
      yield* stop(broker)
      program.kill("SIGKILL")
      yield* program.ended
      process.kill(broker, "SIGCONT")
      yield* gone(broker)
      assert.deepStrictEqual(yield* alive(folder), [])
    }).pipe(Effect.provide(nodeRunnerProbe))
  )

  for (const [who, isBroker] of [
    ["the host", false],
    ["host and broker", true]
  ] as const) {
    it.live(`judges by its exit a hook that has ended while ${who} stood still past the deadline (RUN-6, RUN-56)`, () =>
      Effect.gen(function* () {
        const folder = yield* makeFolder
        const probe = yield* RunnerProbe
        const command = "echo $$ > leader; while [ ! -e go ]; do sleep 0.02; done; printf no; exit 2"
        const program = yield* startFor(1_500, command, folder)
        const leader = Number(yield* noted(folder, "leader"))
        const broker = Number(yield* noted(folder, "broker"))
        const stopped = isBroker ? [broker, program.pid] : [program.pid]
        for (const pid of stopped) yield* stop(pid)
        yield* probe.writeScript(folder, "go", "")
        while (yield* probe.isAlive(leader)) yield* Effect.sleep(10)
        // Past the deadline, and the silence after which a broker is given up.
        yield* Effect.sleep(4_000)
        for (const pid of stopped.toReversed()) process.kill(pid, "SIGCONT")
        const outcome = JSON.parse(yield* noted(folder, "outcome"))
        assert.deepStrictEqual(outcome, { ending: { _tag: "Exited", code: 2 }, stdout: "no" })
      }).pipe(Effect.provide(nodeRunnerProbe))
    )
  }

  it.live("that is killed together with the broker leaves nothing: the broker's helper is there (RUN-62)", () =>
    Effect.gen(function* () {
      const folder = yield* makeFolder
      const program = yield* start(stubborn, folder)
      yield* noted(folder, "ran")
      const broker = Number(yield* noted(folder, "broker"))
      yield* stop(program.pid)
      process.kill(broker, "SIGKILL")
      program.kill("SIGKILL")
      yield* program.ended
      const probe = yield* RunnerProbe
      for (let tries = 0; tries < 1_000 && (yield* alive(folder)).length > 0; tries++) yield* Effect.sleep(10)
      assert.deepStrictEqual([yield* probe.isAlive(broker), yield* alive(folder)], [false, []])
    }).pipe(Effect.provide(nodeRunnerProbe))
  )

  it.live("ends by itself when no hook runs, and the broker with it (RUN-18, RUN-50)", () =>
    Effect.gen(function* () {
      const folder = yield* makeFolder
      const program = yield* start("exit 2", folder)
      assert.strictEqual(yield* program.ended, 0)
      yield* gone(Number(yield* noted(folder, "broker")))
    }).pipe(Effect.provide(nodeRunnerProbe))
  )

  it.live("has one that has no variables and leads a session of its own without a terminal (RUN-50)", () =>
    Effect.gen(function* () {
      const folder = yield* makeFolder
      yield* start("echo yes > ran; sleep 600", folder)
      yield* noted(folder, "ran")
      const broker = Number(yield* noted(folder, "broker"))
      assert.strictEqual(fs.readFileSync(`/proc/${broker}/environ`, "utf8"), "")
      const stat = fs.readFileSync(`/proc/${broker}/stat`, "utf8")
      const [, , group, session, tty] = stat.slice(stat.lastIndexOf(")") + 2).split(" ")
      assert.deepStrictEqual([group, session, tty], [`${broker}`, `${broker}`, "0"])
    }).pipe(Effect.provide(nodeRunnerProbe))
  )
})
