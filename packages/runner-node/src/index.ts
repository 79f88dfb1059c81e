export {
  type BaseEnvironment,
  baseEnvironment,
  defaultEnvironmentPolicy,
  type EnvironmentPolicy,
  invocationsFrom,
  type Variables
} from "./Environment.ts"
export { LoginPath, type LoginPathOptions, type LoginPathResult } from "./LoginPath.ts"
export { nodeHookRunner } from "./NodeHookRunner.ts"
export { defaultRunnerConfig, type RunnerConfig } from "./RunnerConfig.ts"
export { type ScrubGroup, scrubGroups, scrubList } from "./scrubList.ts"
export { socketStreams } from "./socketStreams.ts"
