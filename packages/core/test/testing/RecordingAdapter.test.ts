import { assert, describe, it } from "@effect/vitest"
import {
  type Action,
  CurrentHost,
  defaultRunPolicy,
  everythingProfile,
  HookFormatAdapter,
  HookFormats,
  referenceProfile
} from "@pawl/core"
import {
  binding,
  denyEffects,
  exited,
  outcome,
  promptSubmit,
  RecordingAdapter,
  referenceHost,
  shellRun,
  source,
  toolPre
} from "@pawl/core/testing"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"

const strict = { strict: true, headlessAsk: "deny" } as const
const text = [
  '{"boundary":"tool.pre","command":"./a.sh","match":"git push"}',
  "",
  '{"boundary":"tool.pre","command":7}',
  '{"boundary":"tool.pre","command":"./b.sh","failClosed":true}',
  '{"boundary":"file.exposure","command":"./c.sh"}',
  '{"boundary":"tab.read","command":"./d.sh"}'
].join("\n")

const bound = Effect.gen(function* () {
  const adapter = yield* HookFormatAdapter
  const parsed = yield* adapter.parse(text)
  return {
    adapter,
    parsed,
    ...adapter.bindings(parsed, { source: source(), profile: referenceProfile, reading: "tight" })
  }
})

describe("the recording format", () => {
  it.effect("reads one hook a line, and says where a line is none", () =>
    Effect.gen(function* () {
      const { parsed, bindings } = yield* bound
      assert.strictEqual(parsed.definitions, 5)
      assert.deepStrictEqual(
        parsed.findings.map(({ code, place }) => ({ code, place })),
        [{ code: "recording/bad-definition", place: { line: 3, column: 1 } }]
      )
      assert.deepStrictEqual(
        bindings.map(({ id, onFailure }) => [id, onFailure.exit]),
        [
          ["/repo/hooks.json#tool.pre[0]", "open"],
          ["/repo/hooks.json#tool.pre[1]", "closed"],
          ["/repo/hooks.json#file.exposure[0]", "open"]
        ]
      )
    }).pipe(Effect.provide(RecordingAdapter.layer()))
  )

  it.effect("warns of a moment that the host does not know or report, and never runs the hook", () =>
    Effect.gen(function* () {
      const { adapter, bindings, diagnostics } = yield* bound
      assert.deepStrictEqual(
        diagnostics.map(({ code, place }) => [code, place?.line]),
        [
          ["recording/never-fires", 5],
          ["recording/unknown-boundary", 6]
        ]
      )
      const selections = yield* adapter.select(shellRun("git push"), bindings)
      assert.deepStrictEqual(
        selections.map((s) => s._tag),
        ["Run", "Run", "Skip"]
      )
      const others = yield* adapter.select(shellRun("ls"), bindings)
      assert.deepStrictEqual(
        others.map((s) => s._tag),
        ["Skip", "Run", "Skip"]
      )
    }).pipe(Effect.provide(RecordingAdapter.layer()))
  )

  it.effect("reads an answer from stdout, and keeps a denial of a run that failed", () =>
    Effect.gen(function* () {
      const adapter = yield* HookFormatAdapter
      const decode = (code: number, stdout: string) =>
        adapter.decode({
          outcome: exited(code, stdout),
          binding: binding(),
          envelope: shellRun("ls"),
          policy: defaultRunPolicy
        })
      assert.strictEqual(decode(0, '{"verdict":"allow"}').verdict, "allow")
      assert.strictEqual(decode(1, '{"verdict":"allow"}').verdict, "none")
      assert.deepStrictEqual(decode(1, 'log\n{"verdict":"deny","reason":"no"}').reasons, [
        { text: "no", author: "hook", cause: "hook", binding: "/repo/hooks.json#tool.pre[0]" }
      ])
      assert.strictEqual(decode(0, "").verdict, "none")
      assert.strictEqual(decode(0, "noise").verdict, "deny")
    }).pipe(Effect.provide(RecordingAdapter.layer()))
  )

  it.effect("writes a moment without what its action marks (CORE-3)", () =>
    Effect.gen(function* () {
      const adapter = yield* HookFormatAdapter
      const written = (action: Action) => {
        const encoded = adapter.encode(toolPre(action), binding())
        return Result.isSuccess(encoded) ? new TextDecoder().decode(encoded.success.stdin) : ""
      }
      const call = {
        _tag: "McpTool",
        tool: "login",
        input: { user: "u", deep: [{ token: "s3cret" }], image: "AAAA" }
      } as const
      const raw = { tkn: "s3cret" }
      assert.include(written({ ...call, raw }), JSON.stringify(raw))
      const marked = written({ ...call, raw, secretFields: ["token"], binaryFields: ["image"] })
      assert.notInclude(marked, "s3cret")
      assert.notInclude(marked, "AAAA")
      assert.include(marked, '"input":{"user":"u","deep":[{}],"image":{"sizeBytes":4}}')
    }).pipe(Effect.provide(RecordingAdapter.layer()))
  )

  it.effect("refuses a follow-up where no turn ends (CORE-17)", () =>
    Effect.gen(function* () {
      const adapter = yield* HookFormatAdapter
      const decode = (boundary: string) =>
        adapter.decode({
          outcome: exited(0, '{"followUp":"go on"}'),
          binding: binding({ boundary, gate: "none" }),
          envelope: shellRun("ls"),
          policy: defaultRunPolicy
        })
      assert.deepStrictEqual(decode("turn.stop").continuation, { message: "go on", loopLimit: null })
      assert.deepStrictEqual(decode("tool.pre").unsupported, [{ channel: "continuation", field: "followUp" }])
      assert.notProperty(decode("tool.pre"), "continuation")
    }).pipe(Effect.provide(RecordingAdapter.layer()))
  )

  it.effect("answers for a silent hook with what its line says", () =>
    Effect.gen(function* () {
      const adapter = yield* HookFormatAdapter
      const line = '{"boundary":"prompt.submit","command":"./a.sh","effects":{"halt":"holds a secret"}}'
      const { bindings } = adapter.bindings(yield* adapter.parse(line), {
        source: source(),
        profile: everythingProfile,
        reading: "tight"
      })
      const [halting] = bindings
      assert.isDefined(halting)
      const effects = adapter.decode({
        outcome: outcome(),
        binding: halting,
        envelope: promptSubmit("x"),
        policy: defaultRunPolicy
      })
      assert.strictEqual(effects.halt?.text, "holds a secret")
    }).pipe(Effect.provide(RecordingAdapter.layer()))
  )
})

describe("the recording adapter", () => {
  it.effect("keeps every call with the policy it was given, and answers what it is told to", () =>
    Effect.gen(function* () {
      const adapter = yield* HookFormatAdapter
      const envelope = shellRun("ls")
      const mine = binding()
      yield* adapter.select(envelope, [mine])
      assert.isTrue(Result.isSuccess(adapter.encode(envelope, mine)))
      const answer = adapter.decode({ outcome: exited(1), binding: mine, envelope, policy: strict })
      assert.deepStrictEqual(answer, denyEffects("told so"))
      const calls = yield* RecordingAdapter.use((recording) => recording.calls)
      assert.deepStrictEqual(calls, [
        { _tag: "Select", envelope, bindings: [mine.id] },
        { _tag: "Encode", envelope, binding: mine.id },
        { _tag: "Decode", envelope, binding: mine.id, outcome: exited(1), policy: strict }
      ])
    }).pipe(
      Effect.provide(RecordingAdapter.layer({ answers: { "/repo/hooks.json#tool.pre[0]": denyEffects("told so") } }))
    )
  )

  it.effect("throws where it is told to, and keeps those calls as well", () => {
    const broken = new Error("broken")
    const faults = { select: broken, encode: broken, decode: broken, aliases: broken }
    return Effect.gen(function* () {
      const adapter = yield* HookFormatAdapter
      const envelope = shellRun("ls")
      const identity = {
        format: "recording",
        event: "tool.pre",
        binding: "b",
        projectDirectory: "/repo",
        hostVersion: "1",
        remote: false
      }
      const calls: ReadonlyArray<() => unknown> = [
        () => adapter.select(envelope, []),
        () => adapter.encode(envelope, binding()),
        () => adapter.decode({ outcome: outcome(), binding: binding(), envelope, policy: strict }),
        () => adapter.aliases(identity)
      ]
      for (const call of calls) assert.isTrue(Exit.hasDies(yield* Effect.exit(Effect.sync(call))))
      const kept = yield* RecordingAdapter.use((recording) => recording.calls)
      assert.deepStrictEqual(
        kept.map((call) => call._tag),
        ["Select", "Encode", "Decode", "Aliases"]
      )
    }).pipe(Effect.provide(RecordingAdapter.layer({ faults })))
  })

  it.effect("can be the only format of a process, and the test sees its calls", () =>
    Effect.gen(function* () {
      const adapter = (yield* HookFormats).get("recording")
      assert.isDefined(adapter)
      yield* adapter.select(shellRun("ls"), [])
      assert.strictEqual((yield* RecordingAdapter.use((r) => r.calls)).length, 1)
      assert.strictEqual((yield* CurrentHost).profile.name, "reference")
    }).pipe(Effect.provide(Layer.mergeAll(RecordingAdapter.layerFormats(), referenceHost.layer())))
  )
})
