import { assert, describe, it } from "@effect/vitest"
import { cursorEvents } from "@pawl/adapter-cursor"
import {
  type BoundaryId,
  commandOf,
  everythingProfile,
  execProfile,
  failurePolicy,
  type HostProfile,
  knowsBoundary,
  type Reading,
  referenceProfile
} from "@pawl/core"
import { PlatformRegexEngine } from "@pawl/format-kit"
import * as VmRegexEngine from "@pawl/format-kit/vm"
import * as Effect from "effect/Effect"
import { allReadings, codes, hooksFile, load, only, projectFile } from "./support.ts"

const shell = (...definitions: ReadonlyArray<unknown>) => hooksFile({ beforeShellExecution: definitions })

const without = (profile: HostProfile, boundary: BoundaryId): HostProfile => ({
  ...profile,
  name: "smaller",
  boundaries: Object.fromEntries(Object.entries(profile.boundaries).filter(([id]) => id !== boundary))
})

const deaf = (boundary: BoundaryId): HostProfile => ({
  ...everythingProfile,
  name: "deaf",
  boundaries: { ...everythingProfile.boundaries, [boundary]: { reports: false, facets: [], honours: [] } }
})

describe("the hooks of a file", () => {
  it.effect("come in the order of the table, then in the order of the file (CUR-2)", () =>
    Effect.gen(function* () {
      const { bindings } = yield* load(
        hooksFile({
          beforeShellExecution: [{ command: "c" }, { command: "d" }],
          preToolUse: [{ command: "a" }, { command: "b" }]
        })
      )
      assert.deepStrictEqual(
        bindings.map(({ handler, id }) => [id, commandOf(handler)]),
        [
          ["/repo/.cursor/hooks.json#preToolUse[0]", "a"],
          ["/repo/.cursor/hooks.json#preToolUse[1]", "b"],
          ["/repo/.cursor/hooks.json#beforeShellExecution[0]", "c"],
          ["/repo/.cursor/hooks.json#beforeShellExecution[1]", "d"]
        ]
      )
    })
  )

  it.effect("carry everything that a definition says (CUR-20)", () =>
    Effect.gen(function* () {
      const binding = yield* only("beforeShellExecution", { command: " ./g.sh 'x' ", timeout: 2.5, failClosed: true })
      assert.deepInclude(binding, {
        id: "/repo/.cursor/hooks.json#beforeShellExecution[0]",
        source: projectFile.id,
        format: "cursor",
        event: "beforeShellExecution",
        index: 0,
        boundary: "tool.pre",
        gate: "verdict",
        handler: { _tag: "Shell", command: " ./g.sh 'x' " },
        timeoutMs: 2_500,
        channels: ["verdict", "notice"],
        standing: { _tag: "Active" }
      })
    })
  )

  it.effect("get their moment's timeout where they name none, and the ceiling where they ask for more (CUR-5)", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* only("preToolUse", { command: "x" })).timeoutMs, 30_000)
      assert.strictEqual((yield* only("preToolUse", { command: "x", timeout: 60_000 })).timeoutMs, 3_600_000)
      assert.strictEqual((yield* only("preToolUse", { command: "x", timeout: 1e-9 })).timeoutMs, 1)
    })
  )

  it.effect("deny what does not fit in any case, and every other failure where failClosed says so (CUR-21)", () =>
    Effect.gen(function* () {
      for (const reading of ["asWritten", "tight"] as const) {
        const open = { ...failurePolicy("open"), malformed: "closed" } as const
        assert.deepStrictEqual((yield* only("preToolUse", { command: "x" }, reading)).onFailure, open)
        assert.deepStrictEqual(
          (yield* only("preToolUse", { command: "x", failClosed: false }, reading)).onFailure,
          open
        )
        assert.deepStrictEqual(
          (yield* only("preToolUse", { command: "x", failClosed: true }, reading)).onFailure,
          failurePolicy("closed")
        )
      }
    })
  )

  it.effect("deny on no output as the shipped Cursor does, in that reading (CUR-66)", () =>
    Effect.gen(function* () {
      const { onFailure } = yield* only("beforeShellExecution", { command: "x" }, "shipped")
      assert.deepStrictEqual(onFailure, { ...failurePolicy("open"), malformed: "closed", empty: "closed" })
    })
  )

  it.effect("take failClosed: true wherever it stands among two (CUR-15)", () =>
    Effect.gen(function* () {
      for (const pair of ['"failClosed": true, "failClosed": false', '"failClosed": false, "failClosed": true']) {
        const text = `{ "version": 1, "hooks": { "preToolUse": [{ "command": "x", ${pair} }] } }`
        for (const reading of allReadings) {
          const { bindings } = yield* load(text, { reading })
          assert.strictEqual(bindings[0]?.onFailure.exit, "closed", `${pair} ${reading}`)
        }
      }
    })
  )

  it.effect("take the last of two values of any other field, and go on counting over two lists (CUR-15)", () =>
    Effect.gen(function* () {
      const { bindings } = yield* load(
        `{ "version": 1, "hooks": {
          "preToolUse": [{ "command": "a", "command": "b", "timeout": 0, "timeout": 4 }],
          "preToolUse": [{ "command": "c" }]
        } }`
      )
      assert.deepStrictEqual(
        bindings.map(({ handler, index, timeoutMs }) => [index, commandOf(handler), timeoutMs]),
        [
          [0, "b", 4_000],
          [1, "c", 30_000]
        ]
      )
    })
  )

  it.effect("never have a stronger say than the host takes (CUR-3)", () =>
    Effect.gen(function* () {
      const profile: HostProfile = {
        ...everythingProfile,
        boundaries: { "tool.pre": { reports: true, facets: ["shell"], honours: ["notice"] } }
      }
      const { bindings } = yield* load(shell({ command: "x" }), { profile })
      assert.strictEqual(bindings[0]?.gate, "none")
    })
  )

  it.effect("count a timeout in the queue as the engine's fault, as written as the hook's (CUR-67)", () =>
    Effect.gen(function* () {
      const found: Array<string> = []
      for (const reading of allReadings) found.push((yield* only("preToolUse", { command: "x" }, reading)).queueTimeout)
      assert.deepStrictEqual(found, ["policy", "engine", "engine"])
    })
  )
})

describe("what a fault voids", () => {
  const fileFaults = [
    ["no command", {}],
    ["a blank command", { command: " " }],
    ["a command of words", { command: ["a", "b"] }],
    ["an unknown type", { command: "x", type: "http" }],
    ["a bad timeout", { command: "x", timeout: 0 }],
    ["a model that is no text", { command: "x", model: [] }],
    ["a matcher that is no text", { command: "x", matcher: 5 }],
    ["failClosed that is neither", { command: "x", failClosed: "no" }],
    ["Claude's layout", { hooks: [{ command: "x" }] }],
    ["no object", "x"]
  ] as const

  it.effect.each(fileFaults)("%s voids the file as written, and only itself otherwise (CUR-69)", ([, definition]) =>
    Effect.gen(function* () {
      const text = shell({ command: "fine" }, definition)
      const written = yield* load(text, { reading: "asWritten" })
      assert.isEmpty(written.bindings)
      assert.deepStrictEqual(codes(written.diagnostics), ["cursor/file-voided"])
      assert.include(written.diagnostics[0]?.message ?? "", "beforeShellExecution[1]")
      for (const reading of ["tight", "shipped"] as const) {
        const { bindings, diagnostics } = yield* load(text, { reading })
        assert.deepStrictEqual(
          bindings.map(({ standing }) => standing._tag),
          ["Active", "Withheld"]
        )
        const says = "failClosed" in Object(definition)
        assert.deepStrictEqual(codes(diagnostics), says ? ["cursor/guard-withheld"] : [])
      }
    })
  )

  it.effect.each([
    ["beforeShellExecution", "what it would judge is denied"],
    ["beforeSubmitPrompt", "every prompt is held"]
  ] as const)("at %s a guard that is withheld is told of, with what that comes to (CUR-94)", ([event, outcome]) =>
    Effect.gen(function* () {
      const text = hooksFile({ [event]: [{ command: "fine" }, { timeout: 5, failClosed: true }, { timeout: 5 }] })
      for (const reading of ["tight", "shipped"] as const) {
        const { diagnostics } = yield* load(text, { reading })
        assert.deepStrictEqual(codes(diagnostics), ["cursor/guard-withheld"])
        assert.strictEqual(
          diagnostics[0]?.message,
          `${event}[1]: it says "failClosed" and cannot be used, so ${outcome}`
        )
        assert.strictEqual(diagnostics[0]?.binding, `/repo/.cursor/hooks.json#${event}[1]`)
      }
      const { diagnostics } = yield* load(text, { reading: "asWritten" })
      assert.deepStrictEqual(codes(diagnostics), ["cursor/file-voided"])
    })
  )

  it.effect("at an event that prevents nothing nobody is told of a withheld guard (CUR-94)", () =>
    Effect.map(load(hooksFile({ stop: [{ failClosed: true }] })), ({ diagnostics }) => assert.isEmpty(diagnostics))
  )

  it.effect("an event without a list voids the file as written, and is a guard of its own otherwise (CUR-69)", () =>
    Effect.gen(function* () {
      const text = hooksFile({
        beforeShellExecution: { command: "x", failClosed: true },
        preToolUse: [{ command: "y" }]
      })
      assert.isEmpty((yield* load(text, { reading: "asWritten" })).bindings)
      const { bindings } = yield* load(text)
      assert.deepStrictEqual(
        bindings.map(({ id, standing }) => [id, standing._tag === "Withheld" ? standing.denies : "runs"]),
        [
          ["/repo/.cursor/hooks.json#preToolUse[0]", "runs"],
          ["/repo/.cursor/hooks.json#beforeShellExecution[0]", "always"]
        ]
      )
    })
  )

  const saying = [
    [{ failClosed: true }, "always"],
    [{ failClosed: "yes" }, "always"],
    [{ failClosed: null }, "always"],
    [{ failClosed: 0 }, "always"],
    [{ failClosed: false }, "strict"],
    [{}, "strict"]
  ] as const

  it.effect.each(saying)("a voided guard with %o denies %s (CUR-69)", ([says, denies]) =>
    Effect.gen(function* () {
      const { bindings, parsed } = yield* load(shell({ command: "./g.sh", timeout: 0, ...says }))
      const finding = parsed.findings.find(({ code }) => code === "cursor/bad-timeout")
      assert.deepStrictEqual(bindings[0]?.standing, {
        _tag: "Withheld",
        reason: finding?.message ?? "",
        cause: "configuration",
        denies
      })
    })
  )

  it.effect("the hooks inside a group in Claude's layout may say failClosed as well (CUR-69)", () =>
    Effect.gen(function* () {
      const { bindings } = yield* load(shell({ hooks: [{ command: "x" }, { command: "y", failClosed: true }] }))
      const [binding] = bindings
      assert.deepStrictEqual(binding?.handler, { _tag: "Unusable", label: "beforeShellExecution[0]" })
      assert.strictEqual(binding?.standing._tag === "Withheld" ? binding.standing.denies : "", "always")
    })
  )

  it.effect("prompt hooks are skipped as written, and guards that cannot be used otherwise (CUR-69)", () =>
    Effect.gen(function* () {
      const text = shell(
        { type: "prompt", prompt: "ok?" },
        { command: "b" },
        { type: "prompt", prompt: "ok?", failClosed: true, timeout: 0 },
        { command: "d" }
      )
      const written = yield* load(text, { reading: "asWritten" })
      assert.deepStrictEqual(
        written.bindings.map(({ index }) => index),
        [1, 3]
      )
      const { bindings } = yield* load(text)
      assert.deepStrictEqual(
        bindings.map(({ index, standing }) => [index, standing._tag === "Withheld" ? standing.denies : "runs"]),
        [
          [0, "strict"],
          [1, "runs"],
          [2, "always"],
          [3, "runs"]
        ]
      )
    })
  )

  it.effect(
    "a matcher that does not compile skips its definition as written, and withholds it otherwise (CUR-69)",
    () =>
      Effect.gen(function* () {
        const text = shell({ command: "a" }, { command: "b", matcher: "(", failClosed: true }, { command: "c" })
        const written = yield* load(text, { reading: "asWritten" })
        assert.deepStrictEqual(
          written.bindings.map(({ index }) => index),
          [0, 2]
        )
        const { bindings } = yield* load(text)
        assert.deepStrictEqual(
          bindings.map(({ standing }) => standing._tag),
          ["Active", "Withheld", "Active"]
        )
      })
  )

  const lookAhead = shell({ command: "x", matcher: "^(?!git)" })
  const withEngine = Effect.provideService(PlatformRegexEngine, VmRegexEngine.makeVmRegexEngine())

  it.effect.each([
    ["asWritten", []],
    ["tight", ["Withheld"]],
    ["shipped", ["Withheld"]]
  ] as const)("without JavaScript's engine a look-ahead is a bad matcher in %s (CUR-68)", ([reading, standings]) =>
    Effect.gen(function* () {
      const { bindings, parsed } = yield* load(lookAhead, { reading })
      assert.deepStrictEqual(codes(parsed.findings), ["cursor/matcher-needs-engine"])
      assert.deepStrictEqual(
        bindings.map(({ standing }) => standing._tag),
        [...standings]
      )
    })
  )

  it.effect.each([
    ["asWritten", [], ["cursor/matcher-needs-engine"]],
    ["tight", ["Active"], []],
    ["shipped", ["Active"], []]
  ] as const)(
    "with JavaScript's engine a look-ahead is skipped in asWritten only: %s (CUR-68)",
    ([reading, standings, told]) =>
      Effect.gen(function* () {
        const { bindings, diagnostics, parsed } = yield* load(lookAhead, { reading })
        assert.deepStrictEqual(codes(parsed.findings), ["cursor/matcher-bounded"])
        for (const { place } of [...parsed.findings, ...diagnostics]) {
          assert.strictEqual(place?.column, lookAhead.indexOf('"^(?!git)"') + 1)
        }
        assert.deepStrictEqual(
          bindings.map(({ standing }) => standing._tag),
          [...standings]
        )
        assert.deepStrictEqual(codes(diagnostics), [...told])
      }).pipe(withEngine)
  )

  it.effect("nothing of a void file is a hook, in any reading (CUR-11)", () =>
    Effect.gen(function* () {
      for (const reading of allReadings) {
        const { bindings } = yield* load('{ "hooks": { "preToolUse": [{ "command": "x" }] } }', { reading })
        assert.isEmpty(bindings)
      }
    })
  )
})

describe("what depends on the host", () => {
  it.effect("a moment that the host does not know is a warning and no hook (CUR-24)", () =>
    Effect.gen(function* () {
      const profile = without(everythingProfile, "tool.pre")
      const { bindings, diagnostics } = yield* load(shell({ command: "x" }), { profile })
      assert.isEmpty(bindings)
      assert.deepStrictEqual(codes(diagnostics), ["cursor/unknown-moment"])
      assert.deepInclude(diagnostics[0], {
        severity: "warning",
        file: projectFile.path,
        binding: "/repo/.cursor/hooks.json#beforeShellExecution[0]"
      })
    })
  )

  it.effect("a moment that the host knows and does not report is a warning and a hook (CUR-24)", () =>
    Effect.gen(function* () {
      const { bindings, diagnostics } = yield* load(shell({ command: "x" }), { profile: deaf("tool.pre") })
      assert.lengthOf(bindings, 1)
      assert.deepStrictEqual(codes(diagnostics), ["cursor/never-fires"])
      assert.include(diagnostics[0]?.message ?? "", "this hook will never run")
    })
  )

  it.effect("a view that the host does not report is a warning and a hook (CUR-24)", () =>
    Effect.gen(function* () {
      const profile: HostProfile = {
        ...everythingProfile,
        boundaries: { "tool.pre": { reports: true, facets: ["mcp"], honours: ["verdict", "notice"] } }
      }
      const { bindings, diagnostics } = yield* load(shell({ command: "x" }), { profile })
      assert.lengthOf(bindings, 1)
      assert.deepStrictEqual(codes(diagnostics), ["cursor/never-fires"])
    })
  )

  it.effect("what the host cannot honour is a warning for each hook that may ask for it (CUR-25)", () =>
    Effect.gen(function* () {
      const text = hooksFile({ preToolUse: [{ command: "a" }], beforeShellExecution: [{ command: "b" }] })
      assert.isEmpty((yield* load(text)).diagnostics)
      assert.isEmpty((yield* load(text, { profile: execProfile })).diagnostics)
      const { diagnostics } = yield* load(text, { profile: referenceProfile })
      assert.deepStrictEqual(codes(diagnostics), ["cursor/effect-not-honoured"])
      assert.include(diagnostics[0]?.message ?? "", "replaces the input of the action")
      assert.match(diagnostics[0]?.binding ?? "", /#preToolUse\[0\]$/u)
    })
  )

  it.effect.each([
    [20, 8, true],
    [9, 8, true],
    [null, 8, true],
    [8, 8, false],
    [0, 8, false],
    [null, null, false],
    [20, null, false]
  ] as const)("a loop_limit of %s under a cap of %s is told: %s (CUR-17)", ([limit, cap, told]) =>
    Effect.gen(function* () {
      const profile = { ...everythingProfile, continuationCap: cap }
      const { diagnostics } = yield* load(hooksFile({ stop: [{ command: "x", loop_limit: limit }] }), { profile })
      assert.deepStrictEqual(codes(diagnostics), told ? ["cursor/loop-limit-capped"] : [])
    })
  )

  it.effect("every event gives a hook where the host knows its moment, in table order (CUR-2, CUR-24)", () =>
    Effect.gen(function* () {
      const text = hooksFile(
        Object.fromEntries(cursorEvents.toReversed().map(({ name }) => [name, [{ command: "x" }]]))
      )
      for (const reading of allReadings) {
        for (const profile of [everythingProfile, referenceProfile, execProfile]) {
          assert.deepStrictEqual(
            (yield* load(text, { reading, profile })).bindings.map(({ event }) => event),
            cursorEvents.filter(({ boundary }) => knowsBoundary(profile, boundary)).map(({ name }) => name)
          )
        }
      }
    })
  )

  it.effect("for the reference host nine events never fire, as written (CUR-24)", () =>
    Effect.gen(function* () {
      const text = hooksFile(Object.fromEntries(cursorEvents.map(({ name }) => [name, [{ command: "x" }]])))
      const told = (reading: Reading) =>
        Effect.map(load(text, { reading, profile: referenceProfile }), ({ diagnostics }) => ({
          never: diagnostics.filter(({ code }) => code === "cursor/never-fires").length,
          unknown: diagnostics.filter(({ code }) => code === "cursor/unknown-moment").length
        }))
      for (const reading of allReadings) assert.deepStrictEqual(yield* told(reading), { never: 6, unknown: 3 })
    })
  )
})

describe("for the reference host, as the contract is written", () => {
  const load18 = (definition: object = {}) =>
    load(hooksFile(Object.fromEntries(cursorEvents.map(({ name }) => [name, [{ command: "x", ...definition }]]))), {
      reading: "asWritten",
      profile: referenceProfile
    })

  it.effect("each event declares what Cursor documents for it, with and without failClosed (CUR-1, CUR-21)", () =>
    Effect.gen(function* () {
      for (const failClosed of [undefined, false, true]) {
        const { bindings } = yield* load18(failClosed === undefined ? {} : { failClosed })
        assert.deepStrictEqual(
          bindings.map(({ channels, event }) => [event, ...channels]),
          [
            ["sessionStart", "session-env", "model-context"],
            ["sessionEnd"],
            ["preToolUse", "verdict", "notice", "replacement-input"],
            ["postToolUse", "replacement-result", "model-context"],
            ["postToolUseFailure", "model-context"],
            ["subagentStart", "verdict", "notice"],
            ["subagentStop", "continuation"],
            ["beforeShellExecution", "verdict", "notice"],
            ["afterShellExecution"],
            ["beforeMCPExecution", "verdict", "notice"],
            ["afterMCPExecution"],
            ["beforeReadFile", "verdict", "notice"],
            ["afterFileEdit"],
            ["beforeSubmitPrompt", "halt", "notice"],
            ["preCompact", "notice"],
            ["stop", "continuation"],
            ["afterAgentResponse"],
            ["afterAgentThought"]
          ]
        )
      }
    })
  )

  it.effect(
    "six events deny what does not fit, seven miss no output, and failClosed means nothing elsewhere (CUR-4)",
    () =>
      Effect.gen(function* () {
        const permission = cursorEvents.filter(({ control }) => control._tag === "Permission").map(({ name }) => name)
        for (const reading of ["asWritten", "tight"] as const) {
          for (const { name } of cursorEvents) {
            const open = yield* only(name, { command: "x" }, reading)
            const closed = yield* only(name, { command: "x", failClosed: true }, reading)
            const denies = permission.includes(name)
            const blocks = denies || name === "beforeSubmitPrompt"
            assert.deepStrictEqual(
              open.onFailure,
              { ...failurePolicy("open"), malformed: denies ? "closed" : "open" },
              name
            )
            assert.deepStrictEqual(closed.onFailure, failurePolicy(blocks ? "closed" : "open"), name)
          }
        }
        assert.lengthOf(permission, 6)
      })
  )

  it.effect("a definition without a timeout gets its moment's (CUR-5)", () =>
    Effect.gen(function* () {
      const { bindings } = yield* load18()
      const inSeconds = (event: string) => bindings.find((binding) => binding.event === event)?.timeoutMs
      assert.deepStrictEqual(
        bindings.filter(({ timeoutMs }) => timeoutMs === 30_000).map(({ event }) => event),
        [
          "preToolUse",
          "subagentStart",
          "beforeShellExecution",
          "beforeMCPExecution",
          "beforeReadFile",
          "beforeSubmitPrompt"
        ]
      )
      assert.strictEqual(inSeconds("sessionEnd"), 5_000)
      assert.lengthOf(
        bindings.filter(({ timeoutMs }) => timeoutMs === 60_000),
        11
      )
      assert.strictEqual((yield* only("beforeTabFileRead", { command: "x" })).timeoutMs, 30_000)
      assert.strictEqual((yield* only("afterTabFileEdit", { command: "x" })).timeoutMs, 60_000)
      assert.strictEqual((yield* only("workspaceOpen", { command: "x" })).timeoutMs, 60_000)
      assert.strictEqual((yield* only("stop", { command: "x", timeout: 0.25 })).timeoutMs, 250)
    })
  )

  const limits = [
    ["absent", {}, 5, []],
    ["0", { loop_limit: 0 }, 0, []],
    ["3", { loop_limit: 3 }, 3, []],
    ["8", { loop_limit: 8 }, 8, []],
    ["9", { loop_limit: 9 }, 8, ["cursor/loop-limit-capped"]],
    ["null", { loop_limit: null }, 8, ["cursor/loop-limit-capped"]]
  ] as const

  it.effect.each(limits)("a loop_limit of %s is kept or capped at eight (CUR-17)", ([, definition, limit, told]) =>
    Effect.gen(function* () {
      for (const event of ["stop", "subagentStop"]) {
        const { bindings, diagnostics, parsed } = yield* load(
          hooksFile({ [event]: [{ command: "x", ...definition }] }),
          {
            reading: "asWritten",
            profile: referenceProfile
          }
        )
        const kept = bindings.map(({ data }) => data)
        assert.isEmpty(parsed.findings)
        assert.containSubset(kept, [{ loopLimit: limit }])
        assert.deepStrictEqual(
          codes(diagnostics).filter((code) => code !== "cursor/never-fires"),
          [...told]
        )
      }
    })
  )

  it.effect.each([[-1], [2.5], ["3"], [false]] as const)(
    "a loop_limit of %s voids the file (CUR-17, CUR-69)",
    ([limit]) =>
      Effect.gen(function* () {
        const text = hooksFile({ stop: [{ command: "x", loop_limit: limit }], preToolUse: [{ command: "y" }] })
        const { bindings, diagnostics } = yield* load(text, { reading: "asWritten", profile: referenceProfile })
        assert.isEmpty(bindings)
        assert.deepStrictEqual(codes(diagnostics), ["cursor/file-voided"])
      })
  )

  it.effect("a loop_limit on any other event is ignored with a warning, whatever it is (CUR-17)", () =>
    Effect.gen(function* () {
      const others = cursorEvents.filter(({ control }) => control._tag !== "FollowUp")
      for (const limit of [3, null, "many"]) {
        const text = hooksFile(
          Object.fromEntries(others.map(({ name }) => [name, [{ command: "x", loop_limit: limit }]]))
        )
        const { bindings, parsed } = yield* load(text, { reading: "asWritten", profile: referenceProfile })
        assert.lengthOf(bindings, 16)
        assert.lengthOf(parsed.findings, 19)
        assert.deepStrictEqual(new Set(codes(parsed.findings)), new Set(["cursor/loop-limit-unused"]))
      }
    })
  )

  it.effect(
    "a prompt hook is skipped on every event, with a warning, and those around it keep their positions (CUR-13)",
    () =>
      Effect.gen(function* () {
        const around = [{ command: "a" }, { type: "prompt", prompt: "ok?" }, { command: "b" }]
        const text = hooksFile(Object.fromEntries(cursorEvents.map(({ name }) => [name, around])))
        const { bindings, parsed } = yield* load(text, { reading: "asWritten", profile: referenceProfile })
        assert.lengthOf(parsed.findings, 21)
        assert.isTrue(
          parsed.findings.every(({ code, severity }) => code === "cursor/prompt-hook" && severity === "warning")
        )
        assert.deepStrictEqual(
          bindings.map(({ event, index }) => [event, index]),
          cursorEvents
            .filter(({ boundary }) => knowsBoundary(referenceProfile, boundary))
            .flatMap(({ name }) => [
              [name, 0],
              [name, 2]
            ])
        )
      })
  )

  it.effect("each definition of an event that never fires has a warning of its own (CUR-24)", () =>
    Effect.gen(function* () {
      const two = [{ command: "a" }, { command: "b" }]
      const text = hooksFile(Object.fromEntries(cursorEvents.map(({ name }) => [name, two])))
      const { bindings, diagnostics } = yield* load(text, { reading: "asWritten", profile: referenceProfile })
      assert.lengthOf(bindings, 36)
      const never = diagnostics.filter(({ code }) => code === "cursor/never-fires" || code === "cursor/unknown-moment")
      assert.lengthOf(never, 18)
      assert.deepStrictEqual(
        [...new Set(never.map(({ message }) => message.slice(0, message.indexOf("["))))],
        [
          "sessionEnd",
          "subagentStart",
          "subagentStop",
          "beforeReadFile",
          "afterFileEdit",
          "preCompact",
          "beforeTabFileRead",
          "afterTabFileEdit",
          "workspaceOpen"
        ]
      )
    })
  )

  it.effect("unknown events and fields are warnings, and the rest of the file is loaded (CUR-10, CUR-13)", () =>
    Effect.gen(function* () {
      const text = hooksFile({
        noEvent: [{ command: 5 }, "x"],
        preToolUse: [{ command: "x", colour: "red", prompt: "p", model: "m" }]
      })
      const { bindings, parsed } = yield* load(text, { reading: "asWritten", profile: referenceProfile })
      assert.lengthOf(bindings, 1)
      assert.deepStrictEqual(
        parsed.findings.map(({ code, severity }) => [code, severity]),
        [
          ["cursor/unknown-event", "warning"],
          ["cursor/unknown-field", "warning"]
        ]
      )
    })
  )
})
