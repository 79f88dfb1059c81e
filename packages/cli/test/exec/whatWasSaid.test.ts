import { assert, describe, it } from "@effect/vitest"
import type { Reason } from "@pawl/core"
import { record } from "@pawl/core/testing"
import { purposeOf } from "pawl/exec/whatWasSaid"

const by = (hook: string, text: string, more: Partial<Reason> = {}): Reason => ({
  text,
  author: "hook",
  cause: "hook",
  binding: hook,
  ...more
})

describe("what a reason is for (CLI-15)", () => {
  const records = [
    record({ verdict: "ask", reasons: [by("a", "sure?")] }, "a"),
    record({ verdict: "deny", reasons: [by("b", "no")] }, "b"),
    record({ halt: by("c", "stop") }, "c"),
    record({ verdict: "allow" }, "d")
  ]

  it.each([
    ["a", "asked"],
    ["b", "denied"],
    ["c", "denied"],
    ["d", "info"],
    ["of no hook", "denied"]
  ] as const)("follows what the hook %s has answered", (hook, purpose) => {
    assert.strictEqual(purposeOf(by(hook, "why"), { records }), purpose)
  })

  it("is a denial where Pawl refuses what a hook asked for", () => {
    assert.strictEqual(purposeOf(by("d", "asked for too much", { cause: "unsupported-effect" }), { records }), "denied")
  })
})
