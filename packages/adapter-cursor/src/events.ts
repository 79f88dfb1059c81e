import type { FormatEvent } from "@pawl/core"
import type * as Schema from "effect/Schema"
import { cursorEvents } from "./CursorEvent.ts"

type Example = { readonly [key: string]: Schema.Json }

const shell = { command: "git push --force origin main" }
const tool = { tool_name: "Shell", tool_input: shell }
const mcpTool = { tool_name: "create_issue", tool_input: '{"title":"Checkout is slow"}' }
const file = { file_path: "src/pay.ts" }
const edit = { ...file, edits: [{ old_string: "let total", new_string: "const total" }] }

/**
 * A payload of each event to begin with: what the event is about and cannot do without. What every payload has beside is
 * filled in by whoever reads it. Rule: CUR-55
 */
const examples: Readonly<Record<string, Example>> = {
  sessionStart: { composer_mode: "agent" },
  sessionEnd: { reason: "user_close" },
  preToolUse: tool,
  postToolUse: { ...tool, tool_output: '{"output":"Everything up-to-date","exitCode":0}' },
  postToolUseFailure: { ...tool, error_message: "The command was stopped.", failure_type: "error" },
  subagentStart: { subagent_type: "explore", task: "Find the callers of pay()" },
  subagentStop: { subagent_type: "explore", status: "completed" },
  beforeShellExecution: shell,
  afterShellExecution: { ...shell, output: "Everything up-to-date", exit_code: 0 },
  beforeMCPExecution: mcpTool,
  afterMCPExecution: { ...mcpTool, result_json: '{"content":[]}' },
  beforeReadFile: { file_path: ".env", content: "TOKEN=example" },
  afterFileEdit: edit,
  beforeSubmitPrompt: { prompt: "Rotate the key sk-example." },
  preCompact: { trigger: "auto", context_usage_percent: 91 },
  stop: { status: "completed", loop_count: 0 },
  afterAgentResponse: { text: "The tests pass." },
  afterAgentThought: { text: "The test imports the old path." },
  beforeTabFileRead: { ...file, content: "export {}" },
  afterTabFileEdit: edit,
  workspaceOpen: {}
}

/** The events as core knows them, with an example payload of each. Rule: CUR-1, CORE-65 */
export const events: ReadonlyArray<FormatEvent> = cursorEvents.map(({ boundary, facet, name }) => ({
  name,
  boundary,
  ...(facet === undefined ? {} : { facet }),
  example: examples[name] ?? {}
}))
