import * as fs from "node:fs"
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

/** How long a full pipe is waited for, in milliseconds, before the rest of a text is given up. */
const patienceMs = 5_000
const pauseMs = 10

const codeOf = (error: unknown): unknown =>
  typeof error === "object" && error !== null && "code" in error ? error.code : undefined

/** An answer could not be written, or not all of it: a full disk, for one. Rule: CLI-4 */
export class NotWritten extends Data.TaggedError("NotWritten")<{ readonly errno: string }> {}

/**
 * Writes a text to a file descriptor, all of it, at once; gives back why it could not. process.stdout and the console cost a tenth of a short run
 * and lose what is not written yet when the process ends. A reader that has gone is no failure of ours.
 */
const write = (fd: number, text: string): string | undefined => {
  const bytes = Buffer.from(text)
  let written = 0
  for (let waited = 0; written < bytes.length; ) {
    try {
      written += fs.writeSync(fd, bytes, written)
      waited = 0
    } catch (error) {
      const code = codeOf(error)
      if (code === "EPIPE") return undefined
      if (code !== "EAGAIN" || waited >= patienceMs) return String(code)
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pauseMs)
      waited += pauseMs
    }
  }
  return undefined
}

/** Where the command line says what it has to say: answers on stdout, everything about them on stderr. Rule: CLI-4 */
export class Output extends Context.Service<
  Output,
  {
    readonly out: (text: string) => Effect.Effect<void, NotWritten>
    readonly err: (text: string) => Effect.Effect<void>
    /** As `err`; whether all of it could be written to somebody who is still there. */
    readonly shown: (text: string) => Effect.Effect<boolean>
  }
>()("pawl/Output") {
  /** The standard output and error of this process; texts end with their own newline. */
  static readonly layer: Layer.Layer<Output> = Layer.succeed(Output, {
    out: (text) =>
      Effect.suspend(() => {
        const errno = write(1, text)
        return errno === undefined ? Effect.void : Effect.fail(new NotWritten({ errno }))
      }),
    // Nowhere is left to say that this failed.
    err: (text) => Effect.asVoid(Effect.sync(() => write(2, text))),
    shown: (text) => Effect.sync(() => write(2, text) === undefined)
  })
}
