import process from "node:process"
import { assert, describe, it } from "@effect/vitest"
import { RunnerProbe } from "@pawl/core/testing"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { layer, makeFolder, run } from "./support.ts"

/** More than one in twenty got away before the group was stopped for the look that comes before the signal. */
const rounds = 120

const startsAnEscape = `env -i setsid sleep 600 &
echo "$!" > child
wait`

/** Goes on a given time later, to a part of a millisecond. */
const soon = (milliseconds: number) =>
  Effect.callback<void>((resume) => {
    const until = performance.now() + milliseconds
    const spin = (): unknown => (performance.now() < until ? setImmediate(spin) : resume(Effect.void))
    spin()
  })

describe("a hook that is interrupted just when it starts somebody who clears its variables and leaves its session", () => {
  it.live.skipIf(process.platform !== "linux")("does not leave anybody behind (RUN-11, RUN-33)", () =>
    Effect.gen(function* () {
      const probe = yield* RunnerProbe
      yield* run(yield* makeFolder, "exit 0")
      let started = 0
      for (let round = 0; round < rounds; round++) {
        const folder = yield* makeFolder
        const fiber = yield* Effect.forkScoped(run(folder, startsAnEscape), { startImmediately: true })
        yield* soon((round % 40) / 8)
        yield* Fiber.interrupt(fiber)
        const child = Number((yield* probe.read(folder, "child")).trim())
        if (child === 0) continue
        started++
        const isAlive = yield* probe.isAlive(child)
        if (isAlive) yield* probe.kill(child)
        assert.isFalse(isAlive, `round ${round}`)
      }
      assert.isAbove(started, 0)
    }).pipe(Effect.scoped, Effect.provide(layer()))
  )
})
