export { CursorAdapter, cursorAdapter } from "./CursorAdapter.ts"
export { type AskRule, type ControlEffect, type CursorEvent, cursorEvents, type MatcherTarget } from "./CursorEvent.ts"
export { pluginPaths } from "./extensions.ts"
export { type FindingCode, findings } from "./findings.ts"
