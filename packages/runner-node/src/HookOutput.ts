import type { ProcessOutcome } from "@pawl/core"
import * as Effect from "effect/Effect"
import { keepFirst, keepLast, tailText } from "./OutputCapture.ts"
import type { RunnerConfig } from "./RunnerConfig.ts"
import { afterAndTurn } from "./realTime.ts"
import type { HookStdio, StdioWay } from "./Stdio.ts"

/** What one hook writes, as far as it is kept. */
export interface HookOutput {
  readonly stdio: HookStdio
  /** Nobody holds the outputs any more: all that was written has been read. */
  readonly drained: () => void
  /** Waits for that, but no longer than the pipe grace: a background child may hold them for hours. Rule: RUN-7 */
  readonly untilDrained: Effect.Effect<void>
  readonly kept: () => Pick<ProcessOutcome, "stdout" | "stdoutTruncated" | "stderrTail" | "stderrTruncated">
}

/** The streams of one hook and what is kept of them. Rule: RUN-14, RUN-15 */
export const openOutput = (
  way: StdioWay,
  payload: Uint8Array,
  limits: Pick<RunnerConfig, "stdoutBytes" | "stderrTailBytes" | "pipeGraceMs">
): HookOutput => {
  const stdout = keepFirst(limits.stdoutBytes)
  const stderr = keepLast(limits.stderrTailBytes)
  let isDrained = false
  let whenDrained = () => {}
  return {
    stdio: way.open(payload, stdout, stderr),
    drained: () => {
      isDrained = true
      whenDrained()
    },
    untilDrained: Effect.callback((resume) => {
      if (isDrained) return resume(Effect.void)
      const done = () => resume(Effect.void)
      const callOff = afterAndTurn(limits.pipeGraceMs, done)
      whenDrained = () => {
        callOff()
        done()
      }
      return Effect.sync(callOff)
    }),
    kept: () => ({
      stdout: stdout.bytes(),
      stdoutTruncated: stdout.truncated(),
      stderrTail: tailText(stderr),
      stderrTruncated: stderr.truncated()
    })
  }
}
