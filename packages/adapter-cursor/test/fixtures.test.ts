import { readFileSync } from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import { cursorAdapter, cursorEvents } from "@pawl/adapter-cursor"
import { Envelope, HookEffects, referenceProfile } from "@pawl/core"
import { outcome } from "@pawl/core/testing"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { allReadings, codes, decodeAnswer, decodeOutcome, load, only, projectFile } from "./support.ts"

const text = (path: string): string =>
  readFileSync(new URL(`../../../fixtures/cursor/${path}`, import.meta.url), "utf8")
const json = <S extends Schema.Codec<unknown, unknown>>(path: string, schema: S): S["Type"] =>
  Schema.decodeUnknownSync(Schema.fromJsonString(schema))(text(path))

const source = { ...projectFile, id: "/srv/shop/.cursor/hooks.json", path: "/srv/shop/.cursor/hooks.json" }
const evaluated = cursorEvents.filter((event) => event.evaluated).map((event) => event.name)

/** The only hook of an event's fixture. */
const hookOf = Effect.fnUntraced(function* (event: string, reading: "asWritten" | "tight" | "shipped") {
  const parsed = yield* cursorAdapter.parse(text(`${event}/hooks.json`))
  assert.isEmpty(parsed.findings)
  const { bindings } = cursorAdapter.bindings(parsed, { source, profile: referenceProfile, reading })
  assert.lengthOf(bindings, 1)
  const [binding] = bindings
  assert.isDefined(binding)
  return binding
})

describe.each(evaluated)("the fixtures of %s", (event) => {
  const envelope = json(`${event}/envelope.json`, Envelope)

  it.effect("match their own moment", () =>
    Effect.gen(function* () {
      for (const reading of allReadings) {
        const selections = yield* cursorAdapter.select(envelope, [yield* hookOf(event, reading)])
        assert.deepStrictEqual(selections, [{ _tag: "Run" }])
      }
    })
  )

  it.effect("are written as stdin.json says; as written without session_id (CUR-35)", () =>
    Effect.gen(function* () {
      const record = Schema.Record(Schema.String, Schema.Json)
      const { session_id: _added, ...written } = json(`${event}/stdin.json`, record)
      for (const reading of allReadings) {
        const { stdin } = Result.getOrThrow(cursorAdapter.encode(envelope, yield* hookOf(event, reading)))
        const actual = yield* Schema.decodeUnknownEffect(Schema.fromJsonString(record))(new TextDecoder().decode(stdin))
        assert.deepStrictEqual(actual, reading === "asWritten" ? written : json(`${event}/stdin.json`, record), reading)
      }
    })
  )

  it.effect("come back as a moment that is written alike (CUR-57)", () =>
    Effect.gen(function* () {
      const again = Result.getOrThrow(cursorAdapter.envelopeFrom(event, text(`${event}/stdin.json`), envelope))
      const binding = yield* hookOf(event, "tight")
      assert.deepStrictEqual(
        Result.getOrThrow(cursorAdapter.encode(again, binding)).stdin,
        Result.getOrThrow(cursorAdapter.encode(envelope, binding)).stdin
      )
    })
  )

  it.effect("answer what effects.json says (CUR-42)", () =>
    Effect.gen(function* () {
      const expected = json(`${event}/effects.json`, HookEffects)
      for (const reading of allReadings) {
        const run = outcome({ stdout: text(`${event}/stdout.json`) })
        assert.deepStrictEqual(decodeOutcome(yield* hookOf(event, reading), run, undefined, envelope), expected)
      }
    })
  )
})

describe("whole files", () => {
  it.effect("full_config.json has one definition for each event; two are evaluated so far (CUR-9)", () =>
    Effect.gen(function* () {
      const full = text("files/full_config.json")
      const { bindings, diagnostics, parsed } = yield* load(full, { profile: referenceProfile, reading: "asWritten" })
      assert.deepStrictEqual([parsed.voided, parsed.definitions], [false, 21])
      assert.deepStrictEqual(
        bindings.map((binding) => [binding.event, binding.timeoutMs, binding.onFailure.exit]),
        [
          ["preToolUse", 2_500, "closed"],
          ["beforeShellExecution", 10_000, "closed"]
        ]
      )
      const told = codes([...parsed.findings, ...diagnostics])
      const count = (code: string) => told.filter((each) => each === code).length
      assert.strictEqual(count("cursor/not-evaluated-yet"), 19)
      assert.strictEqual(count("cursor/matcher-without-target"), 1)
      assert.strictEqual(count("cursor/loop-limit-capped"), 1)
      assert.strictEqual(count("cursor/never-fires") + count("cursor/unknown-moment"), 9)
      assert.isTrue([...parsed.findings, ...diagnostics].every(({ severity }) => severity === "warning"))
    })
  )

  it.effect("invalid_matcher.json loses one definition and keeps the positions of the others (CUR-16)", () =>
    Effect.gen(function* () {
      const { bindings, parsed } = yield* load(text("files/invalid_matcher.json"), { reading: "asWritten" })
      assert.deepStrictEqual(codes(parsed.findings), ["cursor/bad-matcher"])
      assert.deepStrictEqual(
        bindings.map(({ index }) => index),
        [0, 2]
      )
    })
  )

  it.effect("unknown_event.json keeps its known event, and changes no prototype (CUR-10)", () =>
    Effect.gen(function* () {
      const { bindings, parsed } = yield* load(text("files/unknown_event.json"))
      assert.lengthOf(bindings, 1)
      assert.deepStrictEqual(new Set(codes(parsed.findings)), new Set(["cursor/unknown-event"]))
      assert.lengthOf(parsed.findings, 5)
      assert.notProperty(Object.prototype, "command")
    })
  )

  it.effect("prompt_hook.json keeps the positions of the command hooks (CUR-13)", () =>
    Effect.gen(function* () {
      const { bindings } = yield* load(text("files/prompt_hook.json"), { reading: "asWritten" })
      assert.deepStrictEqual(
        bindings.map(({ index }) => index),
        [1, 3]
      )
    })
  )

  it.effect(
    "claude_shape_output.json denies a tool call with its reason, and a shell command as no answer (CUR-48)",
    () =>
      Effect.gen(function* () {
        const answer = text("files/claude_shape_output.json")
        for (const reading of allReadings) {
          const tool = decodeAnswer(yield* only("preToolUse", { command: "x" }, reading), answer)
          assert.deepStrictEqual(
            [tool.verdict, tool.reasons[0]?.text],
            ["deny", "Generated files are not edited by hand."]
          )
          const shell = decodeAnswer(yield* only("beforeShellExecution", { command: "x" }, reading), answer)
          assert.strictEqual(shell.verdict, "deny")
          assert.deepStrictEqual(
            new Set(codes(shell.diagnostics)),
            new Set(["cursor/malformed-answer", "cursor/unread-field"])
          )
          assert.deepStrictEqual(shell.unsupported, [{ channel: "verdict", field: "hookSpecificOutput" }])
        }
      })
  )
})
