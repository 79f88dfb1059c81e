import { readFileSync } from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import { expect } from "vitest"
import { pageParts } from "./decode/answers/page.ts"

const file = new URL("../../../docs/answers.md", import.meta.url)
const page = readFileSync(file, "utf8")
const part = /<!-- (?!end)([^>]+) -->\n(?:[^<]*\n)?<!-- end -->/gu

/** The page with its tables made anew. */
const made = page.replaceAll(part, (_, name: string) => `<!-- ${name} -->\n${pageParts[name] ?? ""}\n<!-- end -->`)

describe("the page of what answers come to (CUR-87)", () => {
  it("holds every table", () => {
    assert.deepStrictEqual(
      [...page.matchAll(part)].map(([, name]) => name),
      Object.keys(pageParts)
    )
  })

  it("says what the tables say; `vitest -u` writes them into it", async () => {
    await expect(made).toMatchFileSnapshot(file.pathname)
  })
})
