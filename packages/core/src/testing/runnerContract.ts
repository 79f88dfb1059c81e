import * as Effect from "effect/Effect"
import type { HookRunner } from "../HookRunner.ts"
import type { HookInvocation } from "../Invocation.ts"
import { limits } from "../Limits.ts"
import type { ContractCase } from "./contract/ContractCase.ts"
import type { RunnerProbe } from "./RunnerProbe.ts"
import { runnerRules } from "./runnerRules.ts"
import { checkInterrupted, checkQueued, checkRun, type ScenarioSettings } from "./runScenario.ts"
import type { GivenScenario, Scenario, ScenarioProgram, ScenarioTexts } from "./Scenario.ts"
import { judgeScenario, type ScenarioJudge } from "./ScenarioJudge.ts"
import { scenarioTable } from "./ScenarioTable.ts"

/** How the runner under test is set up, and who judges. Times are in milliseconds. */
export interface RunnerContractOptions {
  /** How many hooks it runs at once. */
  readonly places: number
  readonly graceMs?: number
  readonly pipeGraceMs?: number
  /** What a loaded machine may add to "at once"; 450 when absent. */
  readonly slackMs?: number
  /** The answers of the format that judges. */
  readonly texts?: ScenarioTexts
  /** Without one only the outcomes are looked at. */
  readonly judge?: ScenarioJudge
  /** Programs that this machine does not have; the rows that need one are marked as skipped. */
  readonly lacks?: ReadonlyArray<ScenarioProgram>
}

/** Answers of no format, for a contract without a judge. */
const plainTexts: ScenarioTexts = {
  ANSWER_ALLOW: '{"verdict":"allow"}',
  ANSWER_ASK: '{"verdict":"ask"}',
  ANSWER_DENY: '{"verdict":"deny"}',
  ANSWER_TWICE: '{"verdict":"deny","verdict":"allow"}',
  ANSWER_WRONG: '{"verdict":7}'
}

const given: HookInvocation = {
  binding: "/hooks.json#test[0]",
  format: "contract",
  event: "test",
  handler: { _tag: "Shell", command: "exit 2" },
  workingDirectory: "/",
  sessionEnv: {},
  identityEnv: {},
  notInherited: [],
  outerInvocations: [],
  stdin: new Uint8Array(0),
  timeoutMs: 1_000,
  beforeOperation: true
}

const checkGiven = (row: GivenScenario, settings: ScenarioSettings) =>
  judgeScenario(row, given, row.outcome, settings.judge)

const checkScenario = (row: Scenario, settings: ScenarioSettings) => {
  switch (row._tag) {
    case "Run":
      return checkRun(row, settings)
    case "Interrupted":
      return checkInterrupted(row, settings)
    case "Queued":
      return checkQueued(row, settings)
    case "Given":
      return checkGiven(row, settings)
  }
}

/**
 * The contract of every runner, one case per rule: the table of scenarios with real scripts and real processes, and what
 * the outcome of a run must be. Each case wants a runner of its own, so that none takes places from another; all of them
 * may run at once. POSIX only; they live in real time. Rule: RUN-26
 *
 * @example
 * ```ts
 * for (const { name, check } of runnerContract({ places: 4, graceMs: 200 })) {
 *   it.live(name, () => Effect.provide(check, [nodeHookRunner({ places: 4, graceMs: 200 }), NodeRunnerProbe.layer]))
 * }
 * ```
 */
export const runnerContract = (
  options: RunnerContractOptions
): ReadonlyArray<ContractCase<HookRunner | RunnerProbe>> => {
  const settings: ScenarioSettings = {
    places: options.places,
    graceMs: options.graceMs ?? limits.graceMs,
    pipeGraceMs: options.pipeGraceMs ?? limits.pipeGraceMs,
    slackMs: options.slackMs ?? 450,
    texts: options.texts ?? plainTexts,
    judge: options.judge
  }
  const skipped = (row: Scenario) => {
    const lacked = row.needs?.find((program) => options.lacks?.includes(program))
    return lacked === undefined ? {} : { skipped: `${lacked} is not installed` }
  }
  const rows = scenarioTable.filter((row) => row._tag !== "Given" || settings.judge !== undefined)
  return [
    ...rows.map((row) => ({
      name: `${row.id}: a hook that ${row.name} (RUN-26)`,
      rule: "RUN-26",
      ...skipped(row),
      check: Effect.suspend(() => checkScenario(row, settings))
    })),
    ...runnerRules(settings)
  ]
}
