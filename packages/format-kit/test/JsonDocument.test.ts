import { assert, describe, it } from "@effect/vitest"
import { readJsonDocument, toJson } from "@pawl/format-kit"
import * as Schema from "effect/Schema"
import { jsonTexts } from "./support/arbitraries.ts"

/** Each problem as `line:column message -> hint`. */
const problemsOf = (text: string): ReadonlyArray<string> =>
  readJsonDocument(text).problems.map(
    ({ message, place, hint }) => `${place.line}:${place.column} ${message}${hint === undefined ? "" : ` -> ${hint}`}`
  )

const readValue = (text: string) => {
  const { root } = readJsonDocument(text)
  return root === undefined ? "nothing" : toJson(root)
}

describe("a configuration text", () => {
  it("may have what people write in such files, and the first of each is told (KIT-5)", () => {
    const { root, problems, relaxations } = readJsonDocument('\uFEFF{\r\n "a": [1,], // one\r\n /* two */ "b": 2,\r\n}')
    assert.deepStrictEqual(problems, [])
    assert.deepStrictEqual(root === undefined ? undefined : toJson(root), { a: [1], b: 2 })
    assert.deepStrictEqual(relaxations, [
      { kind: "byte-order-mark", place: { line: 1, column: 1 } },
      { kind: "crlf", place: { line: 1, column: 2 } },
      { kind: "trailing-comma", place: { line: 2, column: 9 } },
      { kind: "comment", place: { line: 2, column: 13 } }
    ])
  })

  it("is told nothing of when it is plain JSON (KIT-5)", () => {
    assert.deepStrictEqual(readJsonDocument('{"a": "// no, /* no */ ,]"}').relaxations, [])
  })

  it.each<readonly [text: string, ...problems: ReadonlyArray<string>]>([
    ["", "1:1 The text is empty -> write a JSON value, such as {}"],
    ["// x", "1:5 The text ends where a value is expected"],
    [
      '{"command": "echo "hi""}',
      '1:20 The text before this ends at an unescaped quote -> write \\" for a quote inside a text'
    ],
    [
      '{"a": "say "" now"}',
      '1:13 The text before this ends at an unescaped quote -> write \\" for a quote inside a text'
    ],
    [
      '{"a": "grep ":" x"}',
      '1:14 The text before this ends at an unescaped quote -> write \\" for a quote inside a text'
    ],
    ['{"a"b": 1}', '1:5 The text before this ends at an unescaped quote -> write \\" for a quote inside a text'],
    ['{"matcher": "\\.py$"}', "1:14 \\. means nothing inside a text -> write \\\\ for a backslash"],
    ['{"a": "C:\\Users"}', "1:10 \\U means nothing inside a text -> write \\\\ for a backslash"],
    ['{"a": "x\ty"}', "1:9 A tab stands inside a text -> write \\t"],
    ['{"a": "\u0001"}', "1:8 A control character stands inside a text -> write \\u0001"],
    [
      '{"a": "x\n y"}',
      '1:7 This text is not closed on its line -> write " at its end, and \\n for a line break inside it'
    ],
    [
      '{"dir": "C:\\\\d\\"}',
      '1:9 This text is not closed on its line -> write \\\\ for a backslash before the closing quote: \\" is a quote ' +
        "inside the text"
    ],
    ['{"a": 1 "b": 2}', "1:8 A comma is missing here -> write , between two values"],
    ["[1 2]", "1:3 A comma is missing here -> write , between two values"],
    ['{"a" 1}', "1:5 A colon is missing after this key -> write : between a key and its value"],
    ["{'a': 'x y'}", "1:2 The key 'a' needs double quotes -> write \"a\""],
    ["{a: 1}", '1:2 The key a needs double quotes -> write "a"'],
    ["{“a”: 1}", '1:2 The key “a” needs double quotes -> write "a"'],
    ['{"a": “x”}', "1:7 A text stands in typographic quotes here -> write straight double quotes around it"],
    ['{"a": True}', "1:7 True is no value in JSON -> write true"],
    ['{"a": undefined}', "1:7 undefined is no value in JSON -> leave the key out"],
    ['{"a": 01}', "1:7 A number cannot start with 0 and another digit -> remove the 0"],
    ['{"a": .5}', "1:7 .5 is no number in JSON -> write digits, with one before a point"],
    ['{"a": 1.}', "1:7 1. is no number in JSON -> write a digit after the point and after the e"],
    ['{"a": 1, # one\n "b": 2}', "1:10 JSON has no comments with # -> write // instead, or remove it"],
    ["[1,,2]", "1:4 There is nothing before this comma -> remove it"],
    ['{"a":,}', "1:6 A value is missing here -> write a value, or remove the key"],
    ['{"a"}', "1:5 A value is missing here -> write a value, or remove the key"],
    ['{"a": 1', "1:8 The text ends before the { of line 1, column 1 is closed -> write } where it ends"],
    ['{"a": [1, 2}', "1:12 } cannot close the [ of line 1, column 7 -> write ] first"],
    [
      '{"a": 1}}',
      "1:9 There is more text after the end of the value -> remove it, or look for one closing bracket too many before it"
    ],
    ["/* x", "1:1 This comment is never closed -> write */ at its end"],
    ["<<<<<<< HEAD\n{}", "1:1 A merge conflict is left here -> keep one side of it and remove the marks"],
    ['{\u0000"\u0000', "1:2 This text holds NUL characters -> save the file as UTF-8, not as UTF-16"]
  ])("of %j says what is wrong, where, and what to write (KIT-4)", (text, ...problems) => {
    assert.deepStrictEqual(problemsOf(text), problems)
    assert.isUndefined(readJsonDocument(text).root)
  })

  it("tells every mistake that it understands, one for each line (KIT-4)", () => {
    assert.deepStrictEqual(
      readJsonDocument('{\n "a": 1\n "b": True,\n "c" 3,\n d: 4\n}').problems.map(({ place }) => place.line),
      [2, 3, 4, 5]
    )
  })

  it("tells at most 20 of them (KIT-4)", () => {
    assert.strictEqual(readJsonDocument(`[${"\n1".repeat(500)}]`).problems.length, 20)
  })

  it("may be nested 512 levels deep and no deeper, however deep it is (KIT-6)", () => {
    assert.notStrictEqual(readValue(`${"[".repeat(512)}${"]".repeat(512)}`), "nothing")
    for (const levels of [513, 1_000_000]) {
      assert.deepStrictEqual(problemsOf(`${"[".repeat(levels)}${"]".repeat(levels)}`), [
        "1:513 Arrays and objects are nested more than 512 levels deep"
      ])
      assert.strictEqual(problemsOf('{"a":'.repeat(levels)).length, 1)
    }
  })

  it.prop("is never too much for the reader (KIT-4)", { text: Schema.String }, ({ text }) => {
    const { root, problems } = readJsonDocument(text)
    assert.strictEqual(root === undefined, problems.length > 0)
  })

  it.prop(
    "has a value or a problem, and no problem that lies outside of it (KIT-4)",
    { text: jsonTexts },
    ({ text }) => {
      const { root, problems } = readJsonDocument(text)
      assert.strictEqual(root === undefined, problems.length > 0)
      const lines = text.replace(/^\uFEFF+/, "").split(/\r\n|\n|\r/)
      for (const { place } of problems) {
        assert.isAtMost(place.column, (lines[place.line - 1] ?? "").length + 1, JSON.stringify(place))
      }
      assert.strictEqual(new Set(problems.map(({ place }) => place.line)).size, problems.length)
    },
    { arbitrary: { runs: 2_000 } }
  )

  it.prop(
    "that is JSON has the value that the platform reads (KIT-4)",
    { text: jsonTexts },
    ({ text }) => {
      let value: unknown
      try {
        value = JSON.parse(text)
      } catch {
        return
      }
      const { root } = readJsonDocument(text)
      assert(root !== undefined)
      assert.deepStrictEqual(toJson(root), value)
    },
    { arbitrary: { runs: 2_000 } }
  )
})
