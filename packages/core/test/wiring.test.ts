import { assert, it } from "@effect/vitest"
import { packageName } from "@pawl/core"
import * as Effect from "effect/Effect"

it.effect("tests run on the sources of this package under its own name", () =>
  Effect.sync(() => {
    assert.strictEqual(packageName, "@pawl/core")
  })
)
