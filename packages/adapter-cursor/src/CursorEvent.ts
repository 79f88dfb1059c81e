import type { Channel, CoreBoundaryId, EndStatus, Facet } from "@pawl/core"
import type { AnswerField } from "./AnswerField.ts"

/**
 * What `ask` means on a permission event: a question, no opinion (a question under the strict policy), a denial, or a
 * word that the event does not know. Rule: CUR-41
 */
export type AskRule = "asks" | "no-opinion" | "denies" | "unknown-word"

/**
 * What an answer can do at an event. `noun` is what a reason written by the engine calls the thing that was judged;
 * `denyOnlyMessage` says that Cursor shows `user_message` only with a denial. Rule: CUR-1
 */
export type ControlEffect =
  | {
      readonly _tag: "Permission"
      readonly noun: string
      readonly denyOnlyMessage: boolean
      readonly ask: AskRule
    }
  | { readonly _tag: "PromptHalt" }
  | { readonly _tag: "FollowUp"; readonly after: ReadonlyArray<EndStatus> }
  | { readonly _tag: "Observe" }

/**
 * What a matcher is tested against: a view of the payload, a fixed word, or nothing at all. `look` is the field of the
 * payload in which an author finds what such a matcher is mostly written for. Rule: CUR-30, CUR-95
 */
export type MatcherTarget =
  | { readonly _tag: "ToolName" }
  | { readonly _tag: "ShellCommand" }
  | { readonly _tag: "McpTool" }
  | { readonly _tag: "SubagentType" }
  | { readonly _tag: "Word"; readonly word: string; readonly look: string }
  | { readonly _tag: "Everything"; readonly look?: string }

/** The facts of one event; everything else in this package reads them here. Rule: CUR-1 */
export interface CursorEvent {
  readonly name: string
  readonly boundary: CoreBoundaryId
  /** The view of the boundary that the event is limited to. */
  readonly facet?: Facet
  readonly target: MatcherTarget
  /** The fields that Cursor documents for the answer. */
  readonly answer: ReadonlyArray<AnswerField>
  /** Fields that Cursor documents as accepted without effect. */
  readonly ignored: ReadonlyArray<AnswerField>
  /** What the documented fields feed. */
  readonly channels: ReadonlyArray<Channel>
  readonly control: ControlEffect
  /** What of Claude's answers Cursor translates here. */
  readonly claude: "permission" | "follow-up" | "nothing"
  /** Whether the event once took `decision` with `reason` where it takes `permission` now. */
  readonly olderDecision: boolean
  /** Set on an event that belongs to no conversation, so that its payload has no fields of one. */
  readonly outsideConversation?: true
}

const observe = { answer: [], ignored: [], channels: [], control: { _tag: "Observe" }, claude: "nothing" } as const
const usual = { ignored: [], claude: "nothing", olderDecision: false } as const
const permission = (noun: string, denyOnlyMessage: boolean, ask: AskRule): ControlEffect => ({
  _tag: "Permission",
  noun,
  denyOnlyMessage,
  ask
})
const word = (text: string, look: string): MatcherTarget => ({ _tag: "Word", word: text, look })
const everything = { _tag: "Everything" } as const
const verdict: ReadonlyArray<Channel> = ["verdict", "notice"]
const messages: ReadonlyArray<AnswerField> = ["permission", "user_message", "agent_message"]

/** The 21 events in the order in which Cursor lists them, which is also the order of dispatch. Rule: CUR-1, CUR-2 */
export const cursorEvents: ReadonlyArray<CursorEvent> = [
  {
    ...usual,
    name: "sessionStart",
    boundary: "session.start",
    target: everything,
    answer: ["env", "additional_context"],
    ignored: ["continue", "user_message"],
    channels: ["session-env", "model-context"],
    control: { _tag: "Observe" }
  },
  { ...usual, ...observe, name: "sessionEnd", boundary: "session.end", target: { ...everything, look: "reason" } },
  {
    ...usual,
    name: "preToolUse",
    boundary: "tool.pre",
    target: { _tag: "ToolName" },
    answer: [...messages, "updated_input"],
    channels: [...verdict, "replacement-input"],
    control: permission("tool call", true, "no-opinion"),
    claude: "permission",
    olderDecision: true
  },
  {
    ...usual,
    name: "postToolUse",
    boundary: "tool.result",
    target: { _tag: "ToolName" },
    answer: ["additional_context", "updated_mcp_tool_output"],
    channels: ["replacement-result", "model-context"],
    control: { _tag: "Observe" }
  },
  {
    ...usual,
    name: "postToolUseFailure",
    boundary: "tool.failure",
    target: { _tag: "ToolName" },
    answer: ["additional_context"],
    channels: ["model-context"],
    control: { _tag: "Observe" }
  },
  {
    ...usual,
    name: "subagentStart",
    boundary: "subagent.start",
    target: { _tag: "SubagentType" },
    answer: ["permission", "user_message"],
    channels: verdict,
    control: permission("subagent", true, "denies")
  },
  {
    ...usual,
    name: "subagentStop",
    boundary: "subagent.stop",
    target: { _tag: "SubagentType" },
    answer: ["followup_message"],
    channels: ["continuation"],
    control: { _tag: "FollowUp", after: ["completed"] },
    claude: "follow-up"
  },
  {
    ...usual,
    name: "beforeShellExecution",
    boundary: "tool.pre",
    facet: "shell",
    target: { _tag: "ShellCommand" },
    answer: messages,
    channels: verdict,
    control: permission("shell command", false, "asks")
  },
  {
    ...usual,
    ...observe,
    name: "afterShellExecution",
    boundary: "tool.result",
    facet: "shell",
    target: { _tag: "ShellCommand" }
  },
  {
    ...usual,
    name: "beforeMCPExecution",
    boundary: "tool.pre",
    facet: "mcp",
    target: { _tag: "McpTool" },
    answer: messages,
    channels: verdict,
    control: permission("MCP tool call", false, "asks")
  },
  {
    ...usual,
    ...observe,
    name: "afterMCPExecution",
    boundary: "tool.result",
    facet: "mcp",
    target: { _tag: "McpTool" }
  },
  {
    ...usual,
    name: "beforeReadFile",
    boundary: "file.exposure",
    target: word("Read", "file_path"),
    answer: ["permission", "user_message"],
    channels: verdict,
    control: permission("file read", true, "unknown-word")
  },
  {
    ...usual,
    ...observe,
    name: "afterFileEdit",
    boundary: "tool.result",
    facet: "file.edit",
    target: word("Write", "file_path")
  },
  {
    ...usual,
    name: "beforeSubmitPrompt",
    boundary: "prompt.submit",
    target: word("UserPromptSubmit", "prompt"),
    answer: ["continue", "user_message"],
    channels: ["halt", "notice"],
    control: { _tag: "PromptHalt" }
  },
  {
    ...usual,
    name: "preCompact",
    boundary: "context.compact",
    target: { ...everything, look: "trigger" },
    answer: ["user_message"],
    channels: ["notice"],
    control: { _tag: "Observe" }
  },
  {
    ...usual,
    name: "stop",
    boundary: "turn.stop",
    target: word("Stop", "status"),
    answer: ["followup_message"],
    channels: ["continuation"],
    control: { _tag: "FollowUp", after: ["completed", "aborted", "error"] },
    claude: "follow-up"
  },
  {
    ...usual,
    ...observe,
    name: "afterAgentResponse",
    boundary: "agent.response",
    target: word("AgentResponse", "text")
  },
  { ...usual, ...observe, name: "afterAgentThought", boundary: "agent.thought", target: word("AgentThought", "text") },
  {
    ...usual,
    name: "beforeTabFileRead",
    boundary: "tab.read",
    target: word("TabRead", "file_path"),
    answer: ["permission"],
    channels: verdict,
    control: permission("file read", false, "unknown-word")
  },
  { ...usual, ...observe, name: "afterTabFileEdit", boundary: "tab.edit", target: word("TabWrite", "file_path") },
  {
    ...usual,
    name: "workspaceOpen",
    outsideConversation: true,
    boundary: "workspace.open",
    target: everything,
    answer: ["pluginPaths"],
    channels: ["extension"],
    control: { _tag: "Observe" }
  }
]

const byName: ReadonlyMap<string, CursorEvent> = new Map(cursorEvents.map((event) => [event.name, event]))

/** The row of an event as `hooks.json` spells it; names are case-sensitive. Rule: CUR-1 */
export const cursorEvent = (name: string): CursorEvent | undefined => byName.get(name)
