import { assert, describe, it } from "@effect/vitest"
import { Channel, channels } from "@pawl/core"

describe("Channel (CORE-16, CORE-17)", () => {
  it("has a row for each, with words that fit into a refusal", () => {
    assert.sameMembers(Object.keys(channels), [...Channel.literals])
    for (const { asked, purpose } of Object.values(channels)) {
      assert.match(asked, /^(asked to|filled) /)
      assert.match(purpose, /^[a-z]+s /)
    }
  })

  it("controls something by a verdict, a replacement, a halt and a continuation", () => {
    assert.deepStrictEqual(
      Channel.literals.filter((channel) => channels[channel].controls),
      ["verdict", "replacement-input", "replacement-result", "halt", "continuation"]
    )
  })
})
