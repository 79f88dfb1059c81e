import { assert, describe, it } from "@effect/vitest"
import { cursorEvents } from "@pawl/adapter-cursor"
import { defaultRunPolicy, Ending, type HookEffects, type Reading } from "@pawl/core"
import { outcome, sampleActions, sampleResults, toolResult } from "@pawl/core/testing"
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { allReadings, decodeOutcome, only, strictPolicy } from "../support.ts"
import { fieldValues, valuesOf } from "./answers/fieldValues.ts"
import { outputs } from "./answers/outputs.ts"
import { type Change, claims, runOf, sloppyRuns } from "./sloppy.ts"

/** What a host may still do after an answer: 0 lets it decide by itself, 1 asks, 2 denies. A refusal is a denial. */
const strictness = ({ halt, unsupported, verdict }: HookEffects): 0 | 1 | 2 =>
  verdict === "deny" || halt !== undefined || unsupported.length > 0 ? 2 : verdict === "ask" ? 1 : 0

/** Whether a field of another event denies, asks or halts by itself; one that asks for something else is only refused on exit 0. */
const isFirm = (field: string, value: unknown): boolean =>
  fieldValues[field]?.tightens.some((firm) => JSON.stringify(firm) === JSON.stringify(value)) === true

const keeping = (fields: ReadonlyArray<string>, effects: HookEffects): HookEffects => ({
  ...effects,
  unsupported: effects.unsupported.filter(({ field }) => fields.includes(field))
})

const permissionEvents = cursorEvents.filter(({ control }) => control._tag === "Permission").map(({ name }) => name)
const events = [...permissionEvents, "beforeSubmitPrompt"]
const allEvents = cursorEvents.map(({ name }) => name)

/** A hook of each event, in each reading, that fails open or closed; made once, because the laws ask for them often. */
const hooks = Effect.runSync(
  Effect.forEach(allEvents, (event) =>
    Effect.forEach(allReadings, (reading) =>
      Effect.forEach([false, true], (failClosed) =>
        Effect.map(only(event, { command: "./h.sh", failClosed }, reading), (binding) => ({
          event,
          reading,
          failClosed,
          binding
        }))
      )
    )
  )
).flat(2)

const open = hooks.filter(({ failClosed }) => !failClosed)
const guards = hooks.filter(({ event }) => events.includes(event))

const decoder = new TextDecoder()

/** What an answer brings beside a decision; none of it may come out of sloppiness. */
const additions = ["replacementInput", "replacementResult", "modelContext", "sessionEnv", "continuation"] as const

const added = (effects: HookEffects) => additions.filter((slot) => effects[slot] !== undefined)

/** A result of an MCP tool, at which everything that observers answer counts. */
const moment = toolResult(sampleActions.McpTool, sampleResults.McpReturned)

const isClaimed = (event: string, reading: Reading, changes: ReadonlyArray<Change>): boolean =>
  changes.every((change) => claims[change][event === "beforeSubmitPrompt" ? "prompt" : "permission"].includes(reading))

/** An answer that does not fit its event says nothing that a failure could take back. */
const isWord = ({ diagnostics }: HookEffects): boolean =>
  diagnostics.every(({ code }) => code !== "cursor/malformed-answer")

const pair = (key: string, value: unknown): string => `${JSON.stringify(key)}:${JSON.stringify(value)}`

/** Members of an object with one of them once more, in front or behind, with each value that is tried of it. */
const oneTwice = (members: object, others: (key: string) => ReadonlyArray<unknown>) =>
  Object.entries(members).flatMap(([key, value]) => {
    const all = Object.entries(members).map(([name, known]) => pair(name, known))
    return [value, ...others(key)].flatMap((other) => [
      `{${[pair(key, other), ...all].join()}}`,
      `{${[...all, pair(key, other)].join()}}`
    ])
  })

const isObject = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** An answer that somebody has written by hand, with a key of it twice: its own, or one of what Claude nests. */
const withKeyTwice = (answer: object): ReadonlyArray<string> => [
  ...oneTwice(answer, valuesOf),
  ...Object.entries(answer).flatMap(([key, value]) => {
    if (key !== "hookSpecificOutput" || !isObject(value)) return []
    const rest = Object.entries(answer).flatMap(([name, known]) => (name === key ? [] : [pair(name, known)]))
    const inner = oneTwice(value, () => ["deny", "ask", "allow", "block", "another", { command: "rm" }, 5])
    return inner.map((nested) => `{${[`${JSON.stringify(key)}:${nested}`, ...rest].join()}}`)
  })
]

/** The answers of the tables in which no key is twice already. */
const answersByHand = outputs.flatMap(({ stdout }) => {
  if (typeof stdout !== "string" || !stdout.startsWith("{")) return []
  try {
    const answer: unknown = JSON.parse(stdout)
    return isObject(answer) && JSON.stringify(answer) === stdout ? [answer] : []
  } catch {
    return []
  }
})

const Byte = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 255 }))

/** Any bytes, some of them nearly an answer, with any end. */
const anyRuns = Arbitrary.all({
  bytes: Arbitrary.array(
    Arbitrary.schema(Schema.Union([Byte, Schema.Literals([0x7b, 0x7d, 0x22, 0x3a, 0x0a, 0x0d, 0xef, 0xbb, 0xbf, 0])])),
    { maxLength: 80 }
  ),
  cut: Arbitrary.schema(Schema.Boolean),
  ending: Arbitrary.schema(Ending),
  errors: Arbitrary.schema(Schema.String)
})

describe("leniency is one-way", () => {
  it.prop(
    "whatever is sloppy about a run never makes a word looser, at any event that can prevent something (CUR-60, CUR-88)",
    [sloppyRuns],
    ([{ answer, sloppy }]) => {
      const firm = Object.entries(answer).flatMap(([field, value]) => (isFirm(field, value) ? [field] : []))
      const well = outcome({ stdout: JSON.stringify(answer) })
      const run = outcome(runOf(answer, sloppy))
      for (const { binding, event, reading } of guards) {
        if (!isClaimed(event, reading, sloppy.changes)) continue
        const clean = decodeOutcome(binding, well)
        if (sloppy.changes.includes("end") && !isWord(clean)) continue
        const read = decodeOutcome(binding, run)
        const of = `${binding.id}, ${reading}: ${decoder.decode(run.stdout)}`
        assert.isAtLeast(strictness(read), strictness(keeping(firm, clean)), of)
        assert.isAtLeast(strictness(decodeOutcome(binding, run, strictPolicy)), strictness(read), `strict: ${of}`)
      }
    },
    { arbitrary: { runs: 400 } }
  )

  it.prop(
    "whatever is sloppy about a run never adds context, variables, another input or result, or a follow-up (CUR-88)",
    [sloppyRuns],
    ([{ answer, sloppy }]) => {
      const well = outcome({ stdout: JSON.stringify(answer) })
      const run = outcome(runOf(answer, sloppy))
      for (const { binding, reading } of open) {
        const clean = decodeOutcome(binding, well, defaultRunPolicy, moment)
        const read = decodeOutcome(binding, run, defaultRunPolicy, moment)
        const of = `${binding.id}, ${reading}: ${decoder.decode(run.stdout)}`
        for (const slot of added(read)) assert.deepStrictEqual(read[slot], clean[slot], of)
      }
    },
    { arbitrary: { runs: 400 } }
  )

  it("a key twice makes no answer looser and adds nothing, whatever stands there the second time (CUR-88)", () => {
    let tried = 0
    for (const answer of answersByHand) {
      const firm = Object.entries(answer).flatMap(([field, value]) => (isFirm(field, value) ? [field] : []))
      const well = outcome({ stdout: JSON.stringify(answer) })
      const cleans = open.map(({ binding }) => decodeOutcome(binding, well, defaultRunPolicy, moment))
      for (const stdout of withKeyTwice(answer)) {
        const run = outcome({ stdout })
        for (const [index, { binding, event, reading }] of open.entries()) {
          const clean = cleans[index]
          if (clean === undefined) continue
          tried++
          const read = decodeOutcome(binding, run, defaultRunPolicy, moment)
          const of = `${binding.id}, ${reading}: ${stdout}`
          for (const slot of added(read)) assert.deepStrictEqual(read[slot], clean[slot], of)
          if (events.includes(event) && isClaimed(event, reading, ["twice"])) {
            assert.isAtLeast(strictness(read), strictness(keeping(firm, clean)), of)
          }
        }
      }
    }
    assert.isAbove(tried, 100_000)
  }, 120_000)

  it.prop(
    "each reading is at least as strict as the one before it (CUR-60)",
    [sloppyRuns],
    ([{ answer, sloppy }]) => {
      const run = outcome(runOf(answer, sloppy))
      for (const event of events) {
        const [written = 0, tight = 0, shipped = 0] = allReadings.map((reading) =>
          Math.min(
            ...guards
              .filter((guard) => guard.event === event && guard.reading === reading && !guard.failClosed)
              .map(({ binding }) => strictness(decodeOutcome(binding, run)))
          )
        )
        assert.isAtLeast(tight, written, decoder.decode(run.stdout))
        assert.isAtLeast(shipped, tight, decoder.decode(run.stdout))
      }
    },
    { arbitrary: { runs: 400 } }
  )

  it.prop(
    "any bytes with any end are decoded, by any policy, and a denial has a reason (CUR-40)",
    [anyRuns],
    ([{ bytes, cut, ending, errors }]) => {
      const run = outcome({ ending, stdout: Uint8Array.from(bytes), stdoutTruncated: cut, stderrTail: errors })
      for (const { binding } of hooks) {
        for (const policy of [defaultRunPolicy, strictPolicy]) {
          const effects = decodeOutcome(binding, run, policy)
          if (effects.verdict === "deny" || effects.halt !== undefined) assert.isNotEmpty(effects.reasons)
        }
      }
    },
    { arbitrary: { runs: 300 } }
  )

  it.prop("any JSON value is decoded (CUR-40)", [Arbitrary.schema(Schema.Json)], ([value]) => {
    const run = outcome({ stdout: JSON.stringify(value) })
    for (const { binding, event } of hooks) {
      assert.strictEqual(decodeOutcome(binding, run).verdict !== "none", permissionEvents.includes(event), event)
    }
  })
})
