import * as Effect from "effect/Effect"
import type { HookInvocation, ProcessOutcome } from "../Invocation.ts"
import { ContractViolation } from "./contract/ContractCase.ts"
import type { Scenario, ScenarioAnswer, ScenarioExpectation } from "./Scenario.ts"

/** An outcome that is to be judged: what counts as a denial is an adapter's word, not the runner's. */
export interface ScenarioQuestion {
  readonly invocation: HookInvocation
  readonly outcome: ProcessOutcome
  readonly failClosed: boolean
  readonly reading: "tight" | "asWritten"
}

/** Supplied by tests that have an adapter: what comes out for the operation. Rule: RUN-26 */
export type ScenarioJudge = (question: ScenarioQuestion) => ScenarioAnswer

const readings = ["tight", "asWritten"] as const
const policies = [false, true] as const

/** One outcome under both readings and both policies. */
export const judgeScenario = (
  scenario: Scenario & { readonly expected: ScenarioExpectation },
  invocation: HookInvocation,
  outcome: ProcessOutcome,
  judge: ScenarioJudge | undefined
): Effect.Effect<void, ContractViolation> => {
  for (const reading of readings) {
    for (const failClosed of policies) {
      const wanted = scenario.expected[reading][failClosed ? "closed" : "open"]
      const found = judge?.({ invocation, outcome, failClosed, reading }) ?? wanted
      if (found !== wanted) {
        const how = `${reading}, ${failClosed ? "fail-closed" : "fail-open"}`
        return Effect.fail(new ContractViolation({ law: `${wanted} (${how})`, detail: found }))
      }
    }
  }
  return Effect.void
}
