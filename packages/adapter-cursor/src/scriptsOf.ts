import { firstCommand, type Word } from "./shellWords.ts"

/**
 * A program or a script that a command starts, as the command names it. `joined` are the paths that its word and the next
 * ones would be if nobody had forgotten the quotes.
 */
export type Started =
  | {
      readonly _tag: "Script"
      readonly path: string
      readonly direct: boolean
      readonly joined: ReadonlyArray<string>
    }
  | { readonly _tag: "Program"; readonly name: string }

/**
 * Words of the first simple command that are a path below a variable, without quotes: where the variable holds a blank, the
 * shell takes them for several words. Rule: CUR-113
 */
export const unquotedPaths = (command: string): ReadonlyArray<string> =>
  firstCommand(command)
    .map(({ from, to }) => command.slice(from, to))
    .filter((word) => /^\$(?:\w+|\{\w+\})\/[^"'`$]*$/u.test(word))

/** The most words that somebody may have meant as one path. */
const joinedWords = 6

/** What the words from the first on name if they are one path with blanks in it, each longer than the one before. */
const joinedPaths = (command: string, [first, ...more]: ReadonlyArray<Word>): ReadonlyArray<string> =>
  first === undefined
    ? []
    : more.slice(0, joinedWords - 1).flatMap((last) => {
        const text = command.slice(first.from, last.to)
        return /["'\\$`*?[{]/u.test(text) ? [] : [text]
      })

/** Interpreters that take a script as their first argument, behind such options as have no value of their own. */
const interpreters: ReadonlyMap<string, RegExp> = new Map([
  ...["sh", "bash", "dash", "zsh", "ksh"].map((name) => [name, /^-[abefhkmnptuvx]+$/u] as const),
  ...["python", "python3"].map((name) => [name, /^-[bBdEIOPqsSuvx]+$/u] as const),
  ...["node", "bun"].map((name) => [name, /^--(?:no-[\w-]+|enable-source-maps|[\w-]+=.+)$/u] as const),
  ...["ruby", "perl", "php"].map((name) => [name, /^-w$/u] as const)
])

const isAssignment = ({ text }: Word): boolean => /^[A-Za-z_]\w*=/u.test(text)
const withoutAssignments = (words: ReadonlyArray<Word>): ReadonlyArray<Word> => {
  const first = words.findIndex((word) => !isAssignment(word))
  return first < 0 ? [] : words.slice(first)
}
const baseName = (path: string): string => path.slice(path.lastIndexOf("/") + 1)
/** An argument that can only be a file: another word may be a sub-command, as in `bun run`. */
const looksLikeFile = (text: string): boolean => text.includes("/") || /\.\w+$/u.test(text)

/**
 * What the first simple command of a command line starts, as far as that can be told without running a shell. Rule: CUR-70
 *
 * @example
 * ```ts
 * scriptsOf("python3 .cursor/hooks/guard.py --strict")
 * // [{ _tag: "Program", name: "python3" }, { _tag: "Script", path: ".cursor/hooks/guard.py", direct: false, joined: […] }]
 * ```
 */
export const scriptsOf = (command: string): ReadonlyArray<Started> => {
  const words = withoutAssignments(firstCommand(command))
  const called = baseName(words[0]?.text ?? "") === "env" ? withoutAssignments(words.slice(1)) : words
  const [first, ...more] = called
  if (first === undefined || first.expands || first.text === "" || first.text.startsWith("-")) return []
  const program: Started = first.text.includes("/")
    ? { _tag: "Script", path: first.text, direct: true, joined: joinedPaths(command, called) }
    : { _tag: "Program", name: first.text }
  const option = interpreters.get(baseName(first.text))
  if (option === undefined) return [program]
  const behind = more.slice(
    Math.max(
      0,
      more.findIndex(({ text }) => !option.test(text))
    )
  )
  const [argument] = behind
  return argument === undefined || argument.expands || argument.text.startsWith("-") || !looksLikeFile(argument.text)
    ? [program]
    : [program, { _tag: "Script", path: argument.text, direct: false, joined: joinedPaths(command, behind) }]
}
