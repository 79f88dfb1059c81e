import type { Reading } from "@pawl/core"

/**
 * What an outcome comes to. `policy` is a denial where the definition fails closed or the run is strict, and no opinion
 * elsewhere; `missing` is the same, and a denial in the reading of the shipped Cursor. `ask-or-policy` asks where the
 * policy does not deny.
 */
type Expected = "deny" | "ask" | "allow" | "none" | "policy" | "missing" | "ask-or-policy"

/** One expectation, or one for the written contract and one for the tighter readings. */
export type Cell =
  | Expected
  | { readonly written: Expected; readonly writtenStrict?: Expected; readonly tight: Expected }

/** What one output means at one event: after exit 0, and after an exit that is neither 0 nor 2. */
export interface EventCells {
  readonly exit0: Cell
  readonly failed: Cell
  /** Fields that are handed to core to be refused, after exit 0 and after a failure in the tighter readings. */
  readonly refused?: ReadonlyArray<string>
  /** What is refused after exit 0 as the contract is written, where that is less. */
  readonly refusedWritten?: ReadonlyArray<string>
  readonly refusedFailed?: ReadonlyArray<string>
}

export interface OutputRow {
  readonly output: string
  readonly stdout: string | Uint8Array
  /** A shell command; an MCP tool alike, and what follows where it says nothing else. */
  readonly shell: EventCells
  readonly tool: EventCells
  /** Where the answer may be allow or deny only: a subagent, a file that is read, one that a completion reads. */
  readonly subagent?: EventCells
  readonly read?: EventCells
  readonly tab?: EventCells
}

const both = (cells: EventCells) => ({ shell: cells, tool: cells })

/** As written, only the policy counts after a failure; the tighter readings let a denial or a question stand. */
const denies: Cell = { written: "policy", tight: "deny" }
const asks: Cell = { written: "policy", tight: "ask-or-policy" }
const malformed: EventCells = { exit0: "deny", failed: "policy" }
const allowed: EventCells = { exit0: "allow", failed: "policy" }
/** Without a question in the answer, `ask` denies, whether it is a word of the event or not. */
const noQuestion = (cells: EventCells) => ({ subagent: cells, read: cells, tab: cells })

/** Every output with what it means; exit 2 denies whatever the output is. Rule: CUR-40 to CUR-52, CUR-60 to CUR-66 */
export const outputs: ReadonlyArray<OutputRow> = [
  { output: "nothing", stdout: "", ...both({ exit0: "missing", failed: "policy" }) },
  { output: "blanks", stdout: " \t\r\n\n", ...both({ exit0: "missing", failed: "policy" }) },
  { output: "a byte-order mark alone", stdout: "\ufeff", ...both({ exit0: "missing", failed: "policy" }) },

  { output: "allow", stdout: '{"permission":"allow"}', ...both({ exit0: "allow", failed: "policy" }) },
  { output: "deny", stdout: '{"permission":"deny"}', ...both({ exit0: "deny", failed: denies }) },
  {
    output: "deny on many lines",
    stdout: '{\n  "permission": "deny"\n}\n',
    ...both({ exit0: "deny", failed: denies })
  },
  {
    output: "deny with byte-order marks",
    stdout: '\ufeff\ufeff{"permission":"deny"}',
    ...both({ exit0: "deny", failed: denies })
  },
  {
    output: "ask",
    stdout: '{"permission":"ask"}',
    shell: { exit0: "ask", failed: asks },
    ...noQuestion({ exit0: "deny", failed: denies }),
    tool: { exit0: { written: "none", writtenStrict: "ask", tight: "ask" }, failed: asks }
  },
  {
    output: "deny with an unknown key",
    stdout: '{"permission":"deny","denyReason":"x"}',
    ...both({ exit0: "deny", failed: denies })
  },
  {
    output: "allow with an unknown key",
    stdout: '{"permission":"allow","note":{"deep":[1]}}',
    ...both({ exit0: "allow", failed: "policy" })
  },
  {
    output: "allow with messages",
    stdout: '{"permission":"allow","user_message":"u","agent_message":"a"}',
    ...both({ exit0: "allow", failed: "policy" })
  },

  { output: "an empty object", stdout: "{}", ...both(malformed) },
  { output: "an object without a decision", stdout: '{"user_message":"u"}', ...both(malformed) },
  { output: "the hook's own input", stdout: '{"command":"git status","cwd":"/repo"}', ...both(malformed) },
  { output: "a list", stdout: '[{"permission":"deny"}]', ...both(malformed) },
  { output: "a word in quotes", stdout: '"deny"', ...both(malformed) },
  { output: "null", stdout: "null", ...both(malformed) },
  { output: "a word", stdout: "deny", ...both(malformed) },
  { output: "broken JSON", stdout: '{"permission":"deny"', ...both(malformed) },
  { output: "JSON with a comment", stdout: '{"permission":"deny"} // no', ...both(malformed) },
  { output: "JSON with a trailing comma", stdout: '{"permission":"deny",}', ...both(malformed) },
  { output: "a decision in upper case", stdout: '{"permission":"Deny"}', ...both(malformed) },
  { output: "a decision with a blank", stdout: '{"permission":"allow "}', ...both(malformed) },
  { output: "a decision with an escape sequence", stdout: '{"permission":"\\u001b[0mallow"}', ...both(malformed) },
  { output: "a decision of another time", stdout: '{"permission":"block"}', ...both(malformed) },
  { output: "a number as decision", stdout: '{"permission":5}', ...both(malformed) },
  { output: "null as decision", stdout: '{"permission":null}', ...both(malformed) },
  {
    output: "a number as user message",
    stdout: '{"permission":"allow","user_message":5}',
    ...both(malformed),
    tab: allowed
  },
  {
    output: "null as agent message",
    stdout: '{"permission":"allow","agent_message":null}',
    ...both(malformed),
    ...noQuestion(allowed)
  },
  {
    output: "deny with a message of another type",
    stdout: '{"permission":"deny","user_message":[]}',
    ...both({ exit0: "deny", failed: denies })
  },
  {
    output: "a decision twice, allow last",
    stdout: '{"permission":"deny","permission":"allow"}',
    ...both({ exit0: "deny", failed: denies })
  },
  {
    output: "a decision twice, both allow",
    stdout: '{"permission":"allow","permission":"allow"}',
    ...both(malformed)
  },
  {
    output: "a message twice",
    stdout: '{"permission":"allow","user_message":"a","user_message":"b"}',
    ...both(malformed),
    tab: allowed
  },
  {
    output: "deny in text that is not UTF-8",
    stdout: Uint8Array.from([...new TextEncoder().encode('{"permission":"deny"}\n'), 0xff, 0xfe]),
    ...both({ exit0: "deny", failed: denies })
  },
  { output: "bytes that are not UTF-8", stdout: Uint8Array.from([0xc3, 0x28, 0xff]), ...both(malformed) },
  {
    output: "deny after noise",
    stdout: 'loading profile\n{"permission":"deny"}',
    ...both({ exit0: "deny", failed: denies })
  },
  {
    output: "deny before noise",
    stdout: '{"permission":"deny"}\nbye',
    ...both({ exit0: "deny", failed: denies })
  },
  {
    output: "ask after noise",
    stdout: 'hello\n{"permission":"ask"}',
    ...both({ exit0: "deny", failed: asks }),
    ...noQuestion({ exit0: "deny", failed: denies })
  },
  { output: "allow after noise", stdout: 'hello\n{"permission":"allow"}', ...both(malformed) },
  {
    output: "allow and deny on lines of their own",
    stdout: '{"permission":"allow"}\n{"permission":"deny"}',
    ...both({ exit0: "deny", failed: denies })
  },

  {
    output: "continue: true beside an allow",
    stdout: '{"continue":true,"permission":"allow"}',
    ...both({ exit0: "allow", failed: "policy" })
  },
  {
    output: "continue: false beside an allow",
    stdout: '{"continue":false,"permission":"allow"}',
    ...both({ exit0: "allow", failed: "policy", refused: ["continue"], refusedFailed: ["continue"] })
  },
  {
    output: "continue: false alone",
    stdout: '{"continue":false,"user_message":"no"}',
    ...both({ exit0: "deny", failed: "policy", refused: ["continue"], refusedFailed: ["continue"] })
  },
  {
    output: "a follow-up beside an allow",
    stdout: '{"permission":"allow","followup_message":"go on"}',
    ...both({ exit0: "allow", failed: "policy", refused: ["followup_message"] })
  },
  {
    output: "an empty follow-up beside an allow",
    stdout: '{"permission":"allow","followup_message":""}',
    ...both({ exit0: "allow", failed: "policy" })
  },
  {
    output: "a replaced result beside an allow",
    stdout: '{"permission":"allow","updated_mcp_tool_output":{}}',
    ...both({ exit0: "allow", failed: "policy", refused: ["updated_mcp_tool_output"] })
  },
  {
    output: "context and variables beside an allow",
    stdout: '{"permission":"allow","additional_context":"c","env":{"A":"b"},"pluginPaths":["/x"]}',
    ...both({ exit0: "allow", failed: "policy" })
  },
  {
    output: "decision: block beside an allow",
    stdout: '{"permission":"allow","decision":"block"}',
    ...both({ exit0: "allow", failed: "policy", refused: ["decision"], refusedFailed: ["decision"] })
  },
  {
    output: "decision: allow beside an allow",
    stdout: '{"permission":"allow","decision":"allow"}',
    ...both({ exit0: "allow", failed: "policy" })
  },
  { output: "decision: allow alone", stdout: '{"decision":"allow"}', ...both(malformed) },
  {
    output: "a rewrite",
    stdout: '{"permission":"allow","updated_input":{"command":"ls"}}',
    shell: { exit0: "allow", failed: "policy", refused: ["updated_input"] },
    tool: { exit0: "allow", failed: "policy" }
  },
  {
    output: "a rewrite that is a list",
    stdout: '{"permission":"allow","updated_input":[]}',
    shell: { exit0: "allow", failed: "policy", refused: ["updated_input"] },
    tool: malformed
  },
  {
    output: "a rewrite that is null",
    stdout: '{"permission":"allow","updated_input":null}',
    shell: { exit0: "allow", failed: "policy", refused: ["updated_input"] },
    tool: malformed
  },

  {
    output: "the given-up decision: deny",
    stdout: '{"decision":"deny","reason":"no"}',
    shell: { ...malformed, refused: ["decision"], refusedWritten: [], refusedFailed: ["decision"] },
    tool: { exit0: "deny", failed: denies }
  },
  {
    output: "the given-up decision: deny beside an allow",
    stdout: '{"permission":"allow","decision":"deny"}',
    shell: {
      exit0: "allow",
      failed: "policy",
      refused: ["decision"],
      refusedWritten: [],
      refusedFailed: ["decision"]
    },
    tool: { exit0: { written: "allow", tight: "deny" }, failed: denies }
  },

  {
    output: "Claude's deny",
    stdout: '{"hookSpecificOutput":{"permissionDecision":"deny","permissionDecisionReason":"no"}}',
    shell: {
      exit0: "deny",
      failed: "policy",
      refused: ["hookSpecificOutput"],
      refusedFailed: ["hookSpecificOutput"]
    },
    tool: { exit0: "deny", failed: denies }
  },
  {
    output: "Claude's allow",
    stdout: '{"hookSpecificOutput":{"permissionDecision":"allow"}}',
    shell: { exit0: "deny", failed: "policy", refused: ["hookSpecificOutput"] },
    tool: { exit0: "allow", failed: "policy" }
  },
  {
    output: "Claude's ask",
    stdout: '{"hookSpecificOutput":{"permissionDecision":"ask"}}',
    shell: {
      exit0: "deny",
      failed: "policy",
      refused: ["hookSpecificOutput"],
      refusedFailed: ["hookSpecificOutput"]
    },
    tool: { exit0: { written: "none", writtenStrict: "ask", tight: "ask" }, failed: asks }
  },
  {
    output: "Claude's deny beside an allow",
    stdout: '{"permission":"allow","hookSpecificOutput":{"permissionDecision":"deny"}}',
    shell: {
      exit0: "allow",
      failed: "policy",
      refused: ["hookSpecificOutput"],
      refusedFailed: ["hookSpecificOutput"]
    },
    tool: { exit0: "deny", failed: denies }
  },
  {
    output: "Claude's shape without a decision",
    stdout: '{"hookSpecificOutput":{"additionalContext":"c"}}',
    shell: { exit0: "deny", failed: "policy", refused: ["hookSpecificOutput"] },
    tool: malformed
  },
  {
    output: "Claude's shape with a word that Cursor does not have",
    stdout: '{"hookSpecificOutput":{"permissionDecision":"defer"}}',
    shell: { exit0: "deny", failed: "policy", refused: ["hookSpecificOutput"] },
    tool: malformed
  },
  {
    output: "Claude's shape that is no object",
    stdout: '{"permission":"allow","hookSpecificOutput":"deny"}',
    shell: { exit0: "allow", failed: "policy", refused: ["hookSpecificOutput"] },
    tool: malformed
  }
]

interface Under {
  readonly reading: Reading
  readonly closed: boolean
  readonly strict: boolean
}

/** The verdict that a cell stands for. */
export const verdictIn = (cell: Cell, { closed, reading, strict }: Under): "deny" | "ask" | "allow" | "none" => {
  const expected =
    typeof cell === "string"
      ? cell
      : reading !== "asWritten"
        ? cell.tight
        : strict
          ? (cell.writtenStrict ?? cell.written)
          : cell.written
  const denied = closed || strict
  switch (expected) {
    case "policy":
      return denied ? "deny" : "none"
    case "missing":
      return denied || reading === "shipped" ? "deny" : "none"
    case "ask-or-policy":
      return denied ? "deny" : "ask"
    default:
      return expected
  }
}
