import { commandOf, escapeText, type Reason, type SourceState } from "@pawl/core"
import { exactText } from "../render/exactText.ts"
import { foreignText } from "../render/foreignText.ts"

/** A command that somebody has to confirm, and why. */
export interface CommandQuestion {
  readonly command: string
  /** Where it would run, if that is not where the person stands. */
  readonly folder: string | undefined
  readonly isRewritten: boolean
  /** Whether the person was asked before, about what has changed since. */
  readonly isAgain: boolean
  readonly reasons: ReadonlyArray<Reason>
}

const again = "pawl: What judges the command, or the command, has changed meanwhile, so this is asked again."

/** What is shown to a person before a command that a hook wants confirmed. Rule: CLI-14 */
export const confirmQuestion = ({ command, folder, isAgain, isRewritten, reasons }: CommandQuestion): string =>
  [
    ...(isAgain ? [again] : []),
    ...reasons.flatMap(({ author, binding, text }) => {
      const who = author === "hook" ? "A hook asks" : "Pawl asks"
      const about = binding === undefined ? "" : ` (${escapeText(binding)})`
      return [`pawl: ${who}${about}:`, `pawl:   ${foreignText(text, "pawl:   ")}`]
    }),
    `pawl: before this is run${folder === undefined ? "" : ` in ${exactText(folder)}`}${
      isRewritten ? ", which a hook has put in the place of your command" : ""
    }:`,
    `pawl:   ${exactText(command)}`,
    "pawl: Run it? [y/N] "
  ].join("\n")

/** What is shown to a person before hooks of a project that nobody has approved are run. Rule: CLI-14 */
export const trustQuestion = (sources: ReadonlyArray<SourceState>): string =>
  [
    "pawl: this project has hooks that nobody has approved:",
    ...sources.flatMap(({ source, bindings }) => [
      `pawl:   ${exactText(source.path)}`,
      ...bindings.map(
        ({ event, index, handler }) => `pawl:     ${exactText(event)}[${index}]: ${exactText(commandOf(handler))}`
      )
    ]),
    "pawl: Run these hooks for this call? [y/N] "
  ].join("\n")
