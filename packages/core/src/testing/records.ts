import { type HookEffects, noEffects } from "../Effects.ts"
import type { InvocationRecord } from "../InvocationRecord.ts"

/** The record of a hook that was run, ended with 0 and has answered so. Rule: CORE-32 */
export const record = (effects: Partial<HookEffects>, binding = "h"): InvocationRecord => ({
  binding,
  source: "s",
  event: "e",
  command: "c",
  exit: { kind: "exited", code: 0 },
  durationMs: 1,
  queuedMs: 0,
  stdoutBytes: 0,
  stdoutTruncated: false,
  stderrTail: "",
  stderrTruncated: false,
  removedEnv: [],
  leftRunning: [],
  effects: { ...noEffects, ...effects }
})
