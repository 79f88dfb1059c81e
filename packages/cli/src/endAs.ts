import * as Effect from "effect/Effect"
import { exitCodeOfSignal } from "./ExitCode.ts"

/** How this process is to end. Rule: CLI-17 */
export type Ending =
  | { readonly _tag: "Exit"; readonly code: number }
  | { readonly _tag: "Signal"; readonly signal: NodeJS.Signals }

/** An end with a code. Rule: CLI-1 */
export const exitWith = (code: number): Ending => ({ _tag: "Exit", code })

/** How long a signal to ourselves may take to end us, in milliseconds. */
const raiseMs = 500

/** Node ignores some signals from the start; a listener that comes and goes gives one back to the system. */
const giveBack = (signal: NodeJS.Signals): Effect.Effect<void> =>
  Effect.ignoreCause(
    Effect.sync(() => {
      const nothing = () => {}
      // Nobody can listen for SIGKILL, which is thrown.
      process.on(signal, nothing)
      process.removeListener(signal, nothing)
    })
  )

/**
 * Ends this process. A shell goes on with its next line after exit code 130, and stops after a program that died of
 * SIGINT: so a signal is raised again, and its number is the exit code only where that does not end us. Rule: CLI-17
 */
export const endAs = (ending: Ending): Effect.Effect<never> => {
  if (ending._tag === "Exit") return Effect.sync(() => process.exit(ending.code))
  const { signal } = ending
  return giveBack(signal).pipe(
    Effect.andThen(Effect.ignoreCause(Effect.sync(() => process.kill(process.pid, signal)))),
    Effect.andThen(Effect.sleep(raiseMs)),
    Effect.andThen(Effect.sync(() => process.exit(exitCodeOfSignal(signal))))
  )
}
