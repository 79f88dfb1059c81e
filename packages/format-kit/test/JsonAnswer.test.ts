import { assert, describe, it } from "@effect/vitest"
import { type JsonAnswer, readJsonAnswer, readJsonAnswerLines, toJson } from "@pawl/format-kit"
import { jsonTexts, someBytes } from "./support/arbitraries.ts"

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)
const bytesOf = (...parts: ReadonlyArray<string | ReadonlyArray<number>>): Uint8Array =>
  Uint8Array.from(parts.flatMap((part) => (typeof part === "string" ? [...bytes(part)] : part)))

/** An answer without places. */
const seen = (answer: JsonAnswer): unknown => {
  switch (answer._tag) {
    case "Empty":
      return "empty"
    case "Json":
      return toJson(answer.root)
    case "NotJson":
      return { problem: answer.problem, lines: answer.lines.map(toJson) }
    case "NotUtf8":
      return { lines: answer.lines.map(toJson) }
  }
}

const read = (text: string): unknown => seen(readJsonAnswer(bytes(text)))

describe("an answer", () => {
  it.each(["", " ", "\n", "\r\n\t ", "\uFEFF", "\uFEFF\uFEFF\n"])("of %j is empty (KIT-7)", (text) => {
    assert.strictEqual(read(text), "empty")
  })

  it.each(["\u00a0", "\u000b", "\u0000"])("of %j is not empty: only JSON's own blanks are (KIT-7)", (text) => {
    assert.strictEqual(readJsonAnswer(bytes(text))._tag, "NotJson")
  })

  it("is one JSON value after any byte-order marks, with blanks around it (KIT-7)", () => {
    assert.deepStrictEqual(read('\uFEFF\uFEFF\n {"a": [true, null, -1.5e3, "\\ud83d\\ude00"]}\r\n'), {
      a: [true, null, -1500, "😀"]
    })
    assert.strictEqual(read('"x"'), "x")
  })

  it.each<readonly [text: string, problem: string]>([
    ['{"a": 1,}', "A comma before a closing bracket is not allowed here (line 1, column 8)"],
    ["{} // done", "Comments are not allowed here (line 1, column 4)"],
    ["{'a': 1}", "The key 'a' needs double quotes (line 1, column 2)"],
    ["starting\n{", "starting is no value in JSON (line 1, column 1)"],
    ["{} {}", "There is more text after the end of the value (line 1, column 4)"],
    ['{"a": 1', "The text ends before the { of line 1, column 1 is closed (line 1, column 8)"]
  ])("of %j is no JSON, and says why (KIT-7)", (text, problem) => {
    assert.deepStrictEqual(read(text), { problem, lines: [] })
  })

  it("keeps a key that occurs twice (KIT-7)", () => {
    const answer = readJsonAnswer(bytes('{"permission":"deny","permission":"allow"}'))
    assert(answer._tag === "Json" && answer.root._tag === "Object")
    assert.strictEqual(answer.root.members.length, 2)
  })

  it("that is no JSON still shows each line that is an object by itself, in order (KIT-8)", () => {
    const text = 'loading\r\n {"a": 1} \r{"b": 2}\n[3]\n"4"\n{"c": 5,}\n\uFEFF{"d": 6}\nprefix {"e": 7}\n{"f": 8'
    assert.deepStrictEqual(read(text), {
      problem: "loading is no value in JSON (line 1, column 1)",
      lines: [{ a: 1 }, { b: 2 }, { d: 6 }]
    })
  })

  it("of several objects is no JSON, and each is a line (KIT-8)", () => {
    assert.deepStrictEqual(read('{"a":1}\n{"b":2}\n'), {
      problem: "There is more text after the end of the value (line 2, column 1)",
      lines: [{ a: 1 }, { b: 2 }]
    })
  })

  it("gives its lines the places that they have in the whole text (KIT-1, KIT-8)", () => {
    const answer = readJsonAnswer(bytes('x\r\ny\r  {"a": 1}'))
    assert(answer._tag === "NotJson")
    assert.deepStrictEqual(
      answer.lines.map(({ place }) => place),
      [{ line: 3, column: 3 }]
    )
  })

  it("that is not UTF-8 still shows each line that is (KIT-7, KIT-8)", () => {
    assert.deepStrictEqual(seen(readJsonAnswer(bytesOf([0xff, 0x0a], '{"a":1}\n{"b":"', [0xff], '"}\n{"c":"é"}'))), {
      lines: [{ a: 1 }, { c: "é" }]
    })
  })

  it.each<readonly [wrong: ReadonlyArray<number>, what: string]>([
    [[0xc0, 0x80], "an overlong form"],
    [[0xed, 0xa0, 0x80], "a surrogate"],
    [[0xf4, 0x90, 0x80, 0x80], "a code point that is none"],
    [[0xe2, 0x82], "half a character"]
  ])("with %j is not UTF-8: %s (KIT-7)", (wrong) => {
    assert.strictEqual(readJsonAnswer(bytesOf('{"a":"', wrong, '"}'))._tag, "NotUtf8")
  })

  it("may hold the replacement character itself (KIT-7)", () => {
    assert.deepStrictEqual(read('{"a":"\uFFFD"}'), { a: "\uFFFD" })
  })

  it("that was cut shows its whole lines (KIT-8)", () => {
    const text = bytes('{"permission":"deny"}\n{"reason":"é')
    const cut = text.subarray(0, text.length - 1)
    assert.deepStrictEqual(readJsonAnswerLines(cut).map(toJson), [{ permission: "deny" }])
    assert.deepStrictEqual(readJsonAnswerLines(new Uint8Array()), [])
  })

  it("that is nested too deeply is no JSON (KIT-6, KIT-7)", () => {
    assert.deepStrictEqual(read(`${"[".repeat(600)}${"]".repeat(600)}`), {
      problem: "Arrays and objects are nested more than 512 levels deep (line 1, column 513)",
      lines: []
    })
  })

  it.prop(
    "is JSON exactly when the platform's own reader says so, with the same value (KIT-7)",
    { text: jsonTexts },
    ({ text }) => {
      const answer = readJsonAnswer(bytes(text))
      const body = text.replace(/^\uFEFF+/, "")
      let value: unknown
      try {
        value = JSON.parse(body)
      } catch {
        assert.notStrictEqual(answer._tag, "Json")
        return
      }
      assert(answer._tag === "Json")
      assert.deepStrictEqual(toJson(answer.root), value)
    },
    { arbitrary: { runs: 3_000 } }
  )

  it.prop(
    "is never too much for the reader, whatever its bytes are (KIT-7)",
    { data: someBytes },
    ({ data }) => {
      const answer = readJsonAnswer(data)
      let utf8 = true
      try {
        new TextDecoder("utf-8", { fatal: true }).decode(data)
      } catch {
        utf8 = false
      }
      assert.strictEqual(answer._tag !== "NotUtf8", utf8)
      if ("lines" in answer) assert.deepStrictEqual(answer.lines, readJsonAnswerLines(data))
    },
    { arbitrary: { runs: 2_000 } }
  )

  it.each<readonly [what: string, line: ReadonlyArray<number>]>([
    ["opening brackets", [0x5b]],
    ["line breaks", [0x0a]],
    ["lines that open", [0x7b, 0x0a]],
    ["empty objects", [0x7b, 0x7d, 0x0a]],
    ["lines that close twice", [0x7b, 0x7d, 0x7d, 0x0a]],
    ["lines that are not UTF-8", [0x7b, 0xff, 0x7d, 0x0a]],
    ["replacement characters", [0x7b, 0xef, 0xbf, 0xbd, 0x7d, 0x0a]]
  ])("of 512 KiB of %s takes about four times as long as a quarter of it (KIT-8)", (_, line) => {
    const flood = (size: number) => Uint8Array.from({ length: size }, (_, index) => line[index % line.length] ?? 0)
    const timed = (data: Uint8Array) => {
      const start = performance.now()
      readJsonAnswer(data)
      return performance.now() - start
    }
    const [small, large] = [flood(131_072), flood(524_288)]
    const times = [1, 2, 3].map(() => [timed(small), timed(large)] as const)
    const quarter = Math.min(...times.map(([first]) => first))
    const whole = Math.min(...times.map(([, second]) => second))
    // 16 would be quadratic; a few milliseconds are noise.
    assert.isBelow(whole, 10 * quarter + 50)
  })
})
