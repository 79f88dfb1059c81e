import { describe, it } from "@effect/vitest"
import { runnerContract } from "@pawl/core/testing"
import { nodeHookRunner } from "@pawl/runner-node"
import { nodeRunnerProbe } from "@pawl/runner-node/testing"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

const settings = { places: 4, graceMs: 200 }

describe.concurrent("the contract of runners, held by the one that starts hooks itself", () => {
  for (const { name, check } of runnerContract(settings)) {
    it.live(name, () => Effect.provide(check, Layer.merge(nodeHookRunner(settings), nodeRunnerProbe)))
  }
})
