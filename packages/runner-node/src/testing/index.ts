export { lackedPrograms } from "./lackedPrograms.ts"
export { nodeRunnerProbe } from "./NodeRunnerProbe.ts"
