import { assert, describe, it } from "@effect/vitest"
import type { Snapshot } from "@pawl/core"
import { binding, source } from "@pawl/core/testing"
import { newFindings } from "pawl/hooks/toldFindings"

describe("what was found while judging (CLI-15)", () => {
  const withheld = (id: string, reason: string) =>
    binding({ id, standing: { _tag: "Withheld", reason, cause: "configuration", denies: "strict" } })
  const warning = (file: string, message: string) => ({ code: "a/b", severity: "warning", file, message }) as const
  const notRun = (hook: string) =>
    ({ code: "c/d", severity: "warning", message: `${hook} was not run`, binding: hook }) as const
  const state = (path: string, reasons: ReadonlyArray<string>): Snapshot["sources"][number] => ({
    source: source({ path }),
    digest: undefined,
    trust: { _tag: "Approved", by: "call" },
    definitions: reasons.length,
    reported: reasons.length,
    bindings: reasons.map((reason, index) => withheld(`${path}#e[${index}]`, reason)),
    diagnostics: reasons.map((reason) => warning(path, reason)),
    failed: false
  })

  it("does not tell again of a hook whose mistake was told with the hooks files, and tells of the others", () => {
    const snapshot: Snapshot = {
      revision: 1,
      sources: [state("/a", ["first", "second"]), state("/b", ["second"])],
      byBoundary: new Map()
    }
    const diagnostics = ["/a#e[0]", "/a#e[1]", "/b#e[0]", "/c#e[0]"].map(notRun)
    assert.deepStrictEqual(
      newFindings(snapshot, { diagnostics }).map((finding) => finding.binding),
      ["/a#e[1]", "/c#e[0]"]
    )
  })
})
