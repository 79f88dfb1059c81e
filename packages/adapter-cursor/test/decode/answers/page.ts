import type { Reading } from "@pawl/core"
import type { AnswerRow, AnswerTable } from "./AnswerTable.ts"
import { eventTable, type Kind } from "./eventTable.ts"
import type { Exit } from "./exits.ts"
import { fieldValues } from "./fieldValues.ts"
import { outputs } from "./outputs.ts"
import { permissionTable } from "./permissionTable.ts"
import { promptTable } from "./promptTable.ts"
import { quietTable } from "./quietTable.ts"
import { cellOf } from "./samplesOf.ts"

const exitWords: { readonly [E in Exit]: string } = {
  "0": "0",
  "0, cut": "0, more than is read",
  "2": "2",
  "late 2": "out of time, then 2",
  failed: "failed",
  "failed, cut": "failed, more than is read",
  "not started": "not started in time",
  lost: "lost"
}

const resultWords: { readonly [word: string]: string } = {
  allow: "allow",
  ask: "ask",
  deny: "**deny**",
  halt: "**held**",
  none: "no opinion"
}

const addWords: { readonly [word: string]: string } = {
  info: "a notice",
  denied: "a notice",
  rewrite: "a new input",
  result: "a new result",
  context: "context",
  env: "variables",
  "follow-up": "a follow-up",
  extension: "folders"
}

const code = (text: string): string => `\`${text.replaceAll("\n", " ⏎ ").replaceAll("|", "\\|")}\``
const rowOf = (...cells: ReadonlyArray<string>): string => `| ${cells.join(" | ")} |`
const tableOf = (head: ReadonlyArray<string>, rows: ReadonlyArray<ReadonlyArray<string>>): string =>
  [rowOf(...head), rowOf(...head.map(() => "---")), ...rows.map((row) => rowOf(...row))].join("\n")

const kindsOf = ({ answers }: AnswerTable<string>): string =>
  tableOf(
    ["answer", "what was written", "for example"],
    Object.entries(answers).map(([answer, { called, example }]) => [
      `*${answer}*`,
      called,
      example === "" ? "" : code(example)
    ])
  )

const resultsOf = (rows: ReadonlyArray<AnswerRow<string>>, kind: Kind): string => {
  const named = ({ answers, exits }: AnswerRow<string>) => [
    answers.length === Object.keys(tables[kind].answers).length
      ? "any"
      : answers.map((answer) => `*${answer}*`).join(", "),
    exits.map((exit) => exitWords[exit]).join("; ")
  ]
  if (kind === "quiet") {
    const what = ({ comesTo }: AnswerRow<string>) => (comesTo.open === "does" ? "what it says" : "nothing")
    return tableOf(
      ["answer", "the run", "what happens"],
      rows.map((row) => [...named(row), what(row)])
    )
  }
  return tableOf(
    ["answer", "the run", "`failClosed` absent", "`failClosed: true`", "strict run"],
    rows.map((row) => {
      const { closed, open, strict } = row.comesTo
      return [...named(row), ...[open, closed, strict].map((word) => resultWords[word] ?? word)]
    })
  )
}

const tables: { readonly [K in Kind]: AnswerTable<string> } = {
  permission: permissionTable,
  prompt: promptTable,
  quiet: quietTable
}

const readingOf = (kind: Kind, reading: Reading): string => resultsOf(tables[kind].rows[reading], kind)

/** One output at one event, in words. */
const cellWords = (event: string, stdout: string | Uint8Array): string => {
  const { adds, answer, refused } = cellOf(event, stdout, "tight")
  const words = [
    ...(answer === "fits" ? [] : [`*${answer}*`]),
    ...adds.map((add) => addWords[add] ?? add),
    ...(refused.length === 0 ? [] : ["refused"])
  ]
  return words.join(", ")
}

const shapesOf = (events: ReadonlyArray<string>, fields: RegExp): string =>
  tableOf(
    ["stdout", ...events.map(code)],
    outputs.flatMap(({ stdout }) => {
      if (typeof stdout !== "string" || !fields.test(stdout)) return []
      return [[code(stdout), ...events.map((event) => cellWords(event, stdout))]]
    })
  )

const kindWords: { readonly [K in Kind]: string } = {
  permission: "[before something is done](#before-something-is-done)",
  prompt: "[a prompt](#a-prompt)",
  quiet: "[where nothing can be prevented](#where-nothing-can-be-prevented)"
}

const events = tableOf(
  ["event", "", "fields of its answer", "taken without effect"],
  Object.entries(eventTable).map(([event, { fields, ignored, kind }]) => [
    code(event),
    kindWords[kind],
    fields.map(code).join(", "),
    ignored.map(code).join(", ")
  ])
)

const values = (all: ReadonlyArray<unknown>): string => all.map((value) => code(JSON.stringify(value))).join(" ")

const foreign = tableOf(
  ["field", "denies, asks or halts", "asks for something", "is only told of"],
  Object.entries(fieldValues).map(([field, { asks, asksByHand = [], harmless, tightens }]) => [
    code(field),
    values(tightens),
    values([...asksByHand, ...asks]),
    values(harmless)
  ])
)

/** The parts of `docs/answers.md` that are made of the tables, by name. */
export const pageParts: { readonly [part: string]: string } = {
  events,
  "permission answers": kindsOf(permissionTable),
  permission: readingOf("permission", "tight"),
  "permission, shipped": readingOf("permission", "shipped"),
  "permission, as written": readingOf("permission", "asWritten"),
  "permission shapes": shapesOf(
    ["beforeShellExecution", "preToolUse", "subagentStart", "beforeReadFile", "beforeTabFileRead"],
    /^\{.*"(?:permission|permissionDecision|decision)":"(?:allow|deny|ask)".*(?<!,)\}$/u
  ),
  "prompt answers": kindsOf(promptTable),
  prompt: readingOf("prompt", "tight"),
  "prompt, as written": readingOf("prompt", "asWritten"),
  "prompt shapes": shapesOf(["beforeSubmitPrompt"], /^\{"continue":(?:true|false)[,}]/u),
  "quiet answers": kindsOf(quietTable),
  quiet: readingOf("quiet", "tight"),
  "quiet shapes": shapesOf(
    ["sessionStart", "postToolUse", "postToolUseFailure", "preCompact", "stop", "workspaceOpen", "afterFileEdit"],
    /^\{"(?:additional_context|env|updated_mcp_tool_output|user_message|followup_message|pluginPaths|decision":"block"|hookSpecificOutput":\{"decision|permission":"deny"\})/u
  ),
  foreign
}
