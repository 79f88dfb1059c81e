import fs from "node:fs"
import process from "node:process"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { layer, makeFolder, run } from "./support.ts"

const isOurs = (fd: string): boolean => {
  try {
    return /^(socket|pipe):|\(deleted\)$/.test(fs.readlinkSync(`/proc/self/fd/${fd}`))
  } catch {
    return false
  }
}

/** Streams and files without a name that this process has open, and whatever else keeps it from ending. */
const open = Effect.sync(
  () => fs.readdirSync("/proc/self/fd").filter(isOurs).length + process.getActiveResourcesInfo().length
)

describe("many runs", () => {
  for (const stdin of ["file", "socket"] as const) {
    it.live(`leave no descriptor and nothing that this process waits for (stdin: ${stdin}) (RUN-18)`, () =>
      Effect.gen(function* () {
        const folder = yield* makeFolder
        const runs = Effect.all(
          [
            run(folder, "exit 0"),
            run(folder, "cat; exit 2", { stdin: new Uint8Array(300_000) }),
            run(folder, "exit 0", { stdin: new Uint8Array(300_000) }),
            run(folder, "sleep 600", { timeoutMs: 20 }),
            run(folder, "exit 0", { workingDirectory: "/not/there" }),
            run(folder, "true \0"),
            Effect.timeoutOption(run(folder, "sleep 600"), 20)
          ],
          { concurrency: "unbounded", discard: true }
        )
        yield* runs
        yield* Effect.sleep(200)
        const before = yield* open
        for (let count = 0; count < 10; count++) yield* runs
        // Closing takes some turns of the loop.
        let after = yield* open
        for (let tries = 0; tries < 50 && after > before; tries++) {
          yield* Effect.sleep(20)
          after = yield* open
        }
        assert.isAtMost(after, before)
      }).pipe(Effect.provide(layer({ stdin })))
    )
  }

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
