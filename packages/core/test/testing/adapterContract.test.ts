import { assert, describe, it } from "@effect/vitest"
import { adapterContract, extensionMoment, RecordingAdapter } from "@pawl/core/testing"
import { recordingContract } from "./recording.ts"

describe("the recording format keeps the contract", () => {
  for (const { name, check } of adapterContract(recordingContract())) it.effect(name, () => check)
})

describe("a format with a moment of its own keeps the contract as well", () => {
  const boundaries = [
    { id: "acme/plan.review", beforeOperation: true, gate: "verdict", defaultTimeoutMs: 1_000 }
  ] as const
  const contract = adapterContract({
    layer: RecordingAdapter.layer({ overrides: { boundaries } }),
    hooks: ['{"boundary":"acme/plan.review","command":"./review.sh"}'],
    events: [
      {
        event: "acme/plan.review",
        envelope: extensionMoment("acme/plan.review", { plan: "all of it" }),
        deny: ['{"verdict":"deny"}'],
        allow: ['{"verdict":"allow"}'],
        undocumented: ['{"followUp":"another plan"}']
      }
    ],
    runs: 20
  })
  for (const { name, check } of contract) it.effect(name, () => check)
})

it("every law has a name of its own, and the id of a rule", () => {
  const cases = adapterContract(recordingContract())
  assert.strictEqual(new Set(cases.map((c) => c.name)).size, cases.length)
  assert.isTrue(cases.every(({ rule }) => /^CORE-\d+$/.test(rule)))
})
