import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as SchemaIssue from "effect/SchemaIssue"
import { Action } from "./Action.ts"
import { ActionFailure, ActionResult, FileContent } from "./ActionResult.ts"
import { Payload } from "./Payload.ts"
import { Surface } from "./Surface.ts"
import { escapeText } from "./Text.ts"

/**
 * What only some formats ask for. A key that core does not name goes under `vendor`, as `<vendor>/<key>`.
 * Rule: CORE-10
 */
export const Facts = Schema.Struct({
  permissionMode: Schema.optionalKey(Schema.String),
  agentId: Schema.optionalKey(Schema.String),
  agentType: Schema.optionalKey(Schema.String),
  transcriptPath: Schema.optionalKey(Schema.String),
  trigger: Schema.optionalKey(Schema.String),
  vendor: Schema.optionalKey(Schema.Record(Schema.String, Schema.Json))
}).annotate({ identifier: "Facts" })
export type Facts = typeof Facts.Type

/** The model that a conversation runs on, as far as the host knows it. Rule: CORE-10 */
export const Model = Schema.Struct({
  name: Schema.String,
  id: Schema.optionalKey(Schema.String),
  parameters: Schema.optionalKey(Schema.Array(Schema.Struct({ id: Schema.String, value: Schema.String })))
}).annotate({ identifier: "Model" })
export type Model = typeof Model.Type

/** Variables that a hook of one source has asked to set for later hooks of the same source. Rule: CORE-20 */
export const SessionEnv = Schema.Struct({
  source: Schema.String,
  variables: Schema.Record(Schema.String, Schema.String)
}).annotate({ identifier: "SessionEnv" })
export type SessionEnv = typeof SessionEnv.Type

/**
 * One moment as the host reports it. What the host does not know is absent; nothing is invented. `at`, `startedAt` and
 * `completedAt` are milliseconds since the epoch. `opaque` keeps what a captured payload held beyond what was decoded;
 * neither it nor an action's `raw` is read by matching, scope or trust. Rule: CORE-10
 */
export const Envelope = Schema.Struct({
  payload: Payload,
  surface: Surface,
  host: Schema.Struct({ name: Schema.String, version: Schema.String }),
  at: Schema.Finite,
  startedAt: Schema.optionalKey(Schema.Finite),
  completedAt: Schema.optionalKey(Schema.Finite),
  runId: Schema.optionalKey(Schema.String),
  conversationId: Schema.optionalKey(Schema.String),
  turnId: Schema.optionalKey(Schema.String),
  actionId: Schema.optionalKey(Schema.String),
  model: Schema.optionalKey(Model),
  cwd: Schema.optionalKey(Schema.String),
  workspaceRoots: Schema.Array(Schema.String),
  user: Schema.optionalKey(Schema.Struct({ email: Schema.String })),
  sessionEnv: Schema.optionalKey(Schema.Array(SessionEnv)),
  facts: Facts,
  opaque: Schema.optionalKey(Schema.Record(Schema.String, Schema.Json))
}).annotate({ identifier: "Envelope" })
export type Envelope = typeof Envelope.Type

/** What is wrong with a value that should be a moment: one sentence for each place. Rule: CORE-10 */
export interface EnvelopeUnreadable {
  readonly problems: readonly [string, ...ReadonlyArray<string>]
}

const oneOf = (words: ReadonlyArray<string>): string => `one of ${words.map((word) => `"${word}"`).join(", ")}`

const tagged = (cases: object): string => `an object whose "_tag" is ${oneOf(Object.keys(cases))}`

/** What to write where an issue names a part of the vocabulary only; the parts that are not here are plain objects. */
const written: ReadonlyMap<string, string> = new Map([
  ["Payload", tagged(Payload.cases)],
  ["Action", tagged(Action.cases)],
  ["ActionResult", tagged(ActionResult.cases)],
  ["ActionFailure", tagged(ActionFailure.cases)],
  ["FileContent", tagged(FileContent.cases)],
  ["Surface", oneOf(Surface.literals)],
  ["JSON value", "a JSON value"],
  ["string", "a string"],
  ["number", "a number"],
  ["boolean", "a boolean"],
  ["array", "an array"]
])

const whatToWrite = (expected: string): string =>
  written.get(expected) ?? (/^[A-Za-z]+$/u.test(expected) ? "an object" : expected)

const step = (key: PropertyKey): string => {
  if (typeof key === "number") return `[${key}]`
  const name = escapeText(String(key))
  return /^[A-Za-z_]\w*$/u.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`
}

const placeOf = (path: ReadonlyArray<PropertyKey>): string =>
  path.map(step).join("").replace(/^\./u, "") || "the moment"

const sentence = (path: string, message: string): string => {
  if (message === "Missing key") return `${path} is missing`
  const expected = /^Expected (.+)$/su.exec(message)?.[1]
  return expected === undefined ? `${path}: ${message}` : `${path} must be ${whatToWrite(expected)}`
}

const issuesOf = SchemaIssue.makeFormatterStandardSchemaV1()
const decode = Schema.decodeUnknownResult(Envelope, { errors: "all" })

/** A value that is nested too deep overflows the decoder, and one with getters may throw: as wrong as any other. */
const contained = (input: unknown): ReturnType<typeof decode> | "unreadable" => {
  try {
    return decode(input)
  } catch {
    return "unreadable"
  }
}

/**
 * A value of any origin as a moment, or everything that is wrong with it, each with its place; values are not quoted.
 * A host whose callers are untyped decodes with it what they hand over, before it dispatches: the dispatcher takes an
 * {@link Envelope} by its type, and calls any other shape a fault of Pawl. Never throws. Rule: CORE-10
 *
 * @example
 * ```ts
 * const moment = decodeEnvelope(JSON.parse(line))
 * if (Result.isFailure(moment)) return refuse(moment.failure.problems) // "payload.action.command must be a string"
 * ```
 */
export const decodeEnvelope = (input: unknown): Result.Result<Envelope, EnvelopeUnreadable> => {
  const read = contained(input)
  if (read === "unreadable") {
    return Result.fail({ problems: ["the moment is nested too deep, or throws when it is looked at"] })
  }
  return Result.mapError(read, ({ issue }) => {
    const [first = "the moment has another shape", ...more] = issuesOf(issue).issues.map(({ message, path = [] }) =>
      sentence(placeOf(path.map((key) => (typeof key === "object" ? key.key : key))), message)
    )
    return { problems: [first, ...more] }
  })
}
