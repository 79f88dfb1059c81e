import * as Effect from "effect/Effect"
import { changesBetween, textsOf } from "./changesBetween.ts"
import { type Discovery, discoverAgain } from "./Discovery.ts"

/**
 * Looks once more wherever a discovery looked and tells every source whose bytes are others now, that is gone, or that
 * was not there. Nothing when all is as it was. To be asked before a judgement is acted on. Rule: SRC-23
 *
 * @example
 * ```ts
 * const changes = yield* stillTheSame(discovery)
 * ```
 */
export const stillTheSame = Effect.fn("sources.stillTheSame")(function* ({ candidates, options }: Discovery) {
  const now = yield* discoverAgain(options, textsOf(candidates))
  return changesBetween(candidates, now.candidates)
})
