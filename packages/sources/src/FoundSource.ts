import type { Diagnostic, Source, SourceCandidate } from "@pawl/core"
import * as Effect from "effect/Effect"
import { type ReadSourceOptions, readSourceFile } from "./SourceFile.ts"
import type { SourceFindingCode } from "./SourceFinding.ts"

/** A hooks file that is there, ready to be installed, and what a person should know about it. Rule: SRC-18 */
export interface FoundSource {
  readonly candidate: SourceCandidate
  readonly warnings: ReadonlyArray<Diagnostic>
}

// A person knows the file by the name that it was found under, not by its real path.
const named = (source: Source, diagnostics: ReadonlyArray<Diagnostic>): ReadonlyArray<Diagnostic> =>
  diagnostics.map((d) => ({ ...d, file: source.path }))

/** A hooks file that is there and cannot be used. Rule: SRC-18 */
export const unreadableSource = (source: Source, ...diagnostics: ReadonlyArray<Diagnostic>): FoundSource => ({
  candidate: { source, contents: { _tag: "Unreadable", diagnostics: named(source, diagnostics) } },
  warnings: []
})

/** Reads the file of a source; what forbids reading it becomes part of the answer. Rule: SRC-18 */
export const readSource = (source: Source, options: ReadSourceOptions) =>
  readSourceFile(source.id, options).pipe(
    Effect.map(
      ({ text, warnings }): FoundSource => ({
        candidate: { source, contents: { _tag: "Read", text } },
        warnings: named(source, warnings)
      })
    ),
    Effect.catchTag("SourceUnreadable", ({ diagnostics }) => Effect.succeed(unreadableSource(source, ...diagnostics)))
  )

const absent: ReadonlySet<string> = new Set<SourceFindingCode>(["sources/missing", "sources/dangling-link"])

/** Whether there is no such file, as opposed to one that is there and cannot be used. Rule: SRC-20 */
export const isMissing = ({ contents }: SourceCandidate): boolean =>
  contents._tag === "Unreadable" && contents.diagnostics.some((d) => absent.has(d.code))
