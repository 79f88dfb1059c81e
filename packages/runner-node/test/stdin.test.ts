import fs from "node:fs"
import process from "node:process"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { unnamedFile } from "../src/unnamedFile.ts"
import { layer, makeFolder, run, textOf } from "./support.ts"

const onLinux = it.live.skipIf(process.platform !== "linux")

describe.concurrent("stdin that is a file without a name", () => {
  const node = JSON.stringify(process.execPath)
  for (const [name, command] of [
    ["cat", "cat"],
    ["/dev/stdin opened by name", "cat /dev/stdin"],
    ["/proc/self/fd/0", "cat < /proc/self/fd/0"],
    ["twice by name", "cat /dev/stdin > /dev/null; cat /dev/stdin"],
    ["read, a line at a time", "while IFS= read -r line; do printf '%s\\n' \"$line\"; done"],
    ["Node's readFileSync by name", `${node} -e 'process.stdout.write(fs.readFileSync("/dev/stdin"))'`],
    ["Node's readFileSync by number", `${node} -e 'process.stdout.write(fs.readFileSync(0))'`],
    ["Node's stream", `${node} -e 'process.stdin.pipe(process.stdout)'`]
  ] as const) {
    onLinux(`is read with ${name} (RUN-25)`, () =>
      Effect.gen(function* () {
        const folder = yield* makeFolder
        const payload = "one\ntwo\n"
        const outcome = yield* run(folder, `set -eu\n${command}\nexit 2`, { stdin: Buffer.from(payload) })
        assert.deepStrictEqual([textOf(outcome), outcome.ending], [payload, { _tag: "Exited", code: 2 }])
      }).pipe(Effect.provide(layer()))
    )
  }

  onLinux("cannot be written to, and has no name (RUN-25)", () =>
    Effect.gen(function* () {
      const folder = yield* makeFolder
      const script = "( echo changed >&0 ) 2> /dev/null || printf 'read only '; readlink /proc/self/fd/0"
      assert.match(textOf(yield* run(folder, script)), /^read only .*\(deleted\)$/m)
    }).pipe(Effect.provide(layer()))
  )

  onLinux("holds every byte, from the start (RUN-25)", () =>
    Effect.sync(() => {
      const bytes = new Uint8Array(200_000).map((_, index) => index % 251)
      const file = unnamedFile(bytes)
      assert.isDefined(file)
      if (file === undefined) return
      assert.deepStrictEqual(fs.readFileSync(file), Buffer.from(bytes))
      fs.closeSync(file)
    })
  )
})
