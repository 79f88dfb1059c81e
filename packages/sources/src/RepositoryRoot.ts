import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Path from "effect/Path"
import { isAbsent } from "./accessFinding.ts"

/**
 * The root of the repository that a folder (its real path) belongs to: the nearest folder at or above it that has a
 * `.git`, whatever that is (a folder, the file of a worktree or submodule, a link, even one that leads nowhere), or
 * nothing. Git is not started. Fails when a folder cannot be looked into, because no answer is known then. Rule: SRC-13
 */
export const repositoryRoot = Effect.fnUntraced(function* (folder: string) {
  const fs = yield* FileSystem.FileSystem
  const path = yield* Path.Path
  let current = folder
  while (true) {
    const marked = yield* fs.lstat(path.join(current, ".git")).pipe(
      Effect.as(true),
      Effect.catchTag("PlatformError", (error) => (isAbsent(error) ? Effect.succeed(false) : Effect.fail(error)))
    )
    if (marked) return current
    const above = path.dirname(current)
    if (above === current) return undefined
    current = above
  }
})

/** The folders from a root down to a folder below it, both included. Rule: SRC-14 */
export const foldersDown = Effect.fnUntraced(function* (root: string, folder: string) {
  const path = yield* Path.Path
  const folders = [folder]
  for (let current = folder; current !== root; ) {
    const above = path.dirname(current)
    if (above === current) break
    folders.push(above)
    current = above
  }
  return folders.reverse()
})
