import * as Effect from "effect/Effect"
import { exitCodes } from "../ExitCode.ts"
import { type Ending, exitWith } from "../endAs.ts"
import { Output } from "../Output.ts"
import { sentence } from "../render/sentence.ts"

/** Shows the help that was asked for. Rule: CLI-3 */
export const showHelp = (text: string): Effect.Effect<Ending, never, Output> =>
  Effect.as(
    Output.use(({ out }) => out(text)),
    exitWith(exitCodes.fine)
  )

/** Says in one sentence what is wrong with the words of a call, and where the right ones are to be found. Rule: CLI-2 */
export const wrongWords = (command: string, clause: string, code: number): Effect.Effect<Ending, never, Output> =>
  Effect.as(
    Output.use(({ err }) =>
      err(sentence(`${command}: ${clause}${clause.endsWith("?") ? "" : "."} See pawl ${command} --help.`))
    ),
    exitWith(code)
  )
