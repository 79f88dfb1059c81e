import { describe, it } from "@effect/vitest"
import { interleavings } from "./interleavings/interleavings.ts"

describe("ten actions at once, whatever happens meanwhile (PERM-19 to PERM-23)", () => {
  it.effect(
    "are each judged on exactly the input, folder and hooks that they are run under, or denied (4 of 4)",
    () => interleavings(7_500, 10_000),
    { timeout: 240_000 }
  )
})
