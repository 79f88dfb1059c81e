import { byteLength, capText } from "@pawl/core"
import { foreignText } from "../render/foreignText.ts"

/** A line of a section: what it is about, and what is to be said, fit to be shown. */
export type Row = readonly [label: string, shown: string]

const width = 8
const margin = `  ${" ".repeat(width)} | `

/** The lines of some rows, below the heading of a section. */
export const rowLines = (rows: ReadonlyArray<Row>): ReadonlyArray<string> =>
  rows.map(([label, shown]) => `  ${label.padEnd(width)} ${shown}`)

/** The most of one text that is shown, in bytes and in lines: a person looks for its beginning. */
const longestShown = { bytes: 4_096, lines: 40 }

/** A text of somebody else's behind a lead of ours, every line of it behind a margin. Rule: CLI-6, CLI-51 */
export const said = (text: string, lead = ""): string => {
  const whole = text.replace(/\n+$/, "")
  const begin = capText(whole, longestShown.bytes).text.split("\n").slice(0, longestShown.lines).join("\n")
  const rest = begin.length < whole.length ? ` … (${byteLength(text)} bytes in all)` : ""
  return `${lead}${foreignText(begin, margin)}${rest}`
}

/** A JSON value in one line. Rule: CLI-6, CLI-51 */
export const json = (value: unknown): string => said(JSON.stringify(value))
