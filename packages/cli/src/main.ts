#!/usr/bin/env node
import * as fs from "node:fs"
import { keepCompiled } from "./compileCache.ts"
import { exitCodes } from "./ExitCode.ts"
import { version } from "./version.ts"

// The first file of the command line. It decides what has to be loaded before it loads anything: a program that puts a
// blink between people and their commands would not be used.
const [command, ...words] = process.argv.slice(2)

const start = async (): Promise<void> => {
  // The demonstration leaves nothing behind, and this would.
  if (command !== "demo") keepCompiled()
  if (command === "exec") (await import("./exec/main.ts")).main(words)
  else (await import("./commands.ts")).main(command, words)
}

if (command === "--version") fs.writeSync(1, `${version}\n`)
else {
  start().catch((error: unknown) => {
    fs.writeSync(2, `pawl: could not be loaded: ${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = exitCodes.failed
  })
}
