import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Option from "effect/Option"
import * as Path from "effect/Path"

/**
 * The way to a file: every folder and link that is passed, each by its own place, and where it ends. What is not there is
 * taken by its name, because it may be there later. Rule: SRC-27
 */
interface Route {
  readonly passed: ReadonlyArray<string>
  /** The last name of the path in its real folder: what a delete or a rename onto it replaces. */
  readonly named: string
  /** Where the path leads: what a write through it changes. */
  readonly end: string
}

/** How many links a system follows in one path. */
const mostLinks = 40

/** Where the links of a file system lead, each read once. */
export const linkReader = Effect.gen(function* () {
  const fs = yield* FileSystem.FileSystem
  const known = new Map<string, Option.Option<string>>()
  return (at: string): Effect.Effect<Option.Option<string>> =>
    Effect.suspend(() => {
      const found = known.get(at)
      return found === undefined
        ? Effect.tap(Effect.option(fs.readLink(at)), (target) => Effect.sync(() => known.set(at, target)))
        : Effect.succeed(found)
    })
})

/**
 * Follows an absolute path as the system would, link by link, where `..` leaves the folder that one is really in. It needs
 * no right but to pass the folders, and nothing of it has to be there. Rule: SRC-27
 */
export const routeOf = Effect.fnUntraced(function* (absolute: string, linkAt: Effect.Success<typeof linkReader>) {
  const path = yield* Path.Path
  const separator = path.sep === "\\" ? /[\\/]+/u : /\/+/u
  const { root } = path.parse(absolute)
  const partsOf = (text: string): ReadonlyArray<string> =>
    text.split(separator).filter((part) => part !== "" && part !== ".")
  // The parts that are still to be gone, the next one last; those of links are not the path's own.
  const ahead = partsOf(absolute.slice(root.length))
    .map((part) => ({ part, own: true }))
    .reverse()
  const passed = [root]
  let current = root
  let named = root
  let links = 0
  for (let next = ahead.pop(); next !== undefined; next = ahead.pop()) {
    const { own, part } = next
    if (part === "..") {
      current = path.dirname(current)
      if (own) named = current
      continue
    }
    const at = path.join(current, part)
    passed.push(at)
    if (own) named = at
    const target = links < mostLinks ? Option.getOrUndefined(yield* linkAt(at)) : undefined
    if (target === undefined) {
      current = at
      continue
    }
    links++
    const start = path.parse(target).root
    if (start !== "") current = start
    ahead.push(
      ...partsOf(target.slice(start.length))
        .map((step) => ({ part: step, own: false }))
        .reverse()
    )
  }
  const route: Route = { passed, named, end: current }
  return route
})
