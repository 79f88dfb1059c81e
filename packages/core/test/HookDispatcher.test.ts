import { assert, describe, it } from "@effect/vitest"
import {
  bindingId,
  coreCodes,
  defaultRunPolicy,
  type Envelope,
  everythingProfile,
  HookDispatcher,
  type HookFormatAdapter,
  limits,
  noEffects,
  nothingMerged,
  OuterInvocations,
  type RunPolicy,
  referenceProfile
} from "@pawl/core"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import { TestClock } from "effect/testing"
import { after, atResult, broken, codes, dispatch, dispatcherLayer, exits, reasonOf, strict } from "./dispatching.ts"
import {
  binding,
  denies,
  envelope,
  honouring,
  loaded,
  seen,
  snapshotOf,
  snapshotWith,
  source,
  testAdapter
} from "./support.ts"

describe("HookDispatcher.dispatch, order (CORE-33)", () => {
  const three = snapshotWith(binding("a"), binding("b"), binding("c"))
  const takes = (a: number, b: number, c: number) => ({
    a: { takes: a, answers: denies("says a") },
    b: { takes: b, answers: denies("says b") },
    c: { takes: c, answers: denies("says c") }
  })

  it.effect("runs all at once: 300, 100 and 200 ms take 300 ms, and merge in snapshot order", () =>
    Effect.gen(function* () {
      const fiber = yield* Effect.forkChild(dispatch(three, { scripts: takes(300, 100, 200) }), {
        startImmediately: true
      })
      yield* TestClock.adjust(299)
      assert.isUndefined(fiber.pollUnsafe())
      yield* TestClock.adjust(1)
      const outcome = yield* Fiber.join(fiber)
      assert.strictEqual(reasonOf(outcome)?.text, "says a")
      assert.deepStrictEqual(
        outcome.merged.reasons.map((each) => each.text),
        ["says a", "says b", "says c"]
      )
      assert.deepStrictEqual(exits(outcome), [
        ["a", "exited"],
        ["b", "exited"],
        ["c", "exited"]
      ])
    })
  )

  it.effect("gives the same outcome for every order that hooks finish in", () =>
    Effect.gen(function* () {
      const orders = [takes(1, 2, 3), takes(1, 3, 2), takes(2, 1, 3), takes(2, 3, 1), takes(3, 1, 2), takes(3, 2, 1)]
      const outcomes = yield* Effect.forEach(orders, (scripts) =>
        Effect.gen(function* () {
          const fiber = yield* Effect.forkChild(dispatch(three, { scripts }), { startImmediately: true })
          yield* TestClock.adjust(3)
          return yield* Fiber.join(fiber)
        })
      )
      for (const outcome of outcomes) assert.deepStrictEqual(outcome, outcomes[0])
    })
  )

  it.effect("keeps snapshot order across formats, with one question to each", () =>
    Effect.gen(function* () {
      const questions: Array<ReadonlyArray<string>> = []
      const adapter = (format: string) =>
        testAdapter(
          { a: { answers: denies("a") }, c: { answers: denies("c") } },
          {
            format,
            select: (_, bindings) =>
              Effect.sync(() => {
                questions.push(bindings.map((each) => each.id))
                return bindings.map(() => ({ _tag: "Run" }) as const)
              })
          }
        )
      const outcome = yield* dispatch(
        snapshotWith(binding("a", { format: "x" }), binding("b", { format: "y" }), binding("c", { format: "x" })),
        { adapters: [adapter("x"), adapter("y")] }
      )
      assert.deepStrictEqual(questions, [["a", "c"], ["b"]])
      assert.deepStrictEqual(
        outcome.records.map((each) => each.binding),
        ["a", "b", "c"]
      )
    })
  )
})

describe("HookDispatcher.dispatch, nothing to do (CORE-33)", () => {
  it.effect("no hooks at all are a real none: no event, no span", () =>
    Effect.gen(function* () {
      const log = seen()
      const outcome = yield* dispatch(snapshotOf(), { seen: log })
      assert.deepStrictEqual(outcome, {
        boundary: "tool.pre",
        revision: 7,
        merged: nothingMerged,
        records: [],
        notMatched: [],
        diagnostics: []
      })
      assert.deepStrictEqual(log, seen())
    })
  )

  it.effect("a host gets nothing for what it does not report", () =>
    Effect.gen(function* () {
      const log = seen()
      const outcome = yield* dispatch(snapshotWith(binding("a", { boundary: "file.exposure" })), {
        moment: envelope({ _tag: "file.exposure", path: "/x", attachments: [] }),
        profile: referenceProfile,
        scripts: { a: { answers: denies() } },
        seen: log
      })
      assert.strictEqual(outcome.merged.verdict._tag, "None")
      assert.deepStrictEqual(log.invocations, [])
    })
  )

  it.effect("says of each hook that does not match why, and leaves a receipt", () =>
    Effect.gen(function* () {
      const log = seen()
      const finding = { code: "x/y", severity: "warning", message: "m" } as const
      const outcome = yield* dispatch(snapshotWith(binding("a"), binding("b")), {
        scripts: {
          a: { select: { _tag: "Skip", why: "other command" } },
          b: { select: { _tag: "Skip", why: "too slow", diagnostic: finding } }
        },
        seen: log
      })
      assert.deepStrictEqual(outcome.notMatched, [
        { binding: "a", why: "other command" },
        { binding: "b", why: "too slow" }
      ])
      assert.deepStrictEqual(outcome.diagnostics, [{ ...finding, binding: "b" }])
      assert.deepStrictEqual(outcome.records, [])
      const receipt = log.events.find((event) => event._tag === "DispatchEnded")
      assert.deepInclude(receipt, { matched: 0, candidates: 2, verdict: "none", interrupted: false })
    })
  )

  it.effect("runs a hook whose matcher gave no clear answer, and warns", () =>
    Effect.gen(function* () {
      const outcome = yield* dispatch(snapshotWith(binding("a")), {
        scripts: { a: { select: { _tag: "RunUnsure", why: "took too long" }, answers: denies("no") } }
      })
      assert.strictEqual(reasonOf(outcome)?.text, "no")
      assert.strictEqual(outcome.records[0]?.unsure, "took too long")
      assert.deepStrictEqual(codes(outcome), [coreCodes.unsure])
    })
  )
})

describe("HookDispatcher.dispatch, hooks that look the same (CORE-23)", () => {
  it.effect("are told apart by their file and their place in it, and each is run", () =>
    Effect.gen(function* () {
      const log = seen()
      yield* dispatch(
        snapshotOf(
          ...["/a", "/b"].map((path) =>
            loaded(
              source(path),
              [0, 1].map((index) =>
                binding(bindingId(path, "event", index), {
                  source: path,
                  index,
                  handler: { _tag: "Shell", command: "./h" }
                })
              )
            )
          )
        ),
        { seen: log }
      )
      assert.deepStrictEqual(
        log.invocations.map((each) => each.binding),
        ["/a#event[0]", "/a#event[1]", "/b#event[0]", "/b#event[1]"]
      )
    })
  )
})

describe("HookDispatcher.dispatch, scope (CORE-6)", () => {
  const project = (id: string, root: string) =>
    loaded(source(id, { kind: "project", scope: { _tag: "Within", root } }), [binding(`${id}/hook`, { source: id })])

  it.effect("asks the hooks of the projects that the moment touches, and of no other", () =>
    Effect.gen(function* () {
      const log = seen()
      yield* dispatch(snapshotOf(project("/one", "/one"), project("/two", "/two"), project("/three", "/three")), {
        moment: envelope(
          { _tag: "tool.pre", action: { _tag: "FileDelete", paths: ["../two/x"] } },
          { cwd: "/four", workspaceRoots: ["/three"] }
        ),
        roots: ["/one"],
        seen: log
      })
      assert.deepStrictEqual(
        log.invocations.map((each) => each.binding),
        ["/one/hook", "/two/hook"]
      )
    })
  )

  it.effect("is a real none where no project is touched", () =>
    Effect.gen(function* () {
      const log = seen()
      const outcome = yield* dispatch(snapshotOf(project("/one", "/one")), { seen: log })
      assert.deepStrictEqual(outcome.merged, nothingMerged)
      assert.deepStrictEqual(log, seen())
    })
  )
})

describe("HookDispatcher.dispatch, nesting (CORE-48)", () => {
  const outer = (count: number) => Array.from({ length: count }, (_, index) => `run-${index}`)

  it.effect("tells a hook what it runs below", () =>
    Effect.gen(function* () {
      const log = seen()
      yield* dispatch(snapshotWith(binding("a")), { seen: log }).pipe(
        Effect.provideService(OuterInvocations, outer(limits.nesting - 1))
      )
      assert.deepStrictEqual(log.invocations[0]?.outerInvocations, outer(limits.nesting - 1))
    })
  )

  it.effect("denies at the limit, runs no hook, and never lets a guard be skipped", () =>
    Effect.gen(function* () {
      const log = seen()
      const deep = Effect.provideService(OuterInvocations, outer(limits.nesting))
      const denied = yield* deep(dispatch(snapshotWith(binding("a")), { seen: log }))
      assert.deepInclude(reasonOf(denied), { cause: "engine", author: "engine" })
      assert.deepStrictEqual(
        denied.notMatched.map((each) => each.binding),
        ["a"]
      )
      const told = yield* deep(dispatch(snapshotWith(atResult("a")), { seen: log, moment: envelope(after) }))
      assert.deepStrictEqual(codes(told), [coreCodes.nested])
      assert.deepStrictEqual(log.invocations, [])
    })
  )

  it.effect("knows how deep it is whether its layer or its caller was told", () =>
    Effect.gen(function* () {
      const layer = dispatcherLayer().pipe(Layer.provide(Layer.succeed(OuterInvocations, outer(limits.nesting))))
      const outcome = yield* HookDispatcher.use((dispatcher) =>
        dispatcher.dispatch(envelope(), { policy: defaultRunPolicy, snapshot: snapshotWith(binding("a")) })
      ).pipe(Effect.provide(layer))
      assert.strictEqual(reasonOf(outcome)?.cause, "engine")
    })
  )
})

describe("HookDispatcher.dispatch, refusal (CORE-52)", () => {
  const rewrites = { a: { answers: { ...noEffects, replacementInput: { command: "ls" } } } } as const

  it.effect("denies a rewrite that the host cannot honour, and names the hook", () =>
    Effect.gen(function* () {
      const outcome = yield* dispatch(snapshotWith(binding("a")), { scripts: rewrites, profile: referenceProfile })
      assert.deepInclude(reasonOf(outcome), { cause: "unsupported-effect", binding: "a" })
      assert.include(reasonOf(outcome)?.text, "The hook a asked to replace the input of the action")
      assert.isUndefined(outcome.merged.replacementInput)
    })
  )

  it.effect("only reports it after the fact", () =>
    Effect.gen(function* () {
      const outcome = yield* dispatch(snapshotWith(atResult("a")), {
        scripts: rewrites,
        profile: referenceProfile,
        moment: envelope(after)
      })
      assert.strictEqual(outcome.merged.verdict._tag, "None")
      assert.deepStrictEqual(codes(outcome), [coreCodes.notHonoured])
    })
  )

  it.effect("takes the surface and the policy from the moment: a deferral", () =>
    Effect.gen(function* () {
      const scripts = { a: { answers: { ...noEffects, verdict: "defer" } } } as const
      const verdict = (options: { readonly moment?: Envelope; readonly policy?: RunPolicy }) =>
        Effect.map(dispatch(snapshotWith(binding("a")), { scripts, ...options }), (o) => o.merged.verdict._tag)
      assert.strictEqual(yield* verdict({}), "None")
      assert.strictEqual(yield* verdict({ policy: strict }), "Deny")
      assert.strictEqual(yield* verdict({ moment: envelope(undefined, { surface: "hidden-child" }) }), "Deny")
    })
  )

  it.effect("ignores a deferral where somebody is there with a finding, and only reports one after the fact", () =>
    Effect.gen(function* () {
      const scripts = { a: { answers: { ...noEffects, verdict: "defer" } } } as const
      const before = yield* dispatch(snapshotWith(binding("a")), { scripts })
      assert.deepStrictEqual([before.merged.verdict._tag, codes(before)], ["None", [coreCodes.deferred]])
      const moment = envelope(after, { surface: "hidden-child" })
      const told = yield* dispatch(snapshotWith(atResult("a")), { scripts, moment, policy: strict })
      assert.strictEqual(told.merged.verdict._tag, "None")
      assert.include(codes(told), coreCodes.deferred)
    })
  )

  it.effect("denies before a tool runs what asks to go on when the turn has ended", () =>
    Effect.gen(function* () {
      const continuation = { message: "go on", loopLimit: null }
      const outcome = yield* dispatch(snapshotWith(binding("a")), {
        scripts: { a: { answers: { ...noEffects, continuation } } },
        profile: referenceProfile
      })
      assert.deepInclude(reasonOf(outcome), { cause: "unsupported-effect", binding: "a" })
    })
  )

  it.effect(
    "lets the first hook of the snapshot give the reason, also when a later one's channel is looked at first",
    () =>
      Effect.gen(function* () {
        const outcome = yield* dispatch(snapshotWith(binding("z"), binding("a")), {
          scripts: { ...rewrites, z: { answers: { ...noEffects, unsupported: [{ channel: "halt", field: "f" }] } } },
          profile: honouring("verdict")
        })
        assert.strictEqual(reasonOf(outcome)?.binding, "z")
      })
  )
})

describe("HookDispatcher, moments of a format (CORE-1)", () => {
  const id = "acme/plan.review"
  const own = { id, beforeOperation: false, gate: "none", defaultTimeoutMs: 1 } as const
  const profile = { ...everythingProfile, boundaries: { [id]: { reports: true, facets: [], honours: [] } } } as const
  const moment = envelope({ _tag: "extension", boundary: id, data: null })
  const snapshot = snapshotWith({ ...binding("a"), boundary: id })
  const run = (more: Partial<HookFormatAdapter["Service"]>) =>
    dispatch(snapshot, {
      adapters: [testAdapter({ a: { run: broken } }, more)],
      scripts: { a: { run: broken } },
      profile,
      moment
    })

  it.effect("are known by what the format says, and count as before an operation where nothing says so", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* run({ boundaries: [own] })).merged.verdict._tag, "None")
      assert.strictEqual((yield* run({})).merged.verdict._tag, "Deny")
    })
  )
})
