import * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Semaphore from "effect/Semaphore"
import { writerTo } from "./Writer.ts"

/** An answer could not be written, or not all of it: a full disk, for one. Rule: CLI-4 */
export class NotWritten extends Data.TaggedError("NotWritten")<{ readonly errno: string }> {}

/**
 * Where the command line says what it has to say: answers on stdout, everything about them on stderr. A text is written whole,
 * and after all that were to be written before it. A reader that has gone is no failure of ours. Rule: CLI-4
 */
export class Output extends Context.Service<
  Output,
  {
    readonly out: (text: string) => Effect.Effect<void, NotWritten>
    readonly err: (text: string) => Effect.Effect<void>
    /** As `err`; whether all of it could be written to somebody who is still there. */
    readonly shown: (text: string) => Effect.Effect<boolean>
    /** As `err`, for the last words of a process that goes on with nothing else: before all that still waits, and not for long. */
    readonly lastWords: (text: string) => void
    /** Everything has been written, or cannot be. */
    readonly settled: Effect.Effect<void>
  }
>()("pawl/Output") {
  /** The standard output and error of this process; texts end with their own newline. */
  static readonly layer: Layer.Layer<Output> = Layer.effect(
    Output,
    Effect.map(Semaphore.make(1), (turns) => {
      const oneAtATime = turns.withPermits(1)
      const [stdout, stderr] = [writerTo(1), writerTo(2)]
      return {
        out: (text) =>
          Effect.flatMap(oneAtATime(stdout.write(text)), (written) =>
            typeof written === "string" ? Effect.void : Effect.fail(new NotWritten(written))
          ),
        // Nowhere is left to say that this failed.
        err: (text) => Effect.asVoid(oneAtATime(stderr.write(text))),
        shown: (text) => Effect.map(oneAtATime(stderr.write(text)), (written) => written === "all"),
        lastWords: stderr.now,
        settled: oneAtATime(Effect.void)
      }
    })
  )
}
