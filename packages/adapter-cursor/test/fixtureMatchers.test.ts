import { readFileSync } from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import { cursorAdapter } from "@pawl/adapter-cursor"
import { shellRun } from "@pawl/core/testing"
import * as VmRegexEngine from "@pawl/format-kit/vm"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { codes, findingsOf, hooksFile, load } from "./support.ts"

const Row = Schema.Struct({
  shows: Schema.String,
  event: Schema.String,
  pattern: Schema.String,
  matches: Schema.Array(Schema.String),
  matchesNot: Schema.Array(Schema.String),
  findings: Schema.Array(Schema.String),
  /** The findings where the host has no engine for look-around. */
  withoutEngine: Schema.optionalKey(Schema.Array(Schema.String))
})

const rows = Schema.decodeUnknownSync(Schema.fromJsonString(Schema.Array(Row)))(
  readFileSync(new URL("../../../fixtures/cursor/matchers.json", import.meta.url), "utf8")
)

/** A moment of an event, in which whatever its matchers may be tested against is this text. */
const momentOf = (event: string, subject: string) =>
  Result.getOrThrow(
    cursorAdapter.envelopeFrom(
      event,
      {
        hook_event_name: event,
        tool_name: subject,
        tool_input: { command: subject },
        tool_output: "{}",
        result_json: "{}",
        command: subject,
        output: "",
        subagent_type: subject,
        file_path: subject,
        edits: [],
        prompt: subject,
        status: "completed"
      },
      shellRun("true")
    )
  )

describe.each(rows)("the matcher $pattern at $event: $shows", ({ event, findings, matches, matchesNot, ...row }) => {
  const text = hooksFile({ [event]: [{ command: "./hook.sh", matcher: row.pattern }] })

  it.effect("is told of as its row says, with JavaScript's engine and without (CUR-16, CUR-71)", () =>
    Effect.gen(function* () {
      const withEngine = yield* findingsOf(text).pipe(Effect.provide(VmRegexEngine.layer))
      assert.deepStrictEqual(codes(withEngine), findings)
      for (const { hint, place } of withEngine) {
        assert.isNotEmpty(hint)
        assert.strictEqual(place?.at, `${event}[0].matcher`)
      }
      assert.deepStrictEqual(codes(yield* findingsOf(text)), row.withoutEngine ?? findings)
    })
  )

  it.effect("matches what its row says (CUR-30 to CUR-33)", () =>
    Effect.gen(function* () {
      const { bindings } = yield* load(text)
      const selected = Effect.fnUntraced(function* (subject: string) {
        const [selection] = yield* cursorAdapter.select(momentOf(event, subject), bindings)
        return selection?._tag
      })
      for (const subject of matches) assert.strictEqual(yield* selected(subject), "Run", subject)
      for (const subject of matchesNot) assert.strictEqual(yield* selected(subject), "Skip", subject)
    }).pipe(Effect.provide(VmRegexEngine.layer))
  )
})
