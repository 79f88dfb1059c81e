import * as Schema from "effect/Schema"
import { BindingId, Handler } from "./Binding.ts"

/**
 * One start of one hook, complete: what a runner needs and nothing more. `timeoutMs` counts from the call, waiting for
 * a free place included. The three groups of variables are laid over the inherited environment in this order: session,
 * then identity; the runner adds the captured PATH and the protocol version last. Rule: CORE-30
 */
export const HookInvocation = Schema.Struct({
  binding: BindingId,
  format: Schema.String,
  event: Schema.String,
  handler: Handler,
  workingDirectory: Schema.String,
  sessionEnv: Schema.Record(Schema.String, Schema.String),
  identityEnv: Schema.Record(Schema.String, Schema.String),
  /** Names that only the run itself may set: what the runner has inherited under them speaks of somebody else. */
  notInherited: Schema.Array(Schema.String),
  /** Ids of the invocations that this one runs below, outermost first. */
  outerInvocations: Schema.Array(Schema.String),
  stdin: Schema.Uint8Array,
  timeoutMs: Schema.Finite,
  /** Before-operation hooks have a reserved share of the places. */
  beforeOperation: Schema.Boolean
}).annotate({ identifier: "HookInvocation" })
export type HookInvocation = typeof HookInvocation.Type

/**
 * How the run of a hook has ended. There is no "cancelled": an interrupted run has no outcome. A time-out while
 * `queued` means that the hook was never started; `lateCode` is the code with which one that ran ended by itself when it was
 * asked to. `Lost` means that the hook was handed to a helper that died. Rule: CORE-31, RUN-63
 */
export const Ending = Schema.TaggedUnion({
  Exited: { code: Schema.Int },
  Signalled: { signal: Schema.String },
  TimedOut: { phase: Schema.Literals(["queued", "running"]), lateCode: Schema.optionalKey(Schema.Int) },
  SpawnFailed: { errno: Schema.String, message: Schema.String },
  Lost: { message: Schema.String }
}).annotate({ identifier: "Ending" })
export type Ending = typeof Ending.Type

/**
 * What a run has left: its ending, what it wrote (stdout's first part, stderr's tail), times in milliseconds, the names
 * of variables that were kept from it, and processes that could not be ended. Rule: CORE-31
 */
export const ProcessOutcome = Schema.Struct({
  ending: Ending,
  stdout: Schema.Uint8Array,
  stdoutTruncated: Schema.Boolean,
  stderrTail: Schema.String,
  stderrTruncated: Schema.Boolean,
  queuedMs: Schema.Finite,
  durationMs: Schema.Finite,
  removedEnv: Schema.Array(Schema.String),
  leftRunning: Schema.Array(Schema.Int)
}).annotate({ identifier: "ProcessOutcome" })
export type ProcessOutcome = typeof ProcessOutcome.Type

/** The outcome of a run that left nothing but its ending. Rule: CORE-31 */
export const outcomeOf = (ending: Ending): ProcessOutcome => ({
  ending,
  stdout: new Uint8Array(0),
  stdoutTruncated: false,
  stderrTail: "",
  stderrTruncated: false,
  queuedMs: 0,
  durationMs: 0,
  removedEnv: [],
  leftRunning: []
})
