import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { Environment } from "../Environment.ts"
import { exitCodes } from "../ExitCode.ts"
import { type Ending, exitWith } from "../endAs.ts"
import { judgedText } from "../exec/judgedText.ts"
import { Output } from "../Output.ts"
import { foreignText } from "../render/foreignText.ts"
import { type Paint, paintFor } from "../render/paint.ts"
import { sentence } from "../render/sentence.ts"
import { runToEnd } from "../run.ts"
import { showHelp, wrongWords } from "../words/answers.ts"
import { type Flag, flagLines, readWords } from "../words/readWords.ts"
import { type Act, acts } from "./acts.ts"
import { factLines } from "./Facts.ts"
import { makeProject } from "./Project.ts"
import { startedBy } from "./startedBy.ts"

const flags = [{ name: "--help", short: "-h", help: "show this text" }] as const satisfies ReadonlyArray<Flag>

const help = `Usage: pawl demo

Makes a throw-away repository with a hooks file, a guard and a remote, and shows how the
guard stops a forced push. Needs git and a POSIX shell; leaves nothing behind.

${flagLines(flags)}

Example:
  pawl demo

Exit code: 0 when everything happened as told, 1 when not.
`

const indented = (text: string, margin: string): string => `${margin}${foreignText(text.trimEnd(), margin)}`

const play = Effect.fnUntraced(function* (act: Act, number: number, paint: Paint) {
  const { out } = yield* Output
  yield* out(`\n${paint("bold", `${number}. ${act.title}`)}\n\n`)
  for (const [name, text] of Object.entries(act.files)) {
    yield* out(`  ${name}\n${indented(text, "    ")}\n\n`)
  }
  yield* out(`  $ ${act.typed}\n`)
  const { ran, facts } = yield* act.run
  if (ran.text !== "") yield* out(`${indented(ran.text, "    ")}\n`)
  yield* out(`${factLines(facts).join("\n")}\n`)
  return facts.every(({ holds }) => holds)
})

const next = (name: string): string => `
Try next, in a repository of yours:

  ${name} check
  ${name} exec --trust-project -- git status
  ${name} exec --help
`

const demonstration = Effect.gen(function* () {
  const { out, err } = yield* Output
  const script = process.argv[1] ?? ""
  const project = yield* makeProject
  const paint = paintFor(1, yield* Environment)
  yield* out(`Pawl, shown on a throw-away repository: ${project.folder}\n`)
  let asTold = true
  for (const [index, act] of acts(project, [process.execPath, script]).entries()) {
    asTold = (yield* play(act, index + 1, paint)) && asTold
  }
  if (asTold) yield* out(next(judgedText(startedBy(script, yield* Environment))))
  else yield* err(sentence("not everything happened as told; see NOT SO above"))
  return exitWith(asTold ? exitCodes.fine : exitCodes.found)
}).pipe(
  Effect.catchTags({
    CannotStart: ({ program, errno }) =>
      Output.use(({ err }) =>
        err(
          sentence(
            errno === "ENOENT"
              ? `the demonstration needs ${program}, and there is none on the PATH; install it and try again`
              : `${program} could not be started (${errno})`
          )
        )
      ).pipe(Effect.as(exitWith(exitCodes.found))),
    GitFailed: ({ words, text }) =>
      Output.use(({ err }) => err(sentence(`git ${words} failed: ${text}`))).pipe(Effect.as(exitWith(exitCodes.found)))
  }),
  Effect.scoped
)

const programOf = (words: ReadonlyArray<string>): Effect.Effect<Ending, never, Output> => {
  const call = readWords(flags, words)
  if (Result.isFailure(call)) return wrongWords("demo", call.failure, exitCodes.wrongWords)
  const { flags: given, bare, rest = [] } = call.success
  if (given.has("--help")) return showHelp(help)
  const [stray] = [...bare, ...rest]
  return stray === undefined ? demonstration : wrongWords("demo", `there is no use for ${stray}`, exitCodes.wrongWords)
}

/** `pawl demo`. Rule: CLI-40 */
export const main = (words: ReadonlyArray<string>): void => runToEnd(programOf(words))
