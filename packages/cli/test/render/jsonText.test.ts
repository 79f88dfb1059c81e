import { assert, describe, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import * as Schema from "effect/Schema"
import { jsonText } from "pawl/render/jsonText"

const Piece = Schema.Literals([
  "\u009b31m",
  "\u009d",
  "\u007f",
  "\u202e",
  "\u2066",
  "\u2028",
  "\u{e0041}",
  "\u{e0100}",
  "\u200b",
  "\u3164",
  "\ufe0f",
  "\n",
  "\t",
  "\\",
  '"',
  "a",
  "😀"
])
const Text = Arbitrary.map(Arbitrary.array(Arbitrary.schema(Piece), { maxLength: 12 }), (pieces) => pieces.join(""))

describe("JSON that can be shown anywhere (CLI-6, CLI-31)", () => {
  it("writes what cannot be seen as escapes, in halves beyond 16 bits", () => {
    assert.strictEqual(jsonText(["\u009b\u{e0041}é😀"]), '[\n  "\\u009b\\udb40\\udc41é😀"\n]\n')
  })

  it("holds no half of a character, in keys neither: strict readers refuse the whole of it", () => {
    const shown = jsonText({ "k\ud800": ["\udc00a", { b: "x\ud83d" }], c: "\\ud800" })
    assert.notMatch(shown, /(?<!\\)\\u(?:d[89ab]|d[c-f])/)
    assert.deepStrictEqual(JSON.parse(shown), { "k\ufffd": ["\ufffda", { b: "x\ufffd" }], c: "\\ud800" })
  })

  it.prop("is read back as it was, and holds nothing that cannot be seen", [Text], ([text]) => {
    const value = { [text]: [text] }
    const shown = jsonText(value)
    assert.deepStrictEqual(JSON.parse(shown), value)
    assert.notMatch(shown.replaceAll("\n", ""), /[\p{Cc}\p{Cf}\u2028\u2029\p{Default_Ignorable_Code_Point}]/u)
  })
})
