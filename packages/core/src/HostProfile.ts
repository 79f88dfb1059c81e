import * as Schema from "effect/Schema"
import { type Action, type ActionKind, CustomDenied, Facet } from "./Action.ts"
import { type BoundaryId, coreBoundaries } from "./Boundary.ts"
import { Channel } from "./Channel.ts"

/**
 * What a host does with one boundary that it knows: whether it reports it at all, which views of it (facets) it
 * reports, and which channels it honours there. Rule: CORE-26
 */
export const BoundarySupport = Schema.Struct({
  reports: Schema.Boolean,
  facets: Schema.Array(Facet),
  honours: Schema.Array(Channel)
}).annotate({ identifier: "BoundarySupport" })
export type BoundarySupport = typeof BoundarySupport.Type

/** The kinds of action that core knows: every one but a host's own tools, which say it themselves. */
type KnownKind = Exclude<ActionKind, "Custom">

const ending = Schema.optionalKey(CustomDenied)

/**
 * How calls of a kind end when a hook denies them, where that is not with a text that the model reads: a fact of the host,
 * whose tool may have no room for one. Rule: CORE-77
 */
export const DeniedEndings = Schema.Struct({
  ShellRun: ending,
  ShellInput: ending,
  ShellRead: ending,
  FileRead: ending,
  FileEdit: ending,
  FileDelete: ending,
  Grep: ending,
  Glob: ending,
  CodeSearch: ending,
  McpTool: ending,
  McpResource: ending,
  RunAgents: ending,
  WebFetch: ending,
  WebSearch: ending
} satisfies { readonly [K in KnownKind]: typeof ending }).annotate({ identifier: "DeniedEndings" })
export type DeniedEndings = typeof DeniedEndings.Type

/**
 * What a host can do. A boundary without a row is one that the host does not know. `continuationCap` is the most
 * follow-ups in a turn, null when the host has no cap. Every running host states its own; nobody uses
 * {@link everythingProfile} by default. A channel that is honoured reaches the host in the outcome, and is lost where nobody
 * takes it from there: a profile lists what the host's code hands on, and nothing else. Rule: CORE-26
 */
export const HostProfile = Schema.Struct({
  name: Schema.String,
  boundaries: Schema.Record(Schema.String, BoundarySupport),
  continuationCap: Schema.NullOr(Schema.Int),
  extensions: Schema.Array(Schema.String),
  denied: Schema.optionalKey(DeniedEndings)
}).annotate({ identifier: "HostProfile" })
export type HostProfile = typeof HostProfile.Type

const allFacets: ReadonlyArray<Facet> = Facet.literals
const allChannels: ReadonlyArray<Channel> = Channel.literals

/**
 * A host that knows and honours everything: for tools that check and explain hooks, and for tests. Rule: CORE-27
 */
export const everythingProfile: HostProfile = {
  name: "everything",
  boundaries: Object.fromEntries(
    Object.keys(coreBoundaries).map((id) => [id, { reports: true, facets: allFacets, honours: allChannels }])
  ),
  continuationCap: null,
  extensions: []
}

/**
 * The host that runs one command line: it reports the command before and after, and takes a verdict, notices and a
 * replaced command. Rule: CORE-28
 */
export const execProfile: HostProfile = {
  name: "exec",
  boundaries: {
    "tool.pre": { reports: true, facets: ["shell"], honours: ["verdict", "notice", "replacement-input"] },
    "tool.result": { reports: true, facets: ["shell"], honours: ["notice"] },
    "tool.failure": { reports: true, facets: ["shell"], honours: ["notice"] }
  },
  continuationCap: null,
  extensions: []
}

/**
 * The host that passes on the calls of MCP tools: it reports a call before and after, takes a verdict, notices and another
 * input, and another result in the place of the tool's. Rule: CORE-66
 */
export const mcpProfile: HostProfile = {
  name: "mcp",
  boundaries: {
    "tool.pre": { reports: true, facets: ["mcp"], honours: ["verdict", "notice", "replacement-input"] },
    "tool.result": { reports: true, facets: ["mcp"], honours: ["notice", "replacement-result"] },
    "tool.failure": { reports: true, facets: ["mcp"], honours: ["notice"] }
  },
  continuationCap: null,
  extensions: []
}

const known = { reports: false, facets: [], honours: [] } as const
const observed = { reports: true, facets: ["shell", "mcp"], honours: ["notice"] } as const

/**
 * The reference host: it knows the fourteen boundaries of a conversation and reports eight of them (twelve events of
 * the richest format), honours verdicts and notices, a halt of a prompt, a continuation of a turn and the session
 * variables, and caps follow-ups at eight. Rule: CORE-29
 */
export const referenceProfile: HostProfile = {
  name: "reference",
  boundaries: {
    "session.start": { ...observed, honours: ["notice", "session-env"] },
    "session.end": known,
    "prompt.submit": { ...observed, honours: ["notice", "halt"] },
    "tool.pre": { ...observed, honours: ["verdict", "notice"] },
    "tool.permission_request": known,
    "tool.result": observed,
    "tool.failure": observed,
    "file.exposure": known,
    "subagent.start": known,
    "subagent.stop": known,
    "context.compact": known,
    "agent.response": observed,
    "agent.thought": observed,
    "turn.stop": { ...observed, honours: ["notice", "continuation"] }
  },
  continuationCap: 8,
  extensions: [],
  // What is written to a shell that runs already, and what is read from it, has no result but that of a cancelled call.
  denied: { ShellInput: "cancelled", ShellRead: "cancelled" }
}

const unknownBoundary: BoundarySupport = known

/** What a host does with a boundary; one that it does not know is neither reported nor honoured. Rule: CORE-26 */
export const supportOf = (profile: HostProfile, boundary: BoundaryId): BoundarySupport =>
  Object.hasOwn(profile.boundaries, boundary) ? (profile.boundaries[boundary] ?? unknownBoundary) : unknownBoundary

/** Whether a host has a row for a boundary at all. Rule: CORE-26 */
export const knowsBoundary = (profile: HostProfile, boundary: BoundaryId): boolean =>
  Object.hasOwn(profile.boundaries, boundary)

/** Whether a host reports a boundary, or one view of it. Rule: CORE-26 */
export const reports = (profile: HostProfile, boundary: BoundaryId, facet?: Facet): boolean => {
  const support = supportOf(profile, boundary)
  return support.reports && (facet === undefined || support.facets.includes(facet))
}

/** How the call of an action ends on a host when a hook denies it. Rule: CORE-4, CORE-77 */
export const deniedEndingOf = (profile: HostProfile, action: Action): CustomDenied =>
  action._tag === "Custom" ? action.denied : (profile.denied?.[action._tag] ?? "text")
