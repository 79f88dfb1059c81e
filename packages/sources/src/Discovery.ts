import { type Diagnostic, HookFormats, type SourceCandidate, type SourceKind, type SourceText } from "@pawl/core"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import type { PlatformError } from "effect/PlatformError"
import { whyOf } from "./accessFinding.ts"
import { SourceUnreadable } from "./Errors.ts"
import { type ExplicitFile, type LocatedFile, locateFile, readExplicitFile } from "./ExplicitFiles.ts"
import { type FoundSource, isMissing } from "./FoundSource.ts"
import { type NotSearched, placesNotSearched } from "./NotSearched.ts"
import { type ProjectPlace, projectPlaces, type ReadContext, readProjectFile } from "./ProjectFiles.ts"
import { type RepositorySearch, searchRepository } from "./RepositoryRoot.ts"
import type { ReadSourceOptions } from "./SourceFile.ts"
import { sourceFinding } from "./SourceFinding.ts"

/**
 * Where hooks are looked for: the folder that one stands in, the files that were named, in their order, whether these
 * are the `only` ones, and whether anybody may own them (for checking, never for running). Rule: SRC-18
 */
export interface DiscoverOptions {
  readonly cwd: string
  readonly explicit?: ReadonlyArray<ExplicitFile>
  readonly only?: boolean
  readonly anyOwner?: boolean
}

/** A place that was looked at, and whether anything was there, usable or not. Rule: SRC-18 */
export interface SearchedPlace {
  readonly path: string
  readonly kind: SourceKind
  readonly found: boolean
}

/**
 * What was found: each file once, in dispatch order, read or with the reasons why not; warnings and hints about those
 * that were read; every place that was looked at and every kind that was not. `root` is the real path of the
 * repository, or of the folder itself outside of one. Rule: SRC-18
 */
export interface Discovery {
  readonly options: DiscoverOptions
  readonly root: string
  readonly candidates: ReadonlyArray<SourceCandidate>
  readonly warnings: ReadonlyArray<Diagnostic>
  readonly searched: ReadonlyArray<SearchedPlace>
  readonly notSearched: ReadonlyArray<NotSearched>
}

const unsearchable = (folder: string) => (error: PlatformError) =>
  new SourceUnreadable({
    path: folder,
    diagnostics: [sourceFinding("sources/folder-unreadable", folder, { why: whyOf(error) })]
  })

const notSearchable: RepositorySearch = { root: undefined, odd: [] }

// By the place that the project has or by the very path that the person wrote: never by a link of the repository, which
// could otherwise decide where the commands of a trusted file run.
const placeOf = (places: ReadonlyArray<ProjectPlace>, file: LocatedFile): ProjectPlace | undefined =>
  places.find((place) => place.path === file.id || place.path === file.path)

/** As `discover`; what was read before and is the same now is not worked out again. Rule: SRC-18 */
export const discoverAgain = Effect.fnUntraced(function* (
  options: DiscoverOptions,
  known: (id: string) => SourceText | undefined
) {
  const fs = yield* FileSystem.FileSystem
  const formats = yield* HookFormats
  const only = options.only === true
  const readOptions = (id: string): ReadSourceOptions => ({ anyOwner: options.anyOwner === true, known: known(id) })

  const folder = yield* fs.realPath(options.cwd).pipe(Effect.mapError(unsearchable(options.cwd)))
  const search = searchRepository(folder).pipe(Effect.mapError(unsearchable(folder)))
  const repository = yield* only ? Effect.orElseSucceed(search, () => notSearchable) : search
  const root = repository.root ?? folder
  const places = yield* projectPlaces(root, folder, formats)
  const firstFormat = formats.keys().next().value ?? "unknown"

  const found = new Map<string, FoundSource>()
  const claimed = new Set<ProjectPlace>()
  const searched: Array<SearchedPlace> = []
  for (const [order, written] of (options.explicit ?? []).entries()) {
    const file = yield* locateFile(folder, written)
    if (found.has(file.id)) continue
    const place = placeOf(places, file)
    if (place !== undefined) claimed.add(place)
    const source = yield* readExplicitFile(file, order, place, firstFormat, readOptions(file.id))
    found.set(file.id, source)
    searched.push({ path: file.path, kind: "explicit", found: !isMissing(source.candidate) })
  }
  const context: ReadContext = { root, isSource: (id) => found.has(id), optionsFor: readOptions }
  for (const place of only ? [] : places.filter((p) => !claimed.has(p))) {
    const source = yield* readProjectFile(place, context)
    searched.push({ path: place.path, kind: "project", found: source !== "absent" })
    if (source !== "absent" && source !== "known") found.set(source.candidate.source.id, source)
  }

  const sources = [...found.values()]
  const discovery: Discovery = {
    options,
    root,
    candidates: sources.map((s) => s.candidate),
    warnings: [
      ...(only ? [] : repository.odd.map((git) => sourceFinding("sources/not-a-repository", git))),
      ...sources.flatMap((s) => s.warnings)
    ],
    searched,
    notSearched: yield* placesNotSearched(formats, only ? places.map((place) => place.path) : undefined)
  }
  return discovery
})

/**
 * Finds every hooks file that counts where one stands: the named ones in their order, then the project's from the
 * repository root down, the root's first. A file that cannot be used is a candidate that says why. Nothing is started,
 * git included. Fails only when it cannot be told where to look. Rule: SRC-18
 *
 * @example
 * ```ts
 * const { candidates } = yield* discover({ cwd: process.cwd(), explicit: [{ path: "guards.json" }] })
 * ```
 */
export const discover = Effect.fn("sources.discover")((options: DiscoverOptions) =>
  discoverAgain(options, () => undefined)
)
