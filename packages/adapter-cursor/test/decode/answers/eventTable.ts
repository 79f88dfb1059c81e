/** Where an event's answers are looked up. */
export type Kind = "permission" | "prompt" | "quiet"

/** What the answers of one event are about, as data of the tests: it is not taken from what is tested. */
export interface EventFacts {
  readonly kind: Kind
  /** The columns of the outputs in which its cell is looked for, the narrowest first. */
  readonly columns: ReadonlyArray<string>
  /** The fields that Cursor documents for its answers, and those that it documents as accepted without effect. */
  readonly fields: ReadonlyArray<string>
  readonly ignored: ReadonlyArray<string>
  /** How an output is called that does not fit. */
  readonly unfit: "malformed-answer" | "output-unread"
}

const permission = (columns: ReadonlyArray<string>, ...fields: ReadonlyArray<string>): EventFacts => ({
  kind: "permission",
  columns: [...columns, "permission"],
  fields: ["permission", ...fields],
  ignored: [],
  unfit: "malformed-answer"
})

const quiet = (columns: ReadonlyArray<string>, ...fields: ReadonlyArray<string>): EventFacts => ({
  kind: "quiet",
  columns: [...columns, "quiet"],
  fields,
  ignored: [],
  unfit: "malformed-answer"
})

const silent: EventFacts = { ...quiet([]), unfit: "output-unread" }

/** The 21 events. Rule: CUR-1, CUR-50 */
export const eventTable: { readonly [event: string]: EventFacts } = {
  sessionStart: { ...quiet(["session"], "env", "additional_context"), ignored: ["continue", "user_message"] },
  sessionEnd: silent,
  preToolUse: permission(["tool"], "user_message", "agent_message", "updated_input"),
  postToolUse: quiet(["result"], "additional_context", "updated_mcp_tool_output"),
  postToolUseFailure: quiet(["failure"], "additional_context"),
  subagentStart: permission(["subagent"], "user_message"),
  subagentStop: quiet(["followUp"], "followup_message"),
  beforeShellExecution: permission(["shell"], "user_message", "agent_message"),
  afterShellExecution: silent,
  beforeMCPExecution: permission(["shell"], "user_message", "agent_message"),
  afterMCPExecution: silent,
  beforeReadFile: permission(["read"], "user_message"),
  afterFileEdit: silent,
  beforeSubmitPrompt: {
    kind: "prompt",
    columns: ["prompt"],
    fields: ["continue", "user_message"],
    ignored: [],
    unfit: "malformed-answer"
  },
  preCompact: quiet(["compact"], "user_message"),
  stop: quiet(["followUp"], "followup_message"),
  afterAgentResponse: silent,
  afterAgentThought: silent,
  beforeTabFileRead: permission(["tab"]),
  afterTabFileEdit: silent,
  workspaceOpen: quiet(["workspace"], "pluginPaths")
}
