import { assert, describe, it } from "@effect/vitest"
import { coreCodes, limits, neverTaken, reservedPrefixes, takeSessionEnv } from "@pawl/core"
import * as Schema from "effect/Schema"

const taken = (variables: Record<string, string>, reserved: ReadonlyArray<string> = []) =>
  takeSessionEnv(variables, "a", reserved)

describe("takeSessionEnv (CORE-53)", () => {
  it("takes what is harmless", () => {
    assert.deepStrictEqual(taken({ TOKEN: "1", pathway: "2", ENVIRONMENT: "3" }), {
      variables: { TOKEN: "1", pathway: "2", ENVIRONMENT: "3" },
      diagnostics: []
    })
  })

  it.each(neverTaken.names)("never takes %s, in any case", (name) => {
    for (const spelling of [name, name.toLowerCase()]) {
      const { diagnostics, variables } = taken({ [spelling]: "x" })
      assert.deepStrictEqual(variables, {})
      assert.deepStrictEqual(
        diagnostics.map((each) => [each.code, each.severity, each.binding]),
        [[coreCodes.sessionEnvRefused, "warning", "a"]]
      )
      assert.include(diagnostics[0]?.message, spelling)
    }
  })

  it.each(neverTaken.prefixes)("never takes a name that starts with %s", (prefix) => {
    assert.deepStrictEqual(taken({ [`${prefix}X`]: "x", [`${prefix.toLowerCase()}x`]: "x" }).variables, {})
  })

  it("never takes a name under which a format carries the identity", () => {
    const reserved = reservedPrefixes({
      aliases: (identity) => ({
        ACME_PROJECT: identity.projectDirectory,
        ACME_MAIL: identity.userEmail ?? "",
        BARE: identity.runId ?? ""
      })
    })
    assert.deepStrictEqual(reserved, ["ACME_", "BARE"])
    assert.deepStrictEqual(taken({ ACME_ANYTHING: "1", acme_x: "1", BARE: "1", KEPT: "1" }, reserved).variables, {
      KEPT: "1"
    })
  })

  it("never takes what no process can be given", () => {
    const { diagnostics, variables } = taken({ "": "x", "A=B": "x", "A\0": "x", B: "x\0y" })
    assert.deepStrictEqual(variables, {})
    assert.strictEqual(diagnostics.length, 4)
  })

  it("takes no more names and no more bytes than the limits allow, and says how many it left out (CORE-49)", () => {
    const many = Object.fromEntries(Array.from({ length: limits.sessionEnvNames + 3 }, (_, i) => [`N${i}`, "v"]))
    const cut = taken(many)
    assert.strictEqual(Object.keys(cut.variables).length, limits.sessionEnvNames)
    assert.deepStrictEqual(
      cut.diagnostics.map((each) => each.code),
      [coreCodes.sessionEnvCut]
    )
    assert.match(cut.diagnostics[0]?.message ?? "", /^3 /)
    const large = taken({ BIG: "é".repeat(limits.sessionEnvBytes / 2), SMALL: "x" })
    assert.deepStrictEqual(large.variables, { SMALL: "x" })
  })

  it.prop(
    "never takes a name from the table, whatever else there is",
    { variables: Schema.Record(Schema.String, Schema.String), name: Schema.Literals(neverTaken.names) },
    ({ name, variables }) => {
      assert.notProperty(taken({ ...variables, [name]: "x" }).variables, name)
    }
  )
})
