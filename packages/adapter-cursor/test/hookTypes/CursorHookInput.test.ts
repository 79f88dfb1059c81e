import { readFileSync } from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import { type CursorEventName, cursorAdapter, cursorEvents, cursorHookInputs } from "@pawl/adapter-cursor"
import { Envelope, type Reading } from "@pawl/core"
import {
  sampleActions,
  sampleEnvelopes,
  sampleFailures,
  sampleResults,
  toolFailure,
  toolPre,
  toolResult
} from "@pawl/core/testing"
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { allReadings, only } from "../support.ts"

const asJson = Schema.decodeUnknownSync(Schema.fromJsonString(Schema.Record(Schema.String, Schema.Json)))
const decoder = new TextDecoder()
const events = Object.keys(cursorHookInputs).filter((name): name is CursorEventName => name in cursorHookInputs)

/** What is wrong with a payload; a key that the Schema does not know is wrong as well. */
const wrongWith = (event: CursorEventName, payload: unknown): string | undefined => {
  const schema: Schema.Codec<unknown, unknown> = cursorHookInputs[event]
  const read = Schema.decodeUnknownResult(schema, { onExcessProperty: "error", errors: "all" })(payload)
  return Result.isFailure(read) ? `${event}: ${read.failure.message}\n${JSON.stringify(payload)}` : undefined
}

/** What the hooks of a moment get to read, of every event that it is about. */
const payloadsOf = Effect.fnUntraced(function* (moment: Envelope, reading: Reading) {
  const hooks = yield* Effect.forEach(events, (event) => only(event, { command: "x" }, reading))
  const selections = yield* cursorAdapter.select(moment, hooks)
  return hooks.flatMap((hook, i) => {
    const event = events[i]
    if (event === undefined || selections[i]?._tag !== "Run") return []
    return [{ event, payload: asJson(decoder.decode(Result.getOrThrow(cursorAdapter.encode(moment, hook)).stdin)) }]
  })
})

/** Any moment of which nothing is marked and nothing was captured. */
const plainMoment = Arbitrary.map(Arbitrary.schema(Envelope), ({ payload, ...more }): Envelope => {
  const envelope = { ...more, opaque: {} }
  if (!("action" in payload)) return { ...envelope, payload }
  return { ...envelope, payload: { ...payload, action: { ...payload.action, secretFields: [], binaryFields: [] } } }
})

describe("the types of what a hook reads (CUR-83)", () => {
  it("are there for every event, in Cursor's order", () => {
    assert.deepStrictEqual(
      events,
      cursorEvents.map(({ name }) => name)
    )
  })

  it.each(events)("hold for the fixture of %s, with every key of it", (event) => {
    const file = new URL(`../../../../fixtures/cursor/${event}/stdin.json`, import.meta.url)
    assert.isUndefined(wrongWith(event, asJson(readFileSync(file, "utf8"))))
  })

  it.effect("hold for what is written of every kind of action and of result, in every reading", () =>
    Effect.gen(function* () {
      const actions = Object.values(sampleActions)
      const moments = [
        ...Object.values(sampleEnvelopes),
        ...actions.map((action) => toolPre(action)),
        ...actions.flatMap((action) => Object.values(sampleResults).map((result) => toolResult(action, result))),
        ...actions.flatMap((action) => Object.values(sampleFailures).map((failure) => toolFailure(action, failure)))
      ]
      const seen = new Set<string>()
      for (const moment of moments) {
        for (const reading of allReadings) {
          for (const { event, payload } of yield* payloadsOf(moment, reading)) {
            seen.add(event)
            assert.isUndefined(wrongWith(event, payload))
          }
        }
      }
      assert.deepStrictEqual([...seen].sort(), [...events].sort())
    })
  )

  it.effect.prop(
    "hold for what is written of any moment, in every reading",
    [plainMoment, Arbitrary.schema(Schema.Literals(allReadings))],
    ([moment, reading]) =>
      Effect.gen(function* () {
        for (const { event, payload } of yield* payloadsOf(moment, reading)) {
          assert.isUndefined(wrongWith(event, payload))
        }
      }),
    { arbitrary: { runs: 300 } }
  )

  it.effect("have no key that is never written, but for those that Cursor alone sends", () =>
    Effect.gen(function* () {
      const written = new Map<string, Set<string>>(events.map((event) => [event, new Set()]))
      const known = { model: { name: "large", id: "large-2" } }
      const rare = [
        toolResult(sampleActions.ShellRun, sampleResults.ShellResult, known),
        toolResult(sampleActions.McpTool, sampleResults.McpReturned, known)
      ]
      const moments = yield* Arbitrary.sampleEffect(plainMoment, { count: 1_500, seed: 7 })
      for (const moment of [...moments, ...Object.values(sampleEnvelopes), ...rare]) {
        for (const { event, payload } of yield* payloadsOf(moment, "tight")) {
          for (const key of Object.keys(payload)) written.get(event)?.add(key)
        }
      }
      const never = events.flatMap((event) =>
        Object.keys(cursorHookInputs[event].fields)
          .filter((key) => written.get(event)?.has(key) !== true)
          .map((key) => `${event}.${key}`)
      )
      assert.deepStrictEqual(never, [
        "preToolUse.agent_message",
        "beforeShellExecution.sandbox",
        "afterShellExecution.sandbox"
      ])
    })
  )

  it("take what Cursor itself sends, without the host's own fields and with those that it alone has", () => {
    const base = {
      conversation_id: "c-71",
      generation_id: "g-9",
      model: "default",
      cursor_version: "3.20.1",
      workspace_roots: ["/srv/shop"],
      user_email: null,
      transcript_path: null
    }
    const range = { start_line_number: 4, start_column: 1, end_line_number: 4, end_column: 1 }
    const edits = [{ old_string: "", new_string: "x", range, old_line: "", new_line: "x" }]
    const call = {
      tool_name: "Shell",
      tool_input: { command: "ls" },
      tool_use_id: "t1",
      cwd: "",
      agent_message: "look"
    }
    const sent = {
      beforeShellExecution: { ...base, command: "ls", cwd: "", sandbox: true },
      afterTabFileEdit: { ...base, file_path: "/b.ts", edits },
      preToolUse: { ...base, ...call }
    } as const
    assert.isUndefined(
      wrongWith("beforeShellExecution", { ...sent.beforeShellExecution, hook_event_name: "beforeShellExecution" })
    )
    assert.isUndefined(wrongWith("afterTabFileEdit", { ...sent.afterTabFileEdit, hook_event_name: "afterTabFileEdit" }))
    assert.isUndefined(wrongWith("preToolUse", { ...sent.preToolUse, hook_event_name: "preToolUse" }))
  })

  it.effect("do not hold where what the event is about is hidden, or where it is of another type", () =>
    Effect.gen(function* () {
      const hidden = toolPre({ _tag: "ShellRun", command: "login s3cret", secretFields: ["command"] })
      const payloads = yield* payloadsOf(hidden, "tight")
      const shell = payloads.find(({ event }) => event === "beforeShellExecution")
      assert.match(wrongWith("beforeShellExecution", shell?.payload) ?? "", /\["command"\]/u)
      for (const { event, payload } of yield* payloadsOf(toolPre(sampleActions.ShellRun), "tight")) {
        for (const key of ["hook_event_name", "cursor_version", "workspace_roots", "user_email"]) {
          assert.isDefined(wrongWith(event, { ...payload, [key]: 5 }), key)
        }
      }
    })
  )
})
