import { assert, describe, it } from "@effect/vitest"
import { placesOf, readJsonDocument } from "@pawl/format-kit"
import { jsonTexts } from "./support/arbitraries.ts"

describe("a place", () => {
  it("counts lines that end at LF, CRLF and a lone CR (KIT-1)", () => {
    const text = "a\nb\r\nc\rd"
    const { placeAt } = placesOf(text)
    assert.deepStrictEqual(
      ["a", "b", "c", "d"].map((letter) => placeAt(text.indexOf(letter))),
      [1, 2, 3, 4].map((line) => ({ line, column: 1 }))
    )
  })

  it("counts a tab as one column and an astral character as two (KIT-1)", () => {
    assert.deepStrictEqual(placesOf("\t😀x").placeAt(3), { line: 1, column: 4 })
  })

  it("may lie behind the last character (KIT-1)", () => {
    assert.deepStrictEqual(placesOf("a\n").placeAt(2), { line: 2, column: 1 })
  })

  it("can be asked for in any order (KIT-1)", () => {
    const { placeAt } = placesOf("a\nb\nc")
    assert.deepStrictEqual(
      [4, 0, 2, 0].map((offset) => placeAt(offset).line),
      [3, 1, 2, 1]
    )
  })

  it.prop(
    "is where the lines before it end, for every offset of every text (KIT-1)",
    { text: jsonTexts },
    ({ text }) => {
      const { placeAt } = placesOf(text)
      for (let offset = 0; offset <= text.length; offset++) {
        // Right behind the CR of a CRLF there is no line start: both belong to the line before.
        if (text[offset - 1] === "\r" && text[offset] === "\n") continue
        const lines = text.slice(0, offset).split(/\r\n|\n|\r/)
        assert.deepStrictEqual(placeAt(offset), { line: lines.length, column: (lines.at(-1) ?? "").length + 1 })
      }
    }
  )

  it.each(["\n", "\r\n", "\r"])(
    "points at the character that it is about, with lines that end in %j (KIT-1, KIT-2)",
    (end) => {
      const lines = ["{", '\t"😀": [1,', '  "two", {"three": null}]', "}"]
      const { root } = readJsonDocument(lines.join(end))
      assert(root?._tag === "Object")
      const [member] = root.members
      assert(member?.value._tag === "Array")
      const [one, two, three] = member.value.items
      assert(three?._tag === "Object")
      const characterAt = (place: { readonly line: number; readonly column: number } | undefined) =>
        place === undefined ? undefined : lines[place.line - 1]?.slice(place.column - 1, place.column + 2)
      assert.deepStrictEqual(
        [member.keyPlace, member.value.place, one?.place, two?.place, three.place, three.members[0]?.keyPlace].map(
          characterAt
        ),
        ['"😀', "[1,", "1,", '"tw', '{"t', '"th']
      )
    }
  )

  it("names the path of a value, quoting keys that are no plain words (KIT-2)", () => {
    const { root } = readJsonDocument('{"hooks": {"a b": [0, {"x": 1}]}}')
    assert(root?._tag === "Object")
    const hooks = root.members[0]?.value
    assert(hooks?._tag === "Object")
    const list = hooks.members[0]?.value
    assert(list?._tag === "Array")
    const second = list.items[1]
    assert(second?._tag === "Object")
    assert.deepStrictEqual(
      [root.place.at, hooks.place.at, list.place.at, second.place.at, second.members[0]?.value.place.at],
      [undefined, "hooks", 'hooks["a b"]', 'hooks["a b"][1]', 'hooks["a b"][1].x']
    )
  })
})
