import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import { exitCodes } from "./ExitCode.ts"
import { type Ending, endAs, exitWith } from "./endAs.ts"
import { type NotWritten, Output } from "./Output.ts"
import { sentence } from "./render/sentence.ts"
import { Signals } from "./Signals.ts"

/** How long an interrupted program may take to clean up, in milliseconds; nothing may hold back a person who wants out. */
const cleanUpMs = 10_000

/** What a system gives to nobody for the moment, or to this process only so much of. */
const refusals: ReadonlySet<unknown> = new Set(["EMFILE", "ENFILE", "EAGAIN", "ENOMEM"])

/** A mistake of our own, or what the system does not give, in one sentence, without the stack trace. */
const whyItFailed = (error: unknown): string => {
  const [line = ""] = (error instanceof Error ? error.message : String(error)).split("\n")
  const isRefused = error instanceof Error && "code" in error && refusals.has(error.code)
  return sentence(
    isRefused ? `the system refused what it needs: ${line}` : `failed because of a mistake of its own: ${line}`
  )
}

/**
 * What no effect has caught, such as an error that a stream reports to nobody, and an end that nobody has decided on. Hooks end
 * with this process. Rule: CLI-8
 */
const whatNobodyCaught = Effect.andThen(Output, ({ lastWords }) =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const fail = (error: unknown): void => {
        lastWords(whyItFailed(error))
        process.exit(exitCodes.failed)
      }
      const nothingLeft = (): void => fail("nothing is left to wait for")
      process.on("uncaughtException", fail)
      process.on("beforeExit", nothingLeft)
      return { fail, nothingLeft }
    }),
    ({ fail, nothingLeft }) =>
      Effect.sync(() => {
        process.removeListener("uncaughtException", fail)
        process.removeListener("beforeExit", nothingLeft)
      })
  )
)

/** Runs a program until it ends or a signal comes; a signal interrupts it, and then ends this process as well. Rule: CLI-20 */
const untilSignal = Effect.fnUntraced(function* <R>(program: Effect.Effect<Ending, never, R>) {
  const signals = yield* Signals
  const fiber = yield* Effect.forkDetach(program)
  const first = yield* Effect.raceFirst(
    Effect.map(Fiber.await(fiber), (exit) => ({ _tag: "Ended", exit }) as const),
    Effect.map(signals.first, (signal) => ({ _tag: "Signalled", signal }) as const)
  )
  if (first._tag === "Ended") return yield* first.exit
  yield* Effect.timeoutOption(Fiber.interrupt(fiber), cleanUpMs)
  const ending: Ending = { _tag: "Signal", signal: first.signal }
  return ending
})

/** Whatever the engine logs goes where everything about a call goes: stdout belongs to the command. Rule: CLI-4 */
const logToOutput = Layer.unwrap(
  Effect.map(Effect.context<Output>(), (context) =>
    Logger.layer([
      Logger.make(({ message }) => {
        const text = Array.isArray(message) ? message.map(String).join(" ") : String(message)
        Effect.runForkWith(context)(Output.use(({ err }) => err(sentence(text))))
      })
    ])
  )
)

/** What is said of a program that fails, and the end that it then comes to. Rule: CLI-4, CLI-8 */
const withItsFailures = <R>(
  program: Effect.Effect<Ending, NotWritten, R>
): Effect.Effect<Ending, never, R | Output> => {
  const failed = (text: string) =>
    Effect.as(
      Output.use(({ err }) => err(text)),
      exitWith(exitCodes.failed)
    )
  return program.pipe(
    Effect.catchTag("NotWritten", ({ errno }) => failed(sentence(`the answer could not be written (${errno})`))),
    Effect.catchCause((cause) => failed(whyItFailed(Cause.squash(cause))))
  )
}

/**
 * Runs a program of the command line and ends this process with it. Whatever is wrong with Pawl itself is one sentence
 * and an exit code of its own, never a stack trace. Rule: CLI-1, CLI-8
 */
export const runToEnd = (program: Effect.Effect<Ending, NotWritten, Output | Signals>): void => {
  Effect.runFork(
    untilSignal(Effect.tap(withItsFailures(program), () => Output.use(({ settled }) => settled))).pipe(
      Effect.provide(
        Layer.mergeAll(Signals.layer, logToOutput, Layer.effectDiscard(whatNobodyCaught)).pipe(
          Layer.provideMerge(Output.layer)
        )
      ),
      Effect.flatMap(endAs)
    )
  )
}
