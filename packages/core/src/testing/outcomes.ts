import { type Ending, type HookInvocation, outcomeOf, type ProcessOutcome } from "../Invocation.ts"

const encoder = new TextEncoder()

/** What a test lays over an outcome; stdout may be a text. */
export type OutcomeOverrides = Partial<Omit<ProcessOutcome, "stdout">> & { readonly stdout?: string | Uint8Array }

/**
 * The outcome of a run: by default a hook that exited with 0 and wrote nothing. Rule: CORE-31
 *
 * @example
 * ```ts
 * outcome({ stdout: '{"verdict":"deny"}' })
 * outcome({ ending: { _tag: "Signalled", signal: "SIGKILL" } })
 * ```
 */
export const outcome = ({ stdout = "", ...overrides }: OutcomeOverrides = {}): ProcessOutcome => ({
  ...outcomeOf({ _tag: "Exited", code: 0 }),
  stdout: typeof stdout === "string" ? encoder.encode(stdout) : stdout,
  ...overrides
})

/** The outcome of a run that ended with a code. Rule: CORE-31 */
export const exited = (code: number, stdout: string | Uint8Array = ""): ProcessOutcome =>
  outcome({ ending: { _tag: "Exited", code }, stdout })

/** One ending for each way in which a run can fail to answer. Rule: CORE-31 */
export const failedEndings: ReadonlyArray<Ending> = [
  { _tag: "Exited", code: 1 },
  { _tag: "Exited", code: 127 },
  { _tag: "Signalled", signal: "SIGKILL" },
  { _tag: "TimedOut", phase: "running" },
  { _tag: "TimedOut", phase: "queued" },
  { _tag: "SpawnFailed", errno: "ENOENT", message: "no such file" },
  { _tag: "Lost", message: "the helper has died" }
]

/** One start of one hook before a tool call. Rule: CORE-30 */
export const invocation = (overrides: Partial<HookInvocation> = {}): HookInvocation => ({
  binding: "/repo/hooks.json#tool.pre[0]",
  format: "recording",
  event: "tool.pre",
  handler: { _tag: "Shell", command: "./hook.sh" },
  workingDirectory: "/repo",
  sessionEnv: {},
  identityEnv: {},
  notInherited: [],
  outerInvocations: [],
  stdin: encoder.encode("{}"),
  timeoutMs: 30_000,
  beforeOperation: true,
  ...overrides
})
