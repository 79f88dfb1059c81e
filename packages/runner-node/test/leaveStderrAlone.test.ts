import childProcess from "node:child_process"
import process from "node:process"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { host, layer, makeFolder, run } from "./support.ts"

/** What the host has printed, with a pipe as its stderr. */
const flagsAround = (...words: ReadonlyArray<string>) =>
  Effect.callback<unknown>((resume) => {
    const [program = "", ...args] = host("sharedStderr")
    childProcess.execFile(program, [...args, ...words], (_error, stdout) =>
      resume(Effect.sync(() => JSON.parse(stdout)))
    )
  })

describe.skipIf(process.platform !== "linux")("what is seen through Node", () => {
  it.live("the end of a hook's streams leaves the host's stderr as it was, where Node would change it (RUN-27)", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* flagsAround("alone"), { same: true, usable: true })
      assert.deepStrictEqual(yield* flagsAround("node"), { same: false, usable: true })
    })
  )

  it.live("a death of a real-time signal comes from Node as exit 0, and what was said before counts (RUN-28)", () =>
    Effect.gen(function* () {
      const folder = yield* makeFolder
      for (const signal of [34, 40, 64]) {
        const outcome = yield* run(folder, `printf no; kill -${signal} $$; exit 2`)
        assert.deepStrictEqual(outcome.ending, { _tag: "Exited", code: 0 })
        assert.strictEqual(Buffer.from(outcome.stdout).toString(), "no")
      }
    }).pipe(Effect.provide(layer()))
  )
})
