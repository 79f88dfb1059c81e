import { HookFormats } from "@pawl/core"
import { strictness } from "@pawl/permission"
import type { CurrentSystem } from "@pawl/sources"
import * as Effect from "effect/Effect"
import type * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import type * as Path from "effect/Path"
import * as Result from "effect/Result"
import { Environment } from "../Environment.ts"
import { exitCodes } from "../ExitCode.ts"
import { type Ending, exitWith } from "../endAs.ts"
import { FileServices } from "../FileServices.ts"
import { formats } from "../formats.ts"
import { type NotWritten, Output } from "../Output.ts"
import { jsonText } from "../render/jsonText.ts"
import { paintFor } from "../render/paint.ts"
import { runToEnd } from "../run.ts"
import { showHelp, wrongWords } from "../words/answers.ts"
import type { FireReport } from "./FireReport.ts"
import { fire } from "./fire.ts"
import { fireHelp } from "./help.ts"
import { parseCall } from "./parseCall.ts"
import { renderReport } from "./renderReport.ts"

type Services = Output | HookFormats | CurrentSystem | FileSystem.FileSystem | Path.Path

const answer = (words: ReadonlyArray<string>): Effect.Effect<Ending, NotWritten, Services> => {
  const parsed = parseCall(words)
  if (Result.isFailure(parsed)) return wrongWords("fire", parsed.failure, exitCodes.wrongWords)
  const call = parsed.success
  if (call === "help") return Effect.flatMap(HookFormats, (known) => showHelp(fireHelp(known)))
  return Effect.gen(function* () {
    const fired = yield* fire(call)
    const { out } = yield* Output
    const env = yield* Environment
    yield* out(
      call.json
        ? jsonText(fired.report satisfies typeof FireReport.Encoded)
        : renderReport(fired, call, paintFor(1, env))
    )
    return exitWith(strictness(fired.decision) === 0 ? exitCodes.fine : exitCodes.found)
  }).pipe(Effect.catchTag("CannotFire", ({ why }) => wrongWords("fire", why, exitCodes.wrongWords)))
}

/** `pawl fire`. Rule: CLI-44 */
export const main = (words: ReadonlyArray<string>): void =>
  runToEnd(Effect.provide(answer(words), Layer.merge(FileServices, formats)))
