import { assert, describe, it } from "@effect/vitest"
import { type CoreBoundaryId, coreBoundaries, withheldEffects } from "@pawl/core"

const fault = { text: "ours", cause: "engine", code: "x/y", binding: "a" } as const
const at = (id: CoreBoundaryId) => withheldEffects({ id, ...coreBoundaries[id] }, fault)
const reason = { text: "ours", author: "engine", cause: "engine", binding: "a" } as const

describe("withheldEffects (CORE-11)", () => {
  it("is a denial before an operation", () => {
    assert.deepInclude(at("tool.pre"), { verdict: "deny", reasons: [reason], diagnostics: [] })
  })

  it("is a halt where a prompt can be held", () => {
    assert.deepInclude(at("prompt.submit"), { verdict: "none", halt: reason, reasons: [reason] })
  })

  it("is a report afterwards, and never silent anywhere", () => {
    for (const id of ["tool.result", "turn.stop", "session.end"] as const) {
      assert.deepInclude(at(id), { verdict: "none", reasons: [] })
      assert.deepStrictEqual(at(id).diagnostics, [{ code: "x/y", severity: "error", message: "ours", binding: "a" }])
    }
  })

  it("names no hook when it is about none", () => {
    const { binding: _, ...general } = fault
    assert.notProperty(
      withheldEffects({ id: "tool.pre", ...coreBoundaries["tool.pre"] }, general).reasons[0],
      "binding"
    )
  })
})
