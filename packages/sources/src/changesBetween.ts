import type { Diagnostic, Source, SourceCandidate } from "@pawl/core"
import { isMissing } from "./FoundSource.ts"
import { type SourceFindingCode, sourceFinding } from "./SourceFinding.ts"

/** A hooks file that is not what it was; `diagnostic` says how, `now` is what is there, absent when nothing is. Rule: SRC-23 */
export interface SourceChange {
  readonly source: Source
  readonly diagnostic: Diagnostic
  readonly now?: SourceCandidate
}

const sameContents = (a: SourceCandidate["contents"], b: SourceCandidate["contents"]): boolean => {
  if (a._tag === "Read") return b._tag === "Read" && a.text.digest === b.text.digest
  return b._tag === "Unreadable" && a.diagnostics.map((d) => d.code).join() === b.diagnostics.map((d) => d.code).join()
}

// Where commands run and where a source applies come from one place, so that one of them tells both.
const same = (a: SourceCandidate, b: SourceCandidate): boolean =>
  sameContents(a.contents, b.contents) && a.source.workingDirectory === b.source.workingDirectory

const change = (
  code: Extract<SourceFindingCode, `sources/${"changed" | "removed" | "appeared"}`>,
  source: Source,
  now?: SourceCandidate
): SourceChange => ({ source, diagnostic: sourceFinding(code, source.path), ...(now === undefined ? {} : { now }) })

/** What was found at one time against what was found later: every source that is not what it was. Rule: SRC-23 */
export const changesBetween = (
  before: ReadonlyArray<SourceCandidate>,
  now: ReadonlyArray<SourceCandidate>
): ReadonlyArray<SourceChange> => {
  const old = new Map(before.map((candidate) => [candidate.source.id, candidate]))
  const found = now.flatMap((candidate) => {
    const known = old.get(candidate.source.id)
    old.delete(candidate.source.id)
    if (known === undefined) return change("sources/appeared", candidate.source, candidate)
    if (same(known, candidate)) return []
    return change(isMissing(candidate) ? "sources/removed" : "sources/changed", candidate.source, candidate)
  })
  return [...found, ...[...old.values()].map(({ source }) => change("sources/removed", source))]
}

/** The text of each candidate by its id, so that what is the same is not worked out again. */
export const textsOf =
  (candidates: ReadonlyArray<SourceCandidate>) =>
  (id: string): Extract<SourceCandidate["contents"], { readonly _tag: "Read" }>["text"] | undefined => {
    const contents = candidates.find(({ source }) => source.id === id)?.contents
    return contents?._tag === "Read" ? contents.text : undefined
  }
