import * as Result from "effect/Result"
import { type Flag, readWords } from "../words/readWords.ts"
import { judgedText } from "./judgedText.ts"

/** The flags of `pawl exec`, in one table: its parser and its help read it. Rule: CLI-11 */
export const execFlags = [
  {
    name: "--hooks",
    takes: "FILE",
    repeatable: true,
    help: "also ask the hooks of this file, before all others (may be given more than once)"
  },
  { name: "--hooks-only", help: "leave out the hooks of the project" },
  { name: "--require-hooks", help: "deny when no hooks are found" },
  { name: "--trust-project", help: "run the project's hooks that are found now, for this call" },
  { name: "--headless", help: "never ask at the terminal: a question is a denial (as when PAWL_HEADLESS is set)" },
  { name: "--strict", help: "every hook that fails to answer denies" },
  { name: "-q", help: "do not say how many hooks were asked; denials and warnings are said" },
  { name: "-c", takes: "STRING", anyValue: true, help: "a command line for /bin/sh, instead of a command in words" },
  { name: "--help", short: "-h", help: "show this text" }
] as const satisfies ReadonlyArray<Flag>

/** What is to be run: an argv exactly as it was given, or a line for the shell. `text` is what hooks judge. Rule: CLI-10 */
export interface Command {
  readonly text: string
  readonly program: string
  readonly arguments: ReadonlyArray<string>
}

/** What one call of `pawl exec` asks for. Rule: CLI-11 */
export interface ExecCall {
  readonly hooks: ReadonlyArray<string>
  readonly hooksOnly: boolean
  readonly requireHooks: boolean
  readonly trustProject: boolean
  readonly headless: boolean
  readonly strict: boolean
  readonly quiet: boolean
  readonly command: Command
}

const commandOfWords = (words: ReadonlyArray<string>): Result.Result<Command, string> => {
  const [program, ...rest] = words
  return program === undefined || program === ""
    ? Result.fail("there is no command behind --")
    : Result.succeed({ text: judgedText(words), program, arguments: rest })
}

/** A line as the shell runs it: behind -- one that begins with a dash is no option of the shell. Rule: CLI-10 */
export const shellLine = (line: string): Command => ({
  text: line,
  program: "/bin/sh",
  arguments: ["-c", "--", line]
})

const commandOfLine = (line: string): Result.Result<Command, string> =>
  line.trim() === "" ? Result.fail("the command behind -c is empty") : Result.succeed(shellLine(line))

const strayCommand = (word: string): string => `the command belongs behind --, as in: pawl exec -- ${word} …`

/**
 * Reads the words behind `pawl exec`. What is wrong comes back as one clause: none of it is a reason to run anything.
 * Rule: CLI-11
 */
export const parseCall = (words: ReadonlyArray<string>): Result.Result<ExecCall | "help", string> =>
  Result.gen(function* () {
    // The flags behind a command that was not put behind -- are most likely the command's own.
    const { flags, rest } = yield* readWords(execFlags, words, strayCommand)
    if (flags.has("--help")) return "help"
    const line = flags.get("-c")?.[0]
    if (line !== undefined && rest !== undefined) {
      return yield* Result.fail("there is a command behind -c and another one behind --; one of them is enough")
    }
    if (line === undefined && rest === undefined)
      return yield* Result.fail("there is no command; write pawl exec -- CMD…")
    return {
      hooks: flags.get("--hooks") ?? [],
      hooksOnly: flags.has("--hooks-only"),
      requireHooks: flags.has("--require-hooks"),
      trustProject: flags.has("--trust-project"),
      headless: flags.has("--headless"),
      strict: flags.has("--strict"),
      quiet: flags.has("-q"),
      command: yield* line === undefined ? commandOfWords(rest ?? []) : commandOfLine(line)
    }
  })
