import { assert, describe, it } from "@effect/vitest"
import type { Snapshot } from "@pawl/core"
import { binding, source } from "@pawl/core/testing"
import { toldHooks, toldOf } from "pawl/hooks/toldFindings"

describe("findings of one kind (CLI-15)", () => {
  it("are counted with those that one of them stands for", () => {
    const warning = { code: "a/b", severity: "warning", file: "/a", message: "m" } as const
    assert.deepStrictEqual(
      toldOf([warning, warning, { ...warning, others: 40 }]).map(({ more }) => more),
      [42]
    )
    assert.deepStrictEqual(
      toldOf([{ ...warning, others: 40 }]).map(({ more }) => more),
      [40]
    )
  })
})

describe("mistakes that were told with the hooks files (CLI-15)", () => {
  const withheld = (id: string, reason: string) =>
    binding({ id, standing: { _tag: "Withheld", reason, cause: "configuration", denies: "strict" } })
  const warning = (file: string, message: string) => ({ code: "a/b", severity: "warning", file, message }) as const
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

  it("are those of one hook for each line that was written", () => {
    const snapshot: Snapshot = {
      revision: 1,
      sources: [state("/a", ["first", "second"]), state("/b", ["second"])],
      byBoundary: new Map()
    }
    assert.deepStrictEqual([...toldHooks(snapshot)], ["/a#e[0]", "/b#e[0]"])
  })
})
