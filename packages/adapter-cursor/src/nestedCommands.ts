import { allCommands } from "./shellWords.ts"

/** Whatever takes a command line as an argument behind its own `-c`. */
const takesScript = /^(?:a|ba|c|da|fi|k|tc|z)?sh$|^su$/u
const scriptOption = /^(?:-[A-Za-z]*c[A-Za-z]*|--command)$/u

/** How deep a command line may lie in another one; nobody writes as many quotes around each other. */
const deepest = 4

const baseName = (path: string): string => path.slice(path.lastIndexOf("/") + 1)

/**
 * Words of a command that a shell takes for command lines of their own: what stands behind the `-c` of a shell, wherever
 * that is started from, and behind `eval`. Which of these is the command line and which are its arguments depends on the
 * shell, so all count. Rule: CUR-108
 */
export const scriptsAmong = (words: ReadonlyArray<string>): ReadonlyArray<string> => {
  const evaluated = words.indexOf("eval")
  if (evaluated >= 0) return [words.slice(evaluated + 1).join(" ")]
  const shell = words.findIndex((word) => takesScript.test(baseName(word)))
  const option = shell < 0 ? -1 : words.findIndex((word, index) => index > shell && scriptOption.test(word))
  return option < 0 ? [] : words.slice(option + 1)
}

/** A command line, and every one that it hands to a shell, as far down as anybody would write one. Rule: CUR-108 */
export const commandsWithin = (command: string, depth = 0): ReadonlyArray<string> => [
  command,
  ...(depth === deepest
    ? []
    : allCommands(command)
        .flatMap((words) => scriptsAmong(words.map(({ text }) => text)))
        .flatMap((script) => commandsWithin(script, depth + 1)))
]
