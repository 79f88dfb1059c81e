import { outcomeOf } from "../Invocation.ts"
import type { InterruptedScenario, Scenario } from "./Scenario.ts"
import { answerRows } from "./ScenarioAnswers.ts"
import { idiomRows } from "./ScenarioIdioms.ts"
import { processRows } from "./ScenarioProcesses.ts"
import { denies, deniesWhenTight, endsItsMainThread } from "./ScenarioRow.ts"

const interrupted: ReadonlyArray<InterruptedScenario> = [
  {
    _tag: "Interrupted",
    id: "interrupted-queued",
    name: "is interrupted while it waits for a place",
    script: "echo yes > ran",
    phase: "queued",
    endsWithin: "at once",
    leaves: "nothing"
  },
  {
    _tag: "Interrupted",
    id: "interrupted-spawning",
    name: "is interrupted in the turn in which it is started",
    script: "sleep 600 &\nsleep 600",
    phase: "spawning",
    endsWithin: "grace",
    leaves: "nothing"
  },
  {
    _tag: "Interrupted",
    id: "interrupted-running",
    name: "is interrupted while it runs",
    script: "trap '' TERM\nsleep 600 &\necho $! > child\necho yes > ran\nsleep 600",
    phase: "running",
    endsWithin: "grace",
    leaves: "nothing"
  },
  {
    _tag: "Interrupted",
    id: "interrupted-threads",
    name: "is interrupted when its main thread has ended and another goes on",
    script: endsItsMainThread("", 'time.sleep(0.2); open("ran", "w").write("yes\\n")'),
    phase: "running",
    endsWithin: "grace",
    leaves: "nothing",
    needs: ["python3"]
  },
  {
    _tag: "Interrupted",
    id: "interrupted-draining",
    name: "is interrupted when it has ended and a background child holds its outputs",
    script: "sleep 60 &\necho $! > child\necho $$ > leader\nexit 2",
    phase: "draining",
    endsWithin: "at once",
    leaves: "its background child"
  }
]

/**
 * The table that every runner must hold, as data: a permission event before an operation. A defect of our own has no
 * row: it has no process, and the suites of the dispatcher show that it denies. Rule: RUN-26
 */
export const scenarioTable: ReadonlyArray<Scenario> = [
  ...answerRows,
  ...processRows,
  ...idiomRows,
  {
    _tag: "Queued",
    id: "timed-out-queued",
    name: "is never started, because its time was over while it waited for a place",
    timeoutMs: 300,
    expected: deniesWhenTight
  },
  {
    _tag: "Given",
    id: "lost",
    name: "is lost with the helper that it was handed to",
    outcome: outcomeOf({ _tag: "Lost", message: "the helper has died" }),
    expected: denies
  },
  ...interrupted
]
