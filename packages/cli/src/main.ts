#!/usr/bin/env node
import * as fs from "node:fs"
import * as path from "node:path"
import { commandNames } from "./commandNames.ts"
import { compiledFolder } from "./compiledFolder.ts"
import { exitCodes } from "./ExitCode.ts"
import { judgedText } from "./exec/judgedText.ts"
import { loadBundle } from "./loadBundle.ts"
import { notStarted } from "./notStarted.ts"
import { npmWords, repositoryOf } from "./repository.ts"
import { version } from "./version.ts"

// The first file of the command line. It decides what has to be loaded before it loads anything: a program that puts a
// blink between people and their commands would not be used.
const [command] = process.argv.slice(2)

/** The oldest Node that this works on, and that the manifest asks for. */
const oldest = [22, 19] as const

const isTooOld = (): boolean => {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number)
  return major < oldest[0] || (major === oldest[0] && minor < oldest[1])
}

/** Where the compiled code of this command is kept. The demonstration leaves nothing behind, and this would. */
const keptCode = (): string | undefined => {
  const folder = command === "demo" ? undefined : compiledFolder()
  const name = commandNames.find((known) => known === command) ?? "help"
  return folder && path.join(folder, `pawl-${name}-${process.version}-${process.arch}`)
}

const start = (): void => {
  try {
    loadBundle(import.meta.dirname, "./start.cjs", keptCode())
  } catch (error) {
    notStarted(error)
  }
}

const tooOld = (): string => {
  const why = `Node ${oldest.join(".")} or newer is needed, and this is ${process.versions.node}`
  const repository = repositoryOf(process.argv[1] ?? "")
  return repository === undefined
    ? why
    : `${why}; ${judgedText(npmWords(repository))} does what pawl does, with one that fits`
}

const sayVersion = (): void => {
  try {
    fs.writeSync(1, `${version}\n`)
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "UNKNOWN"
    // A reader that has gone is no failure.
    if (code === "EPIPE") return
    fs.writeSync(2, `pawl: the answer could not be written (${code})\n`)
    process.exitCode = exitCodes.failed
  }
}

if (command === "--version") sayVersion()
else if (isTooOld()) notStarted(tooOld())
else start()
