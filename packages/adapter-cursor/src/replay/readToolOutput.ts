import type { Action, ActionResult } from "@pawl/core"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { optional } from "./optional.ts"
import { readEdits } from "./readEdits.ts"
import { jsonIn } from "./take.ts"

type Reader = (output: Schema.Json) => ActionResult | undefined

const reader = <S extends Schema.Codec<unknown, unknown>>(
  schema: S,
  make: (output: S["Type"]) => ActionResult | undefined
): Reader => {
  const decode = Schema.decodeUnknownOption(schema)
  return (output) => Option.getOrUndefined(Option.flatMapNullishOr(decode(output), make))
}

const text = Schema.String
const file = Schema.Union([
  Schema.Struct({ kind: Schema.Literal("text"), file_path: text, content: text }),
  Schema.Struct({ kind: Schema.Literal("binary"), file_path: text, size_bytes: Schema.Int })
])

/** The results that were written with their kind. Rule: CUR-73 */
const kinds: ReadonlyMap<string, Reader> = new Map([
  [
    "shell_result",
    reader(
      Schema.Struct({
        state: Schema.Literals(["finished", "recovered", "snapshot"]),
        output: Schema.optionalKey(text),
        exit_code: Schema.optionalKey(Schema.Int)
      }),
      ({ exit_code, output, state }) => ({
        _tag: "ShellResult",
        state,
        ...optional("output", output),
        ...optional("exitCode", exit_code)
      })
    )
  ],
  [
    "files_read",
    reader(Schema.Struct({ files: Schema.Array(file) }), ({ files }) => ({
      _tag: "FilesRead",
      files: files.map((each) =>
        each.kind === "text"
          ? { _tag: "Text", path: each.file_path, text: each.content }
          : { _tag: "Binary", path: each.file_path, sizeBytes: each.size_bytes }
      )
    }))
  ],
  [
    "file_edited",
    reader(Schema.Struct({ file_path: text, edits: Schema.Json }), ({ edits, file_path }) => ({
      _tag: "FileEdited",
      path: file_path,
      edits: readEdits(edits)
    }))
  ],
  [
    "files_deleted",
    reader(Schema.Struct({ file_paths: Schema.Array(text) }), ({ file_paths }) => ({
      _tag: "FilesDeleted",
      paths: file_paths
    }))
  ],
  ["found", reader(Schema.Struct({ matches: Schema.Array(text) }), ({ matches }) => ({ _tag: "Found", matches }))],
  [
    "mcp_returned",
    reader(Schema.Struct({ result: Schema.Json, is_error: Schema.Boolean }), ({ is_error, result }) => ({
      _tag: "McpReturned",
      result,
      isError: is_error
    }))
  ],
  ["mcp_errored", reader(Schema.Struct({ error: text }), ({ error }) => ({ _tag: "McpErrored", message: error }))],
  ["agents_ran", reader(Schema.Struct({ summary: text }), ({ summary }) => ({ _tag: "AgentsRan", summary }))],
  ["text_returned", reader(Schema.Struct({ text }), (output) => ({ _tag: "TextReturned", text: output.text }))],
  [
    "custom_result",
    reader(Schema.Struct({ name: text, value: Schema.Json }), ({ name, value }) => ({
      _tag: "CustomResult",
      kind: name,
      value
    }))
  ]
])

/** A shell command's result as Cursor's own tool reports it. Rule: CUR-56 */
const shell = reader(
  Schema.Struct({
    output: Schema.optionalKey(text),
    stdout: Schema.optionalKey(text),
    exitCode: Schema.optionalKey(Schema.Int)
  }),
  ({ exitCode, output, stdout }) => ({
    _tag: "ShellResult",
    state: "finished",
    ...optional("output", output ?? stdout),
    ...optional("exitCode", exitCode)
  })
)

const saysError = Schema.is(Schema.Struct({ isError: Schema.Literal(true) }))
const kindOf = Schema.decodeUnknownOption(Schema.Struct({ kind: text }))

/** What an MCP tool returned, as its server gave it. Rule: CUR-56 */
export const readMcpResult = (value: Schema.Json): ActionResult => {
  const result = jsonIn(value) ?? value
  return onlyError(result) ?? { _tag: "McpReturned", result, isError: saysError(result) }
}

const onlyError: Reader = (value) => {
  const error = Schema.decodeUnknownOption(Schema.Struct({ error: text }), { onExcessProperty: "error" })(value)
  return Option.isSome(error) ? { _tag: "McpErrored", message: error.value.error } : undefined
}

/** The result of a tool call from what a payload says of it: JSON inside a text, or the value itself. Rule: CUR-56, CUR-73 */
export const readToolOutput = (action: Action, written: Schema.Json): ActionResult => {
  const value = jsonIn(written)
  if (value === undefined && typeof written === "string") return { _tag: "TextReturned", text: written }
  const output = value ?? written
  const kind = Option.getOrUndefined(kindOf(output))?.kind
  const known = kind === undefined ? undefined : kinds.get(kind)?.(output)
  if (known !== undefined) return known
  if (action._tag === "ShellRun") {
    const result = shell(output)
    if (result !== undefined) return result
  }
  if (action._tag === "McpTool") return { _tag: "McpReturned", result: output, isError: saysError(output) }
  return { _tag: "CustomResult", kind: "unknown", value: output }
}
