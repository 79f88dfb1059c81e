import { assert, describe, it } from "@effect/vitest"
import type { HookEffects, Snapshot } from "@pawl/core"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as References from "effect/References"
import * as Tracer from "effect/Tracer"
import { TestClock } from "effect/testing"
import { dispatch } from "./dispatching.ts"
import { binding, denies, envelope, seen, snapshotOf, snapshotWith } from "./support.ts"

describe("HookDispatcher.dispatch, what it says (CORE-34)", () => {
  const moment = envelope(
    { _tag: "tool.pre", action: { _tag: "ShellRun", command: "curl secret" } },
    { actionId: "act" }
  )
  const hint = { code: "x/y", severity: "hint", message: "m" } as const
  const answers: HookEffects = { ...denies("a secret reason"), diagnostics: [hint] }
  const scripts = { a: { takes: 20, answers }, b: { takes: 10 } }
  const two = snapshotWith(binding("a"), binding("b"))

  it.effect("the end of each hook as it comes, every finding, and last the receipt, all without texts", () =>
    Effect.gen(function* () {
      const log = seen()
      const fiber = yield* Effect.forkChild(dispatch(two, { moment, scripts, seen: log }), { startImmediately: true })
      yield* TestClock.adjust(20)
      const outcome = yield* Fiber.join(fiber)
      assert.deepStrictEqual(
        log.events.map((event) => (event._tag === "InvocationEnded" ? event.receipt.binding : event._tag)),
        ["b", "a", "DiagnosticFound", "DispatchEnded"]
      )
      const receipt = log.events.at(-1)
      assert.deepInclude(receipt, {
        boundary: "tool.pre",
        revision: 7,
        actionId: "act",
        interrupted: false,
        verdict: "deny",
        halted: false,
        matched: 2,
        candidates: 2,
        durationMs: 20
      })
      assert.deepStrictEqual(
        receipt?._tag === "DispatchEnded" && receipt.invocations.map((each) => [each.binding, each.verdict]),
        [
          ["a", "deny"],
          ["b", "none"]
        ]
      )
      assert.deepStrictEqual(outcome.diagnostics, [{ ...hint, binding: "a" }])
      assert.notInclude(JSON.stringify(log.events.filter((each) => each._tag !== "DiagnosticFound")), "secret")
    })
  )

  const spansOf = (snapshot: Snapshot) =>
    Effect.gen(function* () {
      const spans: Array<Tracer.NativeSpan> = []
      const tracer = Tracer.make({
        span: (options) => {
          const span = new Tracer.NativeSpan(options)
          spans.push(span)
          return span
        }
      })
      yield* dispatch(snapshot, {
        moment,
        scripts: { a: { answers }, b: { select: { _tag: "Skip", why: "no" } } }
      }).pipe(Effect.withTracer(tracer))
      return spans
    })

  it.effect("one span for a dispatch that concerned a hook and one for each hook, with names only", () =>
    Effect.gen(function* () {
      const spans = yield* spansOf(two)
      assert.deepStrictEqual(
        spans.map((span) => span.name),
        ["HookDispatcher.dispatch", "HookDispatcher.invoke"]
      )
      assert.deepInclude(Object.fromEntries(spans[0]?.attributes ?? []), {
        "pawl.boundary": "tool.pre",
        "pawl.matched": 1
      })
      assert.notInclude(JSON.stringify(spans.map((span) => [...span.attributes])), "secret")
      assert.deepStrictEqual(yield* spansOf(snapshotOf()), [])
      assert.deepStrictEqual(yield* spansOf(snapshotWith(binding("b"))), [])
    })
  )

  it.effect("no span at all where tracing is switched off", () =>
    Effect.gen(function* () {
      assert.lengthOf(yield* spansOf(two), 2)
      assert.deepStrictEqual(yield* Effect.withTracerEnabled(spansOf(two), false), [])
    })
  )

  it.effect("one line of the log for a dispatch that concerned a hook", () =>
    Effect.gen(function* () {
      const lines: Array<string> = []
      const logger = Logger.make(({ logLevel, message }) => lines.push(`${logLevel} ${JSON.stringify(message)}`))
      const quiet = { moment, scripts: { a: { answers }, b: { select: { _tag: "Skip", why: "no" } } } } as const
      yield* Effect.all([
        dispatch(two, quiet),
        dispatch(snapshotWith(binding("b")), quiet),
        dispatch(snapshotOf())
      ]).pipe(Effect.provide(Layer.merge(Logger.layer([logger]), Layer.succeed(References.MinimumLogLevel, "Debug"))))
      assert.strictEqual(lines.length, 1)
      assert.match(lines[0] ?? "", /^Debug .*"matched":1,"verdict":"deny","halted":false,"durationMs":0/)
      assert.notInclude(lines.join(), "secret")
    })
  )
})
