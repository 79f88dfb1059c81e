import fs from "node:fs"
import path from "node:path"
import { assert, describe, it } from "@effect/vitest"

const root = path.resolve(import.meta.dirname, "..")
const rows = fs
  .readFileSync(path.join(root, "docs/contract.md"), "utf8")
  .split("\n")
  .flatMap((line) => {
    const row = /^\| ([A-Z]+)-(\d+) \| (.+) \| (vendor|pawl|vendor, pawl|pawl, vendor) \|$/.exec(line)
    return row === null ? [] : [`${row[1]}-${row[2]}`]
  })
const ids = new Set(rows)

const sources = fs
  .globSync("packages/*/{src,test}/**/*.ts", { cwd: root })
  .map((file) => ({ file, text: fs.readFileSync(path.join(root, file), "utf8") }))

/** Ids in a text, with the ones between the ends of a range. */
const idsIn = (text: string): ReadonlyArray<string> =>
  [...text.matchAll(/\b(CORE|KIT|SRC|CUR|RUN|PERM|CLI)-(\d+)\b(?: to \1-(\d+)\b)?/g)].flatMap(
    ([, prefix, from, to]) => {
      const first = Number(from)
      return Array.from({ length: Number(to ?? from) - first + 1 }, (_, i) => `${prefix}-${first + i}`)
    }
  )

describe("docs/contract.md", () => {
  it("gives every id once", () => {
    assert.isAbove(rows.length, 200)
    assert.deepStrictEqual(
      rows.filter((id, i) => rows.indexOf(id) !== i),
      []
    )
  })

  it("has no row that names no source", () => {
    const written = fs.readFileSync(path.join(root, "docs/contract.md"), "utf8").match(/^\| [A-Z]+-\d+ \|/gm) ?? []
    assert.strictEqual(written.length, rows.length)
  })

  it("has the row of every id that a docstring or a test names", () => {
    const unknown = sources.flatMap(({ file, text }) =>
      idsIn(text)
        .filter((id) => !ids.has(id))
        .map((id) => `${file} names ${id}`)
    )
    assert.deepStrictEqual([...new Set(unknown)], [])
  })

  it("has no row that nothing in the code names", () => {
    const named = new Set(sources.flatMap(({ text }) => idsIn(text)))
    assert.deepStrictEqual(
      rows.filter((id) => !named.has(id)),
      []
    )
  })
})
