import { type Diagnostic, escapeText, type HookEvent, type Notice, type Reason } from "@pawl/core"
import type { RestartCause } from "@pawl/permission"
import type { NotSearched } from "@pawl/sources"
import { notSearchedText } from "../hooks/notSearchedText.ts"
import { toldOf } from "../hooks/toldFindings.ts"
import { behindHook, diagnosticText } from "../render/diagnostic.ts"
import { exactText } from "../render/exactText.ts"
import { foreignText } from "../render/foreignText.ts"
import { sentence } from "../render/sentence.ts"

const margin = "pawl:   "

const leads = {
  denied: { by: "denied by", about: "denied because of", alone: "denied: " },
  asked: { by: "question by", about: "question of", alone: "question: " },
  warning: { by: "warning from", about: "warning about", alone: "warning: " },
  info: { by: "from", about: "about", alone: "" }
} as const

/**
 * A text and who says it: `by hook …` and `from hook …` are followed by the hook's own words, everything else by Pawl's, so
 * that no hook can pose as Pawl.
 */
const saidText = (what: keyof typeof leads, { author, binding, text }: Pick<Notice, "author" | "binding" | "text">) => {
  const words = leads[what]
  if (binding === undefined) return `pawl: ${words.alone}${foreignText(text, margin)}\n`
  const own = author === "hook" ? text : behindHook(binding, text)
  return `pawl: ${author === "hook" ? words.by : words.about} hook ${escapeText(binding)}: ${foreignText(own, margin)}\n`
}

/** A text for the person. Rule: CLI-15 */
export const noticeText = (notice: Notice): string => saidText(notice.level, notice)

/** A reason, by what it is for. Rule: CLI-15 */
export const reasonText = (purpose: "denied" | "asked" | "info", reason: Reason): string => saidText(purpose, reason)

/** A finding that changes what runs, in one line; advice is for those who check their files. Rule: CLI-15 */
export const findingText = (diagnostic: Diagnostic): string | undefined =>
  diagnostic.severity === "hint" ? undefined : `pawl: ${diagnostic.severity}: ${diagnosticText(diagnostic)}\n`

/** What was found in the hooks files, for somebody who has come to run a command, in lines. Rule: CLI-15 */
export const configurationText = (diagnostics: ReadonlyArray<Diagnostic>): ReadonlyArray<string> =>
  toldOf(diagnostics).flatMap(({ finding, more }) => {
    const line = findingText(finding)
    if (line === undefined || more === 0) return line ?? []
    return `${line.trimEnd()} (and ${more} more like it)\n`
  })

const count = (n: number, what: string): string => `${n} ${what}${n === 1 ? "" : "s"}`

/** What of the receipt of a dispatch says what became of the hooks in force. */
type GateReceipt = Pick<Extract<HookEvent, { readonly _tag: "DispatchEnded" }>, "invocations" | "verdict">

/** What became of the hooks in force: how many were asked, gave no answer, or could not be run. */
const askedText = ({ invocations, verdict = "none" }: GateReceipt, inForce: number): string => {
  if (invocations.length === 0) {
    // Nobody was asked although there is a verdict: it is Pawl's own, and says nothing of what hooks are for.
    if (verdict !== "none") return "no hook was asked"
    return inForce === 1
      ? "the only hook is not for this command"
      : `none of ${count(inForce, "hook")} is for this command`
  }
  const asked = invocations.filter(({ exit }) => exit.kind !== "notStarted")
  const silent = asked.filter((receipt) => receipt.verdict === "none").length
  const notRun = invocations.length - asked.length
  return [
    asked.length === 0 ? "no hook was asked" : `${count(asked.length, "hook")} asked`,
    ...(silent === 0 ? [] : [`${silent} gave no answer`]),
    ...(notRun === 0 ? [] : [`${notRun} could not be run`])
  ].join(", ")
}

/** The line that names the gate: how many hooks were asked, and how many of them gave no answer. Rule: CLI-15 */
export const gateText = (receipt: GateReceipt, inForce: number, notSearched: ReadonlyArray<NotSearched>): string =>
  sentence([askedText(receipt, inForce), notSearchedText(notSearched)].filter((part) => part !== "").join("; "))

/** A command that a hook has put in the place of another one, and the folder that it has named for it. */
export interface Replacement {
  readonly binding: string | undefined
  readonly command: string
  readonly folder: string | undefined
}

/** Whose command is run in the place of the one that was asked for. It is shown before it runs. Rule: CLI-60 */
export const rewrittenText = ({ binding, command, folder }: Replacement): string => {
  const who = binding === undefined ? "a hook" : `hook ${escapeText(binding)}`
  const where = folder === undefined ? "" : ` in ${exactText(folder)}`
  return `pawl: ${who} has replaced the command; this is run instead${where}:\n${margin}${exactText(command)}\n`
}

/** Why hooks were asked once more. Rule: CLI-61 */
export const askedAgainText: { readonly [C in RestartCause]: string } = {
  configuration: sentence(
    "the hooks files have changed meanwhile, or could not be looked for, so the hooks were asked again"
  ),
  rewrite: sentence("a hook has replaced the command, so the hooks were asked about the new one")
}
