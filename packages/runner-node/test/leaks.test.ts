import fs from "node:fs"
import process from "node:process"
import { assert, describe, it } from "@effect/vitest"
import { nodeHookRunner } from "@pawl/runner-node"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { layer, makeFolder, run, runsOfAllKinds } from "./support.ts"

const isOurs = (fd: string): boolean => {
  try {
    return /^(socket|pipe):|\(deleted\)$/.test(fs.readlinkSync(`/proc/self/fd/${fd}`))
  } catch {
    return false
  }
}

/** A FIFO of a pool, which is neither read nor written: how many there are differs from moment to moment. */
const isAnchor = (fd: string): boolean => {
  try {
    const flags = /^flags:\s*(\d+)/m.exec(fs.readFileSync(`/proc/self/fdinfo/${fd}`, "utf8"))?.[1]
    return (Number.parseInt(flags ?? "0", 8) & 0o10000000) !== 0
  } catch {
    return false
  }
}

const descriptors = () => fs.readdirSync("/proc/self/fd").filter(isOurs)

/** Streams and files without a name that this process has open, and whatever else keeps it from ending. */
const open = Effect.sync(
  () => descriptors().filter((fd) => !isAnchor(fd)).length + process.getActiveResourcesInfo().length
)
const anchors = Effect.sync(() => descriptors().filter(isAnchor).length)

/** Its FIFOs are still being made. */
const nodeHookRunnerClosedAtOnce = Effect.scoped(Layer.build(nodeHookRunner()))

describe("many runs", () => {
  const ways = [
    { stdin: "file", output: "fifo" },
    { stdin: "socket", output: "socket" }
  ] as const
  for (const way of ways) {
    it.live(`leave no descriptor and nothing that this process waits for (output: ${way.output}) (RUN-18)`, () =>
      Effect.gen(function* () {
        const folder = yield* makeFolder
        const runs = runsOfAllKinds(folder)
        yield* runs
        // A background child may hold an output: that FIFO is closed, and another one made.
        yield* run(folder, "sleep 1 & exit 0")
        yield* Effect.sleep(200)
        const before = yield* open
        for (let count = 0; count < 10; count++) yield* runs
        yield* run(folder, "sleep 1 & exit 0")
        // Closing takes some turns of the loop.
        let after = yield* open
        for (let tries = 0; tries < 50 && after > before; tries++) {
          yield* Effect.sleep(20)
          after = yield* open
        }
        assert.isAtMost(after, before)
        // Two for each of four places, and one hook's more.
        assert.isAtMost(yield* anchors, 10)
      }).pipe(Effect.provide(layer({ ...way, pipeGraceMs: 100, places: 4 })))
    )
  }

  it.live("leave no descriptor once the runner is closed (RUN-18, RUN-30)", () =>
    Effect.gen(function* () {
      const before = yield* open
      yield* Effect.flatMap(makeFolder, (folder) =>
        Effect.all([run(folder, "sleep 2 & exit 0"), run(folder, "exit 0")], { concurrency: "unbounded" })
      ).pipe(Effect.scoped, Effect.provide(layer({ pipeGraceMs: 50 }), { local: true }))
      yield* nodeHookRunnerClosedAtOnce
      let after = yield* open
      for (let tries = 0; tries < 100 && after > before; tries++) {
        yield* Effect.sleep(20)
        after = yield* open
      }
      assert.isAtMost(after, before)
      assert.strictEqual(yield* anchors, 0)
    })
  )

  it.live("leave no listener on this process once the runner is closed (RUN-18)", () =>
    Effect.gen(function* () {
      const before = process.listenerCount("exit")
      yield* Effect.flatMap(makeFolder, (folder) => run(folder, "exit 0")).pipe(
        Effect.scoped,
        Effect.provide(layer(), { local: true })
      )
      assert.strictEqual(process.listenerCount("exit"), before)
    })
  )
})
