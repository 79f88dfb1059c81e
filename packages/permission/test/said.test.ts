import { assert, describe, it } from "@effect/vitest"
import { type Notice, type Reason, reduce } from "@pawl/core"
import { record } from "@pawl/core/testing"
import { noticesBeside, otherReasons } from "@pawl/permission"

const by = (hook: string, text: string, more: Partial<Reason> = {}): Reason => ({
  text,
  author: "hook",
  cause: "hook",
  binding: hook,
  ...more
})

const outcomeOf = (...records: ReadonlyArray<ReturnType<typeof record>>) => ({ records, merged: reduce(records) })
const texts = (some: ReadonlyArray<{ readonly text: string }>) => some.map(({ text }) => text)

describe("the reasons beside the one that counts (PERM-26)", () => {
  const sentence = by("b", "Denied by hook b (exit 2).", { author: "engine" })
  const outcome = outcomeOf(
    record({ verdict: "ask", reasons: [by("a", "sure?")] }, "a"),
    record({ verdict: "deny", reasons: [sentence, by("b", "the disk is full")] }, "b"),
    record({ verdict: "deny", reasons: [by("c", "the disk is full")] }, "c"),
    record({ verdict: "allow" }, "d")
  )

  it("are all others, of the same hook and of others, in the order of the hooks", () => {
    assert.deepStrictEqual(
      otherReasons(sentence, outcome).map((reason) => [reason.binding, reason.text]),
      [
        ["a", "sure?"],
        ["b", "the disk is full"],
        ["c", "the disk is full"]
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

describe("notices beside reasons (PERM-26)", () => {
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
