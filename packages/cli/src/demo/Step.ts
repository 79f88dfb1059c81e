import { type ChildProcess, spawn } from "node:child_process"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"

/** How long any one program of the demonstration may take, in milliseconds. */
const longestMs = 60_000
/** How long one that is asked to end may take for it, in milliseconds. */
const graceMs = 5_000

/** What a program of the demonstration has said and done. */
export interface Ran {
  readonly code: number | undefined
  /** stdout and stderr as they came, in one text. */
  readonly text: string
  readonly durationMs: number
}

/** A program of the demonstration could not be started. Rule: CLI-42 */
export class CannotStart extends Data.TaggedError("CannotStart")<{
  readonly program: string
  readonly errno: string
}> {}

const ended = (child: ChildProcess): boolean =>
  child.pid === undefined || child.exitCode !== null || child.signalCode !== null

const end = (child: ChildProcess): Effect.Effect<void> =>
  Effect.callback<void>((resume) => {
    if (ended(child)) return resume(Effect.void)
    child.once("exit", () => resume(Effect.void))
    child.kill("SIGTERM")
    return undefined
  }).pipe(Effect.timeoutOption(graceMs), Effect.andThen(Effect.sync(() => child.kill("SIGKILL"))))

/**
 * Runs a program to its end without any input. Nothing of it is left when this is interrupted or takes too long.
 * Rule: CLI-41
 */
export const step = (
  program: string,
  words: ReadonlyArray<string>,
  place: { readonly cwd: string; readonly env: NodeJS.ProcessEnv }
): Effect.Effect<Ran, CannotStart> =>
  Effect.acquireUseRelease(
    Effect.sync(() => spawn(program, words, { ...place, stdio: ["ignore", "pipe", "pipe"] })),
    (child) =>
      Effect.callback<Ran, CannotStart>((resume) => {
        const started = performance.now()
        const pieces: Array<Buffer> = []
        const keep = (piece: Buffer) => pieces.push(piece)
        child.stdout.on("data", keep)
        child.stderr.on("data", keep)
        child.once("error", (error) => {
          const errno = "code" in error && typeof error.code === "string" ? error.code : error.message
          resume(Effect.fail(new CannotStart({ program, errno })))
        })
        child.once("close", (code) =>
          resume(
            Effect.succeed({
              code: code ?? undefined,
              text: Buffer.concat(pieces).toString(),
              durationMs: performance.now() - started
            })
          )
        )
      }).pipe(
        Effect.timeoutOrElse({
          duration: longestMs,
          orElse: () => Effect.succeed({ code: undefined, text: "took too long", durationMs: longestMs })
        })
      ),
    end
  )
