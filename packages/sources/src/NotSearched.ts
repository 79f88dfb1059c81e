import type { HookFormats, HookPlace, SourceKind } from "@pawl/core"
import * as Effect from "effect/Effect"
import { CurrentSystem } from "./CurrentSystem.ts"

/** Places that a format names and that nobody has looked at, with the reason. Rule: SRC-21 */
export interface NotSearched {
  readonly kind: SourceKind
  readonly places: ReadonlyArray<string>
  readonly why: string
}

const laterKinds = ["enterprise", "team", "user"] as const satisfies ReadonlyArray<SourceKind>

// A place is written from the root of its kind; for a person's own files that is the home folder.
const shown = (place: HookPlace): string => (place.kind === "user" ? `~/${place.path}` : place.path)

/** What a search leaves out: other kinds, what is no whole file, and with `only` the project's. Rule: SRC-21 */
export const placesNotSearched = Effect.fnUntraced(function* (
  formats: HookFormats["Service"],
  leftOut: ReadonlyArray<string> | undefined
) {
  const { platform } = yield* CurrentSystem
  const places = [...formats.values()]
    .flatMap((adapter) => adapter.places)
    .filter((place) => place.platform === undefined || place.platform === platform)
  const notSearched: Array<NotSearched> = laterKinds.map((kind) => ({
    kind,
    places: places.filter((place) => place.kind === kind).map(shown),
    why: `${kind} files are not read yet`
  }))
  const parts = places.filter((place) => place.kind === "project" && place.holds !== "file").map(shown)
  if (parts.length > 0) notSearched.push({ kind: "project", places: parts, why: "only whole files are read yet" })
  if (leftOut !== undefined) {
    notSearched.push({ kind: "project", places: leftOut, why: "only the files that were named are read" })
  }
  return notSearched
})
