import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"
import { exitCodes } from "../ExitCode.ts"
import { type Ending, exitWith } from "../endAs.ts"
import { FileServices } from "../FileServices.ts"
import { formats } from "../formats.ts"
import { Output } from "../Output.ts"
import { runToEnd } from "../run.ts"
import type { Signals } from "../Signals.ts"
import { showHelp, wrongWords } from "../words/answers.ts"
import { exec } from "./exec.ts"
import { parseCall } from "./parseCall.ts"
import { Terminal } from "./Terminal.ts"
import { wordsAsGiven } from "./wordsAsGiven.ts"

const services = Layer.mergeAll(FileServices, formats, Terminal.layer)

const programOf = (words: ReadonlyArray<string>): Effect.Effect<Ending, never, Output | Signals> => {
  const call = Result.flatMap(wordsAsGiven(words), parseCall)
  if (Result.isFailure(call)) return wrongWords("exec", call.failure, exitCodes.failed)
  if (call.success === "help") {
    return Effect.flatMap(
      Effect.promise(() => import("./help.ts")),
      ({ execHelp }) => showHelp(execHelp)
    )
  }
  return exec(call.success).pipe(
    Effect.catchTag("NotRun", ({ code, text }) =>
      Effect.as(
        Output.use(({ err }) => err(text)),
        exitWith(code)
      )
    ),
    Effect.provide(services)
  )
}

/** `pawl exec`. Rule: CLI-10 */
export const main = (words: ReadonlyArray<string>): void => runToEnd(programOf(words))
