import { assert, describe, it } from "@effect/vitest"
import { DuplicateFormat, HookFormatAdapter, HookFormats } from "@pawl/core"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { testAdapter } from "./support.ts"

const format = (name: string) => Layer.succeed(HookFormatAdapter, testAdapter({}, { format: name }))
const names = Effect.map(HookFormats, (formats) => [...formats.keys()])

describe("HookFormats.layer (CORE-44)", () => {
  it.effect("knows every adapter by the format that it reads, although all provide one key", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* names.pipe(Effect.provide(HookFormats.layer(format("x"), format("y")))), ["x", "y"])
      assert.deepStrictEqual(yield* names.pipe(Effect.provide(HookFormats.layer())), [])
    })
  )

  it.effect("refuses two adapters for one format (CORE-35)", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(names.pipe(Effect.provide(HookFormats.layer(format("x"), format("x")))))
      assert.instanceOf(error, DuplicateFormat)
      assert.strictEqual(error.message, 'two adapters claim the format "x"')
    })
  )
})
