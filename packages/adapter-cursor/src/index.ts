export { CursorAdapter, cursorAdapter } from "./CursorAdapter.ts"
export { type AskRule, type ControlEffect, type CursorEvent, cursorEvents, type MatcherTarget } from "./CursorEvent.ts"
export { pluginPaths } from "./extensions.ts"
export { type FindingCode, findings } from "./findings.ts"
export { hooksJsonSchema } from "./hooksFile/hooksJsonSchema.ts"
export {
  type CursorEventName,
  type CursorHookInput,
  type CursorHookInputs,
  cursorHookInputs
} from "./hookTypes/CursorHookInput.ts"
export { type CursorHookOutput, type CursorHookOutputs, cursorHookOutputs } from "./hookTypes/CursorHookOutput.ts"
