import type { ActionFailure, ActionResult, Envelope, Payload, Surface } from "@pawl/core"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { version } from "../version.ts"
import type { Command } from "./parseCall.ts"

/** Everything about one call that its moments have in common. One call is one conversation and one turn. Rule: CLI-13 */
export interface Run {
  readonly id: string
  readonly command: Command
  readonly cwd: string
  readonly root: string
  readonly surface: Surface
}

/** The id of a call: the clock and the process number tell it from every other on this machine. Rule: CLI-13 */
export const makeRunId = Effect.map(
  Clock.currentTimeMillis,
  (now) => `exec-${now.toString(36)}-${process.pid.toString(36)}`
)

const envelope = (run: Run, payload: Payload): Effect.Effect<Envelope> =>
  Effect.map(Clock.currentTimeMillis, (at) => ({
    payload,
    surface: run.surface,
    host: { name: "pawl", version },
    at,
    runId: run.id,
    conversationId: run.id,
    turnId: run.id,
    actionId: `${run.id}-1`,
    cwd: run.cwd,
    workspaceRoots: [run.root],
    facts: {}
  }))

const actionOf = ({ command, cwd }: Run) => ({ _tag: "ShellRun", command: command.text, cwd }) as const

/** The moment before the command. Rule: CLI-12 */
export const before = (run: Run): Effect.Effect<Envelope> => envelope(run, { _tag: "tool.pre", action: actionOf(run) })

/** The moment after a command that has started and ended, with any code. Rule: CLI-18 */
export const after = (run: Run, result: ActionResult, durationMs: number): Effect.Effect<Envelope> =>
  envelope(run, { _tag: "tool.result", action: actionOf(run), result, durationMs })

/** The moment after a command that was denied, could not be started, or died of a signal. Rule: CLI-18 */
export const failed = (run: Run, failure: ActionFailure, durationMs?: number): Effect.Effect<Envelope> =>
  envelope(run, {
    _tag: "tool.failure",
    action: actionOf(run),
    failure,
    ...(durationMs === undefined ? {} : { durationMs })
  })
