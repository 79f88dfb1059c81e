import * as Effect from "effect/Effect"
import { type CommandName, commandNames } from "./commandNames.ts"
import { exitCodes } from "./ExitCode.ts"
import { exitWith } from "./endAs.ts"
import { type NotWritten, Output } from "./Output.ts"
import { sentence } from "./render/sentence.ts"
import { runToEnd } from "./run.ts"
import { closest } from "./words/closest.ts"

interface Command {
  readonly summary: string
  /** Loads the command and starts it: each is a file of its own, so that none waits for another's. */
  readonly start: (words: ReadonlyArray<string>) => Promise<void>
}

const commands: Readonly<Record<CommandName, Command>> = {
  exec: {
    summary: "run a command only if the hooks for it agree",
    start: (words) => import("./exec/main.ts").then(({ main }) => main(words))
  },
  check: {
    summary: "say what is wrong with hooks files, and what to write instead",
    start: (words) => import("./check/main.ts").then(({ main }) => main(words))
  },
  fire: {
    summary: "make one event happen, and see what its hooks do and decide",
    start: (words) => import("./fire/main.ts").then(({ main }) => main(words))
  },
  demo: {
    summary: "watch a hook stop a forced push, in a throw-away repository",
    start: (words) => import("./demo/main.ts").then(({ main }) => main(words))
  }
}

const width = Math.max(...commandNames.map((name) => name.length))

/** The text of `pawl --help`. Rule: CLI-3 */
export const help = `Usage: pawl COMMAND …

Puts commands under the hooks that repositories keep for coding agents, in
.cursor/hooks.json. A hook can make a decision stricter, never looser.

Commands:
${Object.entries(commands)
  .map(([name, { summary }]) => `  ${name.padEnd(width)}  ${summary}`)
  .join("\n")}

  pawl COMMAND --help   what a command does, its flags, its exit codes, an example
  pawl --version        the version

Example:
  pawl check                              what is wrong with my hooks files
  pawl exec --trust-project -- git push   push only if the project's hooks agree
  pawl fire --help                        how to try one hook
`

const unknown = (command: string): string => {
  const meant = closest(command, commandNames)
  const advice = meant === undefined ? "pawl --help lists what there is" : `did you mean ${meant}?`
  return sentence(`there is no command ${command}; ${advice}`)
}

const say = (write: Effect.Effect<void, NotWritten, Output>, code: number): Promise<void> =>
  Promise.resolve(runToEnd(Effect.as(write, exitWith(code))))

/** Starts the command that a call names. Rule: CLI-2, CLI-3 */
export const main = (command: string | undefined, words: ReadonlyArray<string>): Promise<void> => {
  if (command === undefined) {
    return say(
      Output.use(({ err }) => err(help)),
      exitCodes.wrongWords
    )
  }
  if (command === "--help" || command === "-h") {
    return say(
      Output.use(({ out }) => out(help)),
      exitCodes.fine
    )
  }
  const known = commandNames.find((name) => name === command)
  return known === undefined
    ? say(
        Output.use(({ err }) => err(unknown(command))),
        exitCodes.wrongWords
      )
    : commands[known].start(words)
}
