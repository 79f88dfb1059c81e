import childProcess from "node:child_process"
import { Socket } from "node:net"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { vi } from "vitest"
import { host, layer, makeFolder, run } from "./support.ts"

const mebibyte = 1_048_576
const onLinux = it.live.skipIf(process.platform !== "linux")

describe("a flood", () => {
  it.live("is read in slices past 64 MiB, and to its end (RUN-14)", () =>
    Effect.gen(function* () {
      const folder = yield* makeFolder
      const pause = vi.spyOn(Socket.prototype, "resume")
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

  for (const [what, command, most] of [
    ["64 MiB on stdout", `head -c ${64 * mebibyte} /dev/zero`, 16],
    ["1 GiB on stderr", `head -c ${1_024 * mebibyte} /dev/zero >&2`, 24],
    ["64 MiB on both, a line at a time", `yes | head -c ${64 * mebibyte} | tee /dev/stderr`, 24]
  ] as const) {
    for (const [whose, way, processes] of [
      ["a host's memory", "", 1],
      ["a host's and its broker's memory", "broker", 2]
    ] as const) {
      onLinux(`of ${what} takes no more of ${whose} than ${most} MiB at any time (RUN-32)`, () =>
        Effect.gen(function* () {
          const folder = yield* makeFolder
          const [program = "", ...words] = host("memory")
          const { stdout } = childProcess.spawnSync(program, [...words, folder, command, way], { encoding: "utf8" })
          const { mebibytes, ...rest } = JSON.parse(stdout)
          assert.deepStrictEqual(rest, { ending: { _tag: "Exited", code: 0 }, processes })
          assert.isBelow(mebibytes, most)
        }).pipe(Effect.provide(layer()))
      )
    }
  }
})
