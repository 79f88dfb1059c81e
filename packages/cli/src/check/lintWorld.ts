import * as fs from "node:fs"
import * as path from "node:path"
import type { LintWorld } from "@pawl/core"
import { socketStreams } from "@pawl/runner-node"
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

/** Of a script so much is looked through; a longer one is a program that somebody has built. */
const scriptBytes = 262_144

/** Only a regular file is read: a FIFO would wait for a writer. */
const read = (file: string): string | undefined => {
  const info = fs.statSync(file)
  if (!info.isFile() || info.size > scriptBytes) return undefined
  const text = fs.readFileSync(file, "utf8")
  return text.includes("\0") ? undefined : text
}

/**
 * What is really there, seen from a folder and with a PATH: for a check of the scripts that hooks name. Starts nothing.
 * Rule: CLI-30, CLI-80
 */
export const lintWorld =
  (searchPath: string, streams: LintWorld["socketStreams"] = socketStreams(searchPath)) =>
  (workingDirectory: string): LintWorld => ({
    socketStreams: streams,
    read: (file) =>
      Effect.try(() => read(path.resolve(workingDirectory, file))).pipe(Effect.orElseSucceed(() => undefined)),
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
