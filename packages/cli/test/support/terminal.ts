import { spawnSync } from "node:child_process"
import * as Effect from "effect/Effect"
import { judgedText } from "pawl/exec/judgedText"
import { bundle, ended, type Place, type Ran, start } from "./pawl.ts"
import { until } from "./processes.ts"

/** Whether a program can be given a terminal of its own here: script(1) as Linux has it. */
export const hasTerminal =
  process.platform === "linux" && spawnSync("script", ["-qec", "true", "/dev/null"], { stdio: "ignore" }).status === 0

/** What starts pawl, for a line of a shell. */
export const pawlInShell = judgedText([process.execPath, bundle])

/** A line of a shell at a terminal of its own, and the keyboard of that terminal. */
export interface Session {
  /** Types something, once the screen shows a text. */
  readonly type: (keys: string, after?: string) => Effect.Effect<void>
  readonly screen: () => string
  /** The end of the line: its code, 128 + n for a signal. */
  readonly end: Effect.Effect<Ran, Error>
}

/** Starts a line at a terminal; everything is gone when the scope closes. */
export const atTerminal = (line: string, place: Place = {}) =>
  Effect.map(start("script", ["-qec", line, "/dev/null"], { ...place, open: true }), (child): Session => {
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
