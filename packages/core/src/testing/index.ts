export { sampleActions, sampleFailures, sampleResults } from "./actions.ts"
export { type AdapterContractOptions, adapterContract } from "./adapterContract.ts"
export * from "./answers.ts"
export * from "./bindings.ts"
export type { ContractEvent } from "./contract/AdapterLaw.ts"
export { type ContractCase, ContractViolation } from "./contract/ContractCase.ts"
export * from "./envelopes.ts"
export * from "./outcomes.ts"
export {
  type AdapterCall,
  type AdapterMethod,
  type AdapterScript,
  RecordingAdapter
} from "./RecordingAdapter.ts"
export { RecordingMessenger } from "./RecordingMessenger.ts"
export { type ReferenceTool, referenceHost, referenceTools } from "./ReferenceHost.ts"
export { RunnerProbe } from "./RunnerProbe.ts"
export { record } from "./records.ts"
export { type RunnerContractOptions, runnerContract } from "./runnerContract.ts"
export * from "./Scenario.ts"
export type { ScenarioJudge, ScenarioQuestion } from "./ScenarioJudge.ts"
export { scenarioTable } from "./ScenarioTable.ts"
export {
  diesWith,
  endsWith,
  neverEnds,
  type RunnerRecord,
  type RunnerScript,
  type ScriptedRun,
  ScriptedRunner
} from "./ScriptedRunner.ts"
export { type ScenarioTimes, scenarioLimit } from "./scenarioLimit.ts"
