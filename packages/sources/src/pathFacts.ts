import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Option from "effect/Option"
import * as Path from "effect/Path"
import { CurrentSystem } from "./CurrentSystem.ts"
import { linkReader, routeOf } from "./routeOf.ts"

/**
 * What a path is to the file system: the names under which a change of it changes something, everything that one passes
 * on the way to what it leads to, and what that is whatever it is called. Names are in the spelling that they are compared
 * in. Rule: SRC-27, SRC-29
 */
export interface PathFacts {
  readonly end: string
  readonly names: ReadonlySet<string>
  readonly ways: ReadonlySet<string>
  readonly identity: string | undefined
  readonly isThere: boolean
}

/** Paths as they are compared: in one case where the system's usual file systems know no other. Rule: SRC-29 */
export const spellingOf = (platform: string) => {
  const ignoresCase = platform === "darwin" || platform === "win32"
  return (path: string): string => (ignoresCase ? path.normalize("NFC").toLowerCase() : path)
}

/** The system's own name of a path, also where the last parts of it are not there. Rule: SRC-29 */
export const realOf: (at: string) => Effect.Effect<string, never, FileSystem.FileSystem | Path.Path> =
  Effect.fnUntraced(function* (at: string) {
    const fs = yield* FileSystem.FileSystem
    const path = yield* Path.Path
    const found = yield* Effect.option(fs.realPath(at))
    const above = path.dirname(at)
    if (Option.isSome(found)) return found.value
    return above === at ? at : path.join(yield* realOf(above), path.basename(at))
  })

/** A file by its number: it may have more than one name. */
const identityOf = Effect.fnUntraced(function* (at: string) {
  const stat = yield* FileSystem.FileSystem.use((fs) => Effect.option(fs.stat(at)))
  const file = Option.filter(stat, ({ type }) => type === "File")
  const number = Option.flatMap(file, ({ dev, ino }) => Option.map(ino, (ino) => ({ dev, ino })))
  return Option.getOrUndefined(
    // Some file systems have no numbers, and say 0.
    Option.map(
      Option.filter(number, ({ ino }) => ino !== 0n),
      ({ dev, ino }) => `${dev}:${ino}`
    )
  )
})

/** A reader of paths as they are now, each link of them read once. Rule: SRC-27 */
export const pathReader = Effect.gen(function* () {
  const { platform } = yield* CurrentSystem
  const fs = yield* FileSystem.FileSystem
  const linkAt = yield* linkReader
  const spelling = spellingOf(platform)
  return Effect.fnUntraced(function* (at: string) {
    const { end, named, passed } = yield* routeOf(at, linkAt)
    const real = yield* realOf(end)
    const facts: PathFacts = {
      end,
      names: new Set([named, end, real].map(spelling)),
      ways: new Set([...passed, real].map(spelling)),
      identity: yield* identityOf(end),
      isThere: Option.isSome(yield* Effect.option(fs.lstat(named)))
    }
    return facts
  })
})

/** Whether a change of one path changes what another leads to, or anything that one passes on the way there. */
export const changes = (changed: PathFacts, guarded: PathFacts): boolean =>
  [...changed.names].some((name) => guarded.ways.has(name)) ||
  (changed.identity !== undefined && changed.identity === guarded.identity)
