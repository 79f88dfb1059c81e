import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import { closest } from "pawl/words/closest"
import { type Flag, flagLines, readWords } from "pawl/words/readWords"

const flags: ReadonlyArray<Flag> = [
  { name: "--hooks", takes: "FILE", repeatable: true, help: "a file" },
  { name: "--strict", help: "no leniency" },
  { name: "--quiet", short: "-q", help: "say less" },
  { name: "-c", takes: "STRING", anyValue: true, help: "a line" }
]

const read = (...words: ReadonlyArray<string>) => readWords(flags, words)
const wrong = (...words: ReadonlyArray<string>) => Result.getOrElse(Result.flip(read(...words)), () => "nothing wrong")
const right = (...words: ReadonlyArray<string>) => Result.getOrThrow(read(...words))

describe("readWords", () => {
  it("takes values behind a flag and behind an equals sign, in their order", () => {
    assert.deepStrictEqual(right("--hooks", "a", "--hooks=b", "--hooks", "-").flags.get("--hooks"), ["a", "b", "-"])
  })

  it("leaves everything behind -- as it is", () => {
    const words = right("-q", "--", "-q", "--", "--strict", "")
    assert.deepStrictEqual(words.rest, ["-q", "--", "--strict", ""])
    assert.isTrue(words.flags.has("--quiet"))
    assert.isFalse(words.flags.has("--strict"))
  })

  it("tells a call without -- from one with nothing behind it", () => {
    assert.isUndefined(right("x").rest)
    assert.deepStrictEqual(right("x", "--").rest, [])
  })

  it("collects the bare words", () => {
    assert.deepStrictEqual(right("a", "--strict", "b", "-").bare, ["a", "b", "-"])
  })

  it.each([
    [["--hoks", "x"], "there is no flag --hoks; did you mean --hooks?"],
    [["--nonsense"], "there is no flag --nonsense"],
    [["--hooks"], "--hooks needs a FILE"],
    [["--hooks", "--"], "--hooks needs a FILE"],
    [["--hooks", ""], "--hooks needs a FILE"],
    [["--hooks="], "--hooks needs a FILE"],
    [["a", "--nonsense"], "there is no flag --nonsense"],
    [["--hooks", "--strict"], "--hooks needs a FILE, not --strict; for one of that name write --hooks=--strict"],
    [["--strict=yes"], "--strict takes no value"],
    [["-c", "a", "-c", "b"], "-c is there twice"]
  ] as const)("says what is wrong with %j", (words, clause) => {
    assert.strictEqual(wrong(...words), clause)
  })

  it("takes a value that begins with a dash where any text is a value", () => {
    assert.deepStrictEqual(right("-c", "-x").flags.get("-c"), ["-x"])
    assert.deepStrictEqual(right("-c", "").flags.get("-c"), [""])
  })

  it("says what is wrong with the first bare word where there is no use for any, whatever comes behind it", () => {
    const sorted = (...words: ReadonlyArray<string>) => readWords(flags, words, (word) => `no use for ${word}`)
    assert.deepStrictEqual(sorted("--strict", "a", "--nonsense", "--", "b"), Result.fail("no use for a"))
    assert.isTrue(Result.isSuccess(sorted("--strict", "--", "b", "--nonsense")))
  })

  it("lists every flag in the help, in columns", () => {
    assert.strictEqual(
      flagLines(flags),
      [
        "  --hooks FILE  a file",
        "  --strict      no leniency",
        "  -q, --quiet   say less",
        "  -c STRING     a line"
      ].join("\n")
    )
  })
})

describe("closest", () => {
  it.each([
    ["chekc", "check"],
    ["exce", "exec"],
    ["dem", "demo"]
  ])("takes %s for %s", (word, meant) => {
    assert.strictEqual(closest(word, ["exec", "check", "demo"]), meant)
  })

  it("makes no guess for a word that is like none", () => {
    assert.isUndefined(closest("install", ["exec", "check", "demo"]))
  })
})
