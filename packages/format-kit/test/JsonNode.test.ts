import { assert, describe, it } from "@effect/vitest"
import { duplicateKeys, type JsonNode, lastMember, membersNamed, readJsonDocument, toJson } from "@pawl/format-kit"
import { jsonValues } from "./support/arbitraries.ts"

const read = (text: string): JsonNode => {
  const { root } = readJsonDocument(text)
  assert(root !== undefined)
  return root
}

describe("a JSON value that was read", () => {
  const node = read('{"a": 1, "b": 2, "\\u0061": 3}')

  it("keeps every member of one name, however it is spelt (KIT-2, KIT-3)", () => {
    assert.deepStrictEqual(
      membersNamed(node, "a").map(({ value }) => toJson(value)),
      [1, 3]
    )
    assert.deepStrictEqual(duplicateKeys(node), [
      {
        key: "a",
        places: [
          { line: 1, column: 2, at: "a" },
          { line: 1, column: 18, at: "a" }
        ]
      }
    ])
  })

  it("becomes a plain value in which the last member of a name counts (KIT-3)", () => {
    assert.deepStrictEqual(toJson(node), { a: 3, b: 2 })
    assert.strictEqual(lastMember(node, "a")?.value.place.column, 28)
  })

  it("has no members when it is no object (KIT-3)", () => {
    assert.deepStrictEqual(membersNamed(read("[1]"), "0"), [])
    assert.deepStrictEqual(duplicateKeys(read('"a"')), [])
    assert.isUndefined(lastMember(read("null"), "a"))
  })

  it("takes __proto__ and constructor for ordinary names (KIT-3)", () => {
    const value = toJson(read('{"__proto__": {"polluted": true}, "constructor": 1}'))
    assert.deepStrictEqual(Object.keys(value ?? {}), ["__proto__", "constructor"])
    assert.strictEqual(Object.getPrototypeOf(value), Object.prototype)
    assert.strictEqual(JSON.stringify(value), '{"__proto__":{"polluted":true},"constructor":1}')
    assert.deepStrictEqual(membersNamed(read("{}"), "__proto__"), [])
  })

  it("keeps numbers as they are (KIT-3)", () => {
    assert.deepStrictEqual(toJson(read("[-0, 1e999, 0.1, 12345678901234567890]")), [
      -0,
      Number.POSITIVE_INFINITY,
      0.1,
      Number("12345678901234567890")
    ])
  })

  it.prop("is the value that was written (KIT-2, KIT-3)", { value: jsonValues }, ({ value }) => {
    const text = JSON.stringify(value, undefined, 2)
    assert.deepStrictEqual(toJson(read(text)), JSON.parse(text))
    assert.strictEqual(JSON.stringify(toJson(read(text)), undefined, 2), text)
  })
})
