import type { Diagnostic } from "@pawl/core"
import { discover, isMissing } from "@pawl/sources"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import { currentFolder } from "../currentFolder.ts"

/**
 * Hooks files that a call has to heed cannot be used, which is no reason to go on without them. `mistyped` says that one
 * of them was named and is not there. Rule: CLI-22, CLI-23
 */
export class HooksUnusable extends Data.TaggedError("HooksUnusable")<{
  readonly mistyped: boolean
  readonly diagnostics: ReadonlyArray<Diagnostic>
}> {}

/** Which hooks files a call asks for. Rule: CLI-11 */
export interface AskedFor {
  readonly hooks: ReadonlyArray<string>
  readonly hooksOnly: boolean
}

/** Finds and reads every hooks file that counts where one stands. Rule: CLI-22, CLI-23 */
export const searchHooks = Effect.fnUntraced(function* ({ hooks, hooksOnly }: AskedFor) {
  const cwd = yield* currentFolder
  const discovery = yield* discover({ cwd, explicit: hooks.map((path) => ({ path })), only: hooksOnly }).pipe(
    Effect.mapError(({ diagnostics }) => new HooksUnusable({ mistyped: false, diagnostics }))
  )
  const unusable = discovery.candidates.filter(({ contents }) => contents._tag === "Unreadable")
  if (unusable.length === 0) return { cwd, discovery }
  return yield* new HooksUnusable({
    mistyped: unusable.some((candidate) => candidate.source.kind === "explicit" && isMissing(candidate)),
    diagnostics: unusable.flatMap(({ contents }) => (contents._tag === "Unreadable" ? contents.diagnostics : []))
  })
})
