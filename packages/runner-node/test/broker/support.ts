import childProcess from "node:child_process"
import fs from "node:fs"
import path from "node:path"
import { HookRunner } from "@pawl/core"
import { type BrokerConfig, brokerHookRunner } from "@pawl/runner-node/broker"
import { nodeRunnerProbe } from "@pawl/runner-node/testing"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { invocation } from "../support.ts"

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
      Effect.flatMap(HookRunner, (runner) =>
        Effect.as(Effect.provideService(brokerPid, HookRunner, runner), runner)
      )
    ).pipe(Layer.provide(brokerHookRunner({ graceMs: 200, ...options }))),
    nodeRunnerProbe
  )
