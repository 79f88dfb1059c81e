import { assert, describe, it } from "@effect/vitest"
import { cursorAdapter, cursorEvents } from "@pawl/adapter-cursor"
import { everythingProfile, execProfile, type ParsedSource, referenceProfile } from "@pawl/core"
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { allReadings, projectFile } from "./support.ts"

const oneOf = <const A extends string | number>(values: ReadonlyArray<A>) => Arbitrary.schema(Schema.Literals(values))
const joined = (parts: ReadonlyArray<string>, maxLength: number) =>
  Arbitrary.map(Arbitrary.array(oneOf(parts), { maxLength }), (all) => all.join(""))

/** Any units of UTF-16, among them halves of pairs. */
const units = Arbitrary.map(
  Arbitrary.array(Arbitrary.schema(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 0xffff })))),
  (all) => String.fromCharCode(...all)
)

/** Pieces of hooks files in any order. */
const pieces = joined(
  [
    ["{", "}", "[", "]", ",", ":", '"', "\\", "\ud800", "\udfff", "\ufeff", "\u0000", "//", "/*", "*/", "\r\n", " "],
    ['"version"', "1", '"hooks"', '"stop"', '"preToolUse"', '"command"', '"./h.sh"', '"matcher"', '"^(a+)+$"', "null"],
    ['{"version":1,"hooks":{', '"beforeShellExecution":[{"command":"x"}]', '"failClosed":true', "}}", '"\\ud800"']
  ].flat(),
  24
)

const Patterns = Schema.Literals([
  "",
  "*",
  "(",
  "a|b",
  "^(a+)+$",
  "(?=(a+)+$)",
  "(?i:x)",
  "\\p{L}",
  "[",
  "a{1,9999}",
  "\\1"
])
const any = <S extends Schema.Constraint>(right: S) => Schema.optionalKey(Schema.Union([right, right, Schema.Json]))

/** A definition with any of its fields missing, right or of any type. */
const Definition = Schema.Struct({
  command: any(Schema.Literals(["./h.sh", "", " ", "\u001b[31m"])),
  type: any(Schema.Literals(["command", "prompt", "other"])),
  prompt: any(Schema.String),
  model: any(Schema.String),
  matcher: any(Patterns),
  timeout: any(Schema.Literals([1, 0.5, 0, -1, 4_000])),
  failClosed: any(Schema.Boolean),
  loop_limit: any(Schema.Literals([0, 5, 9, 1.5, -1])),
  hooks: Schema.optionalKey(Schema.Json)
})
const Definitions = Schema.Union([
  Schema.Array(Schema.Union([Definition, Definition, Schema.Json])),
  Definition,
  Schema.Json
])

/** A file whose every part may be something else. */
const File = Schema.Struct({
  version: any(Schema.Literal(1)),
  hooks: any(
    Schema.Struct(
      Object.fromEntries(
        [...cursorEvents.map(({ name }) => name), "PreToolUse"].map((name) => [name, Schema.optionalKey(Definitions)])
      )
    )
  ),
  other: Schema.optionalKey(Schema.Json)
})

/** What holds of a text, whatever it is: it is read, its findings have places in it, and hosts make hooks of it. */
const holds = Effect.fnUntraced(function* (text: string) {
  const parsed: ParsedSource = yield* cursorAdapter.parse(text)
  const lines = text.split(/\r\n|\r|\n/u).length
  for (const { code, place } of parsed.findings) {
    assert.isDefined(place, code)
    assert.isTrue(place !== undefined && place.line >= 1 && place.line <= lines && place.column >= 1, code)
  }
  for (const profile of [everythingProfile, referenceProfile, execProfile]) {
    for (const reading of allReadings) {
      const { bindings } = cursorAdapter.bindings(parsed, { source: projectFile, profile, reading })
      assert.isAtMost(bindings.length, parsed.definitions)
      if (parsed.voided) assert.isTrue(bindings.every(({ standing }) => standing._tag === "Withheld"))
    }
  }
})

describe("a text is parsed without a failure, and bound by every host in every reading (CUR-8)", () => {
  it.effect.prop("whatever units it holds", [units], ([text]) => holds(text), { arbitrary: { runs: 300 } })

  it.effect.prop("whatever pieces of hooks files it is made of", [pieces], ([text]) => holds(text), {
    arbitrary: { runs: 500 }
  })

  it.effect.prop("whatever bytes it was", [Arbitrary.schema(Schema.Uint8Array)], ([bytes]) =>
    holds(new TextDecoder().decode(bytes))
  )

  it.effect.prop(
    "whatever JSON value it is",
    [Arbitrary.schema(Schema.Json)],
    ([value]) => holds(JSON.stringify(value)),
    {
      arbitrary: { runs: 300 }
    }
  )

  it.effect.prop(
    "whatever stands where a file has its parts",
    [Arbitrary.schema(File)],
    ([file]) => holds(JSON.stringify(file)),
    { arbitrary: { runs: 300 } }
  )
})
