import * as fs from "node:fs"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

/**
 * The person at the terminal. The question goes to the terminal itself, never to stdin, which belongs to the command and
 * may be a pipe. Rule: CLI-14
 */
export class Terminal extends Context.Service<
  Terminal,
  {
    /** Whether there is a terminal that a question could be put to. */
    readonly present: Effect.Effect<boolean>
    /** Shows a text and reads one line. Only y and yes are a yes; whatever goes wrong is a no. */
    readonly confirm: (question: string) => Effect.Effect<boolean>
  }
>()("pawl/exec/Terminal") {
  static readonly layer: Layer.Layer<Terminal> = Layer.succeed(Terminal, {
    present: Effect.sync(() => {
      try {
        fs.closeSync(fs.openSync("/dev/tty", fs.constants.O_RDWR | fs.constants.O_NOCTTY))
        return true
      } catch {
        return false
      }
    }),
    confirm: (question) =>
      Effect.promise(() => import("./askTerminal.ts")).pipe(
        Effect.flatMap(({ askTerminal }) => askTerminal(question)),
        Effect.catchCause(() => Effect.succeed(false))
      )
  })
}
