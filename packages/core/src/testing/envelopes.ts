import type { Action, TextEdit } from "../Action.ts"
import type { ActionFailure, ActionResult } from "../ActionResult.ts"
import type { CoreBoundaryId } from "../Boundary.ts"
import type { Envelope } from "../Envelope.ts"
import type { EndStatus, Payload } from "../Payload.ts"
import { sampleActions, sampleFailures, sampleResults } from "./actions.ts"

/** What a test lays over the fixed values of an envelope. */
export type EnvelopeOverrides = Partial<Omit<Envelope, "payload">>

/** The fields of a payload, without its tag. */
export type PayloadFields<B extends Payload["_tag"]> = Omit<Extract<Payload, { readonly _tag: B }>, "_tag">

/**
 * An envelope with only what every moment has: for tests of what is absent when a host does not know it.
 * Rule: CORE-10
 */
export const bareEnvelope = (payload: Payload, overrides: EnvelopeOverrides = {}): Envelope => ({
  payload,
  surface: "interactive",
  host: { name: "test-host", version: "1.2.3" },
  at: 1_700_000_000_000,
  workspaceRoots: [],
  facts: {},
  ...overrides
})

/**
 * An envelope of an interactive host in the project `/repo`, in which everything common is known. Rule: CORE-10
 *
 * @example
 * ```ts
 * envelope({ _tag: "agent.thought", text: "hm" }, { surface: "fleet-run" })
 * ```
 */
export const envelope = (payload: Payload, overrides: EnvelopeOverrides = {}): Envelope =>
  bareEnvelope(payload, {
    runId: "run-1",
    conversationId: "conversation-1",
    turnId: "turn-1",
    model: { name: "test-model" },
    cwd: "/repo",
    workspaceRoots: ["/repo"],
    user: { email: "user@example.com" },
    ...overrides
  })

const ofAction = (payload: Payload, overrides: EnvelopeOverrides): Envelope =>
  envelope(payload, { actionId: "action-1", ...overrides })

/** A session begins. */
export const sessionStart = (
  fields: PayloadFields<"session.start"> = {},
  overrides: EnvelopeOverrides = {}
): Envelope => envelope({ _tag: "session.start", ...fields }, overrides)

/** A session is over. */
export const sessionEnd = (fields: PayloadFields<"session.end"> = {}, overrides: EnvelopeOverrides = {}): Envelope =>
  envelope({ _tag: "session.end", ...fields }, overrides)

/** A person sends a prompt. */
export const promptSubmit = (prompt: string, overrides: EnvelopeOverrides = {}): Envelope =>
  envelope({ _tag: "prompt.submit", prompt, attachments: [] }, overrides)

/**
 * A tool is about to be called.
 *
 * @example
 * ```ts
 * toolPre({ _tag: "FileDelete", paths: ["/repo/.env"] })
 * ```
 */
export const toolPre = (action: Action, overrides: EnvelopeOverrides = {}): Envelope =>
  ofAction({ _tag: "tool.pre", action }, overrides)

/**
 * A shell command is about to be run in `/repo`.
 *
 * @example
 * ```ts
 * shellRun("git push --force", { surface: "command-line-run" })
 * ```
 */
export const shellRun = (command: string, overrides: EnvelopeOverrides = {}): Envelope =>
  toolPre({ _tag: "ShellRun", command, cwd: "/repo" }, overrides)

/** A tool of an MCP server is about to be called. */
export const mcpCall = (
  tool: string,
  input: Extract<Action, { readonly _tag: "McpTool" }>["input"] = {},
  overrides: EnvelopeOverrides = {}
): Envelope => toolPre({ _tag: "McpTool", tool, input }, overrides)

/** A host asks whether a tool may be called. */
export const toolPermissionRequest = (action: Action, overrides: EnvelopeOverrides = {}): Envelope =>
  ofAction({ _tag: "tool.permission_request", action }, overrides)

/** A tool has run; by default a shell command that went well. */
export const toolResult = (
  action: Action = sampleActions.ShellRun,
  result: ActionResult = sampleResults.ShellResult,
  overrides: EnvelopeOverrides = {}
): Envelope => ofAction({ _tag: "tool.result", action, result, durationMs: 1_250 }, overrides)

/** A tool call has no result; by default one that failed. */
export const toolFailure = (
  action: Action = sampleActions.ShellRun,
  failure: ActionFailure = sampleFailures.Failed,
  overrides: EnvelopeOverrides = {}
): Envelope => ofAction({ _tag: "tool.failure", action, failure, durationMs: 1_250 }, overrides)

/** A file's text is about to be shown to the model. */
export const fileExposure = (path: string, overrides: EnvelopeOverrides = {}): Envelope =>
  envelope({ _tag: "file.exposure", path, content: "a\n", attachments: [] }, overrides)

/** A subagent is about to be started. */
export const subagentStart = (
  fields: PayloadFields<"subagent.start"> = { subagentType: "explore", task: "read the tests" },
  overrides: EnvelopeOverrides = {}
): Envelope => envelope({ _tag: "subagent.start", ...fields }, overrides)

/** A subagent has ended. */
export const subagentStop = (
  fields: PayloadFields<"subagent.stop"> = { status: "completed", subagentType: "explore" },
  overrides: EnvelopeOverrides = {}
): Envelope => envelope({ _tag: "subagent.stop", ...fields }, overrides)

/** A conversation is about to be shortened. */
export const contextCompact = (
  fields: PayloadFields<"context.compact"> = { trigger: "auto", usagePercent: 85 },
  overrides: EnvelopeOverrides = {}
): Envelope => envelope({ _tag: "context.compact", ...fields }, overrides)

/** The model has answered. */
export const agentResponse = (text: string, overrides: EnvelopeOverrides = {}): Envelope =>
  envelope({ _tag: "agent.response", text }, overrides)

/** The model has thought. */
export const agentThought = (text: string, overrides: EnvelopeOverrides = {}): Envelope =>
  envelope({ _tag: "agent.thought", text, durationMs: 800 }, overrides)

/** A turn has ended. */
export const turnStop = (status: EndStatus = "completed", loopCount = 0, overrides: EnvelopeOverrides = {}): Envelope =>
  envelope({ _tag: "turn.stop", status, loopCount }, overrides)

/** An editor is about to give a file to its completion. */
export const tabRead = (path: string, overrides: EnvelopeOverrides = {}): Envelope =>
  envelope({ _tag: "tab.read", path, content: "a\n" }, overrides)

/** An editor's completion has edited a file. */
export const tabEdit = (path: string, edits: ReadonlyArray<TextEdit>, overrides: EnvelopeOverrides = {}): Envelope =>
  envelope({ _tag: "tab.edit", path, edits }, overrides)

/** An editor opens a project: outside of any conversation. */
export const workspaceOpen = (overrides: EnvelopeOverrides = {}): Envelope =>
  bareEnvelope({ _tag: "workspace.open" }, { workspaceRoots: ["/repo"], ...overrides })

/** A moment that a format or a host has registered itself. */
export const extensionMoment = (
  boundary: string,
  data: PayloadFields<"extension">["data"] = null,
  overrides: EnvelopeOverrides = {}
): Envelope => envelope({ _tag: "extension", boundary, data }, overrides)

/** One envelope for each of the seventeen boundaries of core. Rule: CORE-1 */
export const sampleEnvelopes: { readonly [B in CoreBoundaryId]: Envelope } = {
  "session.start": sessionStart(),
  "session.end": sessionEnd({ reason: "completed" }),
  "prompt.submit": promptSubmit("rename the function"),
  "tool.pre": shellRun("git status"),
  "tool.permission_request": toolPermissionRequest(sampleActions.ShellRun),
  "tool.result": toolResult(),
  "tool.failure": toolFailure(),
  "file.exposure": fileExposure("/repo/src/main.ts"),
  "subagent.start": subagentStart(),
  "subagent.stop": subagentStop(),
  "context.compact": contextCompact(),
  "agent.response": agentResponse("done"),
  "agent.thought": agentThought("hm"),
  "turn.stop": turnStop(),
  "tab.read": tabRead("/repo/src/main.ts"),
  "tab.edit": tabEdit("/repo/src/main.ts", [{ oldText: "a", newText: "b" }]),
  "workspace.open": workspaceOpen()
}
