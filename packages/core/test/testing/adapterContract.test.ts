import { assert, describe, it } from "@effect/vitest"
import { adapterContract } from "@pawl/core/testing"
import { recordingContract } from "./recording.ts"

describe("the recording format keeps the contract", () => {
  for (const { name, check } of adapterContract(recordingContract())) it.effect(name, () => check)
})

it("every law has a name of its own, and the id of a rule", () => {
  const cases = adapterContract(recordingContract())
  assert.strictEqual(new Set(cases.map((c) => c.name)).size, cases.length)
  assert.isTrue(cases.every(({ rule }) => /^CORE-\d+$/.test(rule)))
})
