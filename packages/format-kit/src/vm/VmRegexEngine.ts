import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"
import { type PlatformEngine, PlatformRegexEngine } from "../PlatformEngine.ts"

/** Node's own engine. */
export const vmRegexEngine: PlatformEngine = {
  compile: (source) =>
    Result.try({ try: () => ({ source: new RegExp(source).source }), catch: (cause) => String(cause) }),
  runAll: (tests) =>
    Effect.sync(() =>
      tests.map(({ pattern, subject }) => (new RegExp(pattern.source).test(subject) ? "match" : "no-match"))
    )
}

/** Provides Node's own engine to `compileMatcher`. */
export const layer: Layer.Layer<never> = Layer.succeed(PlatformRegexEngine, vmRegexEngine)
