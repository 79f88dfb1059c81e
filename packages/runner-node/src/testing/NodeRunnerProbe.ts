import childProcess from "node:child_process"
import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import process from "node:process"
// biome-ignore lint/style/noRestrictedImports: this is the part of the package that is for tests.
import { RunnerProbe } from "@pawl/core/testing"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { carriersOf, startOf } from "../linuxMembers.ts"

/** Elsewhere than on Linux: the state of a process as `ps` tells it; nothing when there is none. */
const stateOf = (pid: number): string =>
  childProcess.spawnSync("ps", ["-o", "state=", "-p", `${pid}`], { encoding: "utf8" }).stdout.trim()

const isAlive = (pid: number): boolean => {
  if (process.platform === "linux") return startOf(pid) !== undefined
  const state = stateOf(pid)
  return state !== "" && !state.startsWith("Z")
}

const kill = (pid: number) => {
  try {
    process.kill(pid, "SIGKILL")
  } catch {
    // It has ended by itself.
  }
}

const readOrEmpty = (file: string): string => {
  try {
    return fs.readFileSync(file, "utf8")
  } catch {
    return ""
  }
}

/**
 * Looks at this machine for the contract of runners. Files are written in one turn of the loop: a script that is still
 * open for writing while another process is being started could not be run. Rule: RUN-26
 */
export const nodeRunnerProbe: Layer.Layer<RunnerProbe> = Layer.succeed(RunnerProbe, {
  makeFolder: Effect.acquireRelease(
    Effect.sync(() => fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "pawl-runner-")))),
    (folder) => Effect.sync(() => fs.rmSync(folder, { recursive: true, force: true }))
  ),
  writeScript: (folder, name, text) =>
    Effect.sync(() => fs.writeFileSync(path.join(folder, name), text, { mode: 0o755 })),
  read: (folder, name) => Effect.sync(() => readOrEmpty(path.join(folder, name))),
  isAlive: (pid) => Effect.sync(() => isAlive(pid)),
  carriers: (variable, value) => Effect.sync(() => carriersOf(variable, value)),
  kill: (pid) => Effect.sync(() => kill(pid))
})
