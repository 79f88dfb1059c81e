import { assert, describe, it } from "@effect/vitest"
import { HookRunner } from "@pawl/core"
import * as Effect from "effect/Effect"

describe("HookRunner.layerUnavailable (CORE-31)", () => {
  it.effect("fails every spawn as an outcome, never as an error", () =>
    Effect.gen(function* () {
      const { ending } = yield* HookRunner.use((runner) =>
        runner.run({
          binding: "a",
          format: "f",
          event: "e",
          handler: { _tag: "Shell", command: "true" },
          workingDirectory: "/",
          sessionEnv: {},
          identityEnv: {},
          notInherited: [],
          outerInvocations: [],
          stdin: new Uint8Array(0),
          timeoutMs: 1,
          beforeOperation: true
        })
      )
      assert.deepInclude(ending, { _tag: "SpawnFailed", errno: "ENOSYS" })
    }).pipe(Effect.provide(HookRunner.layerUnavailable))
  )
})
