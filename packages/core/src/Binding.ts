import * as Schema from "effect/Schema"
import { BoundaryId, Gate } from "./Boundary.ts"
import { Channel } from "./Channel.ts"
import { DenyCause } from "./DenyCause.ts"

/** The id of a hook: `<path of its file>#<event>[<index>]`. Rule: CORE-22 */
export const BindingId = Schema.String.annotate({ identifier: "BindingId" })
export type BindingId = typeof BindingId.Type

/** The id of the hook at a position of an event's list in a file. Rule: CORE-22 */
export const bindingId = (path: string, event: string, index: number): BindingId => `${path}#${event}[${index}]`

/**
 * What is started for a hook. A kind that no runner has is a diagnostic. `Unusable` is a definition that could not be
 * read as far as its handler; it is only ever withheld. Rule: CORE-22
 */
export const Handler = Schema.TaggedUnion({
  Shell: { command: Schema.String },
  Exec: { program: Schema.String, arguments: Schema.Array(Schema.String) },
  Unusable: { label: Schema.String }
}).annotate({ identifier: "Handler" })
export type Handler = typeof Handler.Type

/** Whether a failure counts as no opinion (`open`) or as a denial (`closed`). Rule: CORE-23 */
export const FailureAnswer = Schema.Literals(["open", "closed"])
export type FailureAnswer = typeof FailureAnswer.Type

/**
 * What each kind of failure of a hook means. `exit` is a code that the format does not read as an answer, `malformed`
 * an output that does not fit the event, `empty` no output where a decision is missing. Rule: CORE-23
 */
export const FailurePolicy = Schema.Struct({
  exit: FailureAnswer,
  signal: FailureAnswer,
  spawn: FailureAnswer,
  timeout: FailureAnswer,
  malformed: FailureAnswer,
  empty: FailureAnswer
}).annotate({ identifier: "FailurePolicy" })
export type FailurePolicy = typeof FailurePolicy.Type

/** A policy that answers every kind of failure alike. Rule: CORE-23 */
export const failurePolicy = (answer: FailureAnswer): FailurePolicy => ({
  exit: answer,
  signal: answer,
  spawn: answer,
  timeout: answer,
  malformed: answer,
  empty: answer
})

/**
 * Whether a hook may be started. A withheld one is still matched: where `denies` says so, it denies (or halts) what it
 * would have judged, with `reason`. Rule: CORE-24
 */
export const Standing = Schema.TaggedUnion({
  Active: {},
  Withheld: { reason: Schema.String, cause: DenyCause, denies: Schema.Literals(["always", "strict", "never"]) }
}).annotate({ identifier: "Standing" })
export type Standing = typeof Standing.Type

/**
 * One hook of one source, ready to be matched. `gate` is never stronger than its boundary's. `data` is the adapter's own
 * row, opaque to core: carried and handed back. `queueTimeout` says whose failure it is when the time was over before
 * the hook was started. Rule: CORE-22, CORE-23, CORE-24
 */
export const Binding = Schema.Struct({
  id: BindingId,
  source: Schema.String,
  format: Schema.String,
  event: Schema.String,
  index: Schema.Int,
  boundary: BoundaryId,
  gate: Gate,
  handler: Handler,
  timeoutMs: Schema.Finite,
  onFailure: FailurePolicy,
  queueTimeout: Schema.Literals(["engine", "policy"]),
  channels: Schema.Array(Channel),
  standing: Standing,
  data: Schema.Unknown
}).annotate({ identifier: "Binding" })
export type Binding = typeof Binding.Type

/** What a person would call the handler of a hook: its command text. Not cleaned. Rule: CORE-22 */
export const commandOf = (handler: Handler): string => {
  switch (handler._tag) {
    case "Shell":
      return handler.command
    case "Exec":
      return [handler.program, ...handler.arguments].join(" ")
    case "Unusable":
      return handler.label
  }
}
