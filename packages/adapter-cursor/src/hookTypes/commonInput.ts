import * as Schema from "effect/Schema"

/** What every hook gets, whichever the event. Rule: CUR-35, CUR-83 */
const everywhereFields = {
  /** The version of the host, whichever it is. Hooks recognise Cursor's protocol by this key. */
  cursor_version: Schema.String,
  /** Which host this is. Pawl's own field, not in the reading `asWritten`; Cursor does not send it. */
  host_name: Schema.optionalKey(Schema.String),
  /** The version of that host. Pawl's own field. */
  host_version: Schema.optionalKey(Schema.String),
  /** Absolute paths, the first one where a project's hooks belong; empty where no folder is open. */
  workspace_roots: Schema.Array(Schema.String),
  /** `null` where nobody is known to be signed in. */
  user_email: Schema.NullOr(Schema.String)
} as const

/** What every hook of a conversation gets: all events but `workspaceOpen`. Rule: CUR-35, CUR-36, CUR-83 */
const conversationFields = {
  ...everywhereFields,
  /** The same for all moments of one conversation; absent where the host has no conversation. */
  conversation_id: Schema.optionalKey(Schema.String),
  /** The same, in the readings `tight` and `shipped`; in `asWritten` session events alone have it. */
  session_id: Schema.optionalKey(Schema.String),
  /** The turn, which begins with a message of the person; the conversation's id while there is no turn. */
  generation_id: Schema.optionalKey(Schema.String),
  /** The name of the model; absent where none is known. */
  model: Schema.optionalKey(Schema.String),
  /** The exact id of the model, where the host knows it beside its name. */
  model_id: Schema.optionalKey(Schema.String),
  /** Settings of the model, values always as texts; empty where none are known. */
  model_params: Schema.optionalKey(Schema.Array(Schema.Struct({ id: Schema.String, value: Schema.String }))),
  /** The path of a JSON Lines file with the conversation; `null` where there is none. */
  transcript_path: Schema.NullOr(Schema.String)
} as const

/** Counters of a model call. Sent in the readings `tight` and `shipped`; Cursor sends them and does not document them. */
const tokenFields = {
  /** Tokens that the model read. Not in the reading `asWritten`. */
  input_tokens: Schema.optionalKey(Schema.Finite),
  /** Tokens that the model wrote. Not in the reading `asWritten`. */
  output_tokens: Schema.optionalKey(Schema.Finite),
  /** Of those that it read, the ones that came from a cache. Not in the reading `asWritten`. */
  cache_read_tokens: Schema.optionalKey(Schema.Finite),
  /** Tokens that went into a cache. Not in the reading `asWritten`. */
  cache_write_tokens: Schema.optionalKey(Schema.Finite)
} as const

// Named, so that the declarations of each event refer to the fields with what is said of them instead of repeating them without.
export type EverywhereFields = { readonly [K in keyof typeof everywhereFields]: (typeof everywhereFields)[K] }
export type ConversationFields = { readonly [K in keyof typeof conversationFields]: (typeof conversationFields)[K] }
export type TokenFields = { readonly [K in keyof typeof tokenFields]: (typeof tokenFields)[K] }

/** The input of an event outside of any conversation: its own fields, and what every hook gets. Rule: CUR-83 */
export const everywhere = <F extends Schema.Struct.Fields>({
  fields
}: Schema.Struct<F>): Schema.Struct<EverywhereFields & F> => Schema.Struct({ ...everywhereFields, ...fields })

/** The input of an event of a conversation: its own fields, and what every hook of one gets. Rule: CUR-83 */
export const inConversation = <F extends Schema.Struct.Fields>({
  fields
}: Schema.Struct<F>): Schema.Struct<ConversationFields & F> => Schema.Struct({ ...conversationFields, ...fields })

/** The input of an event with the counters of a model call. Rule: CUR-65, CUR-83 */
export const withTokens = <F extends Schema.Struct.Fields>({
  fields
}: Schema.Struct<F>): Schema.Struct<F & TokenFields> => Schema.Struct({ ...fields, ...tokenFields })

/** Files and rules that travel with a prompt or a read. */
export const attachments = Schema.Array(
  Schema.Struct({
    /** A file that was attached, or a rule file that was in force. */
    type: Schema.Literals(["file", "rule"]),
    /** Absolute in Cursor. */
    file_path: Schema.String
  })
)
