import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { run } from "./support/pawl.ts"

const source = new URL("../src/run.ts", import.meta.url).href
const effect = import.meta.resolve("effect/Effect")

/** Runs a program to its end, as a command does, in a process of its own. */
const toEnd = (program: string) =>
  run(process.execPath, [
    "--conditions=@pawl/source",
    "--input-type=module",
    "--eval",
    `import * as Effect from ${JSON.stringify(effect)}
     import { runToEnd } from ${JSON.stringify(source)}
     runToEnd(${program})`
  ])

describe.concurrent("a program that fails by no fault of its caller (CLI-8)", () => {
  it.live("and waits for what never comes does not end well", () =>
    Effect.gen(function* () {
      const ran = yield* toEnd("Effect.callback(() => {})")
      const stderr = "pawl: failed because of a mistake of its own: nothing is left to wait for\n"
      assert.deepInclude(ran, { code: 125, stdout: "", stderr })
    })
  )

  it.live("says what it has run into, and what the system refuses", () =>
    Effect.gen(function* () {
      const own = yield* toEnd(`Effect.die(new Error("off by one\\nat somewhere"))`)
      assert.deepInclude(own, { code: 125, stderr: "pawl: failed because of a mistake of its own: off by one\n" })
      const later = yield* toEnd(`Effect.callback(() => { setTimeout(() => { throw new Error("later") }, 1) })`)
      assert.deepInclude(later, { code: 125, stderr: "pawl: failed because of a mistake of its own: later\n" })
      const full = `Object.assign(new Error("spawn /bin/sh EMFILE"), { code: "EMFILE" })`
      const refused = yield* toEnd(`Effect.die(${full})`)
      assert.deepInclude(refused, {
        code: 125,
        stderr: "pawl: the system refused what it needs: spawn /bin/sh EMFILE\n"
      })
    })
  )
})
