import process from "node:process"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { vi } from "vitest"
import { layer, makeFolder, run } from "./support.ts"

describe("signals", () => {
  it.live("after a normal end nothing is signalled, not even what goes on in the background (RUN-5)", () =>
    Effect.gen(function* () {
      const folder = yield* makeFolder
      const kill = vi.spyOn(process, "kill")
      yield* Effect.addFinalizer(() => Effect.sync(() => kill.mockRestore()))
      for (let count = 0; count < 20; count++) yield* run(folder, `exit ${count}`, { timeoutMs: 1_000 })
      yield* run(folder, "sleep 3 & exit 2", { timeoutMs: 1_200 })
      yield* Effect.sleep(1_500)
      assert.deepStrictEqual(kill.mock.calls, [])
      yield* run(folder, "sleep 600", { timeoutMs: 100 })
      assert.isNotEmpty(kill.mock.calls)
    }).pipe(Effect.provide(layer()))
  )
})
