import fs from "node:fs"
import process from "node:process"
import { type HookInvocation, HookRunner } from "@pawl/core"
import { type BrokerConfig, brokerHookRunner } from "@pawl/runner-node/broker"
import { nodeRunnerProbe } from "@pawl/runner-node/testing"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { invocation, run } from "../support.ts"
import { published } from "./published.ts"

const numberIn = (text: string): number => Number(text.trim())

/** The process that starts a hook now: this one, or a broker. */
export const starter = HookRunner.use((runner) =>
  Effect.map(runner.run(invocation("/", "echo $PPID")), ({ stdout }) => numberIn(Buffer.from(stdout).toString()))
)

/** Waits until a broker starts hooks, and gives its number. */
export const brokerPid = Effect.gen(function* () {
  for (let tries = 0; tries < 400; tries++) {
    const pid = yield* starter
    if (pid > 0 && pid !== process.pid) return pid
    yield* Effect.sleep(25)
  }
  return yield* Effect.die(new Error("no broker has become ready"))
})

/** A runner whose broker is ready, with a short grace, and the probe. */
export const readyLayer = (options: Partial<BrokerConfig> = {}) =>
  Layer.merge(
    Layer.effect(
      HookRunner,
      Effect.flatMap(HookRunner, (runner) => Effect.as(Effect.provideService(brokerPid, HookRunner, runner), runner))
    ).pipe(Layer.provide(brokerHookRunner({ graceMs: 200, file: published, ...options }))),
    nodeRunnerProbe
  )

/** Stops a process, and waits until it has stopped. */
export const stop = (pid: number) =>
  Effect.gen(function* () {
    process.kill(pid, "SIGSTOP")
    while (!/\) T /.test(fs.readFileSync(`/proc/${pid}/stat`, "utf8"))) yield* Effect.sleep(1)
  })

/** Starts a run and goes on in the same turn. */
export const fork = (folder: string, command: string, overrides?: Partial<HookInvocation>) =>
  Effect.forkScoped(run(folder, command, overrides), { startImmediately: true })
