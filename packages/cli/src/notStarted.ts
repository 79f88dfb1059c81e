import * as fs from "node:fs"
import { exitCodes } from "./ExitCode.ts"

/** Says why the command line could not be started, where nothing else of it is there to say it. Rule: CLI-8 */
export const notStarted = (why: unknown): void => {
  process.exitCode = exitCodes.failed
  try {
    fs.writeSync(2, `pawl: could not be started: ${why instanceof Error ? why.message : String(why)}\n`)
  } catch {
    // The code says it alone.
  }
}
