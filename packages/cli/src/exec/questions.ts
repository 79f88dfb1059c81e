import { commandOf, escapeText, type Reason, type SourceState } from "@pawl/core"
import { foreignText } from "../render/foreignText.ts"
import type { Command } from "./parseCall.ts"

/** What is shown to a person before a command that a hook wants confirmed. Rule: CLI-14 */
export const confirmQuestion = (command: Command, reasons: ReadonlyArray<Reason>): string =>
  [
    ...reasons.flatMap(({ author, binding, text }) => {
      const who = author === "hook" ? "A hook asks" : "Pawl asks"
      const about = binding === undefined ? "" : ` (${escapeText(binding)})`
      return [`pawl: ${who}${about}:`, `pawl:   ${foreignText(text, "pawl:   ")}`]
    }),
    "pawl: before this is run:",
    `pawl:   ${escapeText(command.text)}`,
    "pawl: Run it? [y/N] "
  ].join("\n")

/** What is shown to a person before hooks of a project that nobody has approved are run. Rule: CLI-14 */
export const trustQuestion = (sources: ReadonlyArray<SourceState>): string =>
  [
    "pawl: this project has hooks that nobody has approved:",
    ...sources.flatMap(({ source, bindings }) => [
      `pawl:   ${escapeText(source.path)}`,
      ...bindings.map(
        ({ event, index, handler }) => `pawl:     ${escapeText(event)}[${index}]: ${escapeText(commandOf(handler))}`
      )
    ]),
    "pawl: Run these hooks for this call? [y/N] "
  ].join("\n")
