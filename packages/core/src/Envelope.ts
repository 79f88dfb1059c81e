import * as Schema from "effect/Schema"
import { Payload } from "./Payload.ts"
import { Surface } from "./Surface.ts"

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
