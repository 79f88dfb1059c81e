import { assert, describe, it } from "@effect/vitest"
import { coreCodes, everythingProfile, type HookEffects, noEffects, outcomeOf } from "@pawl/core"
import * as Effect from "effect/Effect"
import * as Logger from "effect/Logger"
import * as Result from "effect/Result"
import { after, atPrompt, atResult, broken, codes, dispatch, exits, prompt, reasonOf, strict } from "./dispatching.ts"
import {
  type BindingFields,
  binding,
  denies,
  type EngineOptions,
  envelope,
  loaded,
  seen,
  snapshotOf,
  snapshotWith,
  source,
  testAdapter
} from "./support.ts"

describe("HookDispatcher.dispatch, what failed to run (CORE-11, CORE-60)", () => {
  it.effect("follows the definition's policy when the input could not be written", () =>
    Effect.gen(function* () {
      const log = seen()
      const outcome = yield* dispatch(snapshotWith(binding("a")), {
        scripts: {
          a: {
            encode: () => Result.fail({ message: "no field for it" }),
            decode: ({ outcome: { ending } }) =>
              ending._tag === "SpawnFailed" && ending.errno === "EENCODE" ? denies(ending.message) : noEffects
          }
        },
        seen: log
      })
      assert.strictEqual(reasonOf(outcome)?.text, "no field for it")
      assert.deepStrictEqual(outcome.records[0]?.exit, {
        kind: "spawnFailed",
        errno: "EENCODE",
        message: "no field for it"
      })
      assert.deepStrictEqual(log.invocations, [])
    })
  )

  it.effect("tells what the adapter could not write into the input", () =>
    Effect.gen(function* () {
      const left = { code: "x/left-out", severity: "warning", message: "a field was left out" } as const
      const outcome = yield* dispatch(snapshotWith(binding("a")), {
        scripts: { a: { encode: () => Result.succeed({ stdin: new Uint8Array(0), env: {}, diagnostics: [left] }) } }
      })
      assert.deepStrictEqual(
        outcome.diagnostics.map((each) => each.code),
        [left.code]
      )
    })
  )

  it.effect("hands outcome, hook, moment and policy to the adapter, and its answer to the record", () =>
    Effect.gen(function* () {
      const one = binding("a")
      const moment = envelope()
      const ended = { ...outcomeOf({ _tag: "Exited", code: 2 }), durationMs: 5, stderrTail: "tail", leftRunning: [4] }
      const outcome = yield* dispatch(snapshotWith(one), {
        moment,
        policy: strict,
        scripts: {
          a: {
            run: () => Effect.succeed(ended),
            decode: (input) => {
              assert.deepStrictEqual(input, { outcome: ended, binding: one, envelope: moment, policy: strict })
              return denies("two")
            }
          }
        }
      })
      assert.deepInclude(outcome.records[0], {
        command: "run a",
        exit: { kind: "exited", code: 2 },
        durationMs: 5,
        stderrTail: "tail"
      })
      assert.strictEqual(outcome.records[0]?.effects.verdict, "deny")
      assert.deepStrictEqual(codes(outcome), [coreCodes.leftRunning])
    })
  )

  const lost = outcomeOf({ _tag: "Lost", message: "the helper died" })
  const queued = outcomeOf({ _tag: "TimedOut", phase: "queued" })
  const running = outcomeOf({ _tag: "TimedOut", phase: "running" })
  const answersAllow = (): HookEffects => ({ ...noEffects, verdict: "allow" })

  it.effect.each([
    [lost, coreCodes.lost],
    [queued, coreCodes.notStarted]
  ] as const)("denies with cause engine what is our own fault, and never asks the adapter: %o", ([ended, code]) =>
    Effect.gen(function* () {
      const scripts = { a: { run: () => Effect.succeed(ended), decode: answersAllow } }
      const denied = yield* dispatch(snapshotWith(binding("a")), { scripts })
      assert.deepInclude(reasonOf(denied), { author: "engine", cause: "engine", binding: "a" })
      const held = yield* dispatch(snapshotWith(atPrompt("a")), { scripts, moment: envelope(prompt) })
      assert.strictEqual(held.merged.halt?.cause, "engine")
      const told = yield* dispatch(snapshotWith(atResult("a")), { scripts, moment: envelope(after) })
      assert.strictEqual(told.merged.verdict._tag, "None")
      assert.deepStrictEqual(codes(told), [code])
    })
  )

  it.effect("leaves a time-out in the queue to the policy where the definition says so, and any other always", () =>
    Effect.gen(function* () {
      const decoded = (ended: typeof queued, more: BindingFields) =>
        Effect.map(
          dispatch(snapshotWith(binding("a", more)), {
            scripts: { a: { run: () => Effect.succeed(ended), decode: answersAllow } }
          }),
          (outcome) => outcome.merged.verdict._tag
        )
      assert.strictEqual(yield* decoded(queued, { queueTimeout: "policy" }), "Allow")
      assert.strictEqual(yield* decoded(running, {}), "Allow")
    })
  )

  const faults: ReadonlyArray<readonly [string, EngineOptions, string]> = [
    ["select throws", { adapters: [testAdapter({}, { select: broken })] }, "notStarted"],
    ["select dies", { adapters: [testAdapter({}, { select: () => Effect.die(new Error("it broke")) })] }, "notStarted"],
    ["select forgets a hook", { adapters: [testAdapter({}, { select: () => Effect.succeed([]) })] }, "notStarted"],
    ["there is no adapter", { adapters: [] }, "notStarted"],
    ["encode throws", { scripts: { a: { encode: broken } } }, "notStarted"],
    ["aliases throw", { adapters: [testAdapter({}, { aliases: broken })] }, "notStarted"],
    ["the runner throws", { scripts: { a: { run: broken } } }, "lost"],
    ["the runner dies", { scripts: { a: { run: () => Effect.die("it broke") } } }, "lost"],
    ["decode throws", { scripts: { a: { decode: broken } } }, "exited"]
  ]

  it.effect.each(faults)(
    "denies when %s, says whose fault it is, and keeps the detail to a finding",
    ([, options, exit]) =>
      Effect.gen(function* () {
        const denied = yield* dispatch(snapshotWith(binding("a")), options)
        const reason = reasonOf(denied)
        assert.deepInclude(reason, { author: "engine", cause: "engine", binding: "a" })
        assert.match(reason?.text ?? "", /^Pawl failed while .* the hook a: a fault of Pawl, not of the hook$/)
        assert.deepStrictEqual(codes(denied), [coreCodes.faultDetail])
        assert.deepStrictEqual(exits(denied), [["a", exit]])

        const held = yield* dispatch(snapshotWith(atPrompt("a")), { ...options, moment: envelope(prompt) })
        assert.strictEqual(held.merged.halt?.cause, "engine")
        const told = yield* dispatch(snapshotWith(atResult("a")), { ...options, moment: envelope(after) })
        assert.strictEqual(told.merged.verdict._tag, "None")
        assert.deepStrictEqual(codes(told), [coreCodes.fault, coreCodes.faultDetail])
      })
  )

  it.effect("an answer outside of the vocabulary is a fault, not an allow", () =>
    Effect.gen(function* () {
      const answers: HookEffects = JSON.parse('{"verdict":"block"}')
      const outcome = yield* dispatch(snapshotWith(binding("a")), { scripts: { a: { answers } } })
      assert.strictEqual(reasonOf(outcome)?.cause, "engine")
    })
  )

  it.effect("one hook's fault leaves every other hook's answer alone", () =>
    Effect.gen(function* () {
      const outcome = yield* dispatch(snapshotWith(binding("a"), binding("b")), {
        scripts: { a: { answers: denies("a's own") }, b: { run: broken } }
      })
      assert.strictEqual(reasonOf(outcome)?.text, "a's own")
      assert.deepStrictEqual(
        outcome.merged.reasons.map((each) => each.cause),
        ["hook", "engine"]
      )
    })
  )

  const poisoned: HookEffects = Object.defineProperty({ ...noEffects, verdict: "allow" }, "notices", { get: broken })

  it.effect.each([
    ["reducing throws", { scripts: { a: { answers: poisoned } } }],
    [
      "refusing throws",
      {
        profile: Object.defineProperty({ ...everythingProfile }, "extensions", { get: broken }),
        scripts: { a: { answers: { ...noEffects, extensions: [{ id: "x", value: 1 }] } } }
      }
    ]
  ] as const)("denies the whole moment when %s, and keeps the records", ([, options]) =>
    Effect.gen(function* () {
      const denied = yield* dispatch(snapshotWith(binding("a")), options)
      assert.deepInclude(reasonOf(denied), { cause: "engine", author: "engine" })
      assert.deepStrictEqual(codes(denied), [coreCodes.faultDetail])
      assert.deepStrictEqual(exits(denied), [["a", "exited"]])
    })
  )

  it.effect("denies the whole moment when the snapshot breaks its promise: a source twice, or a hook of none", () =>
    Effect.gen(function* () {
      const log = seen()
      const twice = snapshotOf(loaded(source("/a"), [binding("a")]), loaded(source("/a"), [binding("b")]))
      const none = snapshotOf(loaded(source("/b"), [binding("a")]))
      for (const snapshot of [twice, none]) {
        const outcome = yield* dispatch(snapshot, { seen: log })
        assert.strictEqual(reasonOf(outcome)?.cause, "engine")
        assert.deepStrictEqual(codes(outcome), [coreCodes.faultDetail])
      }
      assert.deepStrictEqual(log.invocations, [])
      assert.deepInclude(log.events.at(-1), { _tag: "DispatchEnded", verdict: "deny" })
    })
  )

  it.effect("is not moved by a subscriber that fails", () =>
    Effect.gen(function* () {
      const logged: Array<unknown> = []
      const outcome = yield* dispatch(snapshotWith(binding("a")), {
        scripts: { a: { answers: { ...noEffects, verdict: "allow" } } },
        receive: broken
      }).pipe(Effect.provide(Logger.layer([Logger.make(({ logLevel }) => logged.push(logLevel))])))
      assert.strictEqual(outcome.merged.verdict._tag, "Allow")
      assert.deepStrictEqual(logged, ["Error", "Error"])
    })
  )
})
