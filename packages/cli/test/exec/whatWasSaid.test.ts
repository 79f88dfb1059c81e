import { assert, describe, it } from "@effect/vitest"
import { type Notice, type Reason, reduce, type Snapshot } from "@pawl/core"
import { binding, source } from "@pawl/core/testing"
import { newFindings, noticesBeside, otherReasons, purposeOf } from "pawl/exec/whatWasSaid"
import { record } from "../support/records.ts"

const by = (hook: string, text: string, more: Partial<Reason> = {}): Reason => ({
  text,
  author: "hook",
  cause: "hook",
  binding: hook,
  ...more
})

const outcomeOf = (...records: ReadonlyArray<ReturnType<typeof record>>) => ({ records, merged: reduce(records) })
const texts = (some: ReadonlyArray<{ readonly text: string }>) => some.map(({ text }) => text)

describe("the reasons beside the one that counts (CLI-15)", () => {
  const sentence = by("b", "Denied by hook b (exit 2).", { author: "engine" })
  const outcome = outcomeOf(
    record({ verdict: "ask", reasons: [by("a", "sure?")] }, "a"),
    record({ verdict: "deny", reasons: [sentence, by("b", "the disk is full")] }, "b"),
    record({ verdict: "deny", reasons: [by("c", "the disk is full")] }, "c"),
    record({ verdict: "allow" }, "d")
  )

  it("are all others, of the same hook and of others, in the order of the hooks", () => {
    assert.deepStrictEqual(
      otherReasons(sentence, outcome).map((reason) => [reason.binding, reason.text, purposeOf(reason, outcome)]),
      [
        ["a", "sure?", "asked"],
        ["b", "the disk is full", "denied"],
        ["c", "the disk is full", "denied"]
      ]
    )
  })

  it("come each once", () => {
    const twice = outcomeOf(record({ verdict: "deny", reasons: [by("a", "no"), by("a", "no"), by("a", "never")] }, "a"))
    assert.deepStrictEqual(texts(otherReasons(by("a", "no"), twice)), ["never"])
  })

  it("stand with their hook, also those that Pawl adds behind all others", () => {
    const first = outcomeOf(record({}, "a"), record({ verdict: "deny", reasons: [by("b", "no")] }, "b"))
    const refusal = by("a", "The hook a asked for too much", { author: "engine", cause: "unsupported-effect" })
    const merged = { ...first.merged, reasons: [...first.merged.reasons, refusal] }
    const others = otherReasons(by("c", "of another"), { ...first, merged })
    assert.deepStrictEqual(texts(others), [refusal.text, "no"])
    assert.strictEqual(purposeOf(refusal, first), "denied")
  })

  it("do not hold the question that a denial for want of an answer quotes, but do those of other hooks", () => {
    const asked = outcomeOf(
      record({ verdict: "ask", reasons: [by("a", "sure?")] }, "a"),
      record({ verdict: "ask", reasons: [by("b", "sure?")] }, "b")
    )
    const unanswered = by("a", "Approval unavailable: asked (sure?)", {
      author: "engine",
      cause: "approval-unavailable"
    })
    assert.deepStrictEqual(
      otherReasons(unanswered, asked).map((reason) => reason.binding),
      ["b"]
    )
  })
})

describe("notices beside reasons (CLI-15)", () => {
  const notice = (hook: string, text: string): Notice => ({ text, author: "hook", level: "denied", binding: hook })

  it("deny no second time where the hook's denial was said, and say no text twice", () => {
    const notices = [notice("a", "for you"), notice("a", "no"), notice("a", "for you"), notice("b", "no")]
    assert.deepStrictEqual(
      noticesBeside([by("a", "no")], notices).map((each) => [each.binding, each.level, each.text]),
      [
        ["a", "info", "for you"],
        ["b", "denied", "no"]
      ]
    )
  })
})

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
