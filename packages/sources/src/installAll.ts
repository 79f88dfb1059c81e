import { HookRegistry, type Source, type SourceRejected, type UnknownFormat } from "@pawl/core"
import * as Effect from "effect/Effect"
import type { Discovery } from "./Discovery.ts"

/** A source that the registry did not take, and why. Rule: SRC-22 */
export interface NotInstalled {
  readonly source: Source
  readonly error: SourceRejected | UnknownFormat
}

/**
 * Installs everything that was found, in dispatch order. One that is not taken stops none of the others: each failure is
 * a value. Rule: SRC-22
 *
 * @example
 * ```ts
 * const notInstalled = yield* installAll(yield* discover({ cwd }))
 * ```
 */
export const installAll = Effect.fn("sources.installAll")(function* (discovery: Pick<Discovery, "candidates">) {
  const registry = yield* HookRegistry
  const notInstalled: Array<NotInstalled> = []
  for (const candidate of discovery.candidates) {
    yield* registry.install(candidate).pipe(
      Effect.catchTag(["SourceRejected", "UnknownFormat"], (error) =>
        Effect.sync(() => {
          notInstalled.push({ source: candidate.source, error })
        })
      )
    )
  }
  const result: ReadonlyArray<NotInstalled> = notInstalled
  return result
})
