import { assert, describe, it } from "@effect/vitest"
import type { Diagnostic } from "@pawl/core"
import { checkedFile, makeReport } from "pawl/check/makeReport"
import { renderReport } from "pawl/check/renderReport"
import { noPaint } from "pawl/render/paint"

const file = { path: "/repo/hooks.json", format: "cursor", bindings: 2 }
const at = (line: number, column: number, more: Partial<Diagnostic> = {}): Diagnostic => ({
  code: "cursor/odd",
  severity: "warning",
  message: "it is odd",
  place: { line, column, at: "stop[0]" },
  ...more
})
const searched = [{ path: "/repo/hooks.json", kind: "project", found: true }] as const
const notSearched = [{ kind: "user", places: ["~/hooks.json"], why: "not yet" }] as const

describe("the report of pawl check (CLI-30, CLI-31)", () => {
  it("has findings in the order of the file, and one about the file as a whole first", () => {
    const { findings } = checkedFile(file, [
      at(9, 1),
      at(2, 5),
      at(2, 3),
      { code: "x/y", severity: "error", message: "m" }
    ])
    assert.deepStrictEqual(
      findings.map(({ line, column }) => [line, column]),
      [
        [1, 1],
        [2, 3],
        [2, 5],
        [9, 1]
      ]
    )
    assert.strictEqual(findings[0]?.at, "")
  })

  it("sums up by severity", () => {
    const checked = checkedFile(file, [
      at(1, 1),
      at(1, 2, { severity: "error" }),
      at(1, 3, { severity: "hint" }),
      at(1, 4)
    ])
    assert.deepInclude(makeReport([checked], { searched, notSearched }).summary, {
      files: 1,
      bindings: 2,
      errors: 1,
      warnings: 2,
      hints: 1
    })
  })

  it("is a line for each finding, what to write instead below it, the sums, and what was not searched", () => {
    const report = makeReport([checkedFile(file, [at(3, 4, { hint: "write it otherwise" })])], {
      searched,
      notSearched
    })
    assert.strictEqual(
      renderReport(report, noPaint),
      [
        "/repo/hooks.json:3:4: warning: stop[0]: it is odd [cursor/odd]",
        "  Write it otherwise",
        "1 file, 2 hooks: 0 errors, 1 warning, 0 hints",
        "Not searched:",
        "  user files (~/hooks.json): not yet",
        ""
      ].join("\n")
    )
  })

  it("says where it has looked when there is nothing", () => {
    assert.strictEqual(
      renderReport(makeReport([], { searched: [{ ...searched[0], found: false }], notSearched: [] }), noPaint),
      "No hooks files were found. Searched:\n  /repo/hooks.json\n"
    )
  })
})
