import type { HookFormats, Source } from "@pawl/core"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Option from "effect/Option"
import * as Path from "effect/Path"
import { accessFinding } from "./accessFinding.ts"
import { CurrentSystem } from "./CurrentSystem.ts"
import { readSource, unreadableSource } from "./FoundSource.ts"
import { presence } from "./presence.ts"
import { foldersDown } from "./RepositoryRoot.ts"
import type { ReadSourceOptions } from "./SourceFile.ts"
import { sourceFinding } from "./SourceFinding.ts"

/** A place where a project may keep hooks: the folder that they are for, and the path below it. Rule: SRC-14 */
export interface ProjectPlace {
  readonly folder: string
  readonly below: string
  readonly path: string
  readonly format: string
  readonly order: number
}

/** Every place for hooks of a project from `root` down to `folder` (real paths), the root's first. Rule: SRC-14 */
export const projectPlaces = Effect.fnUntraced(function* (
  root: string,
  folder: string,
  formats: HookFormats["Service"]
) {
  const path = yield* Path.Path
  const { platform } = yield* CurrentSystem
  const folders = yield* foldersDown(root, folder)
  const below = [...formats.values()].flatMap(({ format, places }) =>
    places
      .filter((place) => place.kind === "project" && place.holds === "file")
      .filter((place) => place.platform === undefined || place.platform === platform)
      .map((place) => ({ format, path: place.path }))
  )
  return folders.flatMap((holder, depth) =>
    below.map(
      (place, index): ProjectPlace => ({
        folder: holder,
        below: place.path,
        path: path.join(holder, place.path),
        format: place.format,
        order: depth * below.length + index
      })
    )
  )
})

const sourceAt = (place: ProjectPlace, id: string): Source => ({
  id,
  path: place.path,
  kind: "project",
  order: place.order,
  format: place.format,
  scope: { _tag: "Within", root: place.folder },
  workingDirectory: place.folder
})

/** What there is to know of files before they are read. */
export interface ReadContext {
  /** The outermost folder of the project. */
  readonly root: string
  /** Whether the file with this real path is a source already. */
  readonly isSource: (id: string) => boolean
  readonly optionsFor: (id: string) => ReadSourceOptions
}

const readPlace = Effect.fnUntraced(function* (place: ProjectPlace, context: ReadContext) {
  const fs = yield* FileSystem.FileSystem
  const path = yield* Path.Path
  const { root } = context
  const there = yield* presence(place.folder, place.below)
  if (there === "absent") return "absent"
  const asWritten = sourceAt(place, place.path)
  if (there === "dangling") return unreadableSource(asWritten, sourceFinding("sources/dangling-link", place.path))
  const real = yield* fs.realPath(place.path)
  if (context.isSource(real)) return "known"
  // A link that a repository holds may lead to any file of whoever stands in it, and no one who looks at the repository
  // sees that file change.
  const inside = real === place.path || Option.isSome(path.resolveWithin(root, path.relative(root, real)))
  if (!inside) {
    return unreadableSource(asWritten, sourceFinding("sources/leads-outside", place.path, { target: real, root }))
  }
  const found = yield* readSource(sourceAt(place, real), context.optionsFor(real))
  if (place.folder === root) return found
  const nested = sourceFinding("sources/below-root", place.path, { root })
  return { ...found, warnings: [...found.warnings, nested] }
})

/**
 * Reads the file at a place of a project: `absent` when there is none, `known` when it is a source already. Links are
 * followed inside of the project only. Rule: SRC-15, SRC-16, SRC-25
 */
export const readProjectFile = (place: ProjectPlace, context: ReadContext) =>
  readPlace(place, context).pipe(
    Effect.catchTag("PlatformError", (error) =>
      Effect.succeed(unreadableSource(sourceAt(place, place.path), accessFinding(place.path, error)))
    )
  )
