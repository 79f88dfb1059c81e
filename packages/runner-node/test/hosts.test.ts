import childProcess from "node:child_process"
import process from "node:process"
import { assert, describe, it } from "@effect/vitest"
import { RunnerProbe } from "@pawl/core/testing"
import { nodeRunnerProbe } from "@pawl/runner-node/testing"
import * as Effect from "effect/Effect"
import { alive, host, makeFolder, noted } from "./support.ts"

interface Ended {
  readonly code: number | null
  readonly stdout: string
}

/** Starts a program of `test/hosts`; it is ended with the scope. */
const start = (name: string, ...words: ReadonlyArray<string>) =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const [program = "", ...args] = host(name)
      const child = childProcess.spawn(program, [...args, ...words], { stdio: ["ignore", "pipe", "ignore"] })
      let stdout = ""
      child.stdout.on("data", (chunk: Buffer) => {
        stdout += chunk.toString()
      })
      const ended = Effect.callback<Ended>((resume) => {
        child.once("close", (code) => resume(Effect.succeed({ code, stdout })))
      })
      return { pid: child.pid ?? 0, kill: (signal: NodeJS.Signals) => child.kill(signal), ended }
    }),
    ({ kill }) => Effect.sync(() => kill("SIGKILL"))
  )

describe.concurrent("a host in a process of its own", () => {
  it.live("a hook that has exited 2 while its host was stopped past the deadline is a denial (RUN-6)", () =>
    Effect.gen(function* () {
      const folder = yield* makeFolder
      const probe = yield* RunnerProbe
      const command = "echo $$ > leader; while [ ! -e go ]; do sleep 0.02; done; printf no; exit 2"
      const program = yield* start("oneHook", folder, command, "1500")
      const leader = Number(yield* noted(folder, "leader"))
      program.kill("SIGSTOP")
      yield* probe.writeScript(folder, "go", "")
      while (yield* probe.isAlive(leader)) yield* Effect.sleep(10)
      yield* Effect.sleep(2_000)
      program.kill("SIGCONT")
      const { stdout } = yield* program.ended
      assert.deepStrictEqual(JSON.parse(stdout), { ending: { _tag: "Exited", code: 2 }, stdout: "no" })
    }).pipe(Effect.provide(nodeRunnerProbe))
  )

  it.live("what a hook has said before its host was stopped past the pipe grace is read (RUN-7)", () =>
    Effect.gen(function* () {
      const folder = yield* makeFolder
      const probe = yield* RunnerProbe
      const command =
        "echo $$ > leader; while [ ! -e go ]; do sleep 0.02; done; (echo yes > child; sleep 60) & printf no; exit 0"
      const program = yield* start("oneHook", folder, command, "20000")
      const leader = Number(yield* noted(folder, "leader"))
      program.kill("SIGSTOP")
      yield* probe.writeScript(folder, "go", "")
      while (yield* probe.isAlive(leader)) yield* Effect.sleep(10)
      program.kill("SIGCONT")
      const { stdout } = yield* program.ended
      assert.deepStrictEqual(JSON.parse(stdout), { ending: { _tag: "Exited", code: 0 }, stdout: "no" })
      assert.isNotEmpty(yield* alive(folder))
    }).pipe(Effect.provide(nodeRunnerProbe))
  )

  for (const [how, code] of [
    ["exit", 3],
    ["error", 1]
  ] as const) {
    it.live(`a host that ends by ${how} while a hook runs leaves nothing of it (RUN-18)`, () =>
      Effect.gen(function* () {
        const folder = yield* makeFolder
        const command = "trap '' TERM; setsid sleep 600 & sleep 600 & echo yes > started; wait"
        const program = yield* start("endsEarly", folder, command, how)
        assert.strictEqual((yield* program.ended).code, code)
        assert.deepStrictEqual(yield* alive(folder), [])
      }).pipe(Effect.provide(nodeRunnerProbe))
    )
  }

  it.live("a host that has its answer ends without waiting for a deadline of an hour (RUN-18)", () =>
    Effect.gen(function* () {
      const folder = yield* makeFolder
      const before = process.hrtime.bigint()
      const program = yield* start("oneHook", folder, "exit 2", "3600000")
      assert.strictEqual((yield* program.ended).code, 0)
      assert.isBelow(Number(process.hrtime.bigint() - before) / 1e6, 20_000)
    }).pipe(Effect.provide(nodeRunnerProbe))
  )
})
