import * as Schema from "effect/Schema"

/**
 * What every action may carry beside its own fields: the host's own JSON of the call, and the names of fields whose
 * text is secret or binary, which encoders leave out or summarise by size. Rule: CORE-3
 */
const carried = {
  raw: Schema.optionalKey(Schema.Json),
  secretFields: Schema.optionalKey(Schema.Array(Schema.String)),
  binaryFields: Schema.optionalKey(Schema.Array(Schema.String))
}

/** One replaced stretch of a file's text; an empty `oldText` is a new file. Rule: CORE-3 */
export const TextEdit = Schema.Struct({ oldText: Schema.String, newText: Schema.String }).annotate({
  identifier: "TextEdit"
})
export type TextEdit = typeof TextEdit.Type

/**
 * How a host's own tool ends when a hook denies it: with a text the model reads, rejected, cancelled, or with a marker
 * that says nothing. Rule: CORE-4
 */
export const CustomDenied = Schema.Literals(["text", "rejected", "cancelled", "marker"])
export type CustomDenied = typeof CustomDenied.Type

/** What a tool call is. Lists of paths are as the model wrote them, relative ones included. Rule: CORE-3 */
export const Action = Schema.TaggedUnion({
  ShellRun: {
    ...carried,
    command: Schema.String,
    cwd: Schema.optionalKey(Schema.String),
    timeoutMs: Schema.optionalKey(Schema.Finite),
    isReadOnly: Schema.optionalKey(Schema.Boolean),
    isRisky: Schema.optionalKey(Schema.Boolean),
    waitUntilCompletion: Schema.optionalKey(Schema.Boolean),
    usesPager: Schema.optionalKey(Schema.Boolean),
    rationale: Schema.optionalKey(Schema.String)
  },
  ShellInput: { ...carried, sessionId: Schema.String, text: Schema.String },
  ShellRead: { ...carried, sessionId: Schema.String },
  FileRead: {
    ...carried,
    paths: Schema.Array(Schema.String),
    startLine: Schema.optionalKey(Schema.Int),
    endLine: Schema.optionalKey(Schema.Int)
  },
  FileEdit: {
    ...carried,
    path: Schema.String,
    content: Schema.optionalKey(Schema.String),
    edits: Schema.optionalKey(Schema.Array(TextEdit))
  },
  FileDelete: { ...carried, paths: Schema.Array(Schema.String) },
  Grep: {
    ...carried,
    queries: Schema.Array(Schema.String),
    path: Schema.optionalKey(Schema.String),
    glob: Schema.optionalKey(Schema.String)
  },
  Glob: { ...carried, patterns: Schema.Array(Schema.String), path: Schema.optionalKey(Schema.String) },
  CodeSearch: { ...carried, query: Schema.String, paths: Schema.optionalKey(Schema.Array(Schema.String)) },
  McpTool: {
    ...carried,
    tool: Schema.String,
    input: Schema.Json,
    serverId: Schema.optionalKey(Schema.String),
    serverName: Schema.optionalKey(Schema.String),
    serverUrl: Schema.optionalKey(Schema.String),
    serverCommand: Schema.optionalKey(Schema.String)
  },
  McpResource: {
    ...carried,
    name: Schema.String,
    uri: Schema.optionalKey(Schema.String),
    serverId: Schema.optionalKey(Schema.String),
    serverName: Schema.optionalKey(Schema.String)
  },
  RunAgents: {
    ...carried,
    agents: Schema.Array(
      Schema.Struct({
        prompt: Schema.String,
        description: Schema.optionalKey(Schema.String),
        agentType: Schema.optionalKey(Schema.String),
        model: Schema.optionalKey(Schema.String)
      })
    )
  },
  WebFetch: { ...carried, url: Schema.String },
  WebSearch: { ...carried, query: Schema.String },
  Custom: { ...carried, name: Schema.String, input: Schema.Json, denied: CustomDenied }
}).annotate({ identifier: "Action" })
export type Action = typeof Action.Type

/** The kind of an action: the tag of {@link Action}. Rule: CORE-3 */
export type ActionKind = Action["_tag"]

/** A view of a tool call that some moments are limited to. Rule: CORE-5 */
export const Facet = Schema.Literals(["shell", "mcp", "file.edit"]).annotate({ identifier: "Facet" })
export type Facet = typeof Facet.Type

interface ActionFacts {
  /** The canonical name of the tool; an adapter adds the names that its vendor uses. */
  readonly toolName: string
  readonly facet?: Facet
}

/**
 * The facts of each kind of action, in one table: its canonical tool name, and the facet that it belongs to. The two
 * MCP kinds and a host's own tools put the name of the thing behind the prefix. Rule: CORE-5
 */
export const actionFacts: { readonly [K in ActionKind]: ActionFacts } = {
  ShellRun: { toolName: "Shell", facet: "shell" },
  ShellInput: { toolName: "ShellInput" },
  ShellRead: { toolName: "ShellRead" },
  FileRead: { toolName: "Read" },
  FileEdit: { toolName: "Write", facet: "file.edit" },
  FileDelete: { toolName: "Delete" },
  Grep: { toolName: "Grep" },
  Glob: { toolName: "Glob" },
  CodeSearch: { toolName: "CodeSearch" },
  McpTool: { toolName: "MCP", facet: "mcp" },
  McpResource: { toolName: "MCPResource" },
  RunAgents: { toolName: "RunAgents" },
  WebFetch: { toolName: "WebFetch" },
  WebSearch: { toolName: "WebSearch" },
  Custom: { toolName: "Custom" }
}

/**
 * The canonical name of the tool that an action calls: `Shell`, `MCP:create_issue`, or the name of a host's own tool.
 * Rule: CORE-5
 */
export const toolNameOf = (action: Action): string => {
  switch (action._tag) {
    case "McpTool":
      return `${actionFacts.McpTool.toolName}:${action.tool}`
    case "McpResource":
      return `${actionFacts.McpResource.toolName}:${action.name}`
    case "Custom":
      return action.name
    default:
      return actionFacts[action._tag].toolName
  }
}

/** Every path that an action names, as it was written; used to find the sources whose scope it touches. Rule: CORE-6 */
export const pathsOf = (action: Action): ReadonlyArray<string> => {
  switch (action._tag) {
    case "ShellRun":
      return action.cwd === undefined ? [] : [action.cwd]
    case "FileRead":
    case "FileDelete":
      return action.paths
    case "FileEdit":
      return [action.path]
    case "Grep":
    case "Glob":
      return action.path === undefined ? [] : [action.path]
    case "CodeSearch":
      return action.paths ?? []
    default:
      return []
  }
}
