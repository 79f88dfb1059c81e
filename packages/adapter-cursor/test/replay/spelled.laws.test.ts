import { assert, describe, it } from "@effect/vitest"
import { cursorAdapter, cursorEvents } from "@pawl/adapter-cursor"
import { Envelope } from "@pawl/core"
import { bareEnvelope, shellRun } from "@pawl/core/testing"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { only } from "../support.ts"
import { forms, spelledEvents, spelledPayloads } from "./spelled.ts"

const bases = [shellRun("unused", { startedAt: 1_000, completedAt: 2_000 }), bareEnvelope(shellRun("unused").payload)]
const asPayload = Schema.decodeUnknownSync(Schema.fromJsonString(Schema.Record(Schema.String, Schema.Json)))
const decoder = new TextDecoder()

const read = (event: string, payload: unknown, on: Envelope): Envelope =>
  Result.getOrThrowWith(cursorAdapter.envelopeFrom(event, payload, on), ({ message }) => new Error(message))

describe("a captured payload, however it is spelled (CUR-57)", () => {
  it("has spellings for every event", () => {
    assert.deepStrictEqual(spelledEvents.toSorted(), cursorEvents.map(({ name }) => name).toSorted())
  })

  it.effect.prop(
    "is read alike from a value, a text and bytes, and is written again with every key that it had",
    [spelledPayloads],
    ([{ event, payload }]) =>
      Effect.gen(function* () {
        const binding = yield* only(event, { command: "x" })
        for (const base of bases) {
          const envelope = read(event, payload, base)
          assert.isTrue(Schema.is(Envelope)(envelope), event)
          for (const { form, write } of forms) {
            assert.deepStrictEqual(read(event, write(payload), base), envelope, `${event}: ${form}`)
          }
          const { stdin } = Result.getOrThrow(cursorAdapter.encode(envelope, binding))
          const written = asPayload(decoder.decode(stdin))
          for (const [key, value] of Object.entries(payload)) {
            if (key !== "hook_event_name") assert.deepStrictEqual(written[key], value, `${event}: ${key}`)
          }
        }
      }),
    { arbitrary: { runs: 1_000 } }
  )

  it.effect.prop(
    "is written a second time as it was the first time",
    [spelledPayloads],
    ([{ event, payload }]) =>
      Effect.gen(function* () {
        const binding = yield* only(event, { command: "x" })
        for (const base of bases) {
          const { stdin } = Result.getOrThrow(cursorAdapter.encode(read(event, payload, base), binding))
          const again = Result.getOrThrow(cursorAdapter.encode(read(event, stdin, base), binding)).stdin
          assert.deepStrictEqual(asPayload(decoder.decode(again)), asPayload(decoder.decode(stdin)), event)
        }
      }),
    { arbitrary: { runs: 500 } }
  )
})
