import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Path from "effect/Path"

/**
 * An absolute path without `.` and `..`, its links not followed but for those that a `..` stands behind. To leave
 * `link/..` out, as a plain normalisation does, would name another folder than the system's. Rule: SRC-12
 */
const spelled = Effect.fnUntraced(function* (absolute: string) {
  const path = yield* Path.Path
  if (!absolute.includes("..")) return path.normalize(absolute)
  const fs = yield* FileSystem.FileSystem
  const { root } = path.parse(absolute)
  let current = root
  for (const part of absolute.slice(root.length).split(path.sep === "\\" ? /[\\/]+/u : /\/+/u)) {
    current = part === ".." ? path.dirname(yield* fs.realPath(current)) : path.join(current, part)
  }
  return current
})

/** A path as written, made absolute, and the real path of what it names. Rule: SRC-12 */
interface CanonicalPath {
  readonly spelled: string
  readonly real: string
}

/** Finds the one path of a file or folder, the one that the system itself would open. Rule: SRC-12 */
export const canonicalPath = Effect.fnUntraced(function* (folder: string, written: string) {
  const path = yield* Path.Path
  const fs = yield* FileSystem.FileSystem
  const absolute = path.isAbsolute(written) ? written : `${folder}${path.sep}${written}`
  const name = yield* spelled(absolute)
  const result: CanonicalPath = { spelled: name, real: yield* fs.realPath(name) }
  return result
})
