import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"
import { exitWith } from "../endAs.ts"
import { exitCodes } from "../ExitCode.ts"
import { FileServices } from "../FileServices.ts"
import { formats } from "../formats.ts"
import { Output } from "../Output.ts"
import { runToEnd } from "../run.ts"
import { showHelp, wrongWords } from "../words/answers.ts"
import { exec } from "./exec.ts"
import { parseCall } from "./parseCall.ts"
import { Terminal } from "./Terminal.ts"
import { wordsAsGiven } from "./wordsAsGiven.ts"

const services = Layer.mergeAll(FileServices, formats, Terminal.layer)

/** `pawl exec`. Rule: CLI-10 */
export const main = (words: ReadonlyArray<string>): void => {
  const call = Result.flatMap(wordsAsGiven(words), parseCall)
  if (Result.isFailure(call)) return runToEnd(wrongWords("exec", call.failure, exitCodes.failed))
  if (call.success === "help") {
    return runToEnd(
      Effect.flatMap(
        Effect.promise(() => import("./help.ts")),
        ({ execHelp }) => showHelp(execHelp)
      )
    )
  }
  return runToEnd(
    exec(call.success).pipe(
      Effect.catchTag("NotRun", ({ code, text }) =>
        Effect.as(
          Output.use(({ err }) => err(text)),
          exitWith(code)
        )
      ),
      Effect.provide(services)
    )
  )
}
