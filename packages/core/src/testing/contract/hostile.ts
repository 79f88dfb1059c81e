import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

/** Every run makes the same values, so that a violation can be looked at again. */
const seed = "adapter contract"

/** Deeper than a recursive reader can go on the stack of a usual process. */
const depth = 50_000

const fixedTexts: ReadonlyArray<string> = [
  "",
  " ",
  "\n\n\n",
  "\ufeff",
  "\ufeff\ufeff{}",
  "\u0000",
  "{}\u0000",
  "\ud800",
  '{"\udfff":"\ud800"}',
  "null",
  "true",
  "0",
  "-",
  "1e999",
  '"',
  '"text"',
  "[]",
  "{}",
  "{",
  "}",
  "{}{}",
  "[{}]",
  '{"":{}}',
  '{"a":1,"a":2}',
  '{"__proto__":{"a":1},"constructor":{},"hasOwnProperty":1}',
  "// a comment\n{}",
  "/*",
  "{\r\n}\r\n",
  "{,}",
  "undefined",
  "NaN",
  "[".repeat(depth),
  "[".repeat(depth) + "]".repeat(depth),
  '{"a":'.repeat(depth),
  `${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`,
  "x".repeat(100_000),
  "\u001b[31mred\u001b[0m",
  "\u202e"
]

const sample = <A>(arbitrary: Arbitrary.Arbitrary<A>, count: number): Effect.Effect<ReadonlyArray<A>> =>
  Effect.orDie(Arbitrary.sampleEffect(arbitrary, { count, seed, size: 12 }))

/** A text cut at places, and with characters put in, left out and doubled. */
const damaged = Effect.fnUntraced(function* (text: string, runs: number) {
  const position = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: text.length }))
  const edits = yield* sample(
    Arbitrary.all({
      at: Arbitrary.schema(position),
      removed: Arbitrary.schema(Schema.Literals([0, 1, 2])),
      put: Arbitrary.schema(Schema.Literals(["", "{", "}", '"', ",", ":", "[", "\\", "\n", "\u0000", "\ud800", "null"]))
    }),
    runs
  )
  return [
    ...edits.map(({ at, removed, put }) => text.slice(0, at) + put + text.slice(at + removed)),
    ...edits.map(({ at }) => text.slice(0, at))
  ]
})

/** Texts that nobody should write, and damaged copies of ones that somebody would. The same in every run. */
export const hostileTexts = Effect.fnUntraced(function* (samples: ReadonlyArray<string>, runs: number) {
  const words = yield* sample(Arbitrary.schema(Schema.String), runs)
  const values = yield* sample(Arbitrary.schema(Schema.Json), runs)
  const copies = yield* Effect.forEach(samples, (text) => damaged(text, Math.ceil(runs / samples.length)))
  return [...fixedTexts, ...words, ...values.map((value) => JSON.stringify(value)), ...copies.flat()]
})

/** The same as bytes, with some that are no UTF-8. */
export const hostileBytes = Effect.fnUntraced(function* (samples: ReadonlyArray<string>, runs: number) {
  const encoder = new TextEncoder()
  const texts = yield* hostileTexts(samples, runs)
  const byte = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 255 }))
  const noise = yield* sample(Arbitrary.array(Arbitrary.schema(byte), { maxLength: 64 }), runs)
  return [
    ...texts.map((text) => encoder.encode(text)),
    ...noise.map((bytes) => Uint8Array.from(bytes)),
    ...samples.map((text) => Uint8Array.from([...encoder.encode(text), 0xff])),
    ...samples.map((text) => Uint8Array.from([0xc3, ...encoder.encode(text)]))
  ]
})

/** Generated values of a schema, the same in every run. */
export const generated = <S extends Schema.Constraint>(
  schema: S,
  count: number
): Effect.Effect<ReadonlyArray<S["Type"]>> => sample(Arbitrary.schema(schema), count)

/** A value that is nested so deep that it cannot be written as JSON. */
export const bottomless: Schema.Json = Array.from({ length: depth }).reduce<Schema.Json>((inner) => [inner], [])
