import {
  actionOf,
  bindingsOf,
  CurrentHost,
  type Envelope,
  type GuardedFile,
  GuardedFiles,
  HookFormats,
  HookRegistry,
  type Snapshot
} from "@pawl/core"
import * as Effect from "effect/Effect"
import type * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import * as Path from "effect/Path"
import type { CurrentSystem } from "./CurrentSystem.ts"
import { changedPaths } from "./changedPaths.ts"
import { changes, pathReader } from "./pathFacts.ts"
import { isProjectPlace, placesOfProjects } from "./projectPlace.ts"
import { projectStarts } from "./projectStarts.ts"

/** What a guarded file is to the guards, after "this would change …, ". Rule: SRC-27, SRC-28 */
const what = {
  source: "a hooks file that is in force",
  named: "a file that the command of a hook names",
  place: "a place where a project's hooks are looked for"
} as const

/** Hooks files wherever the registry found them, and the files that commands of their hooks name. */
const filesIn = (snapshot: Snapshot, formats: HookFormats["Service"], path: Path.Path): ReadonlyArray<GuardedFile> => {
  const folders = new Map(snapshot.sources.map(({ source }) => [source.id, source.workingDirectory]))
  const named = bindingsOf(snapshot).flatMap((binding) => {
    const folder = folders.get(binding.source)
    const files = formats.get(binding.format)?.filesOf(binding) ?? []
    return files.flatMap((file) =>
      path.isAbsolute(file) ? [file] : folder === undefined ? [] : [`${folder}${path.sep}${file}`]
    )
  })
  const sources = snapshot.sources.flatMap(({ source }) => [source.path, source.id])
  return [
    ...[...new Set(sources)].map((file) => ({ path: file, what: what.source })),
    ...[...new Set(named)].map((file) => ({ path: file, what: what.named }))
  ]
}

const touchedIn = Effect.fnUntraced(function* (
  envelope: Envelope,
  snapshot: Snapshot,
  formats: HookFormats["Service"],
  roots: ReadonlyArray<string>
) {
  const written = yield* changedPaths(envelope, roots)
  if (written.length === 0) return []
  const path = yield* Path.Path
  const read = yield* pathReader
  const places = yield* placesOfProjects(formats)
  const atRoots = roots.flatMap((root) =>
    places.map((place) => ({ path: path.join(root, place.path), what: what.place }))
  )
  // What is not there can be made, but not deleted.
  const isDelete = actionOf(envelope.payload)?._tag === "FileDelete"
  const files = [...filesIn(snapshot, formats, path), ...atRoots]
  const guarded = yield* Effect.forEach(files, (file) =>
    Effect.map(read(file.path), (facts) => ({
      // A file that a command names is told by where it is.
      file: file.what === what.named ? { ...file, path: facts.end } : file,
      facts
    }))
  )
  const changeable = guarded.filter(({ facts, file }) => file.what !== what.place || facts.isThere || !isDelete)
  const startsTouchedBy = yield* projectStarts(envelope, roots, isDelete)
  const touchedBy = Effect.fnUntraced(function* (at: string) {
    const changed = yield* read(at)
    const touchedFiles = changeable.filter(({ facts }) => changes(changed, facts)).map(({ file }) => file)
    const touched = [...touchedFiles, ...(yield* startsTouchedBy(changed))]
    if (touched.length > 0 || (isDelete && !changed.isThere)) return touched
    return (yield* isProjectPlace(changed, places, roots)) ? [{ path: changed.end, what: what.place }] : []
  })
  const found = new Map<string, GuardedFile>()
  for (const meanings of written) {
    let touched: ReadonlyArray<GuardedFile> = []
    for (const meaning of meanings) if (touched.length === 0) touched = yield* touchedBy(meaning)
    for (const file of touched) if (!found.has(file.path)) found.set(file.path, file)
  }
  return [...found.values()]
})

/**
 * Guards the files that guards consist of: every hooks file in force, the files that the commands of hooks in force name,
 * every place where hooks of a project would be found at, above or below the host's roots, there or not, and the `.git`
 * by which these are found. Where a path really leads is looked up when it is asked. Rule: SRC-27 to SRC-29, SRC-31
 *
 * @example
 * ```ts
 * const services = Layer.provideMerge(layerGuardedFiles, HookRegistry.layer)
 * ```
 */
export const layerGuardedFiles: Layer.Layer<
  GuardedFiles,
  never,
  HookRegistry | HookFormats | CurrentHost | CurrentSystem | FileSystem.FileSystem | Path.Path
> = Layer.effect(
  GuardedFiles,
  Effect.gen(function* () {
    const context = yield* Effect.context<CurrentSystem | FileSystem.FileSystem | Path.Path>()
    const registry = yield* HookRegistry
    const formats = yield* HookFormats
    const { roots } = yield* CurrentHost
    return {
      touchedBy: (envelope) =>
        Effect.flatMap(registry.snapshot, (snapshot) => touchedIn(envelope, snapshot, formats, roots)).pipe(
          Effect.provide(context)
        )
    }
  })
)
