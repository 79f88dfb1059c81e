import { escapeText } from "@pawl/core"
import { adviceText, messageText } from "../render/diagnostic.ts"
import type { Paint } from "../render/paint.ts"
import type { CheckedFile, CheckReport, Finding } from "./CheckReport.ts"

const colours = { error: "red", warning: "yellow", hint: "cyan" } as const

const findingLines = (path: string, finding: Finding, paint: Paint): string => {
  const place = paint("bold", `${escapeText(path)}:${finding.line}:${finding.column}`)
  const severity = paint(colours[finding.severity], finding.severity)
  const message = messageText(finding.at, finding.message)
  const line = `${place}: ${severity}: ${message} ${paint("dim", `[${escapeText(finding.code)}]`)}`
  return finding.hint === undefined ? line : `${line}\n  ${escapeText(adviceText(finding.hint))}`
}

const count = (n: number, what: string): string => `${n} ${what}${n === 1 ? "" : "s"}`

const fileLines = (file: CheckedFile, paint: Paint): ReadonlyArray<string> =>
  file.findings.length === 0
    ? [`${escapeText(file.path)}: ${count(file.bindings, "hook")}, nothing found`]
    : file.findings.map((finding) => findingLines(file.path, finding, paint))

const searchedLines = ({ files, searched }: CheckReport): ReadonlyArray<string> =>
  files.length > 0
    ? []
    : ["No hooks files were found. Searched:", ...searched.map((place) => `  ${escapeText(place.path)}`)]

const notSearchedLines = ({ summary }: CheckReport): ReadonlyArray<string> =>
  summary.notSearched.length === 0
    ? []
    : [
        "Not searched:",
        ...summary.notSearched.map(({ kind, places, why }) => {
          const where = places.length === 0 ? "" : ` (${places.map(escapeText).join(", ")})`
          return `  ${kind} files${where}: ${escapeText(why)}`
        })
      ]

/** A report for people: each finding in a line that editors can follow, the sums, and what was not looked at. Rule: CLI-30 */
export const renderReport = (report: CheckReport, paint: Paint): string => {
  const { files, bindings, errors, warnings, hints } = report.summary
  const sums = `${count(files, "file")}, ${count(bindings, "hook")}: ${count(errors, "error")}, ${count(warnings, "warning")}, ${count(hints, "hint")}`
  return [
    ...report.files.flatMap((file) => fileLines(file, paint)),
    ...searchedLines(report),
    ...(files === 0 ? [] : [sums]),
    ...notSearchedLines(report)
  ]
    .map((line) => `${line}\n`)
    .join("")
}
