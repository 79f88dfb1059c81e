import { readdirSync, readFileSync } from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import { type Binding, everythingProfile, type Standing } from "@pawl/core"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { codes, load } from "./support.ts"

const cursor = new URL("../../../fixtures/cursor/", import.meta.url)
const text = (path: string): string => readFileSync(new URL(path, cursor), "utf8")

/** The hooks that a file puts in force, by their positions. */
const InForce = Schema.Union([Schema.Literal("nothing of the file is used"), Schema.Array(Schema.String)])

const Expected = Schema.Struct({
  shows: Schema.String,
  asWritten: InForce,
  /** In the tighter readings. */
  tight: InForce,
  /** Definitions that cannot be used and deny, whatever the policy, in the tighter readings. */
  denies: Schema.optionalKey(Schema.Array(Schema.String)),
  findings: Schema.Array(
    Schema.Struct({ at: Schema.String, code: Schema.String, says: Schema.String, write: Schema.String })
  )
})

const expected = Schema.decodeUnknownSync(Schema.fromJsonString(Schema.Record(Schema.String, Expected)))(
  text("files.json")
)

/** Whole files that are read by tests of their own, because they show more than what is found in them. */
const elsewhere = [
  "claude_shape_output.json",
  "full_config.json",
  "invalid_matcher.json",
  "prompt_hook.json",
  "unknown_event.json"
]

const named = (bindings: ReadonlyArray<Binding>, is: (standing: Standing) => boolean): ReadonlyArray<string> =>
  bindings.filter(({ standing }) => is(standing)).map(({ event, index }) => `${event}[${index}]`)

describe.each(Object.entries(expected))(
  "fixtures/cursor/files/%s",
  (file, { asWritten, denies = [], findings, tight }) => {
    it.effect("has exactly the findings of its row, each at its place (CUR-6)", () =>
      Effect.gen(function* () {
        const { parsed } = yield* load(text(`files/${file}`))
        const places = parsed.findings.map(({ code, place }) => ({
          at: place === undefined ? "" : `${place.line}:${place.column} ${place.at ?? ""}`.trim(),
          code
        }))
        assert.deepStrictEqual(
          places,
          findings.map(({ at, code }) => ({ at, code }))
        )
        findings.forEach(({ says, write }, i) => {
          assert.include(parsed.findings[i]?.message ?? "", says)
          assert.include(parsed.findings[i]?.hint ?? "", write)
        })
      })
    )

    it.effect("puts the hooks of its row in force, in every reading (CUR-69)", () =>
      Effect.gen(function* () {
        for (const [reading, inForce] of [
          ["asWritten", asWritten],
          ["tight", tight],
          ["shipped", tight]
        ] as const) {
          const { bindings, diagnostics, parsed, voided } = yield* load(text(`files/${file}`), {
            reading,
            profile: everythingProfile
          })
          assert.deepStrictEqual(
            parsed.voided || voided === true
              ? "nothing of the file is used"
              : named(bindings, ({ _tag }) => _tag === "Active"),
            inForce
          )
          if (reading === "asWritten") continue
          assert.deepStrictEqual(
            named(bindings, (standing) => standing._tag === "Withheld" && standing.denies === "always"),
            denies
          )
          assert.deepStrictEqual(
            codes(diagnostics),
            denies.map(() => "cursor/guard-withheld")
          )
        }
      })
    )
  }
)

describe("fixtures/cursor/files", () => {
  it("has a row, or a test of its own, for every file", () => {
    const files = readdirSync(new URL("files", cursor))
    assert.deepStrictEqual(files.toSorted(), [...Object.keys(expected), ...elsewhere].toSorted())
  })
})
