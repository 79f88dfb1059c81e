import { spawnSync } from "node:child_process"
import * as Effect from "effect/Effect"
import { judgedText } from "pawl/exec/judgedText"
import { bundle, ended, environment, type Place, type Ran, start } from "./pawl.ts"
import { until } from "./processes.ts"

// script(1) hands its line to $SHELL. Whatever shell a person uses, or none, the tests have the same one; and what it does
// about a Ctrl-C is said, because some shells die of it and some ask first what their command has died of.
const shell = "/bin/sh"
const words = (line: string): ReadonlyArray<string> => ["-qec", `trap : INT; ${line}`, "/dev/null"]
const inShell = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv => ({ ...env, SHELL: shell })

/** Whether a program can be given a terminal of its own here: script(1) as Linux has it. */
export const hasTerminal =
  process.platform === "linux" &&
  spawnSync("script", words("true"), { env: inShell(process.env), stdio: "ignore" }).status === 0

/** What starts pawl, for a line of a shell. */
export const pawlInShell = judgedText([process.execPath, bundle])

const watch = `
process.on("SIGINT", () => {})
const [program, ...words] = process.argv.slice(1)
const child = require("node:child_process").spawn(program, words, { stdio: "inherit" })
child.on("exit", (code, signal) => console.log("ended: " + (signal ?? code)))
`

/** What a program is started with, in a line of a shell, to tell an end by a signal from an exit code: `ended: SIGINT`. */
export const watched = judgedText([process.execPath, "-e", watch])

/** A line of a shell at a terminal of its own, and the keyboard of that terminal. */
export interface Session {
  /** Types something, once the screen shows a text. */
  readonly type: (keys: string, after?: string) => Effect.Effect<void>
  readonly screen: () => string
  /** The end of the line: its code, 128 + n for a signal. */
  readonly end: Effect.Effect<Ran, Error>
}

/** Starts a line at a terminal; everything is gone when the scope closes. */
export const atTerminal = (line: string, { env = environment(), ...place }: Place = {}) =>
  Effect.map(start("script", words(line), { ...place, env: inShell(env), open: true }), (child): Session => {
    let screen = ""
    child.stdout.on("data", (piece: Buffer) => {
      screen += piece.toString()
    })
    const end = Effect.runPromise(ended(child))
    return {
      type: (keys, after = "") =>
        Effect.andThen(
          until(() => screen.includes(after)),
          Effect.sync(() => child.stdin.write(keys))
        ),
      screen: () => screen,
      end: Effect.promise(() => end)
    }
  })
