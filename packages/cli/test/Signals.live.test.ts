import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { Signals } from "pawl/Signals"

describe("Signals (CLI-20)", () => {
  it.live("one that came while this process was busy is not overtaken by what it was busy with", () =>
    Effect.gen(function* () {
      const signals = yield* Signals
      process.kill(process.pid, "SIGHUP")
      const until = performance.now() + 50
      while (performance.now() < until);
      assert.isTrue(Option.isNone(yield* Effect.timeoutOption(signals.none, 500)))
      assert.strictEqual(yield* signals.first, "SIGHUP")
    }).pipe(Effect.provide(Signals.layer))
  )

  it.live("goes on where none has come", () =>
    Signals.use((signals) => signals.none).pipe(Effect.provide(Signals.layer))
  )
})
