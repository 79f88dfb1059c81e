import { describe, it } from "@effect/vitest"
import { runnerContract } from "@pawl/core/testing"
import { lackedPrograms } from "@pawl/runner-node/testing"
import * as Effect from "effect/Effect"
import { layer } from "./support.ts"

const settings = { places: 4, graceMs: 600 }
// The time counts in the best of a few attempts.
const patienceMs = 120_000
// All other tests may be running beside this one on two cores; a hook that is waited for takes minutes.
const contract = runnerContract({ ...settings, slackMs: 9_000, lacks: lackedPrograms() })

describe.concurrent("the contract of runners, held by the one that starts hooks itself", () => {
  for (const { name, check, skipped } of contract) {
    it.live.skipIf(skipped !== undefined)(name, () => Effect.provide(check, layer(settings)), patienceMs)
  }
})

// The way that is left where there are no files without a name and no FIFOs; only what has to do with streams can differ,
// and what is opened by name does.
const aboutStreams = /\(RUN-(4|14|15)\)|stdin|stdout|stderr|reads|exit-2/
const byName = /^idiom-/

describe.concurrent("the same with sockets for all streams", () => {
  for (const { name, check } of contract.filter((row) => aboutStreams.test(row.name) && !byName.test(row.name))) {
    it.live(name, () => Effect.provide(check, layer({ ...settings, stdin: "socket", output: "socket" })), patienceMs)
  }
})
