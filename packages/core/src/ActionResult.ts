import * as Schema from "effect/Schema"
import { TextEdit } from "./Action.ts"

/** A file's contents as a tool returned them; binary ones are known by their size in bytes only. Rule: CORE-7 */
export const FileContent = Schema.TaggedUnion({
  Text: { path: Schema.String, text: Schema.String },
  Binary: { path: Schema.String, sizeBytes: Schema.Int }
}).annotate({ identifier: "FileContent" })
export type FileContent = typeof FileContent.Type

/**
 * How a tool call that ran has ended. A shell command is `finished` (with or without an exit code that says success),
 * `recovered` when its end was learnt later, or a `snapshot` of one that is still running; its output is absent where the
 * host did not see it. Rule: CORE-7
 */
export const ActionResult = Schema.TaggedUnion({
  ShellResult: {
    state: Schema.Literals(["finished", "recovered", "snapshot"]),
    output: Schema.optionalKey(Schema.String),
    exitCode: Schema.optionalKey(Schema.Int)
  },
  FilesRead: { files: Schema.Array(FileContent) },
  FileEdited: { path: Schema.String, edits: Schema.Array(TextEdit) },
  FilesDeleted: { paths: Schema.Array(Schema.String) },
  Found: { matches: Schema.Array(Schema.String) },
  McpReturned: { result: Schema.Json, isError: Schema.Boolean },
  McpErrored: { message: Schema.String },
  AgentsRan: { summary: Schema.String },
  TextReturned: { text: Schema.String },
  CustomResult: { kind: Schema.String, value: Schema.Json }
}).annotate({ identifier: "ActionResult" })
export type ActionResult = typeof ActionResult.Type

/** Why a tool call has no result. Rule: CORE-7 */
export const ActionFailure = Schema.TaggedUnion({
  Failed: { message: Schema.String },
  TimedOut: { message: Schema.String },
  DeniedByHost: { message: Schema.String },
  DeniedByHook: { message: Schema.String },
  Cancelled: { message: Schema.String, reason: Schema.optionalKey(Schema.String) }
}).annotate({ identifier: "ActionFailure" })
export type ActionFailure = typeof ActionFailure.Type
