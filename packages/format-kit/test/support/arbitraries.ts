import * as Arbitrary from "effect/Arbitrary"
import * as Schema from "effect/Schema"

const oneOf = (texts: ReadonlyArray<string>): Arbitrary.Arbitrary<string> => Arbitrary.schema(Schema.Literals(texts))

const joined = (parts: ReadonlyArray<ReadonlyArray<string>>, maxLength: number): Arbitrary.Arbitrary<string> =>
  Arbitrary.map(Arbitrary.array(oneOf(parts.flat()), { maxLength }), (all) => all.join(""))

const patternParts = [
  ["a", "b", "A", "1", "_", " ", "\n", "\r", "\u2028", "é", "😀", "\ud83d", "(", ")", "(?:", "(?<n>", "(?<m>"],
  ["(?=", "(?!", "(?<=", "(?<!", "[", "[^", "]", "{", "}", "{1}", "{2,}", "{0,2}", "{,2}", "{2,1}", "*", "+", "?"],
  ["|", "^", "$", ".", "-", ",", "\\", "\\d", "\\D", "\\w", "\\W", "\\s", "\\S", "\\b", "\\B", "\\1", "\\2", "\\0"],
  ["\\07", "\\18", "\\8", "\\cA", "\\c", "\\c1", "\\x61", "\\x6", "\\u0061", "\\u00", "\\k<n>", "\\k", "\\p{L}"],
  ["\\n", "\\t", "\\.", "\\-", "\\]", "\\A", "\\z", "\\Q", "\\a", "[[:alpha:]]", "[a-z]", "[^a]", "[]", "[^]"],
  ["\\ud83d", "[😀]", "[\\w-a]", "(?>", "ab", "a|b"]
]

const subjectParts = [
  ["a", "b", "A", "1", "_", " ", "\n", "\r", "\u2028", "é", "😀", "\ud83d", "\ude00", ".", "-", "c", "\\", "\u0001"],
  ["\u0000", "p{L}", "\ufeff", "\u00a0", "\u2029", "\u3000", "\v"]
]

/** Pieces of pattern syntax in any order: about half of them are valid. */
export const patterns = joined(patternParts, 8)

/** Patterns that only look for fixed texts. */
export const literalPatterns = joined(
  [["a", "b", "A", "\\.", "\\|", "|", "|", "^", "$", "(", ")", "(?:", "-", ":", "😀", "[ab]", "c?", "\\x61", "\\/"]],
  8
)

/** Short texts of the characters that those patterns are about. */
export const subjects = Arbitrary.array(joined(subjectParts, 7), { minLength: 1, maxLength: 4 })

/** Pieces of JSON in any order. */
export const jsonTexts = joined(
  [
    ["{", "}", "[", "]", ":", ",", '"a"', '"b"', '""', '"', "\\", "1", "-", "01", "1.5e3", "1.", "true", "null"],
    ["tru", "'x'", " ", "\t", "\n", "\r\n", "\r", "//", "/*", "*/", "#", "\ufeff", "\u00a0", '"\\u00', '"\\n"', "😀"],
    ['{"a":1}', '{"a":1,"a":2}', "[1,2]", "\u0000", "\u000b"]
  ],
  10
)

/** Bytes that are nearly JSON, and nearly UTF-8. */
export const someBytes = Arbitrary.map(
  Arbitrary.array(
    Arbitrary.schema(Schema.Literals([0x7b, 0x7d, 0x22, 0x3a, 0x61, 0x0a, 0x0d, 0xef, 0xbb, 0xbf, 0xff, 0x20]))
  ),
  (bytes) => Uint8Array.from(bytes)
)

/** Values that JSON can hold. */
export const jsonValues = Arbitrary.schema(Schema.Json)

export const validIn = (pattern: string): RegExp | undefined => {
  try {
    return new RegExp(pattern)
  } catch {
    return undefined
  }
}
