import { readFileSync } from "node:fs"
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { matches } from "./example.ts"

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), "utf8")

it("the README's example is code that compiles", () => {
  assert.strictEqual(/```ts\n([\s\S]*?)```/.exec(read("../README.md"))?.[1], read("./example.ts"))
})

it.effect("the README's example answers, and says what is wrong with a file", () =>
  Effect.gen(function* () {
    const file = '{ "matcher": "^git (push|pull)", } // mine'
    assert.deepStrictEqual(yield* matches(file, "git push"), ["Match"])
    assert.deepStrictEqual(yield* matches(file, "git status"), ["NoMatch"])
    assert.deepStrictEqual(yield* matches('{ "matcher": 1 }', "ls"), ["matcher: WrongType"])
    assert.deepStrictEqual(yield* matches('{ "matcher" }', "ls"), ["1:12 A value is missing here"])
  })
)
