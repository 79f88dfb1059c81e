import type { HookFormats, HookPlace } from "@pawl/core"
import * as Effect from "effect/Effect"
import * as Path from "effect/Path"
import { CurrentSystem } from "./CurrentSystem.ts"
import { type PathFacts, realOf, spellingOf } from "./pathFacts.ts"

/** Every place where some format keeps hooks of a project, on this system. Rule: SRC-28 */
export const placesOfProjects = (formats: HookFormats["Service"]) =>
  CurrentSystem.useSync(({ platform }) =>
    [...formats.values()]
      .flatMap(({ places }) => places)
      .filter((place) => place.kind === "project" && (place.platform === undefined || place.platform === platform))
  )

/** The folders that a path is a place of: the path itself, or what is below a place that is a folder. */
const holdersOf = (name: string, ending: string, isFolder: boolean, path: Path.Path): ReadonlyArray<string> => {
  const found: Array<string> = []
  for (let at = name; ; at = path.dirname(at)) {
    if (at.endsWith(ending)) found.push(at.slice(0, -ending.length))
    if (!isFolder || path.dirname(at) === at) return found
  }
}

/** Whether one path is another or below it, both in the spelling that paths are compared in. */
export const isIn = (inner: string, outer: string, separator: string): boolean =>
  inner === outer || inner.startsWith(outer.endsWith(separator) ? outer : outer + separator)

/**
 * Whether a path is where a project of the host would keep hooks, there or not: in a folder below a root, or in one that a
 * search from a root goes up through. Rule: SRC-28
 */
export const isProjectPlace = Effect.fnUntraced(function* (
  { names }: PathFacts,
  places: ReadonlyArray<HookPlace>,
  roots: ReadonlyArray<string>
) {
  const path = yield* Path.Path
  const spelling = spellingOf((yield* CurrentSystem).platform)
  const realRoots = yield* Effect.forEach(roots, (root) => Effect.map(realOf(root), spelling))
  const isRelated = (folder: string) =>
    realRoots.some((root) => isIn(folder, root, path.sep) || isIn(root, folder, path.sep))
  return places.some((place) => {
    const ending = spelling(path.sep + path.normalize(place.path))
    return [...names].some((name) => holdersOf(name, ending, place.holds === "folder", path).some(isRelated))
  })
})
