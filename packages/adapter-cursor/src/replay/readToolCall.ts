import type { Action } from "@pawl/core"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { optional } from "./optional.ts"

const text = Schema.optionalKey(Schema.String)
const number = Schema.optionalKey(Schema.Finite)
const flag = Schema.optionalKey(Schema.Boolean)

/** A reader of the input of one tool; undefined where it has another shape than the tool's. */
export type Reader = (input: unknown) => Action | undefined

/** A reader of inputs of one shape. */
export const reader = <S extends Schema.Codec<unknown, unknown>>(
  schema: S,
  make: (input: S["Type"]) => Action | undefined
): Reader => {
  const decode = Schema.decodeUnknownOption(schema)
  return (input) => Option.getOrUndefined(Option.flatMapNullishOr(decode(input), make))
}

/** The keys under which tools have been seen to name a path, the documented one first. Rule: CUR-56 */
const paths = { file_path: text, path: text, filePath: text }
const pathIn = (input: { readonly file_path?: string; readonly path?: string; readonly filePath?: string }) =>
  input.file_path ?? input.path ?? input.filePath

const shell = reader(
  Schema.Struct({
    command: Schema.String,
    cwd: text,
    working_directory: text,
    timeout: number,
    is_read_only: flag,
    is_risky: flag,
    wait_until_completion: flag,
    uses_pager: flag,
    rationale: text
  }),
  (input) => {
    // An empty directory is how Cursor says that it does not know it.
    const cwd = input.cwd || input.working_directory || undefined
    return {
      _tag: "ShellRun",
      command: input.command,
      ...optional("cwd", cwd),
      ...optional("timeoutMs", input.timeout),
      ...optional("isReadOnly", input.is_read_only),
      ...optional("isRisky", input.is_risky),
      ...optional("waitUntilCompletion", input.wait_until_completion),
      ...optional("usesPager", input.uses_pager),
      ...optional("rationale", input.rationale)
    }
  }
)

const edit = Schema.Struct({ old_string: Schema.String, new_string: Schema.String })

const write = reader(
  Schema.Struct({
    ...paths,
    content: text,
    old_string: text,
    new_string: text,
    edits: Schema.optionalKey(Schema.Array(edit))
  }),
  ({ content, edits, new_string, old_string, ...input }) => {
    const path = pathIn(input)
    if (path === undefined) return undefined
    const single =
      old_string === undefined || new_string === undefined ? undefined : [{ oldText: old_string, newText: new_string }]
    const all = edits?.map((each) => ({ oldText: each.old_string, newText: each.new_string })) ?? single
    return { _tag: "FileEdit", path, ...optional("content", content), ...optional("edits", all) }
  }
)

const patchPath = /^\*\*\* (?:Update|Add|Delete) File: (.+)$/mu

/** The patch text of models that edit by patch: the whole input, or under a key. Rule: CUR-56 */
const applyPatch = reader(
  Schema.Union([Schema.String, Schema.Struct({ patch: Schema.String }), Schema.Struct({ input: Schema.String })]),
  (input) => {
    const patch = typeof input === "string" ? input : "patch" in input ? input.patch : input.input
    const path = patchPath.exec(patch)?.[1]?.trim()
    return path === undefined ? undefined : { _tag: "FileEdit", path }
  }
)

const readers: ReadonlyMap<string, Reader> = new Map([
  ["Shell", shell],
  [
    "Read",
    reader(Schema.Struct({ ...paths, start_line: number, end_line: number }), ({ end_line, start_line, ...input }) => {
      const path = pathIn(input)
      return path === undefined
        ? undefined
        : {
            _tag: "FileRead",
            paths: [path],
            ...optional("startLine", start_line),
            ...optional("endLine", end_line)
          }
    })
  ],
  ["Write", write],
  ["StrReplace", write],
  ["ApplyPatch", applyPatch],
  [
    "Delete",
    reader(Schema.Struct(paths), (input) => {
      const path = pathIn(input)
      return path === undefined ? undefined : { _tag: "FileDelete", paths: [path] }
    })
  ],
  [
    "Grep",
    reader(Schema.Struct({ pattern: Schema.String, ...paths, glob: text }), ({ glob, pattern, ...input }) => ({
      _tag: "Grep",
      queries: [pattern],
      ...optional("path", pathIn(input)),
      ...optional("glob", glob)
    }))
  ],
  [
    "Task",
    reader(
      Schema.Struct({ prompt: Schema.String, description: text, subagent_type: text, model: text }),
      ({ description, model, prompt, subagent_type }) => ({
        _tag: "RunAgents",
        agents: [
          {
            prompt,
            ...optional("description", description),
            ...optional("agentType", subagent_type),
            ...optional("model", model)
          }
        ]
      })
    )
  ],
  ["WebFetch", reader(Schema.Struct({ url: Schema.String }), ({ url }) => ({ _tag: "WebFetch", url }))],
  [
    "WebSearch",
    reader(Schema.Struct({ search_term: Schema.String }), ({ search_term }) => ({
      _tag: "WebSearch",
      query: search_term
    }))
  ]
])

const mcpTool = /^MCP:(.+)$/su

/**
 * The action that a tool of this name with this input is. A known tool whose input has another shape than the tool's, and
 * a tool that is not known, is a tool of the host's own. Rule: CUR-56
 */
export const readToolCall = (name: string, input: Schema.Json): Action => {
  const tool = mcpTool.exec(name)?.[1]
  if (tool !== undefined) return { _tag: "McpTool", tool, input }
  return readers.get(name)?.(input) ?? { _tag: "Custom", name, input, denied: "text" }
}
