export { nodeRunnerProbe } from "./NodeRunnerProbe.ts"
