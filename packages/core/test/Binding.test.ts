import { assert, describe, it } from "@effect/vitest"
import { bindingId, commandOf, failurePolicy } from "@pawl/core"

describe("Binding (CORE-22, CORE-23)", () => {
  it("is called by its file, its event and its place in the list", () => {
    assert.strictEqual(bindingId("~/hooks.json", "stop", 2), "~/hooks.json#stop[2]")
  })

  it.each([
    [{ _tag: "Shell", command: "a  'b'" }, "a  'b'"],
    [{ _tag: "Exec", program: "p", arguments: ["x", "y z"] }, "p x y z"],
    [{ _tag: "Unusable", label: "?" }, "?"]
  ] as const)("shows %j as %s", (handler, expected) => {
    assert.strictEqual(commandOf(handler), expected)
  })

  it("answers every kind of failure alike when told to", () => {
    assert.deepStrictEqual([...new Set(Object.values(failurePolicy("closed")))], ["closed"])
    assert.strictEqual(Object.keys(failurePolicy("open")).length, 6)
  })
})
