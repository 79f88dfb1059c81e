import type { EventCells } from "./table.ts"

/** What one output means at a prompt. The words are those of the permission table; `deny` is a halt, `none` lets it go. */
export interface PromptRow extends EventCells {
  readonly output: string
  readonly stdout: string | Uint8Array
}

const goes = { exit0: "none", failed: "policy" } as const
const policy = { exit0: "policy", failed: "policy" } as const
const halts = { written: "policy", tight: "deny" } as const

/** Every output with what it means before a prompt; exit 2 halts whatever the output is. Rule: CUR-79, CUR-61 */
export const promptOutputs: ReadonlyArray<PromptRow> = [
  { output: "nothing", stdout: "", ...policy },
  { output: "blanks", stdout: " \n", ...policy },
  { output: "true", stdout: '{"continue":true}', ...goes },
  { output: "true with byte-order marks", stdout: '\ufeff\ufeff{"continue":true}', ...goes },
  { output: "true with a message", stdout: '{"continue":true,"user_message":"m"}', ...goes },
  { output: "true with an unknown key", stdout: '{"continue":true,"note":[1]}', ...goes },
  { output: "false", stdout: '{"continue":false}', exit0: "deny", failed: halts },
  { output: "false with a message", stdout: '{"continue":false,"user_message":"m"}', exit0: "deny", failed: halts },
  { output: "false on many lines", stdout: '{\n  "continue": false\n}\n', exit0: "deny", failed: halts },

  { output: "an empty object", stdout: "{}", ...policy },
  { output: "a message alone", stdout: '{"user_message":"m"}', ...policy },
  { output: "a list", stdout: '[{"continue":false}]', ...policy },
  { output: "a word", stdout: "false", ...policy },
  { output: "text", stdout: "not this prompt", ...policy },
  { output: "broken JSON", stdout: '{"continue":', ...policy },
  { output: "false that is broken off", stdout: '{"continue":false', exit0: halts, failed: halts },
  { output: "false with a value glued to it", stdout: '{"continue":false}{}', exit0: halts, failed: halts },
  { output: "true with a value glued to it", stdout: '{"continue":true}{}', ...policy },
  { output: "false as a text inside of noise", stdout: 'hi {\\"continue\\": false}', ...policy },
  { output: "bytes that are not UTF-8", stdout: Uint8Array.from([0xc3, 0x28]), ...policy },
  { output: "a text for continue", stdout: '{"continue":"false"}', ...policy },
  { output: "null for continue", stdout: '{"continue":null}', ...policy },
  { output: "a number for continue", stdout: '{"continue":0}', ...policy },
  { output: "true with a message of another type", stdout: '{"continue":true,"user_message":{}}', ...policy },
  {
    output: "false with a message of another type",
    stdout: '{"continue":false,"user_message":5}',
    exit0: halts,
    failed: halts
  },
  { output: "true twice", stdout: '{"continue":true,"continue":true}', ...policy },
  { output: "false, then true", stdout: '{"continue":false,"continue":true}', exit0: halts, failed: halts },
  { output: "false after noise", stdout: 'hi\n{"continue":false}', exit0: halts, failed: halts },
  { output: "true after noise", stdout: 'hi\n{"continue":true}', ...policy },
  {
    output: "false and true on lines of their own",
    stdout: '{"continue":false}\n{"continue":true}',
    exit0: halts,
    failed: halts
  },

  {
    output: "a denial beside true",
    stdout: '{"continue":true,"permission":"deny"}',
    ...goes,
    refused: ["permission"],
    refusedFailed: ["permission"]
  },
  {
    output: "a denial alone",
    stdout: '{"permission":"deny"}',
    ...policy,
    refused: ["permission"],
    refusedFailed: ["permission"]
  },
  { output: "an allow beside true", stdout: '{"continue":true,"permission":"allow"}', ...goes },
  {
    output: "decision: block beside true",
    stdout: '{"continue":true,"decision":"block","reason":"no"}',
    ...goes,
    refused: ["decision"],
    refusedFailed: ["decision"]
  },
  {
    output: "Claude's deny beside true",
    stdout: '{"continue":true,"hookSpecificOutput":{"permissionDecision":"deny"}}',
    ...goes,
    refused: ["hookSpecificOutput"],
    refusedFailed: ["hookSpecificOutput"]
  },
  {
    output: "Claude's context beside true",
    stdout: '{"continue":true,"hookSpecificOutput":{"additionalContext":"c"}}',
    ...goes,
    refused: ["hookSpecificOutput"]
  },
  {
    output: "a rewrite beside true",
    stdout: '{"continue":true,"updated_input":{"prompt":"x"}}',
    ...goes,
    refused: ["updated_input"]
  },
  {
    output: "a follow-up beside true",
    stdout: '{"continue":true,"followup_message":"m"}',
    ...goes,
    refused: ["followup_message"]
  },
  {
    output: "context and variables beside true",
    stdout: '{"continue":true,"additional_context":"c","env":{"A":"b"},"agent_message":"a"}',
    ...goes
  }
]
