import * as fs from "node:fs"
import * as tty from "node:tty"
import * as Effect from "effect/Effect"

/** An answer longer than this is none, in characters. */
const longestAnswer = 1_024
const retryMs = 20

const isBusy = (error: unknown): boolean => error instanceof Error && "code" in error && error.code === "EAGAIN"

interface Line {
  readonly fd: number
  readonly input: tty.ReadStream
}

const line = Effect.acquireRelease(
  Effect.sync((): Line => {
    const fd = fs.openSync("/dev/tty", fs.constants.O_RDWR | fs.constants.O_NOCTTY)
    return { fd, input: new tty.ReadStream(fd) }
  }),
  ({ input }) => Effect.sync(() => input.destroy())
)

/**
 * Throws away what was typed before the question was there to read. Half a line is only handed out while the terminal
 * does not collect lines, so it is switched over for a moment. True when Ctrl-C was among it.
 */
const discardTyped = ({ fd, input }: Line): boolean => {
  const buffer = Buffer.alloc(4_096)
  let stopped = false
  input.setRawMode(true)
  try {
    for (let rounds = 0; rounds < 1_000; rounds++) {
      const length = fs.readSync(fd, buffer)
      if (length === 0) break
      stopped ||= buffer.subarray(0, length).includes(3)
    }
  } catch (error) {
    if (!isBusy(error)) throw error
  } finally {
    input.setRawMode(false)
  }
  return stopped
}

/**
 * Writes a text to the terminal, also to one that is slow or was held with Ctrl-S. True when the terminal had to be waited
 * for, so that something can have been typed between the beginning of the text and its end.
 */
const show = ({ fd }: Line, text: string): Effect.Effect<boolean> => {
  const bytes = Buffer.from(text)
  const from = (start: number, waited: boolean): Effect.Effect<boolean> =>
    start >= bytes.length
      ? Effect.succeed(waited)
      : Effect.suspend(() => {
          try {
            return from(start + fs.writeSync(fd, bytes, start), waited)
          } catch (error) {
            if (!isBusy(error)) throw error
            return Effect.andThen(Effect.sleep(retryMs), from(start, true))
          }
        })
  return from(0, false)
}

/** Ends the line of a question that gets no answer, if the terminal takes it: somebody is waiting for the end. */
const endLine = ({ fd }: Line): Effect.Effect<void> => Effect.ignoreCause(Effect.sync(() => fs.writeSync(fd, "\n")))

const readLine = ({ input }: Line): Effect.Effect<string> =>
  Effect.callback((resume) => {
    let typed = ""
    const answer = (text: string) => resume(Effect.succeed(text))
    input.setEncoding("utf8")
    input.on("data", (chunk) => {
      typed += String(chunk)
      const end = typed.search(/[\r\n]/)
      if (end >= 0) answer(typed.slice(0, end))
      // A terminal that was left in raw mode hands Ctrl-C and Ctrl-D over as characters.
      else if (typed.length > longestAnswer || typed.includes("\u0003") || typed.includes("\u0004")) answer("")
    })
    input.once("end", () => answer(""))
    input.once("close", () => answer(""))
    input.once("error", () => answer(""))
    // The listeners for an end stay: a terminal that goes away later must not bring the program down.
    return Effect.sync(() => input.removeAllListeners("data"))
  })

/**
 * Puts a question to the terminal and reads the answer there: no, unless it is y or yes. Dies where there is no terminal.
 * Rule: CLI-14
 */
export const askTerminal = (question: string): Effect.Effect<boolean> =>
  Effect.scoped(
    Effect.gen(function* () {
      const terminal = yield* line
      const stopped = yield* Effect.sync(() => discardTyped(terminal))
      const waited = yield* show(terminal, question)
      // No answer counts before all of the question is there. At a terminal that took it at once, nothing can have come.
      // Seen by hand: with a command of 100 kB and a terminal that nobody read, a y typed meanwhile ran the command without this.
      const stoppedMeanwhile = waited && (yield* Effect.sync(() => discardTyped(terminal)))
      if (stopped || stoppedMeanwhile) return false
      const answer = yield* readLine(terminal).pipe(Effect.onInterrupt(() => endLine(terminal)))
      return /^\s*(y|yes)\s*$/i.test(answer)
    })
  )
