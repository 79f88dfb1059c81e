import type { ActionFailure, ActionResult, Envelope } from "@pawl/core"
import type * as Effect from "effect/Effect"
import { type Here, momentHere } from "../hooks/momentHere.ts"
import type { Command } from "./parseCall.ts"

/** Everything about one call that its moments have in common. Rule: CLI-13 */
export interface Run extends Here {
  readonly command: Command
}

const actionOf = ({ command, cwd }: Run) => ({ _tag: "ShellRun", command: command.text, cwd }) as const

/** The moment before the command. Rule: CLI-12 */
export const before = (run: Run): Effect.Effect<Envelope> =>
  momentHere(run, { _tag: "tool.pre", action: actionOf(run) })

/** The moment after a command that has started and ended, with any code. Rule: CLI-18 */
export const after = (run: Run, result: ActionResult, durationMs: number): Effect.Effect<Envelope> =>
  momentHere(run, { _tag: "tool.result", action: actionOf(run), result, durationMs })

/** The moment after a command that was denied, could not be started, or died of a signal. Rule: CLI-18 */
export const failed = (run: Run, failure: ActionFailure, durationMs?: number): Effect.Effect<Envelope> =>
  momentHere(run, {
    _tag: "tool.failure",
    action: actionOf(run),
    failure,
    ...(durationMs === undefined ? {} : { durationMs })
  })
