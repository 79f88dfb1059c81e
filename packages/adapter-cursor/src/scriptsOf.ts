/** A program or a script that a command starts, as the command names it. */
export type Started =
  | { readonly _tag: "Script"; readonly path: string; readonly direct: boolean }
  | { readonly _tag: "Program"; readonly name: string }

interface Word {
  readonly text: string
  /** Whether the shell would make another text of it, so that nobody can tell here what it names. */
  readonly expands: boolean
}

/**
 * The words of the first simple command of a command line, by the rules of a POSIX shell for quotes and escapes; it ends
 * at an operator. Nothing is expanded.
 */
const firstCommand = (command: string): ReadonlyArray<Word> => {
  const words: Array<Word> = []
  let text = ""
  let started = false
  let expands = false
  const finish = (): void => {
    if (started) words.push({ text, expands })
    text = ""
    started = false
    expands = false
  }
  for (let at = 0; at < command.length; at++) {
    const character = command.charAt(at)
    if (/\s/u.test(character)) {
      if (character === "\n" && (started || words.length > 0)) break
      finish()
      continue
    }
    if (";|&<>()#".includes(character) && !(character === "#" && started)) break
    started = true
    if (character === "'") {
      const end = command.indexOf("'", at + 1)
      text += command.slice(at + 1, end < 0 ? command.length : end)
      at = end < 0 ? command.length : end
    } else if (character === '"') {
      at++
      for (; at < command.length && command.charAt(at) !== '"'; at++) {
        if (command.charAt(at) === "\\") at++
        else if ("$`".includes(command.charAt(at))) expands = true
        text += command.charAt(at)
      }
    } else if (character === "\\") {
      at++
      text += command.charAt(at)
    } else {
      if ("$`*?[{".includes(character) || (character === "~" && text === "")) expands = true
      text += character
    }
  }
  finish()
  return words
}

/** Interpreters that take a script as their first argument that is no option. */
const interpreters: ReadonlySet<string> = new Set([
  "sh",
  "bash",
  "dash",
  "zsh",
  "ksh",
  "node",
  "bun",
  "python",
  "python3",
  "ruby",
  "perl",
  "php"
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
 * // [{ _tag: "Program", name: "python3" }, { _tag: "Script", path: ".cursor/hooks/guard.py", direct: false }]
 * ```
 */
export const scriptsOf = (command: string): ReadonlyArray<Started> => {
  const words = withoutAssignments(firstCommand(command))
  const [first, ...more] = baseName(words[0]?.text ?? "") === "env" ? withoutAssignments(words.slice(1)) : words
  if (first === undefined || first.expands || first.text === "" || first.text.startsWith("-")) return []
  const isPath = first.text.includes("/")
  const program: Started = isPath
    ? { _tag: "Script", path: first.text, direct: true }
    : { _tag: "Program", name: first.text }
  if (!interpreters.has(baseName(first.text))) return [program]
  const [argument] = more
  return argument === undefined || argument.expands || argument.text.startsWith("-") || !looksLikeFile(argument.text)
    ? [program]
    : [program, { _tag: "Script", path: argument.text, direct: false }]
}
