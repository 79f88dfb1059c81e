/** A word of a command line, as a POSIX shell would take it. */
export interface Word {
  readonly text: string
  /** Whether the shell would make another text of it, so that nobody can tell here what it names. */
  readonly expands: boolean
  /** Where it stands in the command, quotes included. */
  readonly from: number
  readonly to: number
}

/** The words of one simple command, and where it ends: at an operator, at a line end, or with the text. */
interface SimpleCommand {
  readonly words: ReadonlyArray<Word>
  readonly end: number
}

const simpleCommand = (command: string, start: number): SimpleCommand => {
  const words: Array<Word> = []
  let text = ""
  let from = start
  let started = false
  let expands = false
  const finish = (to: number): void => {
    if (started) words.push({ text, expands, from, to })
    text = ""
    started = false
    expands = false
  }
  let at = start
  for (; at < command.length; at++) {
    const character = command.charAt(at)
    if (/\s/u.test(character)) {
      if (character === "\n" && (started || words.length > 0)) break
      finish(at)
      continue
    }
    if (";|&<>()#".includes(character) && !(character === "#" && started)) break
    if (!started) from = at
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
  finish(at)
  return { words, end: at }
}

/**
 * The words of the first simple command of a command line, by the rules of a POSIX shell for quotes and escapes; it ends
 * at an operator. Nothing is expanded.
 */
export const firstCommand = (command: string): ReadonlyArray<Word> => simpleCommand(command, 0).words

/** Where the words behind an operator begin: a comment goes on to the end of its line. */
const behind = (command: string, end: number): number => {
  const line = command.charAt(end) === "#" ? command.indexOf("\n", end) : end
  return line < 0 ? command.length : line + 1
}

/** The words of every simple command of a command line, without comments and without the files that output goes to. */
export const allCommands = (command: string): ReadonlyArray<ReadonlyArray<Word>> => {
  const all: Array<ReadonlyArray<Word>> = []
  let isOutput = false
  for (let start = 0; start < command.length; ) {
    const { end, words } = simpleCommand(command, start)
    const own = isOutput ? words.slice(1) : words
    if (own.length > 0) all.push(own)
    isOutput = command.charAt(end) === ">"
    start = behind(command, end)
  }
  return all
}
