import * as Effect from "effect/Effect"
import * as References from "effect/References"
import type * as Tracer from "effect/Tracer"

/**
 * The effect in a span of its own. Where tracing is switched off there is none, not even one that nobody sees: making it
 * takes about as long as choosing the hooks of a moment. Its attributes are asked for only then.
 */
export const spanned = <A, E>(
  self: Effect.Effect<A, E>,
  name: string,
  attributes: () => NonNullable<Tracer.SpanOptions["attributes"]>
): Effect.Effect<A, E> =>
  Effect.flatMap(References.TracerEnabled, (isTraced) =>
    isTraced ? Effect.withSpan(self, name, { attributes: attributes(), captureStackTrace: false }) : self
  )
