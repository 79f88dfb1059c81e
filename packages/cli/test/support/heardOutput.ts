import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Output } from "pawl/Output"

/** The output of a command that somebody hears, whichever stream it is. */
export const heardOutput = (hear: (text: string) => Effect.Effect<void>): Layer.Layer<Output> =>
  Layer.succeed(Output, {
    out: hear,
    err: hear,
    shown: (text) => Effect.as(hear(text), true),
    lastWords: (text) => Effect.runSync(hear(text)),
    settled: Effect.void
  })
