import { describe, it } from "@effect/vitest"
import { CursorAdapter } from "@pawl/adapter-cursor"
import type { Action } from "@pawl/core"
import { adapterContract, shellRun, toolPre } from "@pawl/core/testing"

const answers = {
  deny: [
    '{"permission":"deny"}',
    '{"permission":"deny","user_message":"no","agent_message":"use another way"}',
    '{"permission":"deny","agent_message":"no","continue":true}'
  ],
  ask: ['{"permission":"ask"}', '{"permission":"ask","user_message":"really?"}'],
  allow: ['{"permission":"allow"}', '{"permission":"allow","user_message":"fine"}']
}

const hooks = `{
  // Comments and a trailing comma are read.
  "version": 1,
  "hooks": {
    "beforeShellExecution": [
      { "command": "./guard.sh", "matcher": "^git", "timeout": 2 },
    ],
    "preToolUse": [
      { "command": "./tool.sh", "matcher": "Shell|Write", "failClosed": true }
    ],
    "stop": [{ "command": "./later.sh" }]
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

const contract = adapterContract({
  layer: CursorAdapter.layer,
  hooks: [hooks],
  events: [
    {
      event: "beforeShellExecution",
      envelope: shellRun("git status"),
      ...answers,
      undocumented: [
        '{"permission":"allow","updated_input":{"command":"git push"}}',
        '{"permission":"allow","continue":false}',
        '{"permission":"allow","followup_message":"go on"}'
      ]
    },
    {
      event: "preToolUse",
      envelope: shellRun("git status"),
      ...answers,
      deny: [...answers.deny, '{"hookSpecificOutput":{"permissionDecision":"deny","permissionDecisionReason":"no"}}'],
      undocumented: [
        '{"permission":"allow","continue":false}',
        '{"permission":"allow","updated_mcp_tool_output":{}}',
        '{"permission":"allow","decision":"block"}'
      ]
    }
  ],
  envelopes: [
    toolPre({ _tag: "FileEdit", path: "/repo/a.ts", content: "the text" }),
    ...captured.map((action) => toolPre(action))
  ]
})

describe("the contract of adapters", () => {
  for (const { check, name } of contract) it.effect(name, () => check)
})
