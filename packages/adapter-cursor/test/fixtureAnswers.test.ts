import { readFileSync } from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import { Envelope, type HookEffects } from "@pawl/core"
import { outcome } from "@pawl/core/testing"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { allReadings, codes, decodeOutcome, only } from "./support.ts"

const cursor = new URL("../../../fixtures/cursor/", import.meta.url)
const read = <S extends Schema.Codec<unknown, unknown>>(path: string, schema: S): S["Type"] =>
  Schema.decodeUnknownSync(Schema.fromJsonString(schema))(readFileSync(new URL(path, cursor), "utf8"))

const Row = Schema.Struct({
  name: Schema.String,
  event: Schema.String,
  failClosed: Schema.Boolean,
  exit: Schema.Int,
  stdout: Schema.String,
  stderr: Schema.String,
  expected: Schema.Struct({ asWritten: Schema.String, tight: Schema.String, shipped: Schema.String }),
  /** The codes of what is told of the run, in every reading. */
  told: Schema.Array(Schema.String)
})

const rows = read("answers.json", Schema.Array(Row))

const reasonsOf = ({ reasons }: HookEffects): string =>
  reasons.map(({ author, text }) => `${text} (${author})`).join("; ")

const verdictOf = (effects: HookEffects): ReadonlyArray<string> => {
  if (effects.halt !== undefined) return [`holds: ${reasonsOf(effects)}`]
  switch (effects.verdict) {
    case "deny":
      return [`denies: ${reasonsOf(effects)}`]
    case "ask":
      return [`asks: ${reasonsOf(effects)}`]
    case "allow":
      return ["allows"]
    default:
      return []
  }
}

/** What an answer comes to, in the words of answers.json. */
const inWords = (effects: HookEffects): string => {
  const { continuation, modelContext, notices, replacementInput, unsupported } = effects
  const words = [
    ...verdictOf(effects),
    ...(replacementInput === undefined ? [] : [`rewrites to ${JSON.stringify(replacementInput)}`]),
    ...(continuation === undefined
      ? []
      : [`goes on, ${continuation.loopLimit} times at most: ${continuation.message}`]),
    ...(modelContext === undefined ? [] : [`adds: ${modelContext}`]),
    ...notices.map(({ text }) => `shows: ${text}`),
    ...unsupported.map(({ field }) => `refused: ${field}`)
  ]
  return words.length === 0 ? "nothing" : words.join("; ")
}

describe.each(rows)("an answer at $event: $name", ({ event, exit, expected, failClosed, stderr, stdout, told }) => {
  it.effect("comes to what its row says in every reading (CUR-40, CUR-60, CUR-76 to CUR-79)", () =>
    Effect.gen(function* () {
      const envelope = read(`${event}/envelope.json`, Envelope)
      const run = outcome({ ending: { _tag: "Exited", code: exit }, stdout, stderrTail: stderr })
      for (const reading of allReadings) {
        const hook = yield* only(event, { command: "./hook.sh", failClosed }, reading)
        const effects = decodeOutcome(hook, run, undefined, envelope)
        assert.strictEqual(inWords(effects), expected[reading], reading)
        assert.deepStrictEqual(codes(effects.diagnostics), told, reading)
      }
    })
  )
})
