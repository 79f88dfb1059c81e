import * as fs from "node:fs"
import * as path from "node:path"
import type { LintWorld } from "@pawl/core"
import * as Effect from "effect/Effect"

const isExecutable = (file: string): boolean => {
  try {
    fs.accessSync(file, fs.constants.X_OK)
    return true
  } catch {
    return false
  }
}

const look = (file: string) => {
  const info = fs.statSync(file, { throwIfNoEntry: false })
  if (info === undefined) return "missing"
  if (info.isDirectory()) return "folder"
  if (!info.isFile()) return "other"
  return isExecutable(file) ? "executable" : "file"
}

/**
 * What is really there, seen from a folder and with a PATH: for a check of the scripts that hooks name. Starts nothing.
 * Rule: CLI-30
 */
export const lintWorld =
  (searchPath: string) =>
  (workingDirectory: string): LintWorld => ({
    resolve: (file) => path.resolve(workingDirectory, file),
    look: (file) =>
      Effect.try(() => look(path.resolve(workingDirectory, file))).pipe(
        // A folder on the way that may not be searched hides whatever is there.
        Effect.orElseSucceed(() => "missing" as const)
      ),
    findProgram: (name) =>
      Effect.sync(() =>
        searchPath
          .split(path.delimiter)
          .some((folder) => folder !== "" && look(path.join(folder, name)) === "executable")
      ).pipe(Effect.catchDefect(() => Effect.succeed(false)))
  })
