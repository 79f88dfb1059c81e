import fs from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import { sourceFindings } from "@pawl/sources"

const page = fs.readFileSync(new URL("../../../docs/sources.md", import.meta.url), "utf8")

describe("sourceFindings (SRC-1)", () => {
  it.each(Object.entries(sourceFindings))("%s has a code of the area, a whole sentence and advice", (code, row) => {
    assert.match(code, /^sources\/[a-z0-9]+(-[a-z0-9]+)*$/u)
    assert.match(row.sentence, /^[A-Z].*\.$/u)
    assert.match(row.advice, /^[A-Z].*\.$/u)
  })

  it.each(Object.entries(sourceFindings))("%s stands in the documentation word by word", (code, row) => {
    assert.include(page, `| \`${code}\` | ${row.severity} | ${row.sentence} ${row.advice} |`)
  })

  it("has no sentence twice", () => {
    const sentences = Object.values(sourceFindings).map((row) => row.sentence)
    assert.strictEqual(new Set(sentences).size, sentences.length)
  })
})
