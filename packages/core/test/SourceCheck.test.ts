import { assert, it } from "@effect/vitest"
import { GuardedFiles, SourceCheck } from "@pawl/core"
import { toolPre } from "@pawl/core/testing"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

it.effect("a host whose sources are no files has nothing to look at, and no file to guard (CORE-68, CORE-69)", () =>
  Effect.gen(function* () {
    assert.isUndefined(yield* SourceCheck.use(({ refresh }) => refresh))
    const edit = toolPre({ _tag: "FileEdit", path: "/repo/hooks.json", content: "" })
    assert.deepStrictEqual(yield* GuardedFiles.use(({ touchedBy }) => touchedBy(edit)), [])
  }).pipe(Effect.provide(Layer.merge(SourceCheck.layerNone, GuardedFiles.layerNone)))
)
