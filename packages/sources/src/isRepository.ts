import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Option from "effect/Option"
import * as Path from "effect/Path"

/** The most that is read of a file of git that holds one line: a path of the greatest length and a word before it. */
const lineBytes = 8192

const isFolder = Effect.fnUntraced(function* (path: string) {
  const fs = yield* FileSystem.FileSystem
  return (yield* fs.stat(path)).type === "Directory"
})

// Looked at before and after it is opened, as a hooks file is, so that no FIFO and no device is waited for.
const lineOf = Effect.fnUntraced(function* (path: string) {
  const fs = yield* FileSystem.FileSystem
  if ((yield* fs.stat(path)).type !== "File") return ""
  const file = yield* fs.open(path, { flag: "r" })
  if ((yield* file.stat).type !== "File") return ""
  const bytes = yield* file.readAlloc(lineBytes)
  return new TextDecoder().decode(Option.getOrElse(bytes, () => new Uint8Array())).replace(/[\r\n]+$/u, "")
}, Effect.scoped)

// Paths are put together as text: to resolve a `..` that stands behind a link would name another folder than the system's.
const below = Effect.fnUntraced(function* (folder: string, written: string) {
  const path = yield* Path.Path
  return path.isAbsolute(written) ? written : `${folder}${path.sep}${written}`
})

const pointsSomewhere = (head: string): boolean =>
  /^ref:\s*refs\//u.test(head) || /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/u.test(head)

const holdsRepository = Effect.fnUntraced(function* (folder: string) {
  const fs = yield* FileSystem.FileSystem
  if (!pointsSomewhere(yield* lineOf(yield* below(folder, "HEAD")))) return false
  const shared = yield* below(folder, "commondir")
  const common = (yield* fs.exists(shared)) ? yield* below(folder, yield* lineOf(shared)) : folder
  return (yield* isFolder(yield* below(common, "objects"))) && (yield* isFolder(yield* below(common, "refs")))
})

const namedBy = (line: string): string | undefined => /^gitdir: (.+)$/u.exec(line)?.[1]

/**
 * Whether the `.git` of a folder is what git itself takes for a repository: a folder with a `HEAD`, `objects` and `refs`
 * (or a `commondir` that leads to these), or a file that names such a folder. Whatever cannot be looked at is none: then
 * the search goes on and finds more hooks, never fewer. Rule: SRC-13
 */
export const isRepository = Effect.fnUntraced(
  function* (folder: string) {
    const git = yield* below(folder, ".git")
    if (yield* isFolder(git)) return yield* holdsRepository(git)
    const named = namedBy(yield* lineOf(git))
    return named !== undefined && (yield* holdsRepository(yield* below(folder, named)))
  },
  Effect.catchTag("PlatformError", () => Effect.succeed(false))
)

/**
 * The paths that decide whether a folder holds a repository, its `.git` first: every one that {@link isRepository} would
 * look at. Where there is no `.git` it alone decides, because the others begin with it. Rule: SRC-31
 */
export const repositoryMarks = Effect.fnUntraced(function* (folder: string) {
  const fs = yield* FileSystem.FileSystem
  const orNothing = Effect.orElseSucceed(() => "")
  const git = yield* below(folder, ".git")
  if (!(yield* Effect.isSuccess(fs.lstat(git)))) return [git]
  const named = namedBy(yield* orNothing(lineOf(git)))
  const holder = named === undefined ? git : yield* below(folder, named)
  const shared = yield* below(holder, "commondir")
  const line = yield* orNothing(lineOf(shared))
  const common = line === "" ? holder : yield* below(holder, line)
  return [git, yield* below(holder, "HEAD"), shared, yield* below(common, "objects"), yield* below(common, "refs")]
})
