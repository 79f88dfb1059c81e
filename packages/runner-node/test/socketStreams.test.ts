import process from "node:process"
import { assert, describe, it } from "@effect/vitest"
import { socketStreams } from "@pawl/runner-node"
import * as Effect from "effect/Effect"
import { layer, makeFolder, run } from "./support.ts"

const having = (...files: ReadonlyArray<string>) => ({ has: (file: string) => files.includes(file) })

describe("the streams that cannot be opened by name (RUN-61)", () => {
  it("are none on a Linux with /proc and mkfifo, wherever that is found", () => {
    for (const mkfifo of ["/usr/bin/mkfifo", "/bin/mkfifo", "/opt/tools/mkfifo"]) {
      assert.deepStrictEqual(socketStreams("/sbin:/opt/tools", "linux", having("/proc/self/fd", mkfifo).has), [])
    }
  })

  it("are the outputs without mkfifo, and all without /proc", () => {
    assert.deepStrictEqual(socketStreams("/sbin:", "linux", having("/proc/self/fd", "/mkfifo").has), [
      "stdout",
      "stderr"
    ])
    assert.deepStrictEqual(socketStreams("", "linux", having("/usr/bin/mkfifo").has), ["stdin", "stdout", "stderr"])
  })

  it("are none where the system copies the descriptor", () => {
    for (const platform of ["darwin", "freebsd", "win32"] as const) {
      assert.deepStrictEqual(socketStreams("", platform, having().has), [])
    }
  })

  it.live("are what hooks find here", () =>
    Effect.gen(function* () {
      const folder = yield* makeFolder
      const script = "( : < /dev/stdin && : > /dev/stdout && : > /dev/stderr ) && exit 0; exit 9"
      const { ending } = yield* run(folder, script)
      const opened = { _tag: "Exited" as const, code: socketStreams(process.env.PATH ?? "").length === 0 ? 0 : 9 }
      assert.deepStrictEqual(ending, opened)
    }).pipe(Effect.provide(layer()))
  )
})
