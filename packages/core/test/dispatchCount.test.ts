import { assert, it } from "@effect/vitest"
import { dispatchCount } from "@pawl/core"
import * as Effect from "effect/Effect"
import * as Metric from "effect/Metric"
import * as Tracer from "effect/Tracer"
import { dispatch } from "./dispatching.ts"
import { binding, seen, snapshotOf, snapshotWith } from "./support.ts"

/** Counts in a registry of its own, and keeps the names of all spans. */
const observed = <A>(effect: Effect.Effect<A>) =>
  Effect.gen(function* () {
    const spans: Array<string> = []
    const tracer = Tracer.make({
      span: (options) => {
        spans.push(options.name)
        return new Tracer.NativeSpan(options)
      }
    })
    const { count } = yield* Effect.andThen(effect, Metric.value(dispatchCount)).pipe(
      Effect.provideService(Metric.MetricRegistry, new Map()),
      Effect.provideService(Tracer.Tracer, tracer)
    )
    return { count, spans }
  })

it.effect("a moment without hooks leaves one count, no span and no record (CORE-72)", () =>
  Effect.gen(function* () {
    const log = seen()
    const { count, spans } = yield* observed(dispatch(snapshotOf(), { seen: log }))
    assert.strictEqual(count, 1)
    assert.deepStrictEqual(spans, [])
    assert.deepStrictEqual(log, seen())
  })
)

it.effect("hooks that do not match leave a count and a record, and no span (CORE-72)", () =>
  Effect.gen(function* () {
    const log = seen()
    const scripts = { a: { select: { _tag: "Skip", why: "other command" } } } as const
    const { count, spans } = yield* observed(dispatch(snapshotWith(binding("a")), { seen: log, scripts }))
    assert.strictEqual(count, 1)
    assert.deepStrictEqual(spans, [])
    assert.deepStrictEqual(
      log.events.map((event) => event._tag),
      ["DispatchEnded"]
    )
  })
)

it.effect("every dispatch is counted, and one that runs hooks has a span, with one for each of them (CORE-72)", () =>
  Effect.gen(function* () {
    const twice = Effect.andThen(
      dispatch(snapshotWith(binding("a"), binding("b"))),
      dispatch(snapshotWith(binding("c")))
    )
    const { count, spans } = yield* observed(twice)
    assert.strictEqual(count, 2)
    assert.deepStrictEqual(spans, [
      "HookDispatcher.dispatch",
      "HookDispatcher.invoke",
      "HookDispatcher.invoke",
      "HookDispatcher.dispatch",
      "HookDispatcher.invoke"
    ])
  })
)
