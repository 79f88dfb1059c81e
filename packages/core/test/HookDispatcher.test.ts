import { assert, describe, it } from "@effect/vitest"
import {
  coreCodes,
  type DispatchOutcome,
  defaultRunPolicy,
  type Envelope,
  everythingProfile,
  HookDispatcher,
  type HookEffects,
  type HookEvent,
  type HookFormatAdapter,
  limits,
  noEffects,
  nothingMerged,
  OuterInvocations,
  outcomeOf,
  type RunPolicy,
  referenceProfile,
  type Snapshot
} from "@pawl/core"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as References from "effect/References"
import * as Result from "effect/Result"
import * as Tracer from "effect/Tracer"
import { TestClock } from "effect/testing"
import {
  type BindingFields,
  binding,
  denies,
  type EngineOptions,
  engineLayer,
  envelope,
  exited,
  honouring,
  loaded,
  seen,
  snapshotOf,
  snapshotWith,
  source,
  testAdapter
} from "./support.ts"

const strict: RunPolicy = { strict: true, headlessAsk: "deny" }
const dispatcherLayer = (options?: EngineOptions) => HookDispatcher.layer.pipe(Layer.provide(engineLayer(options)))

/** One dispatch by a dispatcher of its own. */
const dispatch = (
  snapshot: Snapshot,
  options: EngineOptions & { readonly moment?: Envelope; readonly policy?: RunPolicy } = {}
): Effect.Effect<DispatchOutcome> =>
  HookDispatcher.use((dispatcher) =>
    dispatcher.dispatch(options.moment ?? envelope(), { policy: options.policy ?? defaultRunPolicy, snapshot })
  ).pipe(Effect.provide(dispatcherLayer(options)))

const reasonOf = ({ merged: { verdict } }: DispatchOutcome) =>
  verdict._tag === "Deny" || verdict._tag === "Ask" ? verdict.reason : undefined
const codes = (outcome: DispatchOutcome) => outcome.diagnostics.map((each) => each.code)
const exits = (outcome: DispatchOutcome) => outcome.records.map((each) => [each.binding, each.exit.kind])
const after = {
  _tag: "tool.result",
  action: { _tag: "ShellRun", command: "ls" },
  result: { _tag: "TextReturned", text: "" }
} as const
const prompt = { _tag: "prompt.submit", prompt: "hello", attachments: [] } as const
const atResult = (id: string, more: BindingFields = {}) => binding(id, { boundary: "tool.result", ...more })
const atPrompt = (id: string, more: BindingFields = {}) => binding(id, { boundary: "prompt.submit", ...more })
const broken = (): never => {
  throw new Error("it broke")
}

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

describe("HookDispatcher.dispatch, what a hook is given (CORE-30, CORE-56)", () => {
  const identityOf = (snapshot: Snapshot, moment: Envelope, roots: ReadonlyArray<string> = []) =>
    Effect.gen(function* () {
      const log = seen()
      const encode = () => Result.succeed({ stdin: new Uint8Array([1]), env: { OWN: "encoder" } })
      const adapter = testAdapter(
        { a: { encode } },
        { aliases: (identity) => ({ ACME_DIR: identity.projectDirectory }) }
      )
      yield* dispatch(snapshot, { adapters: [adapter], seen: log, moment, roots })
      const [invocation] = log.invocations
      assert.isDefined(invocation)
      return invocation
    })

  it.effect("the whole of it, for a project's hook: its own root, and a local run is not remote", () =>
    Effect.gen(function* () {
      const own = source("/a", {
        kind: "project",
        scope: { _tag: "Within", root: "/repo" },
        workingDirectory: "/repo"
      })
      const moment = envelope(undefined, {
        cwd: "/repo/sub",
        workspaceRoots: ["/other"],
        surface: "command-line-run",
        runId: "run-1",
        user: { email: "a@b" },
        sessionEnv: [
          { source: "/a", variables: { TOKEN: "1", ACME_X: "2", PATH: "/tmp" } },
          { source: "/b", variables: { FOREIGN: "1" } }
        ]
      })
      const invocation = yield* identityOf(snapshotOf(loaded(own, [binding("a")])), moment)
      assert.deepStrictEqual(invocation, {
        binding: "a",
        format: "test",
        event: "event",
        handler: { _tag: "Shell", command: "run a" },
        workingDirectory: "/repo",
        sessionEnv: { TOKEN: "1" },
        identityEnv: {
          PAWL_PROJECT_DIR: "/repo",
          PAWL_FORMAT: "test",
          PAWL_EVENT: "event",
          PAWL_BINDING: "a",
          PAWL_RUN_ID: "run-1",
          PAWL_USER_EMAIL: "a@b",
          ACME_DIR: "/repo",
          OWN: "encoder"
        },
        outerInvocations: [],
        stdin: new Uint8Array([1]),
        timeoutMs: 1_000,
        beforeOperation: true
      })
    })
  )

  it.effect("a run in a fleet is remote", () =>
    Effect.gen(function* () {
      const invocation = yield* identityOf(snapshotWith(binding("a")), envelope(undefined, { surface: "fleet-run" }))
      assert.strictEqual(invocation.identityEnv.PAWL_REMOTE, "1")
    })
  )

  it.effect("any other hook: the operation's project, else the working directory, else its own", () =>
    Effect.gen(function* () {
      const directory = (moment: Partial<Envelope>) =>
        Effect.map(
          identityOf(snapshotWith(binding("a")), envelope(undefined, moment)),
          (invocation) => invocation.identityEnv.PAWL_PROJECT_DIR
        )
      assert.strictEqual(yield* directory({ workspaceRoots: ["/one", "/two"], cwd: "/cwd" }), "/one")
      assert.strictEqual(yield* directory({ cwd: "/cwd" }), "/cwd")
      assert.strictEqual(yield* directory({}), "/work/a")
    })
  )

  it.effect("session variables that are never taken are told of (CORE-53)", () =>
    Effect.gen(function* () {
      const outcome = yield* dispatch(snapshotWith(binding("a")), {
        moment: envelope(undefined, { sessionEnv: [{ source: "/a", variables: { PATH: "/tmp" } }] })
      })
      assert.deepStrictEqual(codes(outcome), [coreCodes.sessionEnvRefused])
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

describe("HookDispatcher.dispatch, hooks that are not run (CORE-24, CORE-57)", () => {
  const withheld = (denies: "always" | "strict" | "never", more: BindingFields = {}) =>
    binding("a", { standing: { _tag: "Withheld", reason: "not approved", cause: "untrusted", denies }, ...more })

  it.effect.each([
    ["always", false, "Deny"],
    ["always", true, "Deny"],
    ["strict", false, "None"],
    ["strict", true, "Deny"],
    ["never", true, "None"]
  ] as const)("denies %s under strict %s: %s", ([denies, isStrict, expected]) =>
    Effect.gen(function* () {
      const log = seen()
      const outcome = yield* dispatch(snapshotWith(withheld(denies)), {
        policy: isStrict ? strict : defaultRunPolicy,
        seen: log
      })
      assert.strictEqual(outcome.merged.verdict._tag, expected)
      assert.deepStrictEqual(log.invocations, [])
      assert.deepStrictEqual(exits(outcome), [["a", "notStarted"]])
      if (expected === "Deny") assert.deepInclude(reasonOf(outcome), { text: "not approved", cause: "untrusted" })
      else assert.deepStrictEqual(codes(outcome), [coreCodes.withheld])
    })
  )

  it.effect("denies only what it matches", () =>
    Effect.gen(function* () {
      const outcome = yield* dispatch(snapshotWith(withheld("always")), {
        scripts: { a: { select: { _tag: "Skip", why: "other" } } }
      })
      assert.strictEqual(outcome.merged.verdict._tag, "None")
      assert.deepStrictEqual(outcome.records, [])
    })
  )

  it.effect("holds a prompt, and afterwards only reports", () =>
    Effect.gen(function* () {
      const held = yield* dispatch(snapshotWith(withheld("always", { boundary: "prompt.submit", gate: "halt" })), {
        moment: envelope(prompt)
      })
      assert.strictEqual(held.merged.halt?.cause, "untrusted")
      const told = yield* dispatch(snapshotWith(withheld("always", { boundary: "tool.result", gate: "none" })), {
        moment: envelope(after)
      })
      assert.deepStrictEqual(codes(told), [coreCodes.withheld])
    })
  )

  it.effect("never denies for a hook whose own answer could not have", () =>
    Effect.gen(function* () {
      const outcome = yield* dispatch(snapshotWith(withheld("always", { gate: "none" })))
      assert.strictEqual(outcome.merged.verdict._tag, "None")
      assert.deepStrictEqual(codes(outcome), [coreCodes.withheld])
    })
  )

  it.effect("is a fault of ours when a definition without a handler is to run", () =>
    Effect.gen(function* () {
      const log = seen()
      const outcome = yield* dispatch(snapshotWith(binding("a", { handler: { _tag: "Unusable", label: "?" } })), {
        seen: log
      })
      assert.strictEqual(reasonOf(outcome)?.cause, "engine")
      assert.deepStrictEqual(log.invocations, [])
    })
  )
})

describe("HookDispatcher.dispatch, sources that could not be loaded (CORE-61)", () => {
  const finding = { code: "x/broken", severity: "error", message: "line 3 is no JSON\u001b[8m", file: "/bad" } as const
  const failed = (more: Parameters<typeof loaded>[2] = {}) =>
    loaded(source("/bad"), [], { failed: true, trust: undefined, diagnostics: [finding], ...more })

  it.effect("deny before an operation under the strict policy, with the finding", () =>
    Effect.gen(function* () {
      const log = seen()
      const outcome = yield* dispatch(snapshotOf(failed()), { policy: strict, seen: log })
      assert.deepStrictEqual(reasonOf(outcome), {
        text: "The hooks in /bad could not be loaded: line 3 is no JSON",
        author: "engine",
        cause: "configuration"
      })
      assert.deepInclude(log.events.at(-1), { _tag: "DispatchEnded", verdict: "deny", matched: 0 })
    })
  )

  it.effect("are reported at every other moment and under every other policy", () =>
    Effect.gen(function* () {
      for (const options of [
        {},
        { policy: strict, moment: envelope(after) },
        { policy: strict, moment: envelope(prompt) }
      ]) {
        const outcome = yield* dispatch(snapshotOf(failed()), options)
        assert.strictEqual(outcome.merged.verdict._tag, "None")
        assert.deepStrictEqual(outcome.diagnostics, [finding])
      }
    })
  )

  it.effect("deny nothing by themselves while a last good version is in force", () =>
    Effect.gen(function* () {
      const outcome = yield* dispatch(
        snapshotOf(
          loaded(source("/bad"), [binding("a", { source: "/bad" })], { failed: true, diagnostics: [finding] })
        ),
        { policy: strict, scripts: { a: { answers: { ...noEffects, verdict: "allow" } } } }
      )
      assert.strictEqual(outcome.merged.verdict._tag, "Allow")
      assert.deepStrictEqual(outcome.diagnostics, [finding])
    })
  )

  it.effect("stand behind the denial of a hook, and say nothing outside of their scope", () =>
    Effect.gen(function* () {
      const outcome = yield* dispatch(snapshotOf(loaded(source("/a"), [binding("a")]), failed()), {
        policy: strict,
        scripts: { a: { answers: denies("the hook's") } }
      })
      assert.strictEqual(reasonOf(outcome)?.text, "the hook's")
      assert.strictEqual(outcome.merged.reasons.length, 2)
      const elsewhere = failed({ source: source("/bad", { scope: { _tag: "Within", root: "/repo" } }) })
      const quiet = yield* dispatch(snapshotOf(elsewhere), { policy: strict })
      assert.deepStrictEqual(quiet.diagnostics, [])
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

describe("HookDispatcher.dispatch, interruption (CORE-33)", () => {
  /** Starts a dispatch, waits until it has got as far as `reached`, and interrupts it. */
  const interruptedAt = (
    snapshot: Snapshot,
    options: (reached: Effect.Effect<unknown>) => EngineOptions & { readonly moment?: Envelope }
  ) =>
    Effect.gen(function* () {
      const reached = yield* Deferred.make<void>()
      const fiber = yield* Effect.forkChild(dispatch(snapshot, options(Deferred.succeed(reached, undefined))), {
        startImmediately: true
      })
      yield* Deferred.await(reached)
      yield* Fiber.interrupt(fiber)
      return yield* Fiber.await(fiber)
    })
  const stop = (reached: Effect.Effect<unknown>) => Effect.andThen(reached, Effect.never)
  const interrupted = (exit: Exit.Exit<DispatchOutcome>) => {
    assert.isTrue(Exit.isFailure(exit), "there is no outcome")
    assert.isTrue(Exit.hasInterrupts(exit))
  }
  const ended = (events: ReadonlyArray<HookEvent>) => events.filter((event) => event._tag === "DispatchEnded")

  it.effect("during select nothing has started and nothing is told", () =>
    Effect.gen(function* () {
      const log = seen()
      interrupted(
        yield* interruptedAt(snapshotWith(binding("a")), (reached) => ({
          adapters: [testAdapter({}, { select: () => stop(reached) })],
          seen: log
        }))
      )
      assert.deepStrictEqual(log, seen())
    })
  )

  it.effect("during a run every hook that runs is interrupted, and the receipt says what had ended", () =>
    Effect.gen(function* () {
      const log = seen()
      const done = yield* Deferred.make<void>()
      const exit = yield* interruptedAt(snapshotWith(binding("a"), binding("b"), binding("c")), (reached) => ({
        scripts: {
          a: { run: () => Effect.never },
          b: { run: () => Effect.as(Deferred.succeed(done, undefined), exited), answers: denies("no") },
          c: { run: () => Effect.andThen(Deferred.await(done), Effect.andThen(Effect.yieldNow, stop(reached))) }
        },
        seen: log
      }))
      interrupted(exit)
      assert.deepStrictEqual(log.interrupted.toSorted(), ["a", "c"])
      const [receipt, ...more] = ended(log.events)
      assert.deepStrictEqual(more, [])
      assert.deepInclude(receipt, { interrupted: true, matched: 3, candidates: 3, halted: false })
      assert.notProperty(receipt, "verdict")
      assert.deepStrictEqual(receipt?._tag === "DispatchEnded" && receipt.invocations.map((each) => each.binding), [
        "b"
      ])
    })
  )

  it.effect("waits for the runner to have ended the hook", () =>
    Effect.gen(function* () {
      const order: Array<string> = []
      const exit = yield* interruptedAt(snapshotWith(binding("a")), (reached) => ({
        scripts: {
          a: {
            run: () =>
              stop(reached).pipe(
                Effect.onInterrupt(() =>
                  Effect.andThen(
                    Effect.yieldNow,
                    Effect.sync(() => order.push("gone"))
                  )
                )
              )
          }
        },
        receive: (event) => Effect.sync(() => order.push(event._tag))
      }))
      interrupted(exit)
      assert.deepStrictEqual(order, ["gone", "DispatchEnded"])
    })
  )

  it.effect.each(["InvocationEnded", "DiagnosticFound", "DispatchEnded"] as const)(
    "after all hooks have answered, while %s is told, there is still no outcome",
    (tag) =>
      Effect.gen(function* () {
        const told: Array<HookEvent> = []
        const answers = { ...denies("no"), diagnostics: [{ code: "x/y", severity: "hint", message: "m" } as const] }
        let isFirst = true
        const exit = yield* interruptedAt(snapshotWith(binding("a")), (reached) => ({
          scripts: { a: { answers } },
          receive: (event) => {
            if (event._tag !== tag || !isFirst) return Effect.sync(() => told.push(event))
            isFirst = false
            return stop(reached)
          }
        }))
        interrupted(exit)
        assert.isAtMost(ended(told).length, 1)
        if (tag !== "DispatchEnded") assert.deepInclude(ended(told)[0], { interrupted: true })
      })
  )

  it.effect("an interruption inside of the runner stays one, and is never an answer", () =>
    Effect.gen(function* () {
      const exit = yield* Effect.exit(
        Effect.flatMap(
          Effect.forkChild(
            dispatch(snapshotWith(binding("a"), binding("b")), {
              scripts: { a: { run: () => Effect.interrupt }, b: { run: () => Effect.never } }
            })
          ),
          Fiber.await
        )
      )
      assert.isTrue(Exit.isSuccess(exit))
      if (Exit.isSuccess(exit)) interrupted(exit.value)
    })
  )
})

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
