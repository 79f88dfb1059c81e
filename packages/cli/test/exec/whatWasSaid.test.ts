import { assert, describe, it } from "@effect/vitest"
import type { Reason, Snapshot } from "@pawl/core"
import { binding, source } from "@pawl/core/testing"
import { purposeOf, toldHooks } from "pawl/exec/whatWasSaid"
import { record } from "../support/records.ts"

const by = (hook: string, text: string, more: Partial<Reason> = {}): Reason => ({
  text,
  author: "hook",
  cause: "hook",
  binding: hook,
  ...more
})

describe("what a reason is for (CLI-15)", () => {
  const records = [
    record({ verdict: "ask", reasons: [by("a", "sure?")] }, "a"),
    record({ verdict: "deny", reasons: [by("b", "no")] }, "b"),
    record({ halt: by("c", "stop") }, "c"),
    record({ verdict: "allow" }, "d")
  ]

  it.each([
    ["a", "asked"],
    ["b", "denied"],
    ["c", "denied"],
    ["d", "info"],
    ["of no hook", "denied"]
  ] as const)("follows what the hook %s has answered", (hook, purpose) => {
    assert.strictEqual(purposeOf(by(hook, "why"), { records }), purpose)
  })

  it("is a denial where Pawl refuses what a hook asked for", () => {
    assert.strictEqual(purposeOf(by("d", "asked for too much", { cause: "unsupported-effect" }), { records }), "denied")
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
