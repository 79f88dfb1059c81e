import { type ChildProcess, execFileSync, type StdioOptions, spawn } from "node:child_process"
import * as fs from "node:fs"
import * as path from "node:path"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { bundle, environment, temporaryFolder } from "./support/pawl.ts"
import { until } from "./support/processes.ts"
import { guardedProject } from "./support/project.ts"

const of = (file: string) => JSON.stringify(new URL(`../src/${file}`, import.meta.url).href)

/** The words of a process that says a long text on stdout, as a command does, and notes that it is about to. */
const saying = (characters: number, note: string) => [
  "--conditions=@pawl/source",
  "--input-type=module",
  "--eval",
  `import fs from "node:fs"
   import * as Effect from ${JSON.stringify(import.meta.resolve("effect/Effect"))}
   import { Output } from ${of("Output.ts")}
   import { runToEnd } from ${of("run.ts")}
   const begun = Effect.sync(() => fs.writeFileSync(${JSON.stringify(note)}, ""))
   const said = Output.use(({ out }) => out("0123456789".repeat(${characters / 10})))
   runToEnd(Effect.as(Effect.andThen(begun, said), { _tag: "Exit", code: 7 }))`
]

type Exit = readonly [code: number | null, signal: NodeJS.Signals | null]

const exitOf = (child: ChildProcess) =>
  Effect.callback<Exit>((resume) => {
    if (child.exitCode !== null || child.signalCode !== null) {
      return resume(Effect.succeed([child.exitCode, child.signalCode]))
    }
    child.once("exit", (code, signal) => resume(Effect.succeed([code, signal])))
  })

/** A pipe that nobody reads yet: the end to write to, and one to read from. */
const pipe = (folder: string) =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const name = path.join(folder, "pipe")
      execFileSync("/bin/sh", ["-c", `mkfifo "$0"`, name])
      const { O_NONBLOCK, O_RDONLY, O_WRONLY } = fs.constants
      const reader = fs.openSync(name, O_RDONLY | O_NONBLOCK)
      return { reader, writer: fs.openSync(name, O_WRONLY) }
    }),
    ({ reader, writer }) =>
      Effect.sync(() => {
        fs.closeSync(reader)
        fs.closeSync(writer)
      })
  )

/** Fills a pipe to the last byte. */
const fill = ({ writer }: { readonly writer: number }): void => {
  const { O_NONBLOCK, O_WRONLY } = fs.constants
  const again = fs.openSync(`/proc/self/fd/${writer}`, O_WRONLY | O_NONBLOCK)
  try {
    for (const size of [65_536, 1]) {
      try {
        for (;;) fs.writeSync(again, Buffer.alloc(size))
      } catch {
        // It is full, for texts of that size.
      }
    }
  } finally {
    fs.closeSync(again)
  }
}

const startWith = (words: ReadonlyArray<string>, stdio: StdioOptions, cwd?: string) =>
  Effect.acquireRelease(
    Effect.sync(() => spawn(process.execPath, words, { stdio, cwd, env: environment() })),
    (child) => Effect.sync(() => child.kill("SIGKILL"))
  )

/** Takes what comes out of a pipe until a program has ended. */
const takeAll = Effect.fnUntraced(function* (reader: number, child: ChildProcess) {
  const buffer = Buffer.alloc(65_536)
  let bytes = 0
  const takeSome = (): boolean => {
    try {
      for (let read = 1; read > 0; bytes += read) read = fs.readSync(reader, buffer)
    } catch {
      // There is nothing just now.
    }
    return child.exitCode !== null || child.signalCode !== null
  }
  yield* until(takeSome)
  takeSome()
  return bytes
})

const long = 4_000_000
const onLinux = it.live.skipIf(process.platform !== "linux")

describe.concurrent("a reader that does not read (CLI-4, CLI-20)", () => {
  onLinux("of a pipe keeps no signal from ending the program, and gets all when it reads", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      const { reader, writer } = yield* pipe(folder)
      const note = path.join(folder, "begun")
      const stdio: StdioOptions = ["ignore", writer, "inherit"]
      const ended = yield* startWith(saying(long, note), stdio)
      yield* until(() => fs.existsSync(note))
      yield* Effect.sleep(300)
      ended.kill("SIGTERM")
      assert.deepStrictEqual(yield* exitOf(ended), [null, "SIGTERM"])

      const patient = yield* startWith(saying(long, note), stdio)
      const before = 65_536
      assert.strictEqual(yield* takeAll(reader, patient), long + before)
      assert.deepStrictEqual(yield* exitOf(patient), [7, null])
    })
  )

  onLinux("of a socket does neither", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      const note = path.join(folder, "begun")
      const ended = yield* startWith(saying(long, note), "pipe")
      yield* until(() => fs.existsSync(note))
      yield* Effect.sleep(300)
      ended.kill("SIGTERM")
      assert.deepStrictEqual(yield* exitOf(ended), [null, "SIGTERM"])

      const patient = yield* startWith(saying(long, note), "pipe")
      yield* Effect.sleep(300)
      let bytes = 0
      patient.stdout?.on("data", (piece: Buffer) => {
        bytes += piece.length
      })
      assert.deepStrictEqual(yield* exitOf(patient), [7, null])
      yield* until(() => bytes === long)
    })
  )

  onLinux("of a word about a denial keeps no signal from ending exec, and the command is not run", () =>
    Effect.gen(function* () {
      for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) {
        const project = yield* guardedProject("echo asked > asked; exit 2")
        const full = yield* pipe(project.folder)
        fill(full)
        const words = [bundle, "exec", "--trust-project", "--", "touch", "has-run"]
        const child = yield* startWith(words, ["ignore", "ignore", full.writer], project.folder)
        yield* until(() => project.read("asked") !== undefined)
        yield* Effect.sleep(300)
        assert.isNull(child.exitCode)
        child.kill(signal)
        assert.deepStrictEqual(yield* exitOf(child), [null, signal])
        assert.isUndefined(project.read("has-run"))
      }
    })
  )
})
