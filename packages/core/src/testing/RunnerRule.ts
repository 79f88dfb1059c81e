import type * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import type { HookRunner } from "../HookRunner.ts"
import type { ProcessOutcome } from "../Invocation.ts"
import type { ContractViolation } from "./contract/ContractCase.ts"
import type { RunnerProbe } from "./RunnerProbe.ts"
import type { ScenarioSettings } from "./runScenario.ts"
import { must, type ScenarioBench } from "./ScenarioBench.ts"

/** What the outcome of a run must be, beyond the table of scenarios. Rule: RUN-26 */
export interface RunnerRule {
  readonly name: string
  readonly rule: string
  readonly body: (
    bench: ScenarioBench,
    settings: ScenarioSettings
  ) => Effect.Effect<void, ContractViolation, HookRunner | RunnerProbe | Scope.Scope>
}

/** What a hook wrote to stdout, as text. */
export const textOf = (outcome: ProcessOutcome): string => new TextDecoder().decode(outcome.stdout)

/** Fails unless a text is the wanted one. */
export const same = (found: string, wanted: string): Effect.Effect<void, ContractViolation> =>
  must(found === wanted, JSON.stringify(wanted), () => JSON.stringify(found))
