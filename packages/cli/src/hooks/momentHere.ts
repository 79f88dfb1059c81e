import type { Envelope, Payload, Surface } from "@pawl/core"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { Environment } from "../Environment.ts"
import { version } from "../version.ts"

/** Where and for whom the moments of one call happen. One call is one conversation and one turn. Rule: CLI-13 */
export interface Here {
  readonly id: string
  readonly cwd: string
  readonly root: string
  readonly surface: Surface
}

/** So many digits has the largest number of a process on Linux, to the base of 36: ids of one command are of one length. */
const pidDigits = 5

/** The id of a call: the clock and the process number tell it from every other on this machine. Rule: CLI-13 */
export const makeRunId = (command: string): Effect.Effect<string> =>
  Effect.map(Clock.currentTimeMillis, (now) => {
    const pid = process.pid.toString(36).padStart(pidDigits, "0")
    return `${command}-${now.toString(36)}-${pid}`
  })

/** Whether a call is told that nobody is there to answer: by its flag, or by a variable of any value. Rule: CLI-14 */
export const saysHeadless = (flag: boolean): Effect.Effect<boolean> =>
  Effect.map(Environment, ({ PAWL_HEADLESS }) => flag || PAWL_HEADLESS !== undefined)

/** A moment of a call, with everything that is known where one stands. Rule: CLI-13 */
export const momentHere = ({ cwd, id, root, surface }: Here, payload: Payload): Effect.Effect<Envelope> =>
  Effect.map(Clock.currentTimeMillis, (at) => ({
    payload,
    surface,
    host: { name: "pawl", version },
    at,
    runId: id,
    conversationId: id,
    turnId: id,
    actionId: `${id}-1`,
    cwd,
    workspaceRoots: [root],
    facts: {}
  }))
