export { CursorAdapter, cursorAdapter } from "./CursorAdapter.ts"
export type { AskRule, ControlEffect, CursorEvent, MatcherTarget } from "./CursorEvent.ts"
export { cursorEvents } from "./cursorEvents.ts"
export { type FindingCode, findings } from "./findings.ts"
