/**
 * One output with a cell for each kind of event, and for narrower columns where they differ (`eventTable` says which
 * columns an event has); `…, as written` is for that reading alone.
 *
 * A cell is an answer of the event's table, then marks: `!field` a field of another event that asks for something, `!!field`
 * one that denies, asks or halts, `%field` such a one that is looked for after a failure only, `?field` one that is only
 * told of; `+` what the answer adds (`+info` and `+denied` are notices); `~code` what else is told. All but `!!` and `%`
 * are about exit 0.
 */
export interface Output {
  readonly stdout: string | Uint8Array
  readonly cells: { readonly [column: string]: string }
}

const output = (stdout: string | Uint8Array, cells: Output["cells"]): Output => ({ stdout, cells })

/** No JSON, or no object: it fits nowhere. */
const nowhere = { permission: "unfit", prompt: "unfit", quiet: "unfit" }
const nowhereButAnObject = { ...nowhere, quiet: "fits" }
const nothing = { permission: "nothing", prompt: "nothing", quiet: "nothing" }
/** What an answer of a permission event is elsewhere. */
const refusal = { prompt: "unfit !!permission", quiet: "fits !permission" }
const consent = { prompt: "unfit ?permission", quiet: "fits ?permission" }
/** A question where the answer may be allow or deny only. */
const noQuestion = (cell: string) => ({ read: cell, tab: cell })

/** Outputs that were thought of one by one; more are made of `fieldValues` and `wraps`. Rule: CUR-40 to CUR-52 */
export const outputs: ReadonlyArray<Output> = [
  output("", nothing),
  output(" \t\r\n\n", nothing),
  output("\ufeff", nothing),

  output("deny", nowhere),
  output('"deny"', nowhere),
  output("null", nowhere),
  output("true", nowhere),
  output("5", nowhere),
  output("[]", nowhere),
  output('[{"permission":"deny"}]', { ...nowhere, permission: "unfit deny", prompt: "unfit stops" }),
  output("checked", nowhere),
  output('{"permission":"deny",}', { ...nowhere, permission: "unfit deny", prompt: "unfit stops" }),
  output('{"continue":', nowhere),
  output('hi {\\"continue\\": false}', nowhere),
  output('hi {\\"permission\\": \\"deny\\"}', nowhere),
  output("{\"command\":\"echo \\\"{'permission': 'deny', 'continue': False}\\\"\"}", nowhereButAnObject),
  output('hi {"command":"{permission: deny, continue: false}"} bye', nowhere),
  output(Uint8Array.from([0xc3, 0x28, 0xff]), nowhere),

  output("{}", { permission: "unfit", prompt: "unfit", quiet: "fits" }),
  output('{"note":{"deep":[1]}}', { permission: "unfit", prompt: "unfit", quiet: "fits" }),
  output('{"command":"git status","cwd":"/repo"}', { permission: "unfit", prompt: "unfit", quiet: "fits" }),

  // The decision of a permission event.
  output('{"permission":"allow"}', { permission: "allow", ...consent }),
  output('{"permission":"allow","note":{"deep":[1]}}', { permission: "allow", ...consent }),
  output('{"permission":"deny"}', { permission: "deny", ...refusal }),
  output('{"permission":"deny","denyReason":"x"}', { permission: "deny ~unread-field", tab: "deny", ...refusal }),
  output('{"permission":"ask"}', {
    permission: "ask",
    tool: "weak ask",
    subagent: "deny",
    ...noQuestion("unfit deny"),
    ...refusal
  }),
  output('{"permission":"deny","permission":"deny"}', { permission: "unfit deny", ...refusal }),
  output('{"permission":"allow","permission":"allow"}', { permission: "unfit", ...consent }),
  output('{"permission":"deny","permission":"allow"}', {
    permission: "unfit deny",
    prompt: "unfit !!permission ?permission",
    quiet: "fits !permission ?permission"
  }),
  output('{"permission":"allow","permission":"ask"}', {
    permission: "unfit ask",
    subagent: "unfit deny",
    ...noQuestion("unfit deny"),
    prompt: "unfit !!permission ?permission",
    quiet: "fits !permission ?permission"
  }),

  output('checked\n{"permission":"deny"}', {
    permission: "unfit deny",
    prompt: "unfit !!permission",
    "prompt, as written": "unfit",
    quiet: "unfit"
  }),
  output('checked\n{"permission":"ask"}', {
    permission: "unfit ask",
    subagent: "unfit deny",
    ...noQuestion("unfit deny"),
    prompt: "unfit !!permission",
    "prompt, as written": "unfit",
    quiet: "unfit"
  }),
  output('checked\n{"continue":false}', { permission: "unfit %continue", prompt: "unfit stops", quiet: "unfit" }),

  // Its messages.
  output('{"permission":"allow","user_message":"u","agent_message":"a"}', {
    permission: "allow +info ~message-dropped",
    tool: "allow ~message-dropped",
    subagent: "allow ?agent_message ~message-dropped",
    read: "allow ?agent_message ~message-dropped",
    tab: "allow ?user_message ?agent_message",
    prompt: "unfit ?permission ?agent_message",
    quiet: "fits ?permission ?user_message ?agent_message",
    compact: "fits +info ?permission ?agent_message"
  }),
  output('{"permission":"deny","user_message":"u"}', {
    permission: "deny",
    tab: "deny ?user_message",
    prompt: "unfit !!permission",
    quiet: "fits !permission ?user_message",
    session: "fits !permission",
    compact: "fits +info !permission"
  }),
  output('{"permission":"deny","user_message":"u","agent_message":"a"}', {
    permission: "deny +denied",
    subagent: "deny ?agent_message",
    read: "deny ?agent_message",
    tab: "deny ?user_message ?agent_message",
    prompt: "unfit !!permission ?agent_message",
    quiet: "fits !permission ?user_message ?agent_message",
    compact: "fits +info !permission ?agent_message"
  }),
  output('{"permission":"deny","userMessage":"u","agentMessage":"a"}', {
    permission: "deny +denied ~older-spelling",
    subagent: "deny ~older-spelling",
    read: "deny ~older-spelling",
    "subagent, as written": "deny ~unread-field",
    "read, as written": "deny ~unread-field",
    "permission, as written": "deny ~unread-field",
    tab: "deny",
    ...refusal
  }),
  output('{"permission":"allow","userMessage":"u","agentMessage":"a"}', { permission: "allow", ...consent }),
  output('{"user_message":"m","agent_message":"a"}', {
    permission: "unfit +denied",
    "permission, as written": "unfit",
    subagent: "unfit ?agent_message",
    read: "unfit ?agent_message",
    "subagent, as written": "unfit ?agent_message ~unread-field",
    "read, as written": "unfit ?agent_message ~unread-field",
    tab: "unfit ?user_message ?agent_message",
    prompt: "unfit ?agent_message",
    quiet: "fits ?user_message ?agent_message",
    compact: "fits +info ?agent_message"
  }),

  // A new input.
  output('{"permission":"allow","updated_input":{"command":"ls"}}', {
    permission: "allow !updated_input",
    "permission, as written": "allow +rewrite !updated_input",
    tool: "allow +rewrite",
    prompt: "unfit !updated_input ?permission",
    quiet: "fits !updated_input ?permission"
  }),
  output('{"permission":"allow","updated_input":{"command":"ls","command":"rm"}}', {
    permission: "allow !updated_input",
    "permission, as written": "allow +rewrite !updated_input",
    tool: "unfit",
    "tool, as written": "allow +rewrite",
    prompt: "unfit !updated_input ?permission",
    quiet: "fits !updated_input ?permission"
  }),
  output('{"hookSpecificOutput":{"permissionDecision":"allow","updatedInput":{"a":[{"b":1,"b":2}]}}}', {
    permission: "unfit !hookSpecificOutput",
    tool: "unfit",
    "tool, as written": "allow +rewrite",
    prompt: "unfit !hookSpecificOutput",
    quiet: "fits !hookSpecificOutput",
    followUp: "fits"
  }),
  output('{"updated_mcp_tool_output":{"content":[],"content":[1]}}', {
    permission: "unfit !updated_mcp_tool_output",
    prompt: "unfit !updated_mcp_tool_output",
    quiet: "fits !updated_mcp_tool_output",
    result: "unfit",
    "result, as written": "fits +result"
  }),
  output('{"permission":"deny","updated_input":{"command":"ls"}}', {
    permission: "deny !updated_input",
    tool: "deny",
    prompt: "unfit !updated_input !!permission",
    quiet: "fits !updated_input !permission"
  }),
  output('{"permission":"ask","updated_input":{"command":"ls"}}', {
    permission: "ask !updated_input",
    "permission, as written": "ask +rewrite !updated_input",
    tool: "weak ask +rewrite",
    subagent: "deny !updated_input",
    "subagent, as written": "deny +rewrite !updated_input",
    ...noQuestion("unfit deny !updated_input"),
    prompt: "unfit !updated_input !!permission",
    quiet: "fits !updated_input !permission"
  }),

  output('{"permission":"allow","updatedInput":{"command":"ls"}}', {
    permission: "deny over allow ~renamed-input",
    "permission, as written": "allow",
    ...consent
  }),
  output(
    '{"permission":"allow","hookSpecificOutput":{"updatedInput":{"command":"ls"}},"updated_input":{"command":"rm"}}',
    {
      permission: "allow !updated_input !hookSpecificOutput",
      "permission, as written": "allow +rewrite !updated_input !hookSpecificOutput",
      tool: "deny over allow ~renamed-input",
      "tool, as written": "allow +rewrite",
      prompt: "unfit !updated_input !hookSpecificOutput ?permission",
      quiet: "fits !updated_input !hookSpecificOutput ?permission",
      followUp: "fits !updated_input ?permission"
    }
  ),

  // What Cursor called it once.
  output('{"decision":"deny","reason":"no"}', {
    permission: "unfit !!decision ~unread-field",
    "permission, as written": "unfit ?decision ~unread-field",
    tool: "deny ~older-spelling",
    "tool, as written": "unfit ?decision ~unread-field",
    tab: "unfit !!decision",
    "tab, as written": "unfit ?decision",
    prompt: "unfit !!decision",
    "prompt, as written": "unfit ?decision",
    quiet: "fits !decision",
    "quiet, as written": "fits ?decision",
    "followUp, as written": "fits"
  }),
  output('{"permission":"allow","decision":"deny"}', {
    permission: "allow !!decision",
    "permission, as written": "allow ?decision",
    tool: "deny ~contradiction",
    "tool, as written": "allow ?decision",
    prompt: "unfit !!decision ?permission",
    "prompt, as written": "unfit ?decision ?permission",
    quiet: "fits !decision ?permission",
    "quiet, as written": "fits ?decision ?permission",
    "followUp, as written": "fits ?permission"
  }),
  output('{"decision":"allow"}', {
    permission: "unfit ?decision",
    prompt: "unfit ?decision",
    quiet: "fits ?decision",
    followUp: "fits"
  }),

  // The halt of a prompt.
  output('{"continue":true}', {
    permission: "unfit ?continue",
    prompt: "goes",
    quiet: "fits ?continue",
    session: "fits"
  }),
  output('{"continue":false}', {
    permission: "unfit !!continue",
    prompt: "stops",
    quiet: "fits !continue",
    session: "fits"
  }),
  output('{"continue":true,"user_message":"m"}', {
    permission: "unfit ?continue",
    tab: "unfit ?continue ?user_message",
    prompt: "goes +info",
    quiet: "fits ?continue ?user_message",
    session: "fits",
    compact: "fits +info ?continue"
  }),
  output('{"continue":false,"user_message":"m"}', {
    permission: "unfit !!continue",
    tab: "unfit !!continue ?user_message",
    prompt: "stops",
    quiet: "fits !continue ?user_message",
    session: "fits",
    compact: "fits +info !continue"
  }),
  output('{"continue":false,"userMessage":"m"}', {
    permission: "unfit !!continue ~older-spelling",
    "permission, as written": "unfit !continue ~unread-field",
    tab: "unfit !!continue",
    prompt: "stops ~older-spelling",
    "prompt, as written": "stops ~unread-field",
    quiet: "fits !continue",
    session: "fits"
  }),
  output('{"continue":true,"permission":"allow"}', {
    permission: "allow ?continue",
    prompt: "goes ?permission",
    quiet: "fits ?continue ?permission"
  }),
  output('{"continue":false,"permission":"allow"}', {
    permission: "allow !!continue",
    prompt: "stops ?permission",
    quiet: "fits !continue ?permission",
    session: "fits ?permission"
  }),
  output('{"continue":true,"permission":"deny"}', {
    permission: "deny ?continue",
    prompt: "goes !!permission",
    quiet: "fits !permission ?continue",
    session: "fits !permission"
  }),
  output('{"continue":true,"continue":true}', {
    permission: "unfit ?continue",
    prompt: "unfit",
    quiet: "fits ?continue",
    session: "fits"
  }),
  output('{"continue":false,"continue":true}', {
    permission: "unfit !!continue ?continue",
    prompt: "unfit stops",
    quiet: "fits !continue ?continue",
    session: "fits"
  }),
  output('hi\n{"continue":true,"permission":"deny"}', {
    permission: "unfit deny",
    prompt: "unfit !!permission",
    "prompt, as written": "unfit",
    quiet: "unfit"
  }),

  // What observers and the ends of turns answer.
  output('{"additional_context":"c"}', {
    permission: "unfit ?additional_context",
    prompt: "unfit ?additional_context",
    quiet: "fits ?additional_context",
    session: "fits +context",
    result: "fits +context",
    failure: "fits +context"
  }),
  output('{"env":{"A":"b"},"additional_context":"c"}', {
    permission: "unfit ?env ?additional_context",
    prompt: "unfit ?env ?additional_context",
    quiet: "fits ?env ?additional_context",
    session: "fits +env +context",
    result: "fits +context ?env",
    failure: "fits +context ?env"
  }),
  output('{"env":{"A":1},"additional_context":"c"}', {
    permission: "unfit ?env ?additional_context",
    prompt: "unfit ?env ?additional_context",
    quiet: "fits ?env ?additional_context",
    session: "unfit",
    result: "fits +context ?env",
    failure: "fits +context ?env"
  }),
  output('{"permission":"deny","additional_context":5}', {
    permission: "deny ?additional_context",
    prompt: "unfit !!permission ?additional_context",
    quiet: "fits !permission ?additional_context",
    session: "unfit !permission",
    result: "unfit !permission",
    failure: "unfit !permission"
  }),
  output('{"env":{}}', { permission: "unfit ?env", prompt: "unfit ?env", quiet: "fits ?env", session: "fits" }),
  output('{"updated_mcp_tool_output":{"content":[]}}', {
    permission: "unfit !updated_mcp_tool_output",
    prompt: "unfit !updated_mcp_tool_output",
    quiet: "fits !updated_mcp_tool_output",
    result: "fits +result"
  }),
  output('{"pluginPaths":["/p"]}', {
    permission: "unfit ?pluginPaths",
    prompt: "unfit ?pluginPaths",
    quiet: "fits ?pluginPaths",
    workspace: "fits +extension"
  }),
  output('{"pluginPaths":[]}', {
    permission: "unfit ?pluginPaths",
    prompt: "unfit ?pluginPaths",
    quiet: "fits ?pluginPaths",
    workspace: "fits"
  }),
  output('{"followup_message":"m"}', {
    permission: "unfit !followup_message ~unread-field",
    tab: "unfit !followup_message",
    prompt: "unfit !followup_message",
    quiet: "fits !followup_message",
    followUp: "fits +follow-up"
  }),
  output('{"followup_message":""}', {
    permission: "unfit ?followup_message ~unread-field",
    tab: "unfit ?followup_message",
    prompt: "unfit ?followup_message",
    quiet: "fits ?followup_message",
    followUp: "fits"
  }),
  output('{"permission":"deny","followup_message":"m"}', {
    permission: "deny !followup_message ~unread-field",
    tab: "deny !followup_message",
    prompt: "unfit !!permission !followup_message",
    quiet: "fits !permission !followup_message",
    followUp: "fits +follow-up !permission"
  }),

  // The shapes of Claude's answers.
  output('{"hookSpecificOutput":{"permissionDecision":"deny","permissionDecisionReason":"no"}}', {
    permission: "unfit !!hookSpecificOutput ~unread-field",
    tool: "deny",
    tab: "unfit !!hookSpecificOutput",
    prompt: "unfit !!hookSpecificOutput",
    quiet: "fits !hookSpecificOutput",
    followUp: "fits"
  }),
  output('{"hookSpecificOutput":{"permissionDecision":"ask"}}', {
    permission: "unfit !!hookSpecificOutput",
    tool: "weak ask",
    prompt: "unfit !!hookSpecificOutput",
    quiet: "fits !hookSpecificOutput",
    followUp: "fits"
  }),
  output('{"hookSpecificOutput":{"permissionDecision":"allow"}}', {
    permission: "unfit !hookSpecificOutput",
    tool: "allow",
    prompt: "unfit !hookSpecificOutput",
    quiet: "fits !hookSpecificOutput",
    followUp: "fits"
  }),
  output('{"hookSpecificOutput":{"permissionDecision":"allow","updatedInput":{"command":"ls"}}}', {
    permission: "unfit !hookSpecificOutput",
    tool: "allow +rewrite",
    prompt: "unfit !hookSpecificOutput",
    quiet: "fits !hookSpecificOutput",
    followUp: "fits"
  }),
  output('{"permission":"allow","hookSpecificOutput":{"permissionDecision":"deny"}}', {
    permission: "allow !!hookSpecificOutput",
    tool: "deny ~contradiction",
    prompt: "unfit !!hookSpecificOutput ?permission",
    quiet: "fits !hookSpecificOutput ?permission",
    followUp: "fits ?permission"
  }),
  output('{"permission":"deny","hookSpecificOutput":{"permissionDecision":"allow"}}', {
    permission: "deny !hookSpecificOutput",
    tool: "deny",
    prompt: "unfit !!permission !hookSpecificOutput",
    quiet: "fits !permission !hookSpecificOutput",
    followUp: "fits !permission"
  }),
  output('{"hookSpecificOutput":{"additionalContext":"c"}}', {
    permission: "unfit !hookSpecificOutput",
    tool: "unfit",
    prompt: "unfit !hookSpecificOutput",
    quiet: "fits !hookSpecificOutput",
    followUp: "fits"
  }),
  output('{"hookSpecificOutput":{"permissionDecision":"defer"}}', {
    permission: "unfit !hookSpecificOutput",
    tool: "unfit",
    prompt: "unfit !hookSpecificOutput",
    quiet: "fits !hookSpecificOutput",
    followUp: "fits"
  }),
  output('{"permission":"allow","hookSpecificOutput":"deny"}', {
    permission: "allow !!hookSpecificOutput",
    tool: "unfit",
    prompt: "unfit !!hookSpecificOutput ?permission",
    quiet: "fits !hookSpecificOutput ?permission",
    followUp: "fits ?permission"
  }),

  // Refusals in another spelling.
  output('{"permission":"allow","hookSpecificOutput":{"permissionDecision":"Deny"}}', {
    permission: "allow !!hookSpecificOutput",
    tool: "unfit deny",
    "tool, as written": "allow",
    prompt: "unfit !!hookSpecificOutput ?permission",
    quiet: "fits !hookSpecificOutput ?permission",
    followUp: "fits ?permission"
  }),
  output('{"permission":"allow","hookSpecificOutput":{"permissionDecision":5}}', {
    permission: "allow !hookSpecificOutput",
    tool: "unfit",
    "tool, as written": "allow",
    prompt: "unfit !hookSpecificOutput ?permission",
    quiet: "fits !hookSpecificOutput ?permission",
    followUp: "fits ?permission"
  }),
  output('{"permission":"allow","hookSpecificOutput":{"permission":"deny"}}', {
    permission: "allow !!hookSpecificOutput",
    tool: "allow !!hookSpecificOutput.permission",
    "tool, as written": "allow",
    prompt: "unfit !!hookSpecificOutput ?permission",
    quiet: "fits !hookSpecificOutput ?permission",
    followUp: "fits ?permission"
  }),
  output('{"permission":"allow","hookSpecificOutput":{"decision":{"behavior":"deny"}}}', {
    permission: "allow !!hookSpecificOutput",
    tool: "allow !!hookSpecificOutput.decision",
    "tool, as written": "allow",
    prompt: "unfit !!hookSpecificOutput ?permission",
    quiet: "fits !hookSpecificOutput ?permission",
    followUp: "fits ?permission"
  }),
  output('{"permission":"allow","hookSpecificOutput":{"decision":"block","continue":false}}', {
    permission: "allow !!hookSpecificOutput",
    tool: "allow !!hookSpecificOutput.decision !!hookSpecificOutput.continue",
    "tool, as written": "allow",
    prompt: "unfit !!hookSpecificOutput ?permission",
    quiet: "fits !hookSpecificOutput ?permission",
    followUp: "fits ?permission ~malformed-answer"
  }),
  output('{"permission":"allow","decision":"Block"}', {
    permission: "allow !!decision",
    "permission, as written": "allow ?decision",
    prompt: "unfit !!decision ?permission",
    "prompt, as written": "unfit ?decision ?permission",
    quiet: "fits !decision ?permission",
    "quiet, as written": "fits ?decision ?permission",
    followUp: "fits ?permission"
  }),
  output('{"output":{"permission":"deny","continue":false}}', {
    permission: "unfit deny",
    prompt: "unfit stops",
    quiet: "fits"
  }),
  output('"{\\"permission\\":\\"deny\\",\\"continue\\":false}"', {
    permission: "unfit deny",
    prompt: "unfit stops",
    quiet: "unfit"
  }),
  output('{"output":"{\\"permission\\":\\"deny\\",\\"continue\\":false}"}', nowhereButAnObject),
  output('{"decision":"block","reason":"r"}', {
    permission: "unfit !!decision ~unread-field",
    tool: "unfit !!decision ~older-spelling",
    "tool, as written": "unfit !decision ~unread-field",
    tab: "unfit !!decision",
    prompt: "unfit !!decision",
    quiet: "fits !decision",
    followUp: "fits +follow-up"
  }),
  output('{"decision":"block"}', {
    permission: "unfit !!decision",
    prompt: "unfit !!decision",
    quiet: "fits !decision",
    followUp: "fits ~malformed-answer"
  }),
  output('{"decision":"block","reason":"r","decision":"approve"}', {
    permission: "unfit !!decision ?decision ~unread-field",
    tool: "unfit !!decision ?decision ~older-spelling",
    "tool, as written": "unfit !decision ?decision ~unread-field",
    tab: "unfit !!decision ?decision",
    prompt: "unfit !!decision ?decision",
    quiet: "fits !decision ?decision",
    followUp: "fits ~malformed-answer"
  }),
  output('{"decision":"approve","reason":"r"}', {
    permission: "unfit ?decision ~unread-field",
    tool: "unfit ?decision ~older-spelling",
    "tool, as written": "unfit ?decision ~unread-field",
    tab: "unfit ?decision",
    prompt: "unfit ?decision",
    quiet: "fits ?decision",
    followUp: "fits"
  }),
  output('{"hookSpecificOutput":{"decision":"block","reason":"r"}}', {
    permission: "unfit !!hookSpecificOutput ~unread-field",
    tool: "unfit !!hookSpecificOutput.decision ~unread-field",
    "tool, as written": "unfit ~unread-field",
    tab: "unfit !!hookSpecificOutput",
    prompt: "unfit !!hookSpecificOutput",
    quiet: "fits !hookSpecificOutput",
    followUp: "fits +follow-up"
  })
]
