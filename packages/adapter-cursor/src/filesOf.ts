import type { Binding } from "@pawl/core"
import { commandsWithin, scriptsAmong } from "./nestedCommands.ts"
import { allCommands, type Word } from "./shellWords.ts"

/** Variables that name the folder where a project's commands run. */
const projectFolder = /^\$(?:PWD|(?:CURSOR|CLAUDE|PAWL)_PROJECT_DIR|\{(?:PWD|(?:CURSOR|CLAUDE|PAWL)_PROJECT_DIR)\})\/+/u

/** The text of a word as far as it can be told; undefined where a shell would make something else of it. */
const written = ({ expands, text }: Word): string | undefined => {
  if (!expands) return text
  const below = text.replace(projectFolder, "")
  return below === text || /[$`*?[{]/u.test(below) ? undefined : below
}

/** Whether a word can name a file: another one is a sub-command, a flag or an address. */
const looksLikeFile = (text: string): boolean => (text.includes("/") && !text.includes("://")) || /\.\w+$/u.test(text)

const withoutOption = (text: string): string => text.replace(/^(?:-[-\w]*|[A-Za-z_]\w*)=/u, "")

const joined = (folder: string, path: string): string =>
  folder === "" || path.startsWith("/") ? path : `${folder}/${path}`

/** The most files of one command, and the longest folder that it may go into: no command that somebody wrote has more. */
const most = { files: 256, folder: 4_096 } as const

/** The files that a command line names, those of the command lines in it included. */
const filesIn = (command: string): ReadonlyArray<string> => {
  const files = new Set<string>()
  for (const line of commandsWithin(command)) {
    // Where the commands behind a `cd` run, if it went well; nobody knows whether it did.
    let folder = ""
    for (const words of allCommands(line)) {
      const [first, second] = words
      const named = words.flatMap((word) => written(word) ?? []).map(withoutOption)
      for (const file of named.filter(looksLikeFile)) files.add(file).add(joined(folder, file))
      const into = first?.text === "cd" && second !== undefined ? written(second) : undefined
      if (into !== undefined && folder.length + into.length < most.folder) folder = joined(folder, into)
    }
  }
  return [...files]
}

/**
 * Every file that the command of a hook names, in whatever place: the script, a program by its path, a list that it is
 * given, also inside of a command line that a shell is given. Too many rather than too few, because they are what an agent must not change unseen. Rule: CORE-75, CUR-108
 *
 * @example
 * ```ts
 * filesOf(binding) // [".cursor/hooks/guard.py", "deny.txt"] of "python3 .cursor/hooks/guard.py --list=deny.txt | jq -c ."
 * ```
 */
export const filesOf = ({ handler }: Binding): ReadonlyArray<string> => {
  if (handler._tag === "Unusable") return []
  if (handler._tag === "Shell") return filesIn(handler.command).slice(0, most.files)
  const words = [handler.program, ...handler.arguments]
  const named = words.map(withoutOption).filter(looksLikeFile)
  return [...new Set([...named, ...scriptsAmong(words).flatMap(filesIn)])].slice(0, most.files)
}
