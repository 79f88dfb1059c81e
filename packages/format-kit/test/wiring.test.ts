import { assert, it } from "@effect/vitest"
import { compileMatcher, matchAll, readJsonAnswer, readJsonDocument, toJson } from "@pawl/format-kit"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"

it.effect("tests run on the sources of this package under its own name", () =>
  Effect.gen(function* () {
    const doc = readJsonDocument('{ // x\n "a": [1,], }')
    assert.isDefined(doc.root)
    if (doc.root !== undefined) assert.deepStrictEqual(toJson(doc.root), { a: [1] })
    assert.strictEqual(readJsonAnswer(new TextEncoder().encode("x"))._tag, "NotJson")
    const matcher = Result.getOrThrow(yield* compileMatcher("^git (push|pull)"))
    assert.deepStrictEqual(yield* matchAll([{ matcher, subjects: ["ls", "git push"] }]), [
      { _tag: "Match", subject: "git push" }
    ])
  })
)
