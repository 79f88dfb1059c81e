#!/usr/bin/env node
import * as fs from "node:fs"
import { keepCompiled } from "./compileCache.ts"
import { exitCodes } from "./ExitCode.ts"
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

const start = async (): Promise<void> => {
  if (isTooOld()) throw new Error(`Node ${oldest.join(".")} or newer is needed, and this is ${process.versions.node}`)
  // The demonstration leaves nothing behind, and this would.
  if (command !== "demo") keepCompiled()
  if (command === "exec") (await import("./exec/main.ts")).main(words)
  else await (await import("./commands.ts")).main(command, words)
}

if (command === "--version") fs.writeSync(1, `${version}\n`)
else {
  start().catch((error: unknown) => {
    fs.writeSync(2, `pawl: could not be started: ${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = exitCodes.failed
  })
}
