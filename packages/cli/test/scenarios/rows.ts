import { type Scenario, type ScenarioTexts, scenarioTable } from "@pawl/core/testing"
import { lackedPrograms } from "@pawl/runner-node/testing"

/** The answers that scripts of the table give, in Cursor's format. */
export const texts: ScenarioTexts = {
  ANSWER_ALLOW: '{"permission":"allow"}',
  ANSWER_ASK: '{"permission":"ask"}',
  ANSWER_DENY: '{"permission":"deny","agent_message":"not here"}',
  ANSWER_TWICE: '{"permission":"deny","permission":"allow"}',
  ANSWER_WRONG: '{"permission":7}'
}

/** Rows that cannot be brought about through the command line, each with the reason. All others are run through it. */
export const notReached: ReadonlyMap<string, string> = new Map([
  ["reads-64-mib", "fire reads a payload of at most 4 MiB, and the words of a command have at most 2 MiB"],
  [
    "cannot-spawn",
    "the folder that a hook runs in is there, since its file was read; what cannot start is refused then"
  ],
  ["lost", "the command line starts its hooks itself, so there is no helper that could be lost"]
])

const reached = scenarioTable.filter(({ id }) => !notReached.has(id))

export const runRows = reached.filter((row) => row._tag === "Run")
export const queuedRows = reached.filter((row) => row._tag === "Queued")
export const interruptedRows = reached.filter((row) => row._tag === "Interrupted")

const lacked = lackedPrograms()

/** Whether this machine does not have a program that a row needs. */
export const cannotRun = ({ needs }: Pick<Scenario, "needs">): boolean =>
  needs?.some((program) => lacked.includes(program)) === true
