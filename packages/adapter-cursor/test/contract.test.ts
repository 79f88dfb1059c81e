import { describe, it } from "@effect/vitest"
import { CursorAdapter } from "@pawl/adapter-cursor"
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

const contract = adapterContract({
  layer: CursorAdapter.layer,
  hooks: [hooks],
  events: [
    { event: "beforeShellExecution", envelope: shellRun("git status"), ...answers },
    {
      event: "preToolUse",
      envelope: shellRun("git status"),
      ...answers,
      deny: [...answers.deny, '{"hookSpecificOutput":{"permissionDecision":"deny","permissionDecisionReason":"no"}}']
    }
  ],
  envelopes: [toolPre({ _tag: "FileEdit", path: "/repo/a.ts", content: "a" })]
})

describe("the contract of adapters", () => {
  for (const { check, name } of contract) it.effect(name, () => check)
})
