import { type ChildProcess, type ChildProcessWithoutNullStreams, spawn } from "node:child_process"
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import { fileURLToPath } from "node:url"
import * as Effect from "effect/Effect"

/** The command line as it is published. */
export const bundle = fileURLToPath(new URL("../../dist/bundle/main.cjs", import.meta.url))

/** What a program has left behind. */
export interface Ran {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly stdout: string
  readonly stderr: string
  readonly ms: number
}

export interface Place {
  readonly cwd?: string
  readonly env?: NodeJS.ProcessEnv
  readonly input?: string
  /** Whether stdin stays open for what is written to it later. */
  readonly open?: boolean
}

/** This process's variables without what would change how Pawl behaves. */
export const environment = (more: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv => ({
  ...Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(PAWL_|NODE_OPTIONS|NO_COLOR|GIT_)/.test(name))
  ),
  ...more
})

const kill = (child: ChildProcess) =>
  Effect.sync(() => {
    if (child.exitCode === null && child.signalCode === null) child.kill("SIGKILL")
  })

/** A program that runs until the scope closes at the latest. Its session has no terminal, wherever the tests are run. */
export const start = (program: string, words: ReadonlyArray<string>, place: Place = {}) =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const { cwd = os.tmpdir(), env = environment() } = place
      const child = spawn(program, words, { cwd, env, stdio: "pipe", detached: true })
      child.stdin.on("error", () => {})
      if (place.open !== true) child.stdin.end(place.input ?? "")
      return child
    }),
    kill
  )

/** Waits for a program's end and for all of its output. */
export const ended = (child: ChildProcessWithoutNullStreams): Effect.Effect<Ran, Error> =>
  Effect.callback((resume) => {
    const began = performance.now()
    const out: Array<Buffer> = []
    const err: Array<Buffer> = []
    child.stdout.on("data", (piece: Buffer) => out.push(piece))
    child.stderr.on("data", (piece: Buffer) => err.push(piece))
    child.once("error", (error) => resume(Effect.fail(error)))
    child.once("close", (code, signal) => {
      const text = (pieces: ReadonlyArray<Buffer>) => Buffer.concat(pieces).toString()
      resume(Effect.succeed({ code, signal, stdout: text(out), stderr: text(err), ms: performance.now() - began }))
    })
  })

/** Runs a program to its end. */
export const run = (program: string, words: ReadonlyArray<string>, place: Place = {}): Effect.Effect<Ran, Error> =>
  Effect.scoped(Effect.flatMap(start(program, words, place), ended))

/** Runs `pawl` to its end. */
export const pawl = (words: ReadonlyArray<string>, place: Place = {}): Effect.Effect<Ran, Error> =>
  run(process.execPath, [bundle, ...words], place)

/** A folder of its own, gone with the scope. */
export const temporaryFolder = Effect.acquireRelease(
  Effect.sync(() => fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "pawl-test-")))),
  (folder) => Effect.sync(() => fs.rmSync(folder, { recursive: true, force: true }))
)

/** Runs `pawl` to its end in a folder that is deleted before it starts. */
export const pawlInGoneFolder = (...words: ReadonlyArray<string>) =>
  Effect.flatMap(temporaryFolder, (cwd) => {
    const line = `mkdir gone && cd gone && rmdir ../gone && exec "$0" "$@"`
    return run("/bin/sh", ["-c", line, process.execPath, bundle, ...words], { cwd })
  })
