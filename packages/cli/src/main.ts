#!/usr/bin/env node
import * as fs from "node:fs"
import { keepCompiled } from "./compileCache.ts"
import { exitCodes } from "./ExitCode.ts"
import { judgedText } from "./exec/judgedText.ts"
import { npmWords, repositoryOf } from "./repository.ts"
import { version } from "./version.ts"

// The first file of the command line. It decides what has to be loaded before it loads anything: a program that puts a
// blink between people and their commands would not be used.
const [command, ...words] = process.argv.slice(2)

/** The oldest Node that this works on, and that the manifest asks for. */
const oldest = [22, 19] as const

const isTooOld = (): boolean => {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number)
  return major < oldest[0] || (major === oldest[0] && minor < oldest[1])
}

const load = (): Promise<void> =>
  command === "exec"
    ? import("./exec/main.ts").then(({ main }) => main(words))
    : import("./commands.ts").then(({ main }) => main(command, words))

const start = (): Promise<void> =>
  Promise.resolve().then(() => {
    // The demonstration leaves nothing behind, and this would.
    if (command !== "demo") keepCompiled()
    return load()
  })

const notStarted = (why: string): void => {
  fs.writeSync(2, `pawl: could not be started: ${why}\n`)
  process.exitCode = exitCodes.failed
}

const tooOld = (): string => {
  const why = `Node ${oldest.join(".")} or newer is needed, and this is ${process.versions.node}`
  const repository = repositoryOf(process.argv[1] ?? "")
  return repository === undefined
    ? why
    : `${why}; ${judgedText(npmWords(repository))} does what pawl does, with one that fits`
}

if (command === "--version") fs.writeSync(1, `${version}\n`)
else if (isTooOld()) notStarted(tooOld())
else start().catch((error: unknown) => notStarted(error instanceof Error ? error.message : String(error)))
