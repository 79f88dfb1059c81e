import type { Ending, ProcessOutcome } from "../Invocation.ts"

/** What comes out for an operation: it is denied, the person is asked, or it runs and the failure is reported. */
export type ScenarioAnswer = "deny" | "ask" | "runs"

/** The answer where a failure of the hook counts as no opinion (`open`), and where it counts as a denial (`closed`). */
export interface ScenarioVerdict {
  readonly open: ScenarioAnswer
  readonly closed: ScenarioAnswer
}

/** The answers under the two readings of a vendor's contract. */
export interface ScenarioExpectation {
  readonly tight: ScenarioVerdict
  readonly asWritten: ScenarioVerdict
}

/**
 * Texts of the format that judges: scripts find them in variables of these names, so that the table knows no vendor.
 * `ANSWER_TWICE` holds the key of the verdict twice, first as a denial; `ANSWER_WRONG` has it in a wrong type.
 */
export interface ScenarioTexts {
  readonly ANSWER_ALLOW: string
  readonly ANSWER_ASK: string
  readonly ANSWER_DENY: string
  readonly ANSWER_TWICE: string
  readonly ANSWER_WRONG: string
}

/**
 * How long a run may take: 150 ms beyond the script's own time; the same and the pipe grace; the time-out and the grace;
 * or as long as the script needs to read its input.
 */
export type ScenarioEnd = "at once" | "+1s" | "timeout+grace" | "as fast as it reads"

/** Programs that some row needs and that not every system has. */
export const scenarioPrograms = ["bash", "jq", "node", "python3", "setsid", "timeout"] as const
export type ScenarioProgram = (typeof scenarioPrograms)[number]

interface Row {
  /** Also the name of its file in `fixtures/scripts`. */
  readonly id: string
  readonly name: string
  /** Programs that not every system has. */
  readonly needs?: ReadonlyArray<ScenarioProgram>
}

/** A script that runs by itself, in a working directory of its own. A background child notes its number in `child`. */
export interface RunScenario extends Row {
  readonly _tag: "Run"
  readonly script: string
  readonly timeoutMs: number
  readonly payloadBytes: number
  /** A text that is the payload instead of so many bytes. */
  readonly payload?: keyof ScenarioTexts
  /** False: the working directory is not there. */
  readonly folderExists: boolean
  /** Only what tells one ending from another counts: not the message of a failed start. */
  readonly ending: Ending
  /** Which text stdout must be, to the byte. */
  readonly stdout?: keyof ScenarioTexts | "nothing"
  readonly stdoutTruncated: boolean
  readonly expected: ScenarioExpectation
  readonly endsWithin: ScenarioEnd
  readonly leaves: "nothing" | "its background child"
}

/** A script that is interrupted in a phase: it has no outcome, so there is nothing to judge. */
export interface InterruptedScenario extends Row {
  readonly _tag: "Interrupted"
  readonly script: string
  readonly phase: "queued" | "spawning" | "running" | "draining"
  readonly endsWithin: "grace" | "at once"
  readonly leaves: "nothing" | "its background child"
}

/** A hook whose time is over while all places are taken: it must never have been started. */
export interface QueuedScenario extends Row {
  readonly _tag: "Queued"
  readonly timeoutMs: number
  readonly expected: ScenarioExpectation
}

/** An outcome that no script can bring about; it is only judged. */
export interface GivenScenario extends Row {
  readonly _tag: "Given"
  readonly outcome: ProcessOutcome
  readonly expected: ScenarioExpectation
}

/** One row of the table that every runner must hold, for a permission event before an operation. Rule: RUN-26 */
export type Scenario = RunScenario | InterruptedScenario | QueuedScenario | GivenScenario
