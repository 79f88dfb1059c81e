import { assert, describe, it } from "@effect/vitest"
import {
  arrayField,
  booleanField,
  type JsonNode,
  numberField,
  objectField,
  readJsonDocument,
  stringField,
  toJson
} from "@pawl/format-kit"

const read = (text: string): JsonNode => {
  const { root } = readJsonDocument(text)
  assert(root !== undefined)
  return root
}

describe("a field", () => {
  const node = read('{"s": "x", "b": false, "n": 0, "o": {"k": 1}, "a": [1], "z": null, "s2": "x", "s2": 1}')

  it("is there with its value and both its places (KIT-9)", () => {
    assert.deepStrictEqual(stringField(node, "s"), {
      _tag: "Present",
      value: "x",
      place: { line: 1, column: 7, at: "s" },
      keyPlace: { line: 1, column: 2, at: "s" }
    })
    const flag = booleanField(node, "b")
    assert(flag._tag === "Present")
    assert.isFalse(flag.value)
    const number = numberField(node, "n")
    assert(number._tag === "Present")
    assert.strictEqual(number.value, 0)
    const object = objectField(node, "o")
    assert(object._tag === "Present")
    assert.deepStrictEqual(toJson(object.value), { k: 1 })
    const array = arrayField(node, "a")
    assert(array._tag === "Present")
    assert.strictEqual(array.value.items.length, 1)
  })

  it("is absent when its key is, and when the node is no object (KIT-9)", () => {
    assert.deepStrictEqual(stringField(node, "toString"), { _tag: "Absent" })
    assert.deepStrictEqual(stringField(read('["s"]'), "0"), { _tag: "Absent" })
  })

  it("of another type says which was expected and which was found; null is a type (KIT-9)", () => {
    assert.deepStrictEqual(numberField(node, "s"), {
      _tag: "WrongType",
      expected: "Number",
      found: "String",
      place: { line: 1, column: 7, at: "s" },
      keyPlace: { line: 1, column: 2, at: "s" }
    })
    const nothing = booleanField(node, "z")
    assert(nothing._tag === "WrongType")
    assert.strictEqual(nothing.found, "Null")
    for (const reader of [stringField, booleanField, numberField, objectField, arrayField]) {
      assert.strictEqual(reader(node, "z")._tag, "WrongType")
    }
  })

  it("that occurs twice keeps each occurrence, right or wrong (KIT-9)", () => {
    const twice = stringField(node, "s2")
    assert(twice._tag === "Repeated")
    assert.deepStrictEqual(
      twice.all.map(({ _tag }) => _tag),
      ["Present", "WrongType"]
    )
    assert.deepStrictEqual(
      twice.places,
      twice.all.map(({ keyPlace }) => keyPlace)
    )
  })
})
