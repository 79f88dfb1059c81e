/** What an answer can do where nothing can be prevented. */
export type Deed = "context" | "variables" | "result" | "notice" | "extension" | "follow-up"

/** What one output does at the events where nothing can be prevented: at every one that is not named, nothing. */
export interface QuietRow {
  readonly output: string
  readonly stdout: string | Uint8Array
  readonly does?: { readonly [event: string]: ReadonlyArray<Deed> }
  /** Fields that are handed to core to be refused, and the events at which they are not. */
  readonly refused?: ReadonlyArray<string>
  readonly except?: ReadonlyArray<string>
}

const followUps = ["stop", "subagentStop"]
const goesOn = { stop: ["follow-up"], subagentStop: ["follow-up"] } as const
const context = {
  sessionStart: ["context"],
  postToolUse: ["context"],
  postToolUseFailure: ["context"]
} as const

/** Every output with what it does; after any failure and exit 2 it does nothing at all. Rule: CUR-76 to CUR-78, CUR-51 */
export const quietOutputs: ReadonlyArray<QuietRow> = [
  { output: "nothing", stdout: "" },
  { output: "an empty object", stdout: "{}" },
  { output: "a line of text", stdout: "done\n" },
  { output: "a list", stdout: "[]" },
  { output: "null", stdout: "null" },
  { output: "a number", stdout: "5" },
  { output: "bytes that are not UTF-8", stdout: Uint8Array.from([0xff]) },
  { output: "an unknown key", stdout: '{"note":{"deep":[1]}}' },

  { output: "context", stdout: '{"additional_context":"c"}', does: context },
  { output: "context of another type", stdout: '{"additional_context":["c"]}' },
  { output: "context twice", stdout: '{"additional_context":"a","additional_context":"b"}' },
  { output: "context after noise", stdout: 'hi\n{"additional_context":"c"}' },
  { output: "variables", stdout: '{"env":{"A":"b"}}', does: { sessionStart: ["variables"] } },
  { output: "variables that are no texts", stdout: '{"env":{"A":1}}' },
  { output: "no variable", stdout: '{"env":{}}' },
  {
    output: "context beside variables that are no texts",
    stdout: '{"env":{"A":1},"additional_context":"c"}',
    does: { postToolUse: ["context"], postToolUseFailure: ["context"] }
  },
  {
    output: "context and variables",
    stdout: '{"env":{"A":"b"},"additional_context":"c"}',
    does: { ...context, sessionStart: ["context", "variables"] }
  },
  {
    output: "a new result of an MCP tool",
    stdout: '{"updated_mcp_tool_output":{}}',
    does: { postToolUse: ["result"] },
    refused: ["updated_mcp_tool_output"],
    except: ["postToolUse"]
  },
  {
    output: "a new result of another type",
    stdout: '{"updated_mcp_tool_output":[]}',
    refused: ["updated_mcp_tool_output"],
    except: ["postToolUse"]
  },
  { output: "a message", stdout: '{"user_message":"m"}', does: { preCompact: ["notice"] } },
  { output: "a message of another type", stdout: '{"user_message":5}' },
  { output: "folders of plugins", stdout: '{"pluginPaths":["/p"]}', does: { workspaceOpen: ["extension"] } },
  { output: "a folder of plugins as a text", stdout: '{"pluginPaths":"/p"}' },

  {
    output: "a follow-up",
    stdout: '{"followup_message":"m"}',
    does: goesOn,
    refused: ["followup_message"],
    except: followUps
  },
  { output: "an empty follow-up", stdout: '{"followup_message":""}' },
  {
    output: "a follow-up of another type",
    stdout: '{"followup_message":5}',
    refused: ["followup_message"],
    except: followUps
  },
  {
    output: "Claude's block",
    stdout: '{"decision":"block","reason":"r"}',
    does: goesOn,
    refused: ["decision"],
    except: followUps
  },
  {
    output: "Claude's block without a reason",
    stdout: '{"decision":"block"}',
    refused: ["decision"],
    except: followUps
  },
  { output: "Claude's approve", stdout: '{"decision":"approve","reason":"r"}' },
  {
    output: "Claude's nested block",
    stdout: '{"hookSpecificOutput":{"decision":"block","reason":"r"}}',
    does: goesOn,
    refused: ["hookSpecificOutput"],
    except: followUps
  },

  { output: "a denial", stdout: '{"permission":"deny"}', refused: ["permission"] },
  { output: "a question", stdout: '{"permission":"ask"}', refused: ["permission"] },
  { output: "an allow", stdout: '{"permission":"allow"}' },
  { output: "a halt", stdout: '{"continue":false}', refused: ["continue"], except: ["sessionStart"] },
  { output: "no halt", stdout: '{"continue":true}' },
  { output: "a rewrite", stdout: '{"updated_input":{}}', refused: ["updated_input"] },
  {
    output: "a denial beside context of another type",
    stdout: '{"permission":"deny","additional_context":5}',
    refused: ["permission"]
  }
]
