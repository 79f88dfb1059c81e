import { type HookEffects, type InvocationRecord, noEffects } from "@pawl/core"

/** A record of a hook that was run and has answered so. */
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
