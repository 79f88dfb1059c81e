import { assert, describe, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import * as Schema from "effect/Schema"
import { variableNames } from "../src/VariableNames.ts"

/** Few letters, so that they repeat. */
const text = Arbitrary.schema(Schema.String.check(Schema.isPattern(/^[AB*]{0,8}$/)))
const name = Arbitrary.schema(Schema.String.check(Schema.isPattern(/^[AB]{0,8}$/)))

describe("names of variables", () => {
  it.prop(
    "a pattern means what the same one means to a regular expression (RUN-34)",
    [text, name],
    ([pattern, given]) => {
      const expression = new RegExp(`^${pattern.replaceAll("*", ".*")}$`)
      assert.strictEqual(variableNames([pattern])(given), expression.test(given))
    }
  )

  it("are exact without a star, and case counts (RUN-34)", () => {
    const isOurs = variableNames(["TOKEN", "A_*"])
    assert.deepStrictEqual(["TOKEN", "TOKENS", "MY_TOKEN", "token", "A_", "a_b", "A"].filter(isOurs), ["TOKEN", "A_"])
  })

  it("do not overlap themselves: a star is never less than nothing (RUN-34)", () => {
    assert.isFalse(variableNames(["ABA*ABA"])("ABABA"))
    assert.isTrue(variableNames(["ABA*ABA"])("ABAABA"))
  })
})
