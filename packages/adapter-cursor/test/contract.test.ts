import { describe, it } from "@effect/vitest"
import { CursorAdapter, cursorEvents } from "@pawl/adapter-cursor"
import type { Action, Envelope } from "@pawl/core"
import {
  adapterContract,
  type ContractEvent,
  sampleActions,
  sampleEnvelopes,
  sampleFailures,
  sampleResults,
  shellRun,
  toolFailure,
  toolPre,
  toolResult
} from "@pawl/core/testing"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"

const answers = {
  deny: [
    '{"permission":"deny"}',
    '{"permission":"deny","user_message":"no","agent_message":"use another way"}',
    '{"permission":"deny","agent_message":"no","continue":true}'
  ],
  ask: ['{"permission":"ask"}', '{"permission":"ask","user_message":"really?"}'],
  allow: ['{"permission":"allow"}', '{"permission":"allow","user_message":"fine"}'],
  undocumented: ['{"permission":"allow","continue":false}', '{"permission":"allow","followup_message":"go on"}']
}

/** A question is a denial where nobody is asked. */
const neverAsks = { ...answers, deny: [...answers.deny, ...answers.ask], ask: [] }

const goesOn = [
  '{"followup_message":"two tests fail"}',
  '{"decision":"block","reason":"two tests fail"}',
  '{"hookSpecificOutput":{"decision":"block","reason":"two tests fail"}}'
]

/** What hooks of an event write, where it is not a permission. */
const says: { readonly [event: string]: Omit<ContractEvent, "event" | "envelope"> } = {
  preToolUse: {
    ...answers,
    deny: [...answers.deny, '{"hookSpecificOutput":{"permissionDecision":"deny","permissionDecisionReason":"no"}}'],
    undocumented: [
      ...answers.undocumented,
      '{"permission":"allow","updated_mcp_tool_output":{}}',
      '{"permission":"allow","decision":"block"}'
    ]
  },
  beforeShellExecution: {
    ...answers,
    undocumented: [...answers.undocumented, '{"permission":"allow","updated_input":{"command":"git push"}}']
  },
  beforeMCPExecution: answers,
  subagentStart: neverAsks,
  beforeReadFile: neverAsks,
  beforeTabFileRead: neverAsks,
  beforeSubmitPrompt: {
    deny: ['{"continue":false}', '{"continue":false,"user_message":"no"}'],
    allow: ['{"continue":true}', '{"continue":true,"user_message":"fine"}'],
    undocumented: ['{"continue":true,"permission":"deny"}', '{"continue":true,"followup_message":"go on"}']
  },
  sessionStart: { allow: ['{"env":{"A":"b"},"additional_context":"use pnpm"}'] },
  postToolUse: { allow: ['{"additional_context":"c","updated_mcp_tool_output":{"content":[]}}'] },
  postToolUseFailure: { allow: ['{"additional_context":"c"}'] },
  preCompact: { allow: ['{"user_message":"shorter now"}'] },
  workspaceOpen: { allow: ['{"pluginPaths":["/opt/plugins"]}'] },
  stop: { allow: goesOn },
  subagentStop: { allow: goesOn }
}

const moments: { readonly [event: string]: Envelope } = {
  beforeMCPExecution: toolPre(sampleActions.McpTool),
  afterMCPExecution: toolResult(sampleActions.McpTool, sampleResults.McpReturned),
  afterFileEdit: toolResult(sampleActions.FileEdit, sampleResults.FileEdited)
}

const hooks = `{
  // Comments and a trailing comma are read.
  "version": 1,
  "hooks": {
    ${cursorEvents.map(({ name }) => `"${name}": [{ "command": "./${name}.sh" }]`).join(",\n    ")},
  }
}`

/** Actions with the JSON of the call as Cursor writes it, in which fields have other names or are inside of a text. */
const captured: ReadonlyArray<Action> = [
  {
    _tag: "ShellRun",
    command: "git status",
    cwd: "/elsewhere",
    raw: { command: "git status", working_directory: "/elsewhere", explanation: "runs git status" }
  },
  {
    _tag: "FileEdit",
    path: "/repo/a.ts",
    edits: [{ oldText: "old words", newText: "new words" }],
    raw: { filePath: "/repo/a.ts", old_string: "old words", new_string: "new words" }
  },
  {
    _tag: "FileEdit",
    path: "/repo/a.ts",
    raw: "*** Begin Patch\n*** Update File: /repo/a.ts\n+words\n*** End Patch"
  },
  { _tag: "WebSearch", query: "some words", raw: { search_term: "some words" } },
  {
    _tag: "RunAgents",
    agents: [{ prompt: "some words", agentType: "explore" }],
    raw: { prompt: "some words", subagent_type: "explore" }
  }
]

/** Guards that fail closed, and matchers. */
const guards = `{
  "version": 1,
  "hooks": {
    "beforeShellExecution": [{ "command": "./guard.sh", "matcher": "^git", "timeout": 2 }],
    "preToolUse": [{ "command": "./tool.sh", "matcher": "Shell|Write", "failClosed": true }],
    "subagentStart": [{ "command": "./agents.sh", "matcher": "explore", "failClosed": true }],
    "beforeSubmitPrompt": [{ "command": "./prompt.sh", "failClosed": true }]
  }
}`

const fieldsOf = (read: Schema.Json): { readonly [key: string]: Schema.Json } | undefined =>
  Option.getOrUndefined(decodeFields(read))

const decodeFields = Schema.decodeUnknownOption(Schema.Record(Schema.String, Schema.Json))

const contract = adapterContract({
  layer: CursorAdapter.layer,
  // A server's tool is shown as a text elsewhere, and a shell command by itself: no event but this one takes an input back.
  inputOf: (read, event) => (event === "preToolUse" ? fieldsOf(read)?.tool_input : undefined),
  hooks: [hooks, guards],
  events: cursorEvents.map(({ boundary, name }) => ({
    event: name,
    envelope: moments[name] ?? sampleEnvelopes[boundary],
    ...says[name]
  })),
  envelopes: [
    shellRun("git status"),
    ...captured.map((action) => toolPre(action)),
    ...Object.values(sampleActions).map((action) => toolPre(action)),
    ...Object.values(sampleResults).map((result) => toolResult(sampleActions.ShellRun, result)),
    ...Object.values(sampleFailures).map((failure) => toolFailure(sampleActions.McpTool, failure))
  ]
})

describe("the contract of adapters", () => {
  for (const { check, name } of contract) it.effect(name, () => check)
})
