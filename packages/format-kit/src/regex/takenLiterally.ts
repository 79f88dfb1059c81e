/** What another dialect means by an escape, and how JavaScript writes that; undefined where it cannot. */
interface Meaning {
  readonly means: string
  readonly instead: string
}

const start: Meaning = { means: "the start of the text", instead: '"^"' }
const end: Meaning = { means: "the end of the text", instead: '"$"' }
const wordEdge: Meaning = { means: "the edge of a word", instead: '"\\b"' }
const property: Meaning = { means: "a class of Unicode", instead: 'the letters that are meant, such as "[A-Za-z]"' }
const quoted: Meaning = { means: "text that is quoted", instead: "a backslash before each sign that is meant as it is" }

/** Escapes of RE2, PCRE, Perl, Java and GNU tools that JavaScript has not. Rule: KIT-18 */
const foreignEscapes: ReadonlyMap<string, Meaning> = new Map([
  ["A", start],
  ["z", end],
  ["Z", end],
  ["p", property],
  ["P", property],
  ["Q", quoted],
  ["E", quoted],
  ["h", { means: "a blank or a tab", instead: '"[ \\t]"' }],
  ["H", { means: "neither a blank nor a tab", instead: '"[^ \\t]"' }],
  ["R", { means: "a line end", instead: '"\\r?\\n"' }],
  ["K", { means: "where the match begins", instead: "nothing: a matcher only asks whether it matches" }],
  ["G", { means: "where the last match ended", instead: '"^"' }],
  ["N", { means: "any character but a line end", instead: '"."' }],
  ["X", { means: "a whole character", instead: '"."' }],
  ["C", { means: "any byte", instead: '"[^]"' }],
  ["a", { means: "the bell", instead: '"\\x07"' }],
  ["e", { means: "the escape character", instead: '"\\x1b"' }],
  ["y", wordEdge],
  ["m", wordEdge],
  ["M", wordEdge],
  ["x", { means: "a character by its number", instead: 'two digits, such as "\\x70"' }],
  ["u", { means: "a character by its number", instead: 'four digits, such as "\\u0070"' }],
  ["k", { means: "a group by its name", instead: "the text itself" }]
])

const edges: ReadonlySet<string> = new Set(["<", ">"])

const posixClasses: ReadonlyMap<string, string> = new Map([
  ["alnum", '"[A-Za-z0-9]"'],
  ["alpha", '"[A-Za-z]"'],
  ["blank", '"[ \\t]"'],
  ["digit", '"\\d"'],
  ["lower", '"[a-z]"'],
  ["punct", '"[!-/:-@\\[-`{-~]"'],
  ["space", '"\\s"'],
  ["upper", '"[A-Z]"'],
  ["word", '"\\w"'],
  ["xdigit", '"[0-9A-Fa-f]"']
])

/**
 * A part of a pattern that means something in other dialects and that JavaScript takes for plain characters. `taken` is
 * what it is in JavaScript, `means` what it is elsewhere, if that is known, and `instead` what to write. Rule: KIT-18
 */
export interface TakenLiterally {
  readonly construct: string
  readonly from: number
  readonly taken: string
  readonly means: string | undefined
  readonly instead: string
}

const mostOfAName = 24

/** What an escape shows, where only the letter itself is read of it: `\p{L}` with its braces. */
const written = (pattern: string, from: number): string =>
  pattern.slice(from, from + 2) + (/^\{[^{}]*\}/u.exec(pattern.slice(from + 2, from + 2 + mostOfAName))?.[0] ?? "")

/** That an escape is nothing but its letter in JavaScript, where it is more elsewhere. `from` is where its backslash is. */
export const literalEscape = (pattern: string, from: number): TakenLiterally | undefined => {
  const letter = pattern[from + 1] ?? ""
  if (edges.has(letter)) {
    // Such signs are often escaped for nothing: only at a word are they meant as its edge.
    const beside = letter === "<" ? pattern[from + 2] : pattern[from - 1]
    if (!/^[A-Za-z_]$/u.test(beside ?? "")) return undefined
    return { construct: `\\${letter}`, from, taken: JSON.stringify(letter), ...wordEdge }
  }
  if (!/^[A-Za-z]$/u.test(letter)) return undefined
  const meaning = foreignEscapes.get(letter)
  return {
    construct: written(pattern, from),
    from,
    taken: `the letter ${JSON.stringify(letter)}`,
    means: meaning?.means,
    instead: meaning?.instead ?? `${JSON.stringify(letter)}, or two backslashes for one that is meant as it is`
  }
}

/** That a class such as `[[:space:]]` is one of these characters, with a bracket behind it. `from` is where it begins. */
export const literalPosixClass = (pattern: string, from: number): TakenLiterally | undefined => {
  const [construct, name = ""] = /^\[:\^?([a-z]+):\]/u.exec(pattern.slice(from, from + mostOfAName)) ?? []
  return construct === undefined
    ? undefined
    : {
        construct,
        from,
        taken: "these characters one by one",
        means: "a class of characters",
        instead: posixClasses.get(name) ?? "the characters that are meant"
      }
}
