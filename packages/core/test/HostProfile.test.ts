import { assert, describe, it } from "@effect/vitest"
import {
  Channel,
  coreBoundaries,
  everythingProfile,
  execProfile,
  type HostProfile,
  knowsBoundary,
  mcpProfile,
  referenceProfile,
  reports,
  supportOf
} from "@pawl/core"

const ids = Object.keys(coreBoundaries)
const reported = (profile: HostProfile) => ids.filter((id) => reports(profile, id))
const honouring = (profile: HostProfile, channel: Channel) =>
  ids.filter((id) => supportOf(profile, id).honours.includes(channel))

describe("referenceProfile (CORE-29)", () => {
  const shown = [
    "session.start",
    "prompt.submit",
    "tool.pre",
    "tool.result",
    "tool.failure",
    "agent.response",
    "agent.thought",
    "turn.stop"
  ]

  it("knows the fourteen moments of a conversation and none of an editor's", () => {
    assert.deepStrictEqual(
      ids.filter((id) => !knowsBoundary(referenceProfile, id)),
      ["tab.read", "tab.edit", "workspace.open"]
    )
    assert.strictEqual(Object.keys(referenceProfile.boundaries).length, 14)
  })

  it("reports eight of them, with shell and MCP but without file edits", () => {
    assert.deepStrictEqual(reported(referenceProfile), shown)
    for (const id of shown) {
      assert.isTrue(reports(referenceProfile, id, "shell") && reports(referenceProfile, id, "mcp"))
      assert.isFalse(reports(referenceProfile, id, "file.edit"))
    }
  })

  it("honours a verdict, notices, a halt, a continuation and session variables, each in its place, and nothing else", () => {
    const places: { readonly [C in Channel]?: ReadonlyArray<string> } = {
      verdict: ["tool.pre"],
      notice: shown,
      halt: ["prompt.submit"],
      continuation: ["turn.stop"],
      "session-env": ["session.start"]
    }
    for (const channel of Channel.literals) {
      assert.deepStrictEqual(honouring(referenceProfile, channel), places[channel] ?? [], channel)
    }
    assert.strictEqual(referenceProfile.continuationCap, 8)
    assert.deepStrictEqual(referenceProfile.extensions, [])
  })
})

describe("the other profiles", () => {
  it("everythingProfile knows, reports and honours all that core has (CORE-27)", () => {
    assert.deepStrictEqual(reported(everythingProfile), ids)
    for (const channel of Channel.literals) assert.deepStrictEqual(honouring(everythingProfile, channel), ids)
    assert.isTrue(reports(everythingProfile, "tool.result", "file.edit"))
  })

  it("execProfile reports one shell command before and after, and takes a verdict, notices and a replaced command (CORE-28)", () => {
    assert.deepStrictEqual(reported(execProfile), ["tool.pre", "tool.result", "tool.failure"])
    assert.isFalse(reports(execProfile, "tool.pre", "mcp"))
    assert.deepStrictEqual(honouring(execProfile, "verdict"), ["tool.pre"])
    assert.deepStrictEqual(
      Channel.literals.filter((channel) => honouring(execProfile, channel).length > 0),
      ["verdict", "notice", "replacement-input"]
    )
    assert.deepStrictEqual(honouring(execProfile, "replacement-input"), ["tool.pre"])
  })

  it("mcpProfile reports one call of an MCP tool before and after, and takes a verdict, notices and both replacements (CORE-66)", () => {
    assert.deepStrictEqual(reported(mcpProfile), ["tool.pre", "tool.result", "tool.failure"])
    for (const id of reported(mcpProfile)) {
      assert.isTrue(reports(mcpProfile, id, "mcp"))
      assert.isFalse(reports(mcpProfile, id, "shell") || reports(mcpProfile, id, "file.edit"))
    }
    const places: { readonly [C in Channel]?: ReadonlyArray<string> } = {
      verdict: ["tool.pre"],
      notice: reported(mcpProfile),
      "replacement-input": ["tool.pre"],
      "replacement-result": ["tool.result"]
    }
    for (const channel of Channel.literals) {
      assert.deepStrictEqual(honouring(mcpProfile, channel), places[channel] ?? [], channel)
    }
    assert.strictEqual(mcpProfile.continuationCap, null)
  })

  it("a moment without a row is neither known, reported nor honoured, whatever its name (CORE-26)", () => {
    for (const id of ["acme/plan", "__proto__", "constructor", "toString"]) {
      assert.isFalse(knowsBoundary(everythingProfile, id))
      assert.isFalse(reports(everythingProfile, id))
      assert.deepStrictEqual(supportOf(everythingProfile, id).honours, [])
    }
  })
})
