import type { Diagnostic, Source, SourceCandidate } from "@pawl/core"
import * as Effect from "effect/Effect"
import { type Discovery, discoverAgain } from "./Discovery.ts"
import { isMissing } from "./FoundSource.ts"
import { type SourceFindingCode, sourceFinding } from "./SourceFinding.ts"

/** A hooks file that is not what it was; `diagnostic` says how. Rule: SRC-23 */
export interface SourceChange {
  readonly source: Source
  readonly diagnostic: Diagnostic
}

const sameContents = (a: SourceCandidate["contents"], b: SourceCandidate["contents"]): boolean => {
  if (a._tag === "Read") return b._tag === "Read" && a.text.digest === b.text.digest
  return b._tag === "Unreadable" && a.diagnostics.map((d) => d.code).join() === b.diagnostics.map((d) => d.code).join()
}

// Where commands run and where a source applies come from one place, so that one of them tells both.
const same = (a: SourceCandidate, b: SourceCandidate): boolean =>
  sameContents(a.contents, b.contents) && a.source.workingDirectory === b.source.workingDirectory

/**
 * Looks once more wherever a discovery looked and tells every source whose bytes are others now, that is gone, or that
 * was not there. Nothing when all is as it was. To be asked before a judgement is acted on. Rule: SRC-23
 *
 * @example
 * ```ts
 * const changes = yield* stillTheSame(discovery)
 * ```
 */
export const stillTheSame = Effect.fn("sources.stillTheSame")(function* (before: Discovery) {
  const old = new Map(before.candidates.map((c) => [c.source.id, c]))
  const now = yield* discoverAgain(before.options, (id) => {
    const contents = old.get(id)?.contents
    return contents?._tag === "Read" ? contents.text : undefined
  })
  const changes: Array<SourceChange> = []
  const report = (code: Extract<SourceFindingCode, `sources/${"changed" | "removed" | "appeared"}`>, source: Source) =>
    changes.push({ source, diagnostic: sourceFinding(code, source.path) })

  for (const candidate of now.candidates) {
    const known = old.get(candidate.source.id)
    old.delete(candidate.source.id)
    if (known === undefined) report("sources/appeared", candidate.source)
    else if (!same(known, candidate)) {
      report(isMissing(candidate) ? "sources/removed" : "sources/changed", candidate.source)
    }
  }
  for (const { source } of old.values()) report("sources/removed", source)
  const result: ReadonlyArray<SourceChange> = changes
  return result
})
