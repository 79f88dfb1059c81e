import { escapeText } from "@pawl/core"

/** One line about a call in our own words; whatever it quotes is escaped. Rule: CLI-6 */
export const sentence = (text: string): string => `pawl: ${escapeText(text)}\n`
