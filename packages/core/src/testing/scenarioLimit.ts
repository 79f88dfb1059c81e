import type { InterruptedScenario, QueuedScenario, RunScenario } from "./Scenario.ts"

/** What a bound is made of. Times are in milliseconds. */
export interface ScenarioTimes {
  readonly graceMs: number
  readonly pipeGraceMs: number
  /** What a loaded machine may add to "at once". */
  readonly slackMs: number
}

const atOnceMs = 150

/** How many milliseconds a row may take, from the moment that it is run or interrupted. Rule: RUN-26 */
export const scenarioLimit = (
  row: RunScenario | InterruptedScenario | QueuedScenario,
  times: ScenarioTimes
): number => {
  if (row._tag === "Queued") return row.timeoutMs + atOnceMs + times.slackMs
  switch (row.endsWithin) {
    case "at once":
      return atOnceMs + times.slackMs
    case "+1s":
      return times.pipeGraceMs + atOnceMs + times.slackMs
    case "grace":
      return times.graceMs + atOnceMs + times.slackMs
    case "timeout+grace":
      return row.timeoutMs + times.graceMs + atOnceMs + times.slackMs
    case "as fast as it reads":
      return row.timeoutMs / 2
  }
}
