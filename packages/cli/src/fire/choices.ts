import {
  everythingProfile,
  execProfile,
  type HostProfile,
  mcpProfile,
  type Reading,
  referenceProfile
} from "@pawl/core"

/** The words of `--host`. Rule: CLI-47 */
export const hostWords = ["everything", "exec", "mcp", "reference"] as const
export type HostWord = (typeof hostWords)[number]

/** The hosts that a moment can be tried in. Rule: CLI-47 */
export const hosts: { readonly [H in HostWord]: HostProfile } = {
  everything: everythingProfile,
  exec: execProfile,
  mcp: mcpProfile,
  reference: referenceProfile
}

/** The words of `--reading`. Rule: CLI-47 */
export const readingWords = ["as-written", "tight", "shipped"] as const
export type ReadingWord = (typeof readingWords)[number]

/** The ways to read answers. Rule: CLI-47 */
export const readings: { readonly [R in ReadingWord]: Reading } = {
  "as-written": "asWritten",
  tight: "tight",
  shipped: "shipped"
}
