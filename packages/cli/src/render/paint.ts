import * as tty from "node:tty"

const codes = { red: 31, yellow: 33, cyan: 36, bold: 1, dim: 2 } as const

/** Puts a colour on a text, or leaves it as it is. Rule: CLI-6 */
export type Paint = (colour: keyof typeof codes, text: string) => string

/** Leaves every text as it is. */
export const noPaint: Paint = (_, text) => text

/** Colours only on a terminal, and never against the wish of whoever has set NO_COLOR. Rule: CLI-6 */
export const paintFor = (fd: 1 | 2, env: Readonly<Record<string, string | undefined>>): Paint =>
  tty.isatty(fd) && (env.NO_COLOR ?? "") === "" ? (colour, text) => `\u001b[${codes[colour]}m${text}\u001b[0m` : noPaint
