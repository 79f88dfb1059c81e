import { Socket } from "node:net"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { vi } from "vitest"
import { layer, makeFolder, run } from "./support.ts"

const mebibyte = 1_048_576

describe("a flood", () => {
  it.live("is read in slices past 64 MiB, and to its end (RUN-14)", () =>
    Effect.gen(function* () {
      const folder = yield* makeFolder
      const pause = vi.spyOn(Socket.prototype, "pause")
      yield* Effect.addFinalizer(() => Effect.sync(() => pause.mockRestore()))
      const write = (bytes: number) => run(folder, `head -c ${bytes} /dev/zero; exit 3`)
      const much = yield* write(60 * mebibyte)
      const pausesBefore = pause.mock.calls.length
      const flood = yield* write(80 * mebibyte)
      assert.deepStrictEqual(
        [much.ending, flood.ending],
        [
          { _tag: "Exited", code: 3 },
          { _tag: "Exited", code: 3 }
        ]
      )
      assert.strictEqual(pausesBefore, 0)
      assert.isAbove(pause.mock.calls.length, 8)
    }).pipe(Effect.provide(layer()))
  )

  it.live("keeps no more of a host's memory than the caps and what is being read (RUN-14)", () =>
    Effect.gen(function* () {
      const folder = yield* makeFolder
      yield* run(folder, "exit 0")
      const before = process.memoryUsage().rss
      const outcome = yield* run(folder, "head -c 314572800 /dev/zero >&2; head -c 314572800 /dev/zero")
      assert.deepStrictEqual(outcome.ending, { _tag: "Exited", code: 0 })
      assert.strictEqual(outcome.stdout.length, mebibyte)
      assert.strictEqual(outcome.stderrTail.length, 4_096)
      // 600 MiB went through; the collector may take its time for the buffers that were read into.
      assert.isBelow(process.memoryUsage().rss - before, 200 * mebibyte)
    }).pipe(Effect.provide(layer()))
  )
})
