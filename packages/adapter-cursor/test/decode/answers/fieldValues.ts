import type * as Schema from "effect/Schema"

type Values = ReadonlyArray<Schema.Json>

/** Values of one field: where the event documents it, and where another event does. */
interface FieldValues {
  /** Of the wrong type, so that the answer does not fit where the field is documented. */
  readonly wrong: Values
  /** Of the wrong type as well, and it denies, asks or halts all the same. */
  readonly no?: Values
  /** Elsewhere: those that deny, ask or halt by themselves, those that ask for something else, and those that do not. */
  readonly tightens: Values
  readonly asks: Values
  readonly harmless: Values
  /** Of `tightens`, those that are only told of as the contract is written. */
  readonly harmlessAsWritten?: Values
  /** Set on a field that means nothing as the contract is written, not even a remark. */
  readonly unknownAsWritten?: true
  /** More that ask for something, of which `outputs` has the cells. */
  readonly asksByHand?: Values
  /** Events that do not document the field and take it all the same, so that `outputs` has its cells. */
  readonly translatedAt?: ReadonlyArray<string>
}

const texts: Pick<FieldValues, "wrong" | "tightens"> = { wrong: [null, true, 5, ["m"], {}], tightens: [] }

const otherSpelling: FieldValues = {
  wrong: [],
  tightens: ["deny", "Block", false],
  asks: [],
  harmless: ["allow", 5],
  unknownAsWritten: true
}

/** Every field of answers with values of every kind. Rule: CUR-50, CUR-51 */
export const fieldValues: { readonly [field: string]: FieldValues } = {
  permission: {
    wrong: ["allow ", "\u001b[0mallow", "", null, true, 5, [], {}, "denylist"],
    no: [
      "Deny",
      " DENY\n",
      "\u001b[31mdeny\u001b[0m",
      "denied",
      "block",
      "Blocked",
      "reject",
      "refuse",
      false,
      ["deny"],
      { decision: "deny" }
    ],
    tightens: ["deny", "ask", "Deny", "blocked", false, ["deny"]],
    asks: ["", null, 5, {}],
    harmless: ["allow"]
  },
  user_message: { ...texts, asks: [], harmless: ["m", 5, null] },
  agent_message: { ...texts, asks: [], harmless: ["m", 5, null] },
  additional_context: { ...texts, asks: [], harmless: ["c", 5, null] },
  updated_input: {
    wrong: [null, "x", 5, []],
    tightens: [],
    asks: [null, "x", []],
    asksByHand: [{ command: "ls" }],
    harmless: []
  },
  updated_mcp_tool_output: { wrong: [null, "x", 5, []], tightens: [], asks: [{}, null, "x"], harmless: [] },
  env: { wrong: [null, "x", 5, ["A"], { A: 1 }], tightens: [], asks: [], harmless: [{ A: "b" }, 5] },
  continue: {
    wrong: ["true", "yes", 1, 0.5, [], {}],
    no: [null, "false", "False", "no", 0, [false]],
    tightens: [false, "false", "no", null, 0],
    asks: ["yes", 1],
    harmless: [true]
  },
  followup_message: { ...texts, asks: ["m", 5, null], harmless: [""] },
  pluginPaths: { wrong: [null, "/p", 5, {}, [1]], tightens: [], asks: [], harmless: [["/p"], 5] },
  decision: {
    wrong: [],
    tightens: ["deny", "ask", "block", "Block", "reject", false, { behavior: "deny" }],
    harmlessAsWritten: ["deny", "ask", "Block", "reject", false, { behavior: "deny" }],
    asks: [],
    harmless: ["allow", "approve", 5],
    translatedAt: ["preToolUse", "stop", "subagentStop"]
  },
  hookSpecificOutput: {
    wrong: [],
    tightens: [
      { permissionDecision: "deny" },
      { permissionDecision: "ask" },
      { permissionDecision: "Deny" },
      { permission: "deny" },
      { decision: "block", reason: "r" },
      { continue: false },
      "deny"
    ],
    asks: [{}, null, { additionalContext: "c" }],
    harmless: [],
    translatedAt: ["preToolUse", "stop", "subagentStop"]
  },
  permissionDecision: otherSpelling,
  Permission: otherSpelling,
  CONTINUE: {
    wrong: [],
    tightens: [false, "no"],
    asks: [],
    harmless: [true],
    unknownAsWritten: true
  }
}

/** Every value that is tried of a field; of one that is no field of answers, a text and a number. */
export const valuesOf = (field: string): Values => {
  const found = fieldValues[field]
  return found === undefined ? ["r", 5] : [...found.tightens, ...found.asks, ...found.harmless, ...found.wrong]
}

/** Good answers of each kind of event, the field that they consist of, and what they are once another field is wrong. */
export const bases = {
  permission: [
    { members: '"permission":"allow"', field: "permission", answer: "allow", beside: "unfit", no: "unfit deny" },
    { members: '"permission":"deny"', field: "permission", answer: "deny", beside: "unfit deny", no: "unfit deny" }
  ],
  prompt: [
    { members: '"continue":true', field: "continue", answer: "goes", beside: "unfit", no: "unfit stops" },
    { members: '"continue":false', field: "continue", answer: "stops", beside: "unfit stops", no: "unfit stops" }
  ],
  quiet: [{ members: '"note":1', field: undefined, answer: "fits", beside: "unfit", no: "unfit" }]
} as const
