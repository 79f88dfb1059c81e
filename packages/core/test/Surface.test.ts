import { assert, describe, it } from "@effect/vitest"
import { isHeadless, isRemote, Surface } from "@pawl/core"

describe("Surface (CORE-9)", () => {
  it("is headless where nobody can answer, and remote only in a fleet", () => {
    assert.deepStrictEqual(Surface.literals.filter(isHeadless), ["fleet-run", "command-line-run", "hidden-child"])
    assert.deepStrictEqual(Surface.literals.filter(isRemote), ["fleet-run"])
  })
})
