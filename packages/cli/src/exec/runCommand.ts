import { type ChildProcess, spawn } from "node:child_process"
import * as fs from "node:fs"
import * as Effect from "effect/Effect"
import { Signals } from "../Signals.ts"
import type { Command } from "./parseCall.ts"

/** How the command has ended, or why it was never started. Rule: CLI-16 */
export type CommandEnding =
  | { readonly _tag: "Exited"; readonly code: number }
  | { readonly _tag: "Signalled"; readonly signal: NodeJS.Signals }
  | { readonly _tag: "NotStarted"; readonly errno: string }

/**
 * Whether the keyboard's signals reach the command without our help: they go to every process of the group in the
 * terminal's foreground. One that is sent to us alone has to be passed on.
 */
const keyboardReachesCommand = (): boolean => {
  const tty = process.getBuiltinModule("node:tty")
  if (![0, 1, 2].some((fd) => tty.isatty(fd))) return false
  try {
    // state, parent, group, session, terminal, the terminal's foreground group; the name before them may hold blanks.
    const fields = fs
      .readFileSync("/proc/self/stat", "utf8")
      .replace(/^.*\) /s, "")
      .split(" ")
    return fields[2] === fields[5]
  } catch {
    return true
  }
}

const fromKeyboard: ReadonlySet<NodeJS.Signals> = new Set(["SIGINT", "SIGQUIT"])

/**
 * Runs the command with our own stdin, stdout and stderr, in our own process group, so that it has the terminal as if it
 * had been started without us, where we stand or in another folder. Never fails. Node shows a death of a real-time signal as exit 0, and nothing tells the two
 * apart (RUN-28). Rule: CLI-16, CLI-21
 */
export const runCommand = Effect.fnUntraced(function* (
  command: Command,
  cwd?: string
): Effect.fn.Return<CommandEnding, never, Signals> {
  const signals = yield* Signals
  let child: ChildProcess | undefined
  let early = true
  const receive = (signal: NodeJS.Signals) => {
    // What arrives in the loop's turn of the start may have been sent before there was a command to reach.
    if (early || !fromKeyboard.has(signal) || !keyboardReachesCommand()) child?.kill(signal)
  }
  return yield* Effect.callback<CommandEnding>((resume) => {
    const notStarted = (error: unknown) => {
      const errno = error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "UNKNOWN"
      resume(Effect.succeed({ _tag: "NotStarted", errno }))
    }
    try {
      const started = spawn(command.program, command.arguments, {
        stdio: "inherit",
        ...(cwd === undefined ? {} : { cwd })
      })
      child = started
      setImmediate(() => {
        early = false
      })
      started.once("error", notStarted)
      started.once("exit", (code, signal) =>
        resume(Effect.succeed(signal === null ? { _tag: "Exited", code: code ?? 255 } : { _tag: "Signalled", signal }))
      )
    } catch (error) {
      notStarted(error)
    }
    return Effect.sync(() => child?.kill("SIGTERM"))
  }).pipe(signals.sentTo(receive))
})
