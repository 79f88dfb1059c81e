import type { Action, ActionKind, Envelope, InputUnreadable } from "@pawl/core"
import * as Equal from "effect/Equal"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { redacted } from "../encode/redacted.ts"
import { toolCall, verbatim } from "../encode/toolCall.ts"
import { isShallow } from "../encode/writable.ts"
import { toolNames } from "../toolNames.ts"
import { optional } from "./optional.ts"
import { type Reader, reader, readToolCall } from "./readToolCall.ts"

const texts = Schema.Array(Schema.String)
const text = Schema.optionalKey(Schema.String)
const number = Schema.optionalKey(Schema.Finite)

/** Inputs that hooks get to see of a host's own actions, for which Cursor has no tool or only one of a single path. */
const views: { readonly [K in ActionKind]?: Reader } = {
  ShellInput: reader(Schema.Struct({ session_id: Schema.String, text: Schema.String }), (input) => ({
    _tag: "ShellInput",
    sessionId: input.session_id,
    text: input.text
  })),
  ShellRead: reader(Schema.Struct({ session_id: Schema.String }), (input) => ({
    _tag: "ShellRead",
    sessionId: input.session_id
  })),
  FileRead: reader(Schema.Struct({ file_paths: texts, start_line: number, end_line: number }), (input) => ({
    _tag: "FileRead",
    paths: input.file_paths,
    ...optional("startLine", input.start_line),
    ...optional("endLine", input.end_line)
  })),
  FileDelete: reader(Schema.Struct({ file_paths: texts }), (input) => ({
    _tag: "FileDelete",
    paths: input.file_paths
  })),
  Grep: reader(Schema.Struct({ patterns: texts, file_path: text, glob: text }), (input) => ({
    _tag: "Grep",
    queries: input.patterns,
    ...optional("path", input.file_path),
    ...optional("glob", input.glob)
  })),
  Glob: reader(
    Schema.Struct({ pattern: text, patterns: Schema.optionalKey(texts), file_path: text }),
    ({ file_path, pattern, patterns }) => {
      const all = patterns ?? (pattern === undefined ? undefined : [pattern])
      return all === undefined ? undefined : { _tag: "Glob", patterns: all, ...optional("path", file_path) }
    }
  ),
  CodeSearch: reader(Schema.Struct({ query: Schema.String, file_paths: Schema.optionalKey(texts) }), (input) => ({
    _tag: "CodeSearch",
    query: input.query,
    ...optional("paths", input.file_paths)
  })),
  McpResource: reader(Schema.Struct({ name: Schema.String, uri: text }), (input) => ({
    _tag: "McpResource",
    name: input.name,
    ...optional("uri", input.uri)
  })),
  RunAgents: reader(
    Schema.Struct({
      agents: Schema.Array(
        Schema.Struct({ prompt: Schema.String, description: text, subagent_type: text, model: text })
      )
    }),
    ({ agents }) => ({
      _tag: "RunAgents",
      agents: agents.map(({ description, model, prompt, subagent_type }) => ({
        prompt,
        ...optional("description", description),
        ...optional("agentType", subagent_type),
        ...optional("model", model)
      }))
    })
  )
}

const isObject = (value: Schema.Json): value is { readonly [key: string]: Schema.Json } =>
  value !== null && typeof value === "object" && !Array.isArray(value)

/** A tool's own input; one that is no object is shown to hooks under the key `input`. */
const ownInput = (before: Schema.Json, input: { readonly [key: string]: Schema.Json }): Schema.Json => {
  const keys = Object.keys(input)
  return !isObject(before) && keys.length === 1 && keys[0] === "input" ? (input.input ?? null) : input
}

const readAs = (action: Action, input: Schema.Json): Action | undefined =>
  toolNames(action)
    .map((name) => readToolCall(name, input))
    .find((read) => read._tag === action._tag) ?? views[action._tag]?.(input)

/** Where a command runs, and how long it may, are not changed by an input that says nothing of them, or what the hook was shown. */
const inFolder = (before: Action, after: Action, { cwd: here }: Envelope): Action => {
  if (before._tag !== "ShellRun" || after._tag !== "ShellRun") return after
  const { cwd, ...rest } = after
  const isElsewhere = cwd !== undefined && cwd !== (before.cwd ?? here)
  return { ...optional("timeoutMs", before.timeoutMs), ...rest, ...optional("cwd", isElsewhere ? cwd : before.cwd) }
}

/** An edit that does not say what to write is none, unless the host's own JSON of the call says it. */
const isWhole = (action: Action, hasRaw: boolean): boolean =>
  hasRaw || action._tag !== "FileEdit" || action.content !== undefined || action.edits !== undefined

/** Whose resource it is stays; an input that names another server than the hook was shown is for another tool. */
const onServer = (
  before: Action,
  after: Action,
  input: { readonly [key: string]: Schema.Json }
): Action | undefined => {
  if (before._tag !== "McpResource" || after._tag !== "McpResource") return after
  if (input.mcp_server_id !== undefined && input.mcp_server_id !== before.serverId) return undefined
  return { ...after, ...optional("serverId", before.serverId), ...optional("serverName", before.serverName) }
}

/** Whether an input is what hooks get to see of a call, in any reading: less than the call, where some of it is marked. */
const isAsShown = (action: Action, input: Schema.Json, envelope: Envelope): boolean =>
  isShallow(action) &&
  [true, false].some((sendsRaw) => {
    const shown = redacted({ tool_input: toolCall(action, envelope, sendsRaw).input }, action)
    return Equal.equals(shown.tool_input, input)
  })

/**
 * The action that an `updated_input` makes of an action: a complete replacement of `tool_input`, read as the input of the
 * same tool. What no input says stays as it was: the folder and the time of a command, the server of an MCP tool, what is
 * marked as secret. The host's own JSON of the call is replaced where it was in Cursor's shape, and dropped where it was not. An
 * input that is just what the hook was shown changes nothing. Rule: CUR-107, CUR-109
 *
 * @example
 * ```ts
 * rewritten({ _tag: "ShellRun", command: "ls" }, { command: "ls -l" }, envelope) // succeeds with the longer command
 * ```
 */
export const rewritten = (
  action: Action,
  input: Schema.Json,
  envelope: Envelope
): Result.Result<Action, InputUnreadable> => {
  if (!isShallow(input)) return Result.fail({ message: "it is nested too deep" })
  if (isAsShown(action, input, envelope)) return Result.succeed(action)
  if (!isObject(input)) return Result.fail({ message: "it is not an object" })
  const hasRaw = verbatim(action, envelope) !== undefined
  const raw = optional("raw", hasRaw ? input : undefined)
  if (action._tag === "McpTool" || action._tag === "Custom") {
    const { raw: _, ...before } = action
    return Result.succeed({ ...before, ...raw, input: ownInput(action.input, input) })
  }
  const read = readAs(action, input)
  const after = read === undefined ? undefined : onServer(action, read, input)
  if (after === undefined || !isWhole(after, hasRaw)) {
    return Result.fail({ message: `it is no input of ${toolNames(action)[0]}` })
  }
  return Result.succeed({
    ...inFolder(action, after, envelope),
    ...raw,
    ...optional("secretFields", action.secretFields),
    ...optional("binaryFields", action.binaryFields)
  })
}
