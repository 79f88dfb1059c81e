import { assert, describe, it } from "@effect/vitest"
import { byteLength, capText, cleanText, escapeText } from "@pawl/core"
import * as Arbitrary from "effect/Arbitrary"
import * as Schema from "effect/Schema"

const hostile = [
  "\u001b[31m",
  "\u001b]0;title\u0007",
  "\u001b",
  "\u009b1m",
  "\u009d",
  "\u0007",
  "\r",
  "\n",
  "\t",
  "\u0000",
  "\u007f",
  "\u202e",
  "\u2066",
  "\u2028",
  "\u{e0041}",
  "a",
  "é",
  "€",
  "😀",
  "[31m",
  "\\"
]
const Piece = Schema.Literals(hostile)
/** Texts that are mostly what a terminal must not get. */
const Hostile = Arbitrary.map(Arbitrary.array(Arbitrary.schema(Piece), { maxLength: 12 }), (pieces) => pieces.join(""))

const isControl = (code: number) => code < 0x20 || (code >= 0x7f && code <= 0x9f)
const isReordering = (code: number) =>
  [0x61c, 0x200e, 0x200f, 0x2028, 0x2029].includes(code) ||
  (code >= 0x202a && code <= 0x202e) ||
  (code >= 0x2066 && code <= 0x2069)
const codesOf = (text: string) => Array.from(text, (character) => character.codePointAt(0) ?? 0)

describe("cleanText (CORE-21)", () => {
  it.each([
    ["\u001b[31mno\u001b[0m\r\n", "no"],
    ["\u001b]0;title\u0007text", "text"],
    ["\u001b]8;;http://x\u001b\\link", "link"],
    ["a\u009b31mb", "ab"],
    ["one\n\ttwo", "one\n\ttwo"],
    ["abc\u202edef", "abcdef"],
    ["  ends  ", "ends"],
    ["👩\u200d💻", "👩\u200d💻"],
    ["[31m is no sequence", "[31m is no sequence"],
    ["\u001b[", ""],
    ["", ""]
  ])("%j becomes %j", (text, expected) => {
    assert.strictEqual(cleanText(text), expected)
  })

  it.prop("leaves no control character but newline and tab, and nothing that reorders", [Hostile], ([text]) => {
    for (const code of codesOf(cleanText(text))) {
      assert.isFalse(isReordering(code) || (isControl(code) && code !== 0x0a && code !== 0x09), code.toString(16))
    }
  })

  it.prop("finds nothing more the second time", [Hostile], ([text]) => {
    assert.strictEqual(cleanText(cleanText(text)), cleanText(text))
  })

  it.prop("leaves alone what is fit to be read", [Schema.String.check(Schema.isPattern(/^[a-z0-9 ]*$/))], ([text]) => {
    assert.strictEqual(cleanText(text), text.trim())
  })
})

describe("escapeText (CORE-21)", () => {
  it.each([
    ["rm\u001b[8m", "rm\\x1b[8m"],
    ["a\nb\tc\rd", "a\\nb\\tc\\rd"],
    ["\u202eabc", "\\u202eabc"],
    ["\u{e0041}", "\\u{e0041}"],
    ["a\u200bb\u200d\u2060\u206a", "a\\u200bb\\u200d\\u2060\\u206a"],
    ["\ufeff\u00ad\u034f\u115f\u1160", "\\ufeff\\xad\\u034f\\u115f\\u1160"],
    ["\u3164\uffa0\ufe0f\u180e\u{e0100}", "\\u3164\\uffa0\\ufe0f\\u180e\\u{e0100}"],
    ["é€😀", "é€😀"]
  ])("shows %j as %j", (text, expected) => {
    assert.strictEqual(escapeText(text), expected)
  })

  it.prop("leaves nothing that cannot be seen", [Hostile], ([text]) => {
    for (const code of codesOf(escapeText(text))) {
      assert.isFalse(isControl(code) || isReordering(code) || (code >= 0xe0000 && code <= 0xe007f), code.toString(16))
    }
  })

  it.prop("removes nothing that can be seen", [Hostile], ([text]) => {
    const shown = codesOf(escapeText(text))
    for (const code of codesOf(text)) {
      if (!isControl(code) && !isReordering(code) && code < 0xe0000) assert.include(shown, code)
    }
  })
})

describe("capText (CORE-49)", () => {
  it.each([
    ["abc", 3, "abc", false],
    ["abc", 2, "ab", true],
    ["aé", 2, "a", true],
    ["a😀b", 4, "a", true],
    ["a😀b", 5, "a😀", true],
    ["", 0, "", false],
    ["a", 0, "", true]
  ])("caps %j at %i bytes", (text, bytes, expected, cut) => {
    assert.deepStrictEqual(capText(text, bytes), { text: expected, cut })
  })

  it.prop(
    "keeps the longest beginning that fits, splits no character, and says when it cut",
    [Hostile, Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 40 }))],
    ([text, bytes]) => {
      const capped = capText(text, bytes)
      assert.isTrue(text.startsWith(capped.text))
      assert.isAtMost(byteLength(capped.text), bytes)
      assert.strictEqual(capped.cut, capped.text !== text)
      const [next] = Array.from(text.slice(capped.text.length))
      if (next !== undefined) assert.isAbove(byteLength(capped.text + next), bytes)
      assert.isTrue(capped.text.isWellFormed())
    }
  )
})
