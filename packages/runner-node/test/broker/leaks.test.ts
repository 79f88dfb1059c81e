import fs from "node:fs"
import process from "node:process"
import { assert, describe, it } from "@effect/vitest"
import { brokerHookRunner } from "@pawl/runner-node/broker"
import { nodeRunnerProbe } from "@pawl/runner-node/testing"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { alive, makeFolder, run, runsOfAllKinds } from "../support.ts"
import { brokerPid, readyLayer } from "./support.ts"

const openOf = (pid: number) => fs.readdirSync(`/proc/${pid}/fd`).length

/** Living or not, whoever was started by one of these. */
const childrenOf = (parents: ReadonlyArray<number>): number =>
  fs
    .readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        const stat = fs.readFileSync(`/proc/${name}/stat`, "utf8")
        return parents.includes(Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]))
      } catch {
        return false
      }
    }).length

/** Waits until a figure is no larger than it was; closing takes some turns of the loop, and some of another process. */
const comesDownTo = (before: number, now: () => number) =>
  Effect.gen(function* () {
    for (let tries = 0; tries < 200 && now() > before; tries++) yield* Effect.sleep(20)
    assert.isAtMost(now(), before)
  })

describe("many runs through a broker", () => {
  it.live("leave no descriptor and no process, neither here nor in the broker (RUN-18, RUN-50)", () =>
    Effect.gen(function* () {
      const folder = yield* makeFolder
      const broker = yield* brokerPid
      const runs = runsOfAllKinds(folder)
      for (let count = 0; count < 5; count++) yield* runs
      yield* Effect.sleep(300)
      const before = { here: openOf(process.pid), there: openOf(broker), children: childrenOf([process.pid, broker]) }
      for (let count = 0; count < 40; count++) yield* runs
      yield* comesDownTo(before.here, () => openOf(process.pid))
      yield* comesDownTo(before.there, () => openOf(broker))
      yield* comesDownTo(before.children, () => childrenOf([process.pid, broker]))
      assert.deepStrictEqual(yield* alive(folder), [])
      assert.strictEqual(yield* brokerPid, broker)
    }).pipe(Effect.provide(readyLayer({ pipeGraceMs: 100 })))
  )

  it.live("leave nothing once the runner is closed, also when the broker was not ready yet (RUN-18, RUN-50)", () =>
    Effect.gen(function* () {
      const before = { here: openOf(process.pid), children: childrenOf([process.pid]) }
      const listeners = process.listenerCount("exit")
      yield* Effect.scoped(Layer.build(brokerHookRunner()))
      yield* Effect.flatMap(makeFolder, (folder) => run(folder, "exit 0")).pipe(
        Effect.scoped,
        Effect.provide(Layer.merge(readyLayer(), nodeRunnerProbe), { local: true })
      )
      yield* comesDownTo(before.here, () => openOf(process.pid))
      yield* comesDownTo(before.children, () => childrenOf([process.pid]))
      assert.strictEqual(process.listenerCount("exit"), listeners)
    })
  )
})
