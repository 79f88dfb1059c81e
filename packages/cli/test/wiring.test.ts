import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { packageName } from "pawl"

it.effect("tests run on the sources of this package under its own name", () =>
  Effect.sync(() => {
    assert.strictEqual(packageName, "pawl")
  })
)
