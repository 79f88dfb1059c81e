import type { Envelope, GuardedFile } from "@pawl/core"
import * as Effect from "effect/Effect"
import * as Path from "effect/Path"
import { CurrentSystem } from "./CurrentSystem.ts"
import { repositoryMarks } from "./isRepository.ts"
import { changes, type PathFacts, pathReader, realOf, spellingOf } from "./pathFacts.ts"
import { isIn } from "./projectPlace.ts"
import { foldersDown } from "./RepositoryRoot.ts"

/** Rule: SRC-31 */
const what = "what tells where a project begins"

/** A path that decides whether a folder is a repository; `isHolder` is the `.git` that holds more than the marks. */
interface Mark {
  readonly path: string
  readonly facts: PathFacts
  readonly isHolder: boolean
}

/** Where projects may be looked for at a moment: the host's roots, and the folder that the conversation stands in. */
const placesOf = Effect.fnUntraced(function* ({ cwd }: Envelope, roots: ReadonlyArray<string>) {
  const path = yield* Path.Path
  const here = cwd === undefined ? [] : path.isAbsolute(cwd) ? [cwd] : roots.map((root) => path.join(root, cwd))
  return yield* Effect.forEach([...new Set([...roots, ...here])], realOf)
})

/** The folders whose `.git` a path is or lies in, the outermost first: it is the one that is missing, if any is. */
const holdersOf = (name: string, path: Path.Path): ReadonlyArray<string> => {
  const found: Array<string> = []
  for (let at = name; path.dirname(at) !== at; at = path.dirname(at)) {
    if (path.basename(at) === ".git") found.push(path.dirname(at))
  }
  return found.reverse()
}

/**
 * Tells what of the marks of repositories a change touches, at most one for each folder: whoever makes or breaks one moves
 * the root that hooks files are looked for from, and so takes hooks out of force. It counts in every folder at, above or
 * below a root of the host or the folder of the moment. Rule: SRC-31
 */
export const projectStarts = Effect.fnUntraced(function* (
  envelope: Envelope,
  roots: ReadonlyArray<string>,
  isDelete: boolean
) {
  const path = yield* Path.Path
  const spelling = spellingOf((yield* CurrentSystem).platform)
  const read = yield* pathReader
  const places = yield* placesOf(envelope, roots)
  const marksOf = Effect.fnUntraced(function* (folder: string) {
    const marks = yield* repositoryMarks(folder)
    return yield* Effect.forEach(marks, (mark, index) =>
      Effect.map(read(mark), (facts): Mark => ({ path: mark, facts, isHolder: index === 0 }))
    )
  })
  const folders = yield* Effect.forEach(places, (place) => foldersDown(path.parse(place).root, place))
  const above = [...new Set(folders.flat())]
  const known = yield* Effect.forEach(above, marksOf)

  /** What is not there can be made, also by a file below it, and cannot be deleted. */
  const touches = (changed: PathFacts, { facts, isHolder }: Mark): boolean => {
    if (isDelete) return facts.isThere && changes(changed, facts)
    const isMade = [...changed.names].some((name) => [...facts.names].some((mark) => isIn(name, mark, path.sep)))
    if (!facts.isThere) return isMade
    return changes(changed, facts) || (isMade && !isHolder)
  }

  const startIn = (changed: PathFacts, marks: ReadonlyArray<Mark>): ReadonlyArray<GuardedFile> => {
    const touched = marks.find((mark) => touches(changed, mark))
    return touched === undefined ? [] : [{ path: touched.path, what }]
  }

  return Effect.fnUntraced(function* (changed: PathFacts) {
    if (isDelete && !changed.isThere) return []
    const found = known.flatMap((marks) => startIn(changed, marks))
    if (found.length > 0) return found
    for (const holder of [...changed.names].flatMap((name) => holdersOf(name, path))) {
      if (!places.some((place) => isIn(holder, spelling(place), path.sep))) continue
      const start = startIn(changed, yield* marksOf(holder))
      if (start.length > 0) return start
    }
    return []
  })
})
