import { describe, it } from "@effect/vitest"
import { runnerContract } from "@pawl/core/testing"
import { lackedPrograms } from "@pawl/runner-node/testing"
import * as Effect from "effect/Effect"
import { readyLayer } from "./support.ts"

const settings = { places: 4, graceMs: 600 }
// The time counts in the best of a few attempts.
const patienceMs = 120_000
// A broker that reads a flood on a machine that is busy with much else may be slow to answer.
const silenceMs = 9_000
const contract = runnerContract({ ...settings, slackMs: 9_000, lacks: lackedPrograms() })

describe.concurrent("the contract of runners, held by the one that starts hooks through a broker", () => {
  for (const { name, check, skipped } of contract) {
    it.live.skipIf(skipped !== undefined)(
      name,
      () => Effect.provide(check, readyLayer({ ...settings, silenceMs })),
      patienceMs
    )
  }
})
