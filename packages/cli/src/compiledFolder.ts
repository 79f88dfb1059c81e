import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"

/** What lies there is run, so it counts only when nobody else can have written to it. */
const ownFolder = (): string | undefined => {
  const uid = process.getuid?.()
  if (uid === undefined) return undefined
  const folder = path.join(os.tmpdir(), `pawl-compile-cache-${uid}`)
  try {
    fs.mkdirSync(folder, { mode: 0o700 })
    // Whatever the umask takes away.
    fs.chmodSync(folder, 0o700)
  } catch {
    // It is there already, or cannot be made: what is found there tells.
  }
  try {
    const info = fs.lstatSync(folder)
    return info.isDirectory() && info.uid === uid && (info.mode & 0o077) === 0 ? folder : undefined
  } catch {
    return undefined
  }
}

/**
 * Where the compiled form of the command line is kept for the next start: in the folder that Node's own variable names, or in
 * one of this user's own below the folder for temporary files; nowhere where Node is told to keep none. Rule: CLI-5
 */
export const compiledFolder = (): string | undefined => {
  // Effect, and so its Config, is part of what is kept.
  const { NODE_COMPILE_CACHE: named, NODE_DISABLE_COMPILE_CACHE: disabled } = process.env
  if (disabled !== undefined) return undefined
  return named === undefined || named === "" ? ownFolder() : named
}
