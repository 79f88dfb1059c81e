import * as Schema from "effect/Schema"
import { BindingId } from "./Binding.ts"
import { HookEffects } from "./Effects.ts"

/** How a run ended, as records and machine-readable output spell it; see {@link Ending}. Rule: CORE-32 */
export const Exit = Schema.Union([
  Schema.Struct({ kind: Schema.Literal("exited"), code: Schema.Int }),
  Schema.Struct({ kind: Schema.Literal("signalled"), signal: Schema.String }),
  Schema.Struct({ kind: Schema.Literal("timedOut"), lateCode: Schema.optionalKey(Schema.Int) }),
  Schema.Struct({ kind: Schema.Literal("spawnFailed"), errno: Schema.String, message: Schema.String }),
  Schema.Struct({ kind: Schema.Literal("lost") }),
  Schema.Struct({ kind: Schema.Literal("notStarted") })
]).annotate({ identifier: "Exit" })
export type Exit = typeof Exit.Type

/**
 * What one hook did at one moment: its ending, times in milliseconds, what it wrote to stderr, and its answer. `unsure`
 * says why a hook ran although its matcher gave no clear answer. Rule: CORE-32
 */
export const InvocationRecord = Schema.Struct({
  binding: BindingId,
  /** The id of the source that the hook is of. */
  source: Schema.String,
  event: Schema.String,
  command: Schema.String,
  exit: Exit,
  durationMs: Schema.Finite,
  queuedMs: Schema.Finite,
  stdoutBytes: Schema.Int,
  stdoutTruncated: Schema.Boolean,
  stderrTail: Schema.String,
  stderrTruncated: Schema.Boolean,
  removedEnv: Schema.Array(Schema.String),
  leftRunning: Schema.Array(Schema.Int),
  unsure: Schema.optionalKey(Schema.String),
  effects: HookEffects
}).annotate({ identifier: "InvocationRecord" })
export type InvocationRecord = typeof InvocationRecord.Type
