import { escapeText } from "@pawl/core"

/**
 * A text that Pawl did not write, over as many lines as it has: each is escaped and begins with `margin`, so that no line
 * of it can pass for one of ours. Rule: CLI-6
 */
export const foreignText = (text: string, margin: string): string =>
  text
    .replaceAll("\r\n", "\n")
    .split("\n")
    .map((line, index) => (index === 0 ? escapeText(line) : `${margin}${escapeText(line)}`))
    .join("\n")
