import { discover } from "@pawl/sources"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"
import { currentFolder } from "../currentFolder.ts"
import { Environment } from "../Environment.ts"
import { exitCodes } from "../ExitCode.ts"
import { type Ending, exitWith } from "../endAs.ts"
import { FileServices } from "../FileServices.ts"
import { formats } from "../formats.ts"
import { Output } from "../Output.ts"
import { sentencesOf } from "../render/diagnostic.ts"
import { paintFor } from "../render/paint.ts"
import { sentence } from "../render/sentence.ts"
import { runToEnd } from "../run.ts"
import { showHelp, wrongWords } from "../words/answers.ts"
import type { CheckReport } from "./CheckReport.ts"
import { checkFile } from "./checkFile.ts"
import { checkHelp } from "./help.ts"
import { lintWorld } from "./lintWorld.ts"
import { makeReport } from "./makeReport.ts"
import { type CheckCall, parseCall } from "./parseCall.ts"
import { renderReport } from "./renderReport.ts"

const check = Effect.fnUntraced(function* ({ files, json }: CheckCall) {
  const { out } = yield* Output
  const cwd = yield* currentFolder
  const discovery = yield* discover({
    cwd,
    explicit: files.map((path) => ({ path })),
    only: files.length > 0,
    anyOwner: true
  })
  const env = yield* Environment
  const world = lintWorld(env.PATH ?? "")
  const checked = yield* Effect.forEach(discovery.candidates, (candidate) =>
    checkFile(
      candidate,
      discovery.warnings.filter(({ file }) => file === candidate.source.path),
      world
    )
  )
  const report = makeReport(checked, discovery)
  yield* out(
    json
      ? `${JSON.stringify(report satisfies typeof CheckReport.Encoded, undefined, 2)}\n`
      : renderReport(report, paintFor(1, env))
  )
  return exitWith(report.summary.errors > 0 ? exitCodes.found : exitCodes.fine)
})

/** Where to look is not known, which is no answer to what was asked. */
const cannotBeSearched = (text: string): Effect.Effect<Ending, never, Output> =>
  Effect.as(
    Output.use(({ err }) => err(text)),
    exitWith(exitCodes.found)
  )

const programOf = (words: ReadonlyArray<string>): Effect.Effect<Ending, never, Output> => {
  const call = parseCall(words)
  if (Result.isFailure(call)) return wrongWords("check", call.failure, exitCodes.wrongWords)
  if (call.success === "help") return showHelp(checkHelp)
  return check(call.success).pipe(
    Effect.catchTags({
      SourceUnreadable: ({ diagnostics }) =>
        cannotBeSearched(diagnostics.map((finding) => `pawl: ${sentencesOf(finding)}\n`).join("")),
      NoCurrentFolder: ({ why }) => cannotBeSearched(sentence(why))
    }),
    Effect.provide(Layer.merge(FileServices, formats))
  )
}

/** `pawl check`. Rule: CLI-30 */
export const main = (words: ReadonlyArray<string>): void => runToEnd(programOf(words))
