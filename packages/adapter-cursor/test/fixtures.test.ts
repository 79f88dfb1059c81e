import { readFileSync } from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import { cursorAdapter, cursorEvents } from "@pawl/adapter-cursor"
import { Envelope, everythingProfile, HookEffects, knowsBoundary, referenceProfile, reports } from "@pawl/core"
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
const record = Schema.Record(Schema.String, Schema.Json)

/** What a payload has as the contract is written: no name of the host, `session_id` with sessions only, a result without the tools' own keys. */
const asWritten = (event: string, payload: Readonly<Record<string, Schema.Json>>) => {
  const { host_name: _name, session_id, tool_output, ...rest } = payload
  const session = event.startsWith("session") && session_id !== undefined ? { session_id } : {}
  if (typeof tool_output !== "string") return { ...rest, ...session }
  const {
    content: _content,
    isError: _isError,
    ...output
  } = Schema.decodeSync(Schema.fromJsonString(record))(tool_output)
  return { ...rest, ...session, tool_output: JSON.stringify(output) }
}

const common = new Set([
  "conversation_id",
  "generation_id",
  "model",
  "model_id",
  "model_params",
  "hook_event_name",
  "cursor_version",
  "host_version",
  "workspace_roots",
  "user_email",
  "transcript_path"
])

const WithLimit = Schema.Struct({ loopLimit: Schema.NullOr(Schema.Int) })

/** The only hook of an event's fixture. */
const hookOf = Effect.fnUntraced(function* (event: string, reading: "asWritten" | "tight" | "shipped") {
  const parsed = yield* cursorAdapter.parse(text(`${event}/hooks.json`))
  assert.isEmpty(parsed.findings)
  const { bindings } = cursorAdapter.bindings(parsed, { source, profile: everythingProfile, reading })
  assert.lengthOf(bindings, 1)
  const [binding] = bindings
  assert.isDefined(binding)
  return binding
})

describe.each(cursorEvents.map(({ name }) => name))("the fixtures of %s", (event) => {
  const envelope = json(`${event}/envelope.json`, Envelope)

  it.effect("match their own moment", () =>
    Effect.gen(function* () {
      for (const reading of allReadings) {
        const selections = yield* cursorAdapter.select(envelope, [yield* hookOf(event, reading)])
        assert.deepStrictEqual(selections, [{ _tag: "Run" }])
      }
    })
  )

  it.effect("are written as stdin.json says; as written without what the tighter readings add (CUR-35, CUR-65)", () =>
    Effect.gen(function* () {
      const written = json(`${event}/stdin.json`, record)
      for (const reading of allReadings) {
        const { stdin } = Result.getOrThrow(cursorAdapter.encode(envelope, yield* hookOf(event, reading)))
        const actual = yield* Schema.decodeUnknownEffect(Schema.fromJsonString(record))(new TextDecoder().decode(stdin))
        assert.deepStrictEqual(actual, reading === "asWritten" ? asWritten(event, written) : written, reading)
      }
    })
  )

  it.effect("are written alike for the reference host, as far as it reports the event (CUR-24, CUR-36)", () =>
    Effect.gen(function* () {
      const row = cursorEvents.find(({ name }) => name === event)
      assert.isDefined(row)
      const parsed = yield* cursorAdapter.parse(text(`${event}/hooks.json`))
      const { bindings } = cursorAdapter.bindings(parsed, { source, profile: referenceProfile, reading: "asWritten" })
      assert.lengthOf(bindings, knowsBoundary(referenceProfile, row.boundary) ? 1 : 0)
      for (const binding of bindings) {
        const { stdin } = Result.getOrThrow(cursorAdapter.encode(envelope, binding))
        const actual = yield* Schema.decodeUnknownEffect(Schema.fromJsonString(record))(new TextDecoder().decode(stdin))
        const whole = asWritten(event, json(`${event}/stdin.json`, record))
        if (reports(referenceProfile, row.boundary, row.facet)) assert.deepStrictEqual(actual, whole)
        else assert.isEmpty(Object.keys(actual).filter((key) => !common.has(key)))
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
  it.effect(
    "full_config.json gives the reference host 18 hooks in table order and eleven warnings, as written (CUR-24)",
    () =>
      Effect.gen(function* () {
        const full = text("files/full_config.json")
        const { bindings, diagnostics, parsed } = yield* load(full, { profile: referenceProfile, reading: "asWritten" })
        assert.deepStrictEqual([parsed.voided, parsed.definitions], [false, 21])
        assert.deepStrictEqual(
          bindings.map(({ data, event, onFailure, timeoutMs }) => [
            event,
            timeoutMs,
            onFailure.exit,
            event.endsWith("top") ? Schema.decodeUnknownSync(WithLimit)(data).loopLimit : undefined
          ]),
          [
            ["sessionStart", 15_000, "open", undefined],
            ["sessionEnd", 5_000, "open", undefined],
            ["preToolUse", 2_500, "closed", undefined],
            ["postToolUse", 60_000, "open", undefined],
            ["postToolUseFailure", 60_000, "open", undefined],
            ["subagentStart", 30_000, "open", undefined],
            ["subagentStop", 60_000, "open", 0],
            ["beforeShellExecution", 10_000, "closed", undefined],
            ["afterShellExecution", 60_000, "open", undefined],
            ["beforeMCPExecution", 30_000, "open", undefined],
            ["afterMCPExecution", 60_000, "open", undefined],
            ["beforeReadFile", 30_000, "closed", undefined],
            ["afterFileEdit", 60_000, "open", undefined],
            ["beforeSubmitPrompt", 30_000, "open", undefined],
            ["preCompact", 60_000, "open", undefined],
            ["stop", 60_000, "open", 8],
            ["afterAgentResponse", 60_000, "open", undefined],
            ["afterAgentThought", 500, "open", undefined]
          ]
        )
        const all = [...parsed.findings, ...diagnostics]
        assert.isTrue(all.every(({ severity }) => severity === "warning"))
        const isCapability = ({ code }: (typeof all)[number]) => code === "cursor/effect-not-honoured"
        assert.deepStrictEqual(codes(all.filter((each) => !isCapability(each))).toSorted(), [
          "cursor/loop-limit-capped",
          "cursor/matcher-without-target",
          ...Array.from({ length: 6 }, () => "cursor/never-fires"),
          ...Array.from({ length: 3 }, () => "cursor/unknown-moment")
        ])
        assert.deepStrictEqual(
          all.filter(isCapability).map(({ message }) => message.slice(0, message.indexOf("["))),
          ["sessionStart", "preToolUse", "postToolUse", "postToolUse", "postToolUseFailure"]
        )
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
