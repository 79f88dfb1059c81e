import { readFileSync } from "node:fs"
import { assert, it } from "@effect/vitest"
import { decide } from "./example.ts"
import { allows, asks, denies, noOpinion } from "./support.ts"

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), "utf8")

it("the README's example is code that compiles", () => {
  const example = /```ts\n([\s\S]*?)```/.exec(read("../README.md"))?.[1]
  assert.strictEqual(example, read("./example.ts"))
})

it("the README's example comes to what the README says", () => {
  assert.deepStrictEqual(
    [decide(noOpinion), decide(allows), decide(asks("really?")), decide(denies("no"))].map((d) => d._tag),
    ["Execute", "Execute", "Confirm", "Deny"]
  )
})
