import { assert, describe, it } from "@effect/vitest"
import { cursorEvents } from "@pawl/adapter-cursor"
import type { Ending, HookEffects } from "@pawl/core"
import { outcome } from "@pawl/core/testing"
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { allReadings, decodeOutcome, only, strictPolicy } from "../support.ts"

/** What a host may still do after an answer: 0 lets it decide by itself, 1 asks, 2 denies. A refusal is a denial. */
const strictness = ({ halt, unsupported, verdict }: HookEffects): 0 | 1 | 2 =>
  verdict === "deny" || halt !== undefined || unsupported.length > 0 ? 2 : verdict === "ask" ? 1 : 0

const permissionEvents = cursorEvents.filter(({ control }) => control._tag === "Permission").map(({ name }) => name)
const events = [...permissionEvents, "beforeSubmitPrompt"]
const allEvents = cursorEvents.map(({ name }) => name)

/** An answer of a hook that says something about the permission, in a shape that some reading knows. */
const Answer = Schema.Union([
  Schema.Struct({
    permission: Schema.Literals(["allow", "deny", "ask"]),
    user_message: Schema.optionalKey(Schema.String),
    agent_message: Schema.optionalKey(Schema.String)
  }),
  Schema.Struct({
    hookSpecificOutput: Schema.Struct({ permissionDecision: Schema.Literals(["allow", "deny", "ask"]) })
  }),
  Schema.Struct({ decision: Schema.Literal("deny"), reason: Schema.String }),
  Schema.Struct({ permission: Schema.Literals(["allow", "deny", "ask"]), continue: Schema.Boolean }),
  Schema.Struct({ continue: Schema.Boolean, user_message: Schema.optionalKey(Schema.String) })
])

/** A line of text that is no JSON object. */
const Noise = Schema.String.pipe(Schema.check(Schema.makeFilter((text: string) => !text.includes("{"))))

const Ends = Schema.Literals(["exit 1", "exit 126", "exit 127", "signal", "timeout", "spawn"])

const ending = (end: typeof Ends.Type): Ending => {
  switch (end) {
    case "signal":
      return { _tag: "Signalled", signal: "SIGTERM" }
    case "timeout":
      return { _tag: "TimedOut", phase: "running" }
    case "spawn":
      return { _tag: "SpawnFailed", errno: "EAGAIN", message: "no" }
    default:
      return { _tag: "Exited", code: Number(end.slice("exit ".length)) }
  }
}

const change = Arbitrary.schema(
  Schema.Struct({
    answer: Answer,
    before: Schema.Array(Noise),
    after: Schema.Array(Noise),
    extra: Schema.Record(Schema.String, Schema.Json),
    end: Schema.optionalKey(Ends),
    cut: Schema.Boolean
  })
)

const known = new Set([
  "permission",
  "user_message",
  "agent_message",
  "hookSpecificOutput",
  "decision",
  "reason",
  "continue",
  "userMessage",
  "agentMessage"
])

describe("leniency is one-way", () => {
  it.effect.prop(
    "noise, unknown fields, a failing end and a cut never make a word looser in the tighter readings (CUR-60)",
    [change],
    ([{ after, answer, before, cut, end, extra }]) =>
      Effect.gen(function* () {
        const unknown = Object.fromEntries(Object.entries(extra).filter(([key]) => !known.has(key)))
        const line = JSON.stringify({ ...unknown, ...answer })
        const sloppy = [...before, line, ...after].join("\n")
        for (const event of events) {
          for (const reading of ["tight", "shipped"] as const) {
            const binding = yield* only(event, { command: "./h.sh" }, reading)
            const clean = decodeOutcome(binding, outcome({ stdout: JSON.stringify(answer) }))
            // An answer that does not fit its event says nothing that a failure could take back.
            const isWord = clean.diagnostics.every(({ code }) => code !== "cursor/malformed-answer")
            if (!isWord) continue
            for (const stdout of [sloppy, line]) {
              const run = outcome({
                stdout,
                stdoutTruncated: cut,
                ...(end === undefined ? {} : { ending: ending(end) })
              })
              assert.isAtLeast(strictness(decodeOutcome(binding, run)), strictness(clean), `${event} ${sloppy}`)
              assert.isAtLeast(
                strictness(decodeOutcome(binding, run, strictPolicy)),
                strictness(decodeOutcome(binding, run)),
                "strict"
              )
            }
          }
        }
      }),
    { arbitrary: { runs: 200 } }
  )

  it.effect.prop(
    "each reading is at least as strict as the one before it (CUR-60)",
    [change],
    ([{ after, answer, before, cut, end }]) =>
      Effect.gen(function* () {
        const stdout = [...before, JSON.stringify(answer), ...after].join("\n")
        const run = outcome({ stdout, stdoutTruncated: cut, ...(end === undefined ? {} : { ending: ending(end) }) })
        for (const event of events) {
          const found: Array<number> = []
          for (const reading of allReadings) {
            found.push(strictness(decodeOutcome(yield* only(event, { command: "./h.sh" }, reading), run)))
          }
          const [written = 0, tight = 0, shipped = 0] = found
          assert.isAtLeast(tight, written, stdout)
          assert.isAtLeast(shipped, tight, stdout)
        }
      }),
    { arbitrary: { runs: 200 } }
  )

  it.effect.prop(
    "any bytes with any end are decoded, and a denial has a reason (CUR-40)",
    [
      Arbitrary.array(Arbitrary.schema(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 255 }))), {
        maxLength: 80
      }),
      Arbitrary.schema(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 255 })))
    ],
    ([bytes, code]) =>
      Effect.gen(function* () {
        for (const event of allEvents) {
          for (const reading of allReadings) {
            const binding = yield* only(event, { command: "./h.sh" }, reading)
            const effects = decodeOutcome(
              binding,
              outcome({ ending: { _tag: "Exited", code }, stdout: Uint8Array.from(bytes) })
            )
            if (effects.verdict === "deny") assert.isNotEmpty(effects.reasons)
          }
        }
      })
  )

  it.effect.prop("any JSON value is decoded (CUR-40)", [Arbitrary.schema(Schema.Json)], ([value]) =>
    Effect.gen(function* () {
      for (const event of allEvents) {
        const binding = yield* only(event, { command: "./h.sh" })
        const effects = decodeOutcome(binding, outcome({ stdout: JSON.stringify(value) }))
        assert.strictEqual(effects.verdict !== "none", permissionEvents.includes(event), event)
      }
    })
  )
})
