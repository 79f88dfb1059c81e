/** The name of this entry point. */
export const testingName = "@pawl/core/testing" as const
export * from "./ContractCase.ts"
export * from "./RunnerProbe.ts"
export * from "./runnerContract.ts"
export * from "./Scenario.ts"
export * from "./ScenarioJudge.ts"
export { scenarioTable } from "./ScenarioTable.ts"
