import fs from "node:fs"
import process from "node:process"
import type { StreamName } from "@pawl/core"
import { fifoProgram, fifoProgramPath } from "./makeFifos.ts"

const isThere = (file: string): boolean => {
  try {
    // A program that cannot be run is none.
    fs.accessSync(file, fs.constants.X_OK)
    return true
  } catch {
    return false
  }
}

/**
 * The streams of hooks that are sockets on this machine and cannot be opened by name for it, as far as that can be told
 * without starting anything: for a check of scripts. Only Linux opens no socket by name; the BSDs and macOS make a copy of
 * the descriptor (fd(4)). Rule: RUN-61
 */
export const socketStreams = (
  searchPath: string,
  platform: NodeJS.Platform = process.platform,
  has: (file: string) => boolean = isThere
): ReadonlyArray<StreamName> => {
  if (platform !== "linux") return []
  // Files without a name and FIFOs are both reached through it.
  if (!has("/proc/self/fd")) return ["stdin", "stdout", "stderr"]
  const canMakeFifos = fifoProgramPath(searchPath)
    .split(":")
    .some((folder) => folder !== "" && has(`${folder}/${fifoProgram}`))
  return canMakeFifos ? [] : ["stdout", "stderr"]
}
