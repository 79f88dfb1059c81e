import { cleanText, type Diagnostic, type Exit, escapeText } from "@pawl/core"
import { adviceText, behindHook, definitionOf } from "../render/diagnostic.ts"
import type { Paint } from "../render/paint.ts"
import { answerRows } from "./effectRows.ts"
import type { FiredHook } from "./FireReport.ts"
import { type Row, rowLines, said } from "./rows.ts"

/** The colours of findings. */
export const colours = { error: "red", warning: "yellow", hint: "cyan" } as const

const endOf = (exit: Exit): string => {
  switch (exit.kind) {
    case "exited":
      return `exit ${exit.code}`
    case "signalled":
      return `died of ${escapeText(exit.signal)}`
    case "timedOut":
      return `its time was over${exit.lateCode === undefined ? "" : `, exit ${exit.lateCode} when it was asked to end`}`
    case "spawnFailed":
      return said(exit.message, `could not be started (${escapeText(exit.errno)}): `)
    case "lost":
      return "lost before it answered"
    case "notStarted":
      return "not started"
  }
}

const ms = (duration: number): string => `${Math.round(duration)} ms`

const ended = ({ durationMs, exit, queuedMs }: FiredHook): string =>
  exit.kind === "notStarted" ? endOf(exit) : `${endOf(exit)}, after ${ms(durationMs)} (${ms(queuedMs)} in the queue)`

const decoder = new TextDecoder()

const output = (label: string, text: string, rest = ""): Row => [
  label,
  text === "" ? "nothing" : `${said(text)}${rest}`
]

const outputRows = (hook: FiredHook, stdout: Uint8Array | undefined): ReadonlyArray<Row> => {
  if (stdout === undefined) return []
  const cut = hook.stdoutTruncated ? " (more came than is read)" : ""
  return [output("stdout", decoder.decode(stdout), cut), output("stderr", hook.stderrTail)]
}

/** What was found, without the names of the hook that it stands below. */
const findingText = ({ binding, command }: FiredHook, message: string): string => {
  const lead = `${definitionOf(binding)} (${cleanText(command)}): `
  return escapeText(message.startsWith(lead) ? message.slice(lead.length) : behindHook(binding, message))
}

const findingRows = (hook: FiredHook, findings: ReadonlyArray<Diagnostic>, paint: Paint): ReadonlyArray<Row> =>
  findings.flatMap(({ code, hint, message, severity }): ReadonlyArray<Row> => {
    const what = `${findingText(hook, message)} ${paint("dim", `[${escapeText(code)}]`)}`
    const found: Row = [severity, paint(colours[severity], what)]
    return hint === undefined ? [found] : [found, ["", escapeText(adviceText(hint))]]
  })

/** One hook that was run: how it ended, what it wrote, what was made of that, and what was wrong with it. Rule: CLI-51 */
export const renderHook = (
  hook: FiredHook,
  stdout: Uint8Array | undefined,
  findings: ReadonlyArray<Diagnostic>,
  paint: Paint
): ReadonlyArray<string> => [
  `${paint("bold", "hook")} ${paint("bold", escapeText(hook.binding))}`,
  ...rowLines([
    ["command", escapeText(hook.command)],
    ["ended", ended(hook)],
    ...outputRows(hook, stdout),
    ...answerRows(hook.effects),
    ...findingRows(hook, findings, paint)
  ])
]
