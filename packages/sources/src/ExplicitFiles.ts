import type { Diagnostic, Source } from "@pawl/core"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Path from "effect/Path"
import { accessFinding, isAbsent } from "./accessFinding.ts"
import { canonicalPath } from "./canonicalPath.ts"
import { readSource, unreadableSource } from "./FoundSource.ts"
import type { ProjectPlace } from "./ProjectFiles.ts"
import type { ReadSourceOptions } from "./SourceFile.ts"
import { sourceFinding } from "./SourceFinding.ts"

/** A file that a person named, as it was written, and its format where that was said. Rule: SRC-17 */
export interface ExplicitFile {
  readonly path: string
  readonly format?: string
}

/** A named file and where it is; `failure` says why it could not be found. Rule: SRC-17 */
export interface LocatedFile {
  readonly id: string
  readonly path: string
  readonly format: string | undefined
  readonly failure?: Diagnostic
}

const linkAt = Effect.fnUntraced(function* (path: string) {
  const fs = yield* FileSystem.FileSystem
  return yield* fs.lstat(path).pipe(
    Effect.map((info) => info.type === "SymbolicLink"),
    Effect.orElseSucceed(() => false)
  )
})

/** Finds a named file; relative ones start at `folder`. Rule: SRC-12, SRC-17 */
export const locateFile = Effect.fnUntraced(function* (folder: string, file: ExplicitFile) {
  const path = yield* Path.Path
  return yield* canonicalPath(folder, file.path).pipe(
    Effect.map(({ spelled, real }): LocatedFile => ({ id: real, path: spelled, format: file.format })),
    Effect.catchTag("PlatformError", (error) =>
      Effect.gen(function* () {
        const name = path.resolve(folder, file.path)
        const failure =
          isAbsent(error) && (yield* linkAt(name))
            ? sourceFinding("sources/dangling-link", name)
            : accessFinding(name, error)
        const located: LocatedFile = { id: name, path: name, format: file.format, failure }
        return located
      })
    )
  )
})

/**
 * Reads a named file. Where it is a place of the project too, it is that one source: what it is trusted for is the
 * person's word, where it applies and where its commands run is the project's. Rule: SRC-17, SRC-19
 */
export const readExplicitFile = Effect.fnUntraced(function* (
  file: LocatedFile,
  order: number,
  place: ProjectPlace | undefined,
  format: string,
  options: ReadSourceOptions
) {
  const path = yield* Path.Path
  const source: Source = {
    id: file.id,
    path: file.path,
    kind: "explicit",
    order,
    format: file.format ?? place?.format ?? format,
    scope: place === undefined ? { _tag: "Everywhere" } : { _tag: "Within", root: place.folder },
    workingDirectory: place === undefined ? path.dirname(file.id) : place.folder
  }
  return file.failure === undefined ? yield* readSource(source, options) : unreadableSource(source, file.failure)
})
