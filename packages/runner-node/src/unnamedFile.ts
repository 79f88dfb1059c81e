import fs from "node:fs"
import os from "node:os"

// Node has no name for it; the second half differs between processors, so it is asked for.
const unnamed = 0o20000000 | fs.constants.O_DIRECTORY

/** A file system in memory first; it may be tiny or missing in a container, and only then the other is asked for. */
const folders: ReadonlyArray<() => string> = [() => "/dev/shm", os.tmpdir]

const writeIn = (folder: string, bytes: Uint8Array): number | undefined => {
  let writing: number | undefined
  try {
    writing = fs.openSync(folder, unnamed | fs.constants.O_RDWR, 0o600)
    for (let at = 0; at < bytes.length; ) at += fs.writeSync(writing, bytes, at, bytes.length - at, at)
    // A second opening: at the start, and for reading only.
    return fs.openSync(`/proc/self/fd/${writing}`, fs.constants.O_RDONLY)
  } catch {
    return undefined
  } finally {
    if (writing !== undefined) fs.closeSync(writing)
  }
}

/**
 * A file without a name that holds these bytes, open for reading from its start; nothing where the system has none, has
 * no room, or has no file left to open. It is gone when the last one who holds it has closed it. Rule: RUN-25
 */
export const unnamedFile = (bytes: Uint8Array): number | undefined => {
  for (const folder of folders) {
    const file = writeIn(folder(), bytes)
    if (file !== undefined) return file
  }
  return undefined
}
