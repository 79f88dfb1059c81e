import { readFileSync } from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import { CursorAdapter, pluginPaths } from "@pawl/adapter-cursor"
import {
  bindingsOf,
  CurrentHost,
  CurrentReading,
  type DenyCause,
  type Diagnostic,
  defaultRunPolicy,
  diagnosticsOf,
  type Envelope,
  everythingProfile,
  execProfile,
  HookDispatcher,
  HookFormats,
  HookRegistry,
  type HostProfile,
  referenceProfile,
  TrustPolicy
} from "@pawl/core"
import {
  endsWith,
  exited,
  RecordingMessenger,
  type RunnerScript,
  ScriptedRunner,
  sessionStart,
  shellRun,
  source,
  toolResult,
  workspaceOpen
} from "@pawl/core/testing"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { codes, hooksFile } from "./support.ts"

const path = "/repo/.cursor/hooks.json"
const file = source({ id: path, path, kind: "explicit", format: "cursor", scope: { _tag: "Everywhere" } })
const id = (event: string, index = 0): string => `${path}#${event}[${index}]`
const fixture = (name: string): string =>
  readFileSync(new URL(`../../../fixtures/cursor/files/${name}`, import.meta.url), "utf8")

/** A registry and a dispatcher of the reference host that reads the contract as it is written. */
const engine = (script: RunnerScript = {}, profile: HostProfile = referenceProfile) =>
  HookDispatcher.layer.pipe(
    Layer.provideMerge(HookRegistry.layer),
    Layer.provide(Layer.succeed(CurrentReading, "asWritten")),
    Layer.provide(HookFormats.layer(CursorAdapter.layer)),
    Layer.provide(TrustPolicy.layer),
    Layer.provide(Layer.succeed(CurrentHost, { profile, roots: ["/repo"] })),
    Layer.provideMerge(ScriptedRunner.layer(script)),
    Layer.provideMerge(RecordingMessenger.layer)
  )

/** Loads a text as the file that it now is. */
const install = (text: string) =>
  HookRegistry.use((registry) =>
    registry.install({ source: file, contents: { _tag: "Read", text: { text, digest: text } } })
  )

const dispatch = Effect.fnUntraced(function* (moment: Envelope) {
  const snapshot = yield* HookRegistry.use((registry) => registry.snapshot)
  return yield* HookDispatcher.use((dispatcher) => dispatcher.dispatch(moment, { policy: defaultRunPolicy, snapshot }))
})

/** The diagnostics that reached the messenger. */
const told = Effect.gen(function* () {
  const { events } = yield* RecordingMessenger
  return (yield* events).flatMap(
    (event): ReadonlyArray<Diagnostic> => (event._tag === "DiagnosticFound" ? [event.diagnostic] : [])
  )
})

describe("a file in the registry", () => {
  it.effect("has its findings as diagnostics of its source, with the file's name and the place (CUR-6)", () =>
    Effect.gen(function* () {
      const snapshot = yield* install(fixture("invalid_matcher.json"))
      assert.deepStrictEqual(
        bindingsOf(snapshot).map((binding) => binding.id),
        [id("beforeShellExecution", 0), id("beforeShellExecution", 2)]
      )
      const [found, ...more] = diagnosticsOf(snapshot)
      assert.isEmpty(more)
      assert.deepInclude(found, { code: "cursor/bad-matcher", severity: "warning", file: path })
      assert.strictEqual(found?.place?.at, "beforeShellExecution[1].matcher")
      assert.match(found?.message ?? "", /^beforeShellExecution\[1\]: /u)
    }).pipe(Effect.provide(engine()))
  )

  it.effect(
    "full_config.json puts 18 hooks in force, with eleven warnings and those of what cannot be honoured (CUR-24)",
    () =>
      Effect.gen(function* () {
        const snapshot = yield* install(fixture("full_config.json"))
        assert.lengthOf(bindingsOf(snapshot), 18)
        const all = diagnosticsOf(snapshot)
        const capability = all.filter(({ code }) => code === "cursor/effect-not-honoured")
        assert.lengthOf(all, 11 + capability.length)
        assert.deepStrictEqual(
          new Set(capability.map(({ binding }) => binding)),
          new Set(["sessionStart", "preToolUse", "postToolUse", "postToolUseFailure"].map((event) => id(event)))
        )
        assert.isTrue(all.every((each) => each.file === path && each.severity === "warning"))
      }).pipe(Effect.provide(engine()))
  )

  it.effect("that stopped to parse keeps the hooks that were last good, and says so (CUR-11, CUR-69)", () =>
    Effect.gen(function* () {
      const good = yield* install(hooksFile({ beforeShellExecution: [{ command: "./g.sh" }] }))
      for (const bad of ["{", '{"version":2,"hooks":{}}', hooksFile({ stop: [{ command: "" }] })]) {
        const failure = yield* Effect.flip(install(bad))
        assert.strictEqual(failure._tag, "SourceRejected")
        const now = yield* HookRegistry.use((registry) => registry.snapshot)
        assert.deepStrictEqual(bindingsOf(now), bindingsOf(good))
        assert.include(codes(diagnosticsOf(now)), "core/last-good-in-force")
        const { merged } = yield* dispatch(shellRun("ls"))
        assert.strictEqual(merged.verdict._tag, "Deny")
      }
    }).pipe(Effect.provide(engine({ [id("beforeShellExecution")]: endsWith(exited(2)) })))
  )

  it.effect("that never parsed has no hook in force (CUR-11)", () =>
    Effect.gen(function* () {
      yield* Effect.flip(install("{"))
      const now = yield* HookRegistry.use((registry) => registry.snapshot)
      assert.isEmpty(bindingsOf(now))
      assert.deepStrictEqual(codes(diagnosticsOf(now)), ["cursor/not-json"])
    }).pipe(Effect.provide(engine()))
  )
})

describe("a hook that is dispatched", () => {
  it.effect(
    "merges after one of an event that stands in front of its own in the table, wherever the file has it (CUR-2)",
    () =>
      Effect.gen(function* () {
        yield* install(hooksFile({ beforeShellExecution: [{ command: "b" }], preToolUse: [{ command: "a" }] }))
        const { merged, records } = yield* dispatch(shellRun("ls"))
        assert.deepStrictEqual(
          records.map(({ binding }) => binding),
          [id("preToolUse"), id("beforeShellExecution")]
        )
        assert.deepStrictEqual(
          merged.verdict._tag === "Deny" ? merged.verdict.reason.text : merged.verdict._tag,
          "Denied by hook a (exit 2)."
        )
      }).pipe(Effect.provide(engine(() => endsWith(exited(2)))))
  )

  it.effect(
    "whose answer to a finished command holds a permission is told to the messenger, and changes nothing (CUR-51)",
    () =>
      Effect.gen(function* () {
        yield* install(hooksFile({ afterShellExecution: [{ command: "./audit.sh" }] }))
        const { diagnostics, merged } = yield* dispatch(toolResult())
        assert.strictEqual(merged.verdict._tag, "None")
        assert.deepStrictEqual(codes(diagnostics), ["core/effect-not-honoured"])
        const [found] = yield* told
        assert.deepInclude(found, {
          code: "core/effect-not-honoured",
          severity: "warning",
          binding: id("afterShellExecution")
        })
      }).pipe(Effect.provide(engine({ [id("afterShellExecution")]: endsWith(exited(0, '{"permission":"deny"}')) })))
  )

  const refusals: ReadonlyArray<readonly [string, string, string, DenyCause | "none"]> = [
    [
      "a rewrite of a command",
      "beforeShellExecution",
      '{"permission":"allow","updated_input":{"command":"ls"}}',
      "unsupported-effect"
    ],
    [
      "a rewrite of a tool call",
      "preToolUse",
      '{"permission":"allow","updated_input":{"command":"ls"}}',
      "unsupported-effect"
    ],
    ["a halt", "beforeShellExecution", '{"permission":"allow","continue":false}', "unsupported-effect"],
    ["continue: true", "beforeShellExecution", '{"permission":"allow","continue":true}', "none"],
    ["Claude's approve", "beforeShellExecution", '{"permission":"allow","decision":"approve"}', "none"]
  ]

  it.effect.each(refusals)(
    "that asks for %s before an operation is denied where that asks for anything (CUR-51, CUR-64)",
    ([, event, stdout, cause]) =>
      Effect.gen(function* () {
        yield* install(hooksFile({ [event]: [{ command: "./h.sh" }] }))
        const { merged } = yield* dispatch(shellRun("git status"))
        assert.strictEqual(merged.verdict._tag === "Deny" ? merged.verdict.reason.cause : "none", cause)
        assert.isUndefined(merged.replacementInput)
      }).pipe(Effect.provide(engine({ [id(event)]: endsWith(exited(0, stdout)) })))
  )

  it.effect("sets variables for the session, and its context is left out and told (CUR-25, CUR-77)", () =>
    Effect.gen(function* () {
      yield* install(hooksFile({ sessionStart: [{ command: "./s.sh" }] }))
      const { diagnostics, merged } = yield* dispatch(sessionStart())
      assert.deepStrictEqual(merged.sessionEnv, [{ binding: id("sessionStart"), variables: { A: "b" } }])
      assert.isEmpty(merged.modelContext)
      assert.deepStrictEqual(codes(diagnostics), ["core/effect-not-delivered"])
    }).pipe(
      Effect.provide(
        engine({ [id("sessionStart")]: endsWith(exited(0, '{"env":{"A":"b"},"additional_context":"c"}')) })
      )
    )
  )
})

describe("the folders of plugins that a hook names", () => {
  const answer = JSON.stringify({ pluginPaths: ["/opt/\u001b[31m\u202eplugins"] })

  it.effect("are taken by no host of ours, and nothing of them is shown (CUR-100)", () =>
    Effect.gen(function* () {
      for (const profile of [everythingProfile, execProfile, referenceProfile]) {
        assert.notInclude(profile.extensions, pluginPaths)
      }
      yield* install(hooksFile({ workspaceOpen: [{ command: "./w.sh" }] }))
      const { diagnostics, merged } = yield* dispatch(workspaceOpen())
      assert.isEmpty(merged.extensions)
      const [found] = diagnostics
      assert.deepInclude(found, { code: "core/effect-not-delivered", severity: "warning" })
      assert.include(found?.message ?? "", pluginPaths)
      assert.notInclude(JSON.stringify([diagnostics, yield* told]), "/opt/")
    }).pipe(Effect.provide(engine({ [id("workspaceOpen")]: endsWith(exited(0, answer)) }, everythingProfile)))
  )

  it.effect("reach a host that has registered them as the hook wrote them: it opens what they name (CUR-100)", () =>
    Effect.gen(function* () {
      yield* install(hooksFile({ workspaceOpen: [{ command: "./w.sh" }] }))
      const { merged } = yield* dispatch(workspaceOpen())
      assert.deepStrictEqual(merged.extensions, [
        { binding: id("workspaceOpen"), id: pluginPaths, value: ["/opt/\u001b[31m\u202eplugins"] }
      ])
    }).pipe(
      Effect.provide(
        engine(
          { [id("workspaceOpen")]: endsWith(exited(0, answer)) },
          { ...everythingProfile, extensions: [pluginPaths] }
        )
      )
    )
  )
})
