import os from "node:os"
import process from "node:process"
import { limits } from "@pawl/core"
import { defaultEnvironmentPolicy, type EnvironmentPolicy, type Variables } from "./Environment.ts"
import { defaultShell } from "./Shell.ts"

/** Everything about a runner that a host or a test may set. Times are in milliseconds. Rule: RUN-1, RUN-24 */
export interface RunnerConfig {
  /** The program that command strings are handed to. */
  readonly shell: string
  /** What hooks inherit; by default this process's variables, copied once when the runner is made. */
  readonly inherited: Variables
  readonly environment: EnvironmentPolicy
  /** What a hook reads its payload from: on Linux a file without a name by default, elsewhere a socket. Rule: RUN-25 */
  readonly stdin: "file" | "socket"
  /**
   * What a hook writes to: on Linux FIFOs by default, which it can open by name; sockets where the system makes none, and
   * elsewhere. Rule: RUN-29
   */
  readonly output: "fifo" | "socket"
  /** The PATH of the person's login shell, when it is known by now; asked for each hook, so it must not wait. */
  readonly capturedPath: () => string | undefined
  /** How many hooks run at once; others wait. Half of them are kept for moments before an operation. */
  readonly places: number
  readonly timeoutCeilingMs: number
  readonly graceMs: number
  readonly reapMs: number
  readonly pipeGraceMs: number
  readonly stdoutBytes: number
  readonly stderrTailBytes: number
}

/** The limits of the engine, this process's variables, and the platform's shell. Rule: RUN-1, RUN-24 */
export const defaultRunnerConfig = (): RunnerConfig => ({
  shell: defaultShell(process.env),
  inherited: { ...process.env },
  environment: defaultEnvironmentPolicy,
  stdin: process.platform === "linux" ? "file" : "socket",
  output: process.platform === "linux" ? "fifo" : "socket",
  capturedPath: () => undefined,
  places: Math.max(4, 2 * os.availableParallelism()),
  timeoutCeilingMs: limits.timeoutCeilingMs,
  graceMs: limits.graceMs,
  reapMs: limits.reapMs,
  pipeGraceMs: limits.pipeGraceMs,
  stdoutBytes: limits.stdoutBytes,
  stderrTailBytes: limits.stderrTailBytes
})

/**
 * A time-out that a timer can hold: never negative, never above the ceiling, and none at all for what is no number. A
 * native timer with a longer or an infinite time would fire at once. Rule: RUN-8
 */
export const boundedTimeout = (timeoutMs: number, ceilingMs: number): number =>
  Number.isNaN(timeoutMs) ? 0 : Math.min(Math.max(timeoutMs, 0), ceilingMs)
