import { assert, describe, it } from "@effect/vitest"
import {
  type Binding,
  bindingsOf,
  CurrentReading,
  coreCodes,
  diagnosticsOf,
  emptySnapshot,
  type HookFormatAdapter,
  HookRegistry,
  type Reading,
  type Snapshot,
  type Source,
  type SourceCandidate,
  SourceRejected,
  type Trust,
  TrustPolicy,
  UnknownFormat
} from "@pawl/core"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import { binding, engineLayer, source, testAdapter } from "./support.ts"

const finding = (code: string, severity: "error" | "warning" = "warning") =>
  ({ code, severity, message: code }) as const

/**
 * A format whose text is what it holds: the ids of hooks separated by blanks. `void` voids the file, `void-here` only for
 * the host at hand, `throw-parse` and `throw-bindings` are defects, a word with `~` in front is a hook that decides nothing.
 */
const wordsAdapter = (more: Partial<HookFormatAdapter["Service"]> = {}) =>
  testAdapter(
    {},
    {
      parse: (text) => {
        const words = text.split(" ").filter((word) => word !== "")
        if (words.includes("throw-parse")) throw new Error("parse broke")
        return Effect.succeed({
          format: "test",
          voided: words.includes("void"),
          definitions: words.length,
          findings: words.includes("void") ? [finding("x/void", "error")] : [finding("x/parsed")],
          data: words
        })
      },
      bindings: (parsed, context) => {
        const words = Array.isArray(parsed.data) ? parsed.data.map(String) : []
        if (words.includes("throw-bindings")) throw new Error("bindings broke")
        return {
          voided: words.includes("void-here"),
          reported: words.length,
          bindings: words.map((word, index) =>
            binding(word, {
              index,
              source: context.source.id,
              gate: word.startsWith("~") ? "none" : "verdict",
              data: context.reading
            })
          ),
          diagnostics: [finding("x/bound")]
        }
      },
      ...more
    }
  )

const candidate = (text: string, of: Source = source("/a"), digest = `digest of ${text}`): SourceCandidate => ({
  source: of,
  contents: { _tag: "Read", text: { text, digest } }
})

const unreadable = (of: Source = source("/a")): SourceCandidate => ({
  source: of,
  contents: { _tag: "Unreadable", diagnostics: [finding("x/unreadable", "error")] }
})

const project = source("/repo/hooks", { kind: "project", path: "hooks", scope: { _tag: "Within", root: "/repo" } })

const registryLayer = (
  trust: Layer.Layer<TrustPolicy> = TrustPolicy.layer,
  adapter: HookFormatAdapter["Service"] = wordsAdapter()
) => HookRegistry.layer.pipe(Layer.provide([engineLayer({ adapters: [adapter] }), trust]))

/** Trust that a test changes as it goes. */
const trustLayer = (assess: () => Trust) => Layer.succeed(TrustPolicy, { assess: () => Effect.sync(() => assess()) })

const ids = (snapshot: Snapshot) => bindingsOf(snapshot).map((each) => each.id)
const codes = (snapshot: Snapshot) => diagnosticsOf(snapshot).map((each) => each.code)
const standings = (bindings: ReadonlyArray<Binding>) => bindings.map(({ id, standing }) => [id, standing._tag])

const install = (...args: Parameters<typeof candidate>) =>
  HookRegistry.use((registry) => registry.install(candidate(...args)))
const reject = (failing: SourceCandidate) =>
  HookRegistry.use((registry) => Effect.andThen(Effect.flip(registry.install(failing)), registry.snapshot))
const snapshot = HookRegistry.use((registry) => registry.snapshot)

describe("HookRegistry.install (CORE-47, CORE-58)", () => {
  it.effect("begins with nothing in force", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* snapshot, emptySnapshot)
    }).pipe(Effect.provide(registryLayer()))
  )

  it.effect("puts hooks in force in dispatch order of their sources, and in the file's order inside of one", () =>
    Effect.gen(function* () {
      yield* install("u1", source("/u", { kind: "user" }))
      yield* install("b1", source("/b", { order: 2 }))
      const last = yield* install("a2 a1", source("/a", { order: 1 }))
      assert.deepStrictEqual(ids(last), ["a2", "a1", "b1", "u1"])
      assert.deepStrictEqual(last.byBoundary.get("tool.pre"), bindingsOf(last))
      assert.strictEqual(last.revision, 3)
      assert.deepStrictEqual(yield* snapshot, last)
    }).pipe(Effect.provide(registryLayer()))
  )

  it.effect("tells findings of the text and of the host, each with the file", () =>
    Effect.gen(function* () {
      const after = yield* install("a1", source("/a", { path: "~/a.json" }))
      assert.deepStrictEqual(
        diagnosticsOf(after).map((each) => [each.code, each.file]),
        [
          ["x/parsed", "~/a.json"],
          ["x/bound", "~/a.json"]
        ]
      )
      assert.strictEqual(after.sources[0]?.definitions, 1)
    }).pipe(Effect.provide(registryLayer()))
  )

  it.effect("replaces the hooks of the same file and leaves every other alone", () =>
    Effect.gen(function* () {
      yield* install("a1 a2")
      yield* install("b1", source("/b", { order: 1 }))
      assert.deepStrictEqual(ids(yield* install("a3")), ["a3", "b1"])
    }).pipe(Effect.provide(registryLayer()))
  )

  it.effect("holds a file once that is reached twice", () =>
    Effect.gen(function* () {
      yield* install("a1", source("/repo/hooks"))
      const after = yield* install("a1", { ...project, kind: "explicit" })
      assert.deepStrictEqual(ids(after), ["a1"])
      assert.strictEqual(after.sources.length, 1)
      assert.strictEqual(after.revision, 2, "it applies elsewhere now, so this is a change")
    }).pipe(Effect.provide(registryLayer()))
  )

  it.effect("does not move the revision for the same bytes, so that a touch in a loop denies nothing", () =>
    Effect.gen(function* () {
      const first = yield* install("a1")
      assert.strictEqual(yield* install("a1"), first)
      assert.strictEqual((yield* install("a1", source("/a"), "other digest")).revision, 2)
    }).pipe(Effect.provide(registryLayer()))
  )

  it.effect("keeps the last good version in force when the file cannot be read any more, and says so", () =>
    Effect.gen(function* () {
      yield* install("a1")
      const failed = yield* reject(unreadable())
      assert.deepStrictEqual(ids(failed), ["a1"])
      assert.deepStrictEqual(codes(failed), ["x/unreadable", coreCodes.lastGood])
      assert.strictEqual(failed.revision, 2)
      const [state] = failed.sources
      assert.deepInclude(state, { failed: true, digest: undefined, trust: { _tag: "Approved", by: "kind" } })
      for (const diagnostic of diagnosticsOf(failed)) assert.strictEqual(diagnostic.file, "/a")
    }).pipe(Effect.provide(registryLayer()))
  )

  it.effect("keeps the last good version when the new text is void, and never the void one", () =>
    Effect.gen(function* () {
      yield* install("a1")
      const failed = yield* reject(candidate("void a2"))
      assert.deepStrictEqual(ids(failed), ["a1"])
      assert.deepStrictEqual(codes(failed), ["x/void", coreCodes.lastGood])
    }).pipe(Effect.provide(registryLayer()))
  )

  it.effect("has nothing in force of a file that was never good, and no trust in it", () =>
    Effect.gen(function* () {
      const failed = yield* reject(candidate("void"))
      assert.deepStrictEqual(ids(failed), [])
      assert.deepStrictEqual(codes(failed), ["x/void"])
      assert.deepInclude(failed.sources[0], { failed: true, trust: undefined, definitions: 1 })
    }).pipe(Effect.provide(registryLayer()))
  )

  it.effect("moves the revision with every failed attempt, and with the good one after it", () =>
    Effect.gen(function* () {
      yield* install("a1")
      assert.strictEqual((yield* reject(candidate("void"))).revision, 2)
      assert.strictEqual((yield* reject(candidate("void"))).revision, 3)
      const good = yield* install("a1")
      assert.strictEqual(good.revision, 4)
      assert.deepStrictEqual(codes(good), ["x/parsed", "x/bound"])
      assert.strictEqual(good.sources[0]?.failed, false)
    }).pipe(Effect.provide(registryLayer()))
  )

  it.effect("fails with what was found", () =>
    Effect.gen(function* () {
      const registry = yield* HookRegistry
      const error = yield* Effect.flip(registry.install(candidate("void")))
      assert.instanceOf(error, SourceRejected)
      assert.strictEqual(error.message, "x/void")
    }).pipe(Effect.provide(registryLayer()))
  )

  it.effect("knows no format that no adapter was given for, and stays as it was", () =>
    Effect.gen(function* () {
      const registry = yield* HookRegistry
      const error = yield* Effect.flip(registry.install(candidate("a1", source("/a", { format: "acme" }))))
      assert.instanceOf(error, UnknownFormat)
      assert.deepStrictEqual(yield* registry.snapshot, emptySnapshot)
    }).pipe(Effect.provide(registryLayer()))
  )

  it.effect.each(["throw-parse", "throw-bindings"])("turns a defect of the adapter (%s) into a failed load", (word) =>
    Effect.gen(function* () {
      yield* install("b1", source("/b", { order: 1 }))
      yield* install("a1")
      const failed = yield* reject(candidate(word))
      assert.deepStrictEqual(ids(failed), ["a1", "b1"])
      assert.deepStrictEqual(
        failed.sources[0]?.diagnostics.map((each) => [each.code, each.severity]),
        [
          [coreCodes.fault, "error"],
          [coreCodes.lastGood, "warning"]
        ]
      )
      assert.match(failed.sources[0]?.diagnostics[0]?.message ?? "", /Pawl failed while .*\/a.*broke/)
    }).pipe(Effect.provide(registryLayer()))
  )

  it.effect("marks what only this host makes of a file (CORE-12)", () =>
    Effect.gen(function* () {
      const after = yield* install("a1")
      assert.deepStrictEqual(
        after.sources[0]?.diagnostics.map((each) => [each.code, each.dependsOnHost ?? false]),
        [
          ["x/parsed", false],
          ["x/bound", true]
        ]
      )
    }).pipe(Effect.provide(registryLayer()))
  )

  it.effect("counts a file that only the reading voids as a failed load", () =>
    Effect.gen(function* () {
      yield* install("a1")
      const failed = yield* reject(candidate("a2 void-here"))
      assert.deepStrictEqual(ids(failed), ["a1"])
      assert.deepStrictEqual(
        failed.sources[0]?.diagnostics.map((each) => each.code),
        ["x/parsed", "x/bound", coreCodes.lastGood]
      )
    }).pipe(Effect.provide(registryLayer()))
  )

  it.effect("hands the reading of its layer to the adapter", () => {
    const reading: Reading = "asWritten"
    return Effect.gen(function* () {
      const after = yield* install("a1")
      assert.deepStrictEqual(
        bindingsOf(after).map((each) => each.data),
        [reading]
      )
    }).pipe(Effect.provide(registryLayer().pipe(Layer.provide(Layer.succeed(CurrentReading, reading)))))
  })
})

describe("HookRegistry and trust (CORE-14, CORE-58)", () => {
  it.effect("matches the hooks of a project that nobody has approved, and runs none of them", () =>
    Effect.gen(function* () {
      const after = yield* install("a1 ~a2", project)
      for (const { standing } of bindingsOf(after)) {
        assert.deepInclude(standing, { _tag: "Withheld", cause: "untrusted", denies: "strict" })
        assert.include(standing._tag === "Withheld" && standing.reason, "hooks")
      }
      assert.strictEqual(bindingsOf(after).length, 2)
      const told = diagnosticsOf(after).filter((each) => each.code === coreCodes.notApproved)
      assert.strictEqual(told.length, 1)
      assert.deepInclude(told[0], { severity: "warning", file: "hooks" })
      assert.include(told[0]?.hint, "approve")
    }).pipe(Effect.provide(registryLayer()))
  )

  it.effect("runs what the call itself trusts, and after a change denies by the version that it trusted", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(standings(bindingsOf(yield* install("guard ~observer", project))), [
        ["guard", "Active"],
        ["~observer", "Active"]
      ])
      const changed = yield* install("other", project)
      assert.deepStrictEqual(standings(bindingsOf(changed)), [["guard", "Withheld"]])
      const [guard] = bindingsOf(changed)
      assert.deepInclude(guard?.standing, { denies: "always", cause: "untrusted" })
      assert.deepStrictEqual(codes(changed), [coreCodes.changed])
      assert.strictEqual(changed.sources[0]?.failed, false)

      assert.strictEqual((yield* install("other", project)).revision, changed.revision)
      assert.deepStrictEqual(standings(bindingsOf(yield* install("yet another", project))), [["guard", "Withheld"]])
      assert.deepStrictEqual(standings(bindingsOf(yield* install("guard ~observer", project))), [
        ["guard", "Active"],
        ["~observer", "Active"]
      ])
    }).pipe(Effect.provide(registryLayer(TrustPolicy.layerThisCall)))
  )

  it.effect("denies by the guards of the text at hand where the approved version is not known", () =>
    Effect.gen(function* () {
      const changed = yield* install("guard ~observer", project)
      assert.deepStrictEqual(standings(bindingsOf(changed)), [["guard", "Withheld"]])
    }).pipe(Effect.provide(registryLayer(trustLayer(() => ({ _tag: "Changed" })))))
  )

  it.effect("keeps the approved version running while a later text is broken", () =>
    Effect.gen(function* () {
      yield* install("guard", project)
      assert.deepStrictEqual(standings(bindingsOf(yield* reject(candidate("void", project)))), [["guard", "Active"]])
    }).pipe(Effect.provide(registryLayer(TrustPolicy.layerThisCall)))
  )

  it.effect("takes up an approval of bytes that it knows already, and lets one go", () => {
    let trust: Trust = { _tag: "NotApproved" }
    return Effect.gen(function* () {
      assert.deepStrictEqual(standings(bindingsOf(yield* install("a1", project))), [["a1", "Withheld"]])
      trust = { _tag: "Approved", by: "store" }
      const approved = yield* install("a1", project)
      assert.deepStrictEqual(standings(bindingsOf(approved)), [["a1", "Active"]])
      assert.strictEqual(approved.revision, 2)
      trust = { _tag: "NotApproved" }
      assert.deepStrictEqual(standings(bindingsOf(yield* install("a1", project))), [["a1", "Withheld"]])
    }).pipe(Effect.provide(registryLayer(trustLayer(() => trust))))
  })

  it.effect("denies by the guards when trust cannot be looked up: our own fault is never leniency (CORE-11)", () => {
    let isBroken = true
    const trust = trustLayer(() => {
      if (isBroken) throw new Error("store unreadable")
      return { _tag: "Approved", by: "store" }
    })
    return Effect.gen(function* () {
      const failed = yield* reject(candidate("guard ~observer", project))
      const [guard, ...others] = bindingsOf(failed)
      assert.deepInclude(guard?.standing, { _tag: "Withheld", cause: "engine", denies: "always" })
      assert.deepStrictEqual(others, [])
      assert.deepStrictEqual(codes(failed), [coreCodes.trustUnknown])
      assert.include(diagnosticsOf(failed)[0]?.message, "store unreadable")

      isBroken = false
      assert.deepStrictEqual(standings(bindingsOf(yield* install("guard", project))), [["guard", "Active"]])
      isBroken = true
      const again = yield* reject(candidate("guard", project))
      assert.deepStrictEqual(standings(bindingsOf(again)), [["guard", "Withheld"]])
    }).pipe(Effect.provide(registryLayer(trust)))
  })
})

describe("HookRegistry, the rest (CORE-47)", () => {
  it.effect("removes a source, and moves the revision only when it was there", () =>
    Effect.gen(function* () {
      const registry = yield* HookRegistry
      yield* install("guard", project)
      const gone = yield* registry.remove(project.id)
      assert.deepStrictEqual([ids(gone), gone.revision], [[], 2])
      assert.strictEqual(yield* registry.remove(project.id), gone)
    }).pipe(Effect.provide(registryLayer()))
  )

  it.effect("streams the current snapshot and then every later one", () =>
    Effect.gen(function* () {
      const registry = yield* HookRegistry
      yield* install("a1")
      const revisions = yield* registry.changes.pipe(
        Stream.map((each) => each.revision),
        Stream.take(3),
        Stream.runCollect,
        Effect.forkChild({ startImmediately: true })
      )
      yield* install("a1")
      yield* reject(candidate("void"))
      yield* install("a2")
      assert.deepStrictEqual(yield* Fiber.join(revisions), [1, 2, 3])
    }).pipe(Effect.provide(registryLayer()))
  )

  it.effect("lets one attempt finish before the next begins", () =>
    Effect.gen(function* () {
      const first = yield* Deferred.make<void>()
      const order: Array<string> = []
      const adapter = wordsAdapter()
      const slow: HookFormatAdapter["Service"] = {
        ...adapter,
        parse: (text) =>
          Effect.suspend(() => {
            order.push(`begin ${text}`)
            return text === "a1" ? Deferred.await(first) : Effect.void
          }).pipe(
            Effect.andThen(Effect.suspend(() => adapter.parse(text))),
            Effect.tap(() => Effect.sync(() => order.push(`end ${text}`)))
          )
      }
      yield* Effect.gen(function* () {
        const one = yield* Effect.forkChild(install("a1"), { startImmediately: true })
        const two = yield* Effect.forkChild(install("b1", source("/b", { order: 1 })), { startImmediately: true })
        yield* Effect.yieldNow
        yield* Deferred.succeed(first, undefined)
        yield* Fiber.join(one)
        assert.deepStrictEqual(ids(yield* Fiber.join(two)), ["a1", "b1"])
        assert.deepStrictEqual(order, ["begin a1", "end a1", "begin b1", "end b1"])
      }).pipe(Effect.provide(registryLayer(TrustPolicy.layer, slow)))
    })
  )

  it.effect("is unchanged by an attempt that was interrupted, and goes on", () =>
    Effect.gen(function* () {
      const adapter = wordsAdapter()
      const stuck: HookFormatAdapter["Service"] = {
        ...adapter,
        parse: (text) => (text === "never" ? Effect.never : adapter.parse(text))
      }
      yield* Effect.gen(function* () {
        const before = yield* install("a1")
        const fiber = yield* Effect.forkChild(install("never"), { startImmediately: true })
        yield* Fiber.interrupt(fiber)
        assert.strictEqual(yield* snapshot, before)
        assert.deepStrictEqual(ids(yield* install("a2")), ["a2"])
      }).pipe(Effect.provide(registryLayer(TrustPolicy.layer, stuck)))
    })
  )
})
