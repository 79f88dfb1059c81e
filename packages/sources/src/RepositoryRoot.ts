import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Path from "effect/Path"
import { isAbsent } from "./accessFinding.ts"
import { isRepository } from "./isRepository.ts"

/** Where a repository begins, if there is one, and every `.git` on the way there that is no repository. Rule: SRC-13 */
export interface RepositorySearch {
  readonly root: string | undefined
  readonly odd: ReadonlyArray<string>
}

/**
 * Looks for the repository that a folder (its real path) belongs to. Only a real repository ends the search: an empty
 * `.git`, which anybody can put into a subfolder, must not switch off the hooks above it. Rule: SRC-13
 */
export const searchRepository = Effect.fnUntraced(function* (folder: string) {
  const fs = yield* FileSystem.FileSystem
  const path = yield* Path.Path
  const odd: Array<string> = []
  let outermost: string | undefined
  for (let current = folder; ; ) {
    const git = path.join(current, ".git")
    const marked = yield* fs.lstat(git).pipe(
      Effect.as(true),
      Effect.catchTag("PlatformError", (error) => (isAbsent(error) ? Effect.succeed(false) : Effect.fail(error)))
    )
    if (marked) {
      outermost = current
      if (yield* isRepository(current)) break
      odd.push(git)
    }
    const above = path.dirname(current)
    if (above === current) break
    current = above
  }
  const result: RepositorySearch = { root: outermost, odd }
  return result
})

/**
 * The root of the repository that a folder (its real path) belongs to: the nearest folder at or above it that holds a
 * real one, else the outermost with a `.git` of any other kind, or nothing. Git is not started. Fails when a folder
 * cannot be looked into, because no answer is known then. Rule: SRC-13
 */
export const repositoryRoot = (folder: string) => Effect.map(searchRepository(folder), ({ root }) => root)

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
