import { assert, describe, it } from "@effect/vitest"
import { actionOf, boundaryOf, coreBoundaries, Payload, pathsNamedBy } from "@pawl/core"

describe("Payload (CORE-8)", () => {
  it("has one shape for each moment of core, and one for every other", () => {
    assert.sameMembers(Object.keys(Payload.cases), [...Object.keys(coreBoundaries), "extension"])
  })

  it("belongs to the moment of its tag, or to the one that it names", () => {
    assert.strictEqual(boundaryOf({ _tag: "workspace.open" }), "workspace.open")
    assert.strictEqual(boundaryOf({ _tag: "extension", boundary: "acme/plan", data: 1 }), "acme/plan")
  })

  it("is about an action at the moments of a tool only", () => {
    const action = { _tag: "WebFetch", url: "u" } as const
    assert.strictEqual(actionOf({ _tag: "tool.permission_request", action }), action)
    assert.isUndefined(actionOf({ _tag: "agent.thought", text: "" }))
  })

  it("names a path, its attachments and changed files (CORE-6)", () => {
    const attachments = [{ kind: "rule", path: "r" }] as const
    assert.deepStrictEqual(pathsNamedBy({ _tag: "file.exposure", path: "p", attachments }), ["p", "r"])
    assert.deepStrictEqual(pathsNamedBy({ _tag: "subagent.stop", status: "error", modifiedFiles: ["m"] }), ["m"])
    assert.deepStrictEqual(pathsNamedBy({ _tag: "subagent.stop", status: "error" }), [])
    assert.deepStrictEqual(pathsNamedBy({ _tag: "workspace.open" }), [])
  })
})
