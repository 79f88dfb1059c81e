import { readFileSync } from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import {
  type CursorEvent,
  type CursorEventName,
  cursorEvents,
  cursorHookInputs,
  cursorHookOutputs
} from "@pawl/adapter-cursor"
import type { HookEffects, Reading } from "@pawl/core"
import { outcome, sampleActions, sampleEnvelopes, sampleResults, toolResult } from "@pawl/core/testing"
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { allReadings, codes, decodeOutcome, only } from "../support.ts"

const isEvent = (name: string): name is CursorEventName => name in cursorHookInputs
const rows = cursorEvents.flatMap((row) => (isEvent(row.name) ? [{ row, name: row.name }] : []))
const asJson = Schema.decodeUnknownSync(Schema.fromJsonString(Schema.Json))

const schemaOf = (name: CursorEventName): Schema.Codec<unknown, unknown> => cursorHookOutputs[name]

const fits = (name: CursorEventName, answer: unknown): boolean =>
  Schema.decodeUnknownExit(schemaOf(name), { onExcessProperty: "error" })(answer)._tag === "Success"

/** The keys of an answer, of all forms that it can have. */
const keysOf = (name: CursorEventName): ReadonlyArray<string> => {
  const schema = cursorHookOutputs[name]
  if ("members" in schema) return schema.members.flatMap((member) => Object.keys(member.fields))
  return "fields" in schema ? Object.keys(schema.fields) : []
}

/** What Cursor translates of Claude's answers, by what the table of events calls it. */
const claudeKeys: { readonly [C in CursorEvent["claude"]]: ReadonlyArray<string> } = {
  permission: ["hookSpecificOutput"],
  "follow-up": ["decision", "reason", "hookSpecificOutput"],
  nothing: []
}

/** What an answer comes to at a moment of its event; the result of a tool is one of an MCP tool. */
const decoded = Effect.fnUntraced(function* ({ boundary, name }: CursorEvent, answer: unknown, reading: Reading) {
  const hook = yield* only(name, { command: "x" }, reading)
  const moment =
    boundary === "tool.result"
      ? toolResult(sampleActions.McpTool, sampleResults.McpReturned)
      : sampleEnvelopes[boundary]
  return decodeOutcome(hook, outcome({ stdout: JSON.stringify(answer) }), undefined, moment)
})

const complaints = ({ diagnostics, unsupported }: HookEffects): ReadonlyArray<string> => [
  ...unsupported.map(({ field }) => field),
  ...codes(diagnostics).filter((code) =>
    [
      "cursor/malformed-answer",
      "cursor/undocumented-field",
      "cursor/unread-field",
      "cursor/older-spelling",
      "cursor/output-unread",
      "cursor/no-answer",
      "cursor/hook-failed"
    ].includes(code)
  )
]

describe("the types of what a hook may answer (CUR-84)", () => {
  it("are there for every event, in Cursor's order", () => {
    assert.deepStrictEqual(
      Object.keys(cursorHookOutputs),
      cursorEvents.map(({ name }) => name)
    )
  })

  it.each(rows)("have the keys that the decoder reads at $name, and no other (CUR-50)", ({ name, row }) => {
    const documented = [...row.answer, ...row.ignored, ...claudeKeys[row.claude]]
    assert.deepStrictEqual([...keysOf(name)].sort(), documented.sort())
  })

  it.each(rows)("hold for the fixture of $name, with every key of it", ({ name }) => {
    const file = new URL(`../../../../fixtures/cursor/${name}/stdout.json`, import.meta.url)
    assert.isTrue(fits(name, asJson(readFileSync(file, "utf8"))))
  })

  it.each(rows)("have the words that $name knows (CUR-41)", ({ name, row }) => {
    const { control } = row
    if (control._tag !== "Permission") return assert.notInclude(keysOf(name), "permission")
    const asks = control.ask === "asks" || control.ask === "no-opinion"
    const words = ["allow", "deny", "ask", "Allow", "block", true].filter((permission) => fits(name, { permission }))
    assert.deepStrictEqual(words, asks ? ["allow", "deny", "ask"] : ["allow", "deny"])
    assert.isFalse(fits(name, {}))
  })

  it.effect.each(rows)("make only what is read at $name without a complaint, in every reading", ({ name, row }) =>
    Effect.gen(function* () {
      const answers = yield* Arbitrary.sampleEffect(Arbitrary.schema(schemaOf(name)), { count: 60, seed: 3 })
      for (const answer of answers) {
        for (const reading of allReadings) {
          const told = complaints(yield* decoded(row, answer, reading))
          assert.deepStrictEqual(told, [], JSON.stringify(answer))
        }
      }
    })
  )

  it.effect.each(rows)(
    "reject a value of another type at $name, as the decoder does (CUR-40, CUR-76)",
    ({ name, row }) =>
      Effect.gen(function* () {
        const decision = row.answer.includes("permission") ? { permission: "allow" } : {}
        const answered = row.answer.includes("continue") ? { continue: true } : decision
        assert.isTrue(fits(name, answered))
        for (const field of row.answer) {
          for (const value of [5, null, [5]]) {
            const answer = { ...answered, [field]: value }
            assert.isFalse(fits(name, answer), JSON.stringify(answer))
            const told = complaints(yield* decoded(row, answer, "tight"))
            assert.include(told, "cursor/malformed-answer", JSON.stringify(answer))
          }
        }
      })
  )
})
