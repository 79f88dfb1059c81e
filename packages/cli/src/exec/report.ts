import { type Diagnostic, escapeText, type HookEvent, type InvocationRecord, type Notice } from "@pawl/core"
import type { NotSearched } from "@pawl/sources"
import { diagnosticText } from "../render/diagnostic.ts"
import { foreignText } from "../render/foreignText.ts"
import { sentence } from "../render/sentence.ts"

const margin = "pawl:   "

/**
 * Who says a thing, beside what is said: `by hook …` and `from hook …` are followed by the hook's own words, everything
 * else by Pawl's, so that no hook can pose as Pawl.
 */
const lead = ({ level, author, binding }: Notice): string => {
  const words = leads[level]
  if (binding === undefined) return words.alone
  return `${author === "hook" ? words.by : words.about} hook ${escapeText(binding)}: `
}

const leads = {
  denied: { by: "denied by", about: "denied because of", alone: "denied: " },
  warning: { by: "warning from", about: "warning about", alone: "warning: " },
  info: { by: "from", about: "about", alone: "" }
} as const satisfies { readonly [L in Notice["level"]]: unknown }

/** What the engine has to say to a person at this command line, or nothing. Rule: CLI-15 */
export const eventText = (event: HookEvent): string | undefined => {
  switch (event._tag) {
    case "NoticeSent":
      return `pawl: ${lead(event.notice)}${foreignText(event.notice.text, margin)}\n`
    case "DiagnosticFound":
      return findingText(event.diagnostic)
    default:
      return undefined
  }
}

/** A finding that changes what runs, in one line; advice is for those who check their files. Rule: CLI-15 */
export const findingText = (diagnostic: Diagnostic): string | undefined =>
  diagnostic.severity === "hint" ? undefined : `pawl: ${diagnostic.severity}: ${diagnosticText(diagnostic)}\n`

/**
 * What was found in the hooks files, for somebody who has come to run a command: each error in a line, and one line for
 * the warnings of a file, because the same ones would stand before every command. Rule: CLI-15
 */
export const configurationText = (diagnostics: ReadonlyArray<Diagnostic>): ReadonlyArray<string> => {
  const warnings = new Map<string, number>()
  for (const { file = "", severity } of diagnostics) {
    if (severity === "warning") warnings.set(file, (warnings.get(file) ?? 0) + 1)
  }
  return [
    ...diagnostics.filter(({ severity }) => severity === "error").flatMap((finding) => findingText(finding) ?? []),
    ...[...warnings].map(([file, n]) => sentence(`${file}: ${count(n, "warning")}; pawl check shows what they are`))
  ]
}

const count = (n: number, what: string): string => `${n} ${what}${n === 1 ? "" : "s"}`

/** The kinds of files that nobody has looked for, in a clause. Rule: CLI-7 */
export const notSearchedText = (notSearched: ReadonlyArray<NotSearched>): string => {
  const kinds = [...new Set(notSearched.map(({ kind }) => kind))]
  const last = kinds.at(-1)
  if (last === undefined) return ""
  const names = kinds.length === 1 ? last : `${kinds.slice(0, -1).join(", ")} and ${last}`
  return `${names} files were not searched`
}

/** The line that names the gate: how many hooks were asked, and how many of them gave no answer. Rule: CLI-15 */
export const gateText = (
  records: ReadonlyArray<InvocationRecord>,
  inForce: number,
  notSearched: ReadonlyArray<NotSearched>
): string => {
  const silent = records.filter(({ effects }) => effects.verdict === "none").length
  const asked =
    records.length > 0
      ? `${count(records.length, "hook")}${silent === 0 ? "" : `, ${silent} gave no answer`}`
      : `none of ${count(inForce, "hook")} is for this command`
  return sentence([asked, notSearchedText(notSearched)].filter((part) => part !== "").join("; "))
}
