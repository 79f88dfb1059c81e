import * as Arbitrary from "effect/Arbitrary"
import * as Schema from "effect/Schema"

/** One of the spellings of a field, or none at all. */
const spelled = (...spellings: ReadonlyArray<{ readonly [key: string]: Schema.Json }>) => ({ spellings })

const files = spelled(
  { file_path: "/srv/shop/a.ts" },
  { file_path: "a.ts" },
  { file_path: "C:\\Users\\dev\\shop\\a.ts" }
)
const edits = spelled(
  { edits: [] },
  { edits: [{ old_string: "", new_string: "whole" }] },
  { edits: [{ old_string: "a", new_string: "b", range: { start_line_number: 4, start_column: 1 } }] }
)
const duration = spelled({ duration: 41.7 }, { duration: 0 }, {})
const attachments = spelled(
  {},
  { attachments: [] },
  { attachments: [{ type: "rule", file_path: "/AGENTS.md" }] },
  {
    attachments: [
      { type: "rule", filePath: "/r" },
      { type: "image", file_path: "/i", size: 3 }
    ]
  }
)

/** A tool with its input, in the forms in which Cursor's agents call their tools. */
const tools = spelled(
  { tool_name: "Shell", tool_input: { command: "ls", cwd: "", timeout: 30_000 } },
  { tool_name: "Shell", tool_input: { command: "ls", working_directory: "/c:/Users/dev/shop", explanation: "lists" } },
  { tool_name: "Read", tool_input: { path: "a.md" } },
  { tool_name: "Read", tool_input: { filePath: "a.md", offset: 3 } },
  { tool_name: "Write", tool_input: { file_path: "a", content: "x" } },
  { tool_name: "StrReplace", tool_input: { path: "a", old_string: "x", new_string: "y" } },
  { tool_name: "ApplyPatch", tool_input: "*** Begin Patch\n*** Update File: src/a.ts\n@@\n-a\n+b\n*** End Patch" },
  { tool_name: "ApplyPatch", tool_input: "*** Update File: a\r\n" },
  { tool_name: "ApplyPatch", tool_input: { patch: "*** Add File: b.ts\n+b" } },
  { tool_name: "Delete", tool_input: { path: "C:\\a" } },
  { tool_name: "Task", tool_input: { prompt: "find it", subagent_type: "explore" } },
  { tool_name: "MCP:create_issue", tool_input: { title: "x" } },
  { tool_name: "SomethingNew", tool_input: { deep: [null, { a: 1.5 }] } },
  { tool_name: "SomethingNew", tool_input: "a text" }
)
const calls = spelled({ tool_use_id: "t1" }, { tool_use_id: "call-1\nfc_1" }, { tool_use_id: "" }, {})
const mcp = spelled(
  { tool_name: "create_issue", tool_input: '{ "title": "x" }' },
  { tool_name: "create_issue", tool_input: "no JSON" },
  { tool_name: "create_issue", tool_input: { title: "x" } }
)

/** The event's own fields, each in one of its spellings. */
const own: { readonly [event: string]: ReadonlyArray<ReturnType<typeof spelled>> } = {
  sessionStart: [
    spelled({ composer_mode: "agent" }, { mode: "edit" }, {}),
    spelled({ is_background_agent: false }, {})
  ],
  sessionEnd: [
    spelled({ reason: "user_close" }),
    spelled({ duration_ms: 81_234.5 }, {}),
    spelled({ final_status: "x" }, {})
  ],
  preToolUse: [tools, calls, spelled({ agent_message: "deploying" }, {})],
  postToolUse: [
    tools,
    calls,
    duration,
    spelled(
      { tool_output: '{"output":"a\\nb\\n", "exitCode":0}' },
      { tool_output: "not JSON" },
      { tool_output: { a: 1 } }
    )
  ],
  postToolUseFailure: [
    tools,
    calls,
    duration,
    spelled({ error_message: "no" }),
    spelled({ failure_type: "timeout" }, { failure_type: "permission_denied" }, { failure_type: "error" }),
    spelled({ is_interrupt: false }, { is_interrupt: true }, {})
  ],
  subagentStart: [
    spelled({ subagent_type: "explore" }, { subagent_type: "shell", subagent_id: "call_5\nx" }),
    spelled({ task: "" }, { task: "t" }, { prompt: "find it" }),
    spelled({ tool_call_id: "call_5", subagent_model: "m-small" }, {})
  ],
  subagentStop: [
    spelled({ status: "error", error_message: "no" }, { status: "completed" }),
    spelled({ summary: "s" }, { result: "3 callers" }, {}),
    spelled({ duration_ms: 9_100 }, { duration: 12.5 }, {}),
    spelled({ agent_transcript_path: null }, { agent_transcript_path: "/t" }, {})
  ],
  beforeShellExecution: [
    spelled({ command: "git push --force" }, { command: "a\nb" }),
    spelled({ sandbox: false }, {})
  ],
  afterShellExecution: [spelled({ command: "ls" }), spelled({ output: "a\n" }, { output: "" }), duration],
  beforeMCPExecution: [
    mcp,
    spelled({ mcp_server_name: "tracker" }, {}),
    spelled({ url: "https://m.example.com", mcp_server_url: "https://m.example.com" }, { command: "npx -y m" }, {})
  ],
  afterMCPExecution: [
    mcp,
    duration,
    spelled(
      { result_json: '{"content":[], "isError":true}' },
      { result_json: '{"error":"gone"}' },
      { result_json: "text" }
    )
  ],
  beforeReadFile: [files, spelled({ content: "TOKEN=1" }, { content: { messages: [] } }), attachments],
  afterFileEdit: [files, edits],
  beforeSubmitPrompt: [spelled({ prompt: "rotate the key" }), attachments, spelled({ composer_mode: "agent" }, {})],
  preCompact: [spelled({ trigger: "auto" }), spelled({ context_usage_percent: 91, is_first_compaction: true }, {})],
  stop: [
    spelled({ status: "aborted" }, { status: "completed" }),
    spelled({ loop_count: 2, input_tokens: 9 }, { loop_count: 0 })
  ],
  afterAgentResponse: [spelled({ text: "Done." }), spelled({ input_tokens: "9" }, {})],
  afterAgentThought: [spelled({ text: "hm" }), spelled({ duration_ms: 2_100 }, {})],
  beforeTabFileRead: [files, spelled({ content: "export {}" })],
  afterTabFileEdit: [files, edits],
  workspaceOpen: []
}

/** The fields of every event, in the forms that captures have had. */
const common = [
  spelled(
    { conversation_id: "c-71" },
    { conversation_id: "c-71", session_id: "c-71" },
    { conversation_id: "c-71", session_id: "other" }
  ),
  spelled({ generation_id: "g-9-0-ab12" }, { generation_id: "" }, {}),
  spelled(
    { model: "default" },
    { model: "" },
    { model: "large", model_id: "l-2", model_params: [{ id: "thinking", value: "true" }] }
  ),
  spelled({ transcript_path: null }, { transcript_path: "/t.jsonl" }, { transcript_path: "C:\\t.jsonl" }, {}),
  spelled({ cwd: "" }, { cwd: "/srv/shop" }, { cwd: "C:\\Users\\dev\\shop" }, { cwd: "/c:/Users/dev/shop" }, {})
]
const everywhere = [
  spelled({ cursor_version: "3.20.1" }, {}),
  spelled(
    { workspace_roots: [] },
    { workspace_roots: ["/c:/Users/dev/shop"] },
    { workspace_roots: ["C:\\Users\\dev\\shop", "\\\\server\\share"] },
    { workspace_roots: ["/srv/shop", "/srv/other"] }
  ),
  spelled({ user_email: null }, { user_email: "dev@example.com" }, {}),
  spelled({ another_key: { deep: [null] } }, {})
]

const hasNoConversation = "workspaceOpen"

const fieldsOf = (event: string) => [
  ...everywhere,
  ...(event === hasNoConversation ? [] : common),
  ...(own[event] ?? [])
]

/** How the same payload reaches a reader. */
export const forms: ReadonlyArray<{ readonly form: string; readonly write: (payload: object) => unknown }> = [
  { form: "a value", write: (payload) => payload },
  { form: "a text", write: (payload) => JSON.stringify(payload) },
  { form: "a text with two byte-order marks", write: (payload) => `\ufeff\ufeff${JSON.stringify(payload)}\n` },
  { form: "bytes", write: (payload) => new TextEncoder().encode(JSON.stringify(payload)) },
  {
    form: "bytes with a byte-order mark and Windows line ends",
    write: (payload) =>
      new TextEncoder().encode(`\ufeff${JSON.stringify(payload, null, 2).replaceAll("\n", "\r\n")}\r\n`)
  }
]

/** How the name of the event has been seen to be spelled in a payload. */
const nameOf = (event: string) =>
  spelled(
    { hook_event_name: event },
    { hook_event_name: event.toUpperCase() },
    { hook_event_name: event.replace(/^./u, (first) => first.toUpperCase()) },
    {}
  )

/** The events that have spellings here. */
export const spelledEvents: ReadonlyArray<string> = Object.keys(own)

/** A payload of an event, with one spelling of each of its fields; the shares choose which. */
const payloadOf = (event: string, shares: ReadonlyArray<number>): { readonly [key: string]: Schema.Json } => {
  const fields = [...fieldsOf(event), nameOf(event)]
  return Object.assign(
    {},
    ...fields.map(({ spellings }, index) => spellings[Math.floor((shares[index] ?? 0) * spellings.length)])
  )
}

/** Payloads of all events as captures have spelled them. */
export const spelledPayloads = Arbitrary.map(
  Arbitrary.all({
    event: Arbitrary.schema(Schema.Literals(spelledEvents)),
    shares: Arbitrary.array(
      Arbitrary.map(
        Arbitrary.schema(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 999 }))),
        (n) => n / 1_000
      ),
      { minLength: 16, maxLength: 16 }
    )
  }),
  ({ event, shares }) => ({ event, payload: payloadOf(event, shares) })
)
