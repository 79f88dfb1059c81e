import { assert, describe, it } from "@effect/vitest"
import {
  coreCodes,
  type HookAnswer,
  HookEffects,
  noEffects,
  nothingMerged,
  reduce,
  type Verdict,
  verdictStrength
} from "@pawl/core"
import * as Schema from "effect/Schema"
import { denies } from "./support.ts"

const answer = (binding: string, effects: Partial<HookEffects>): HookAnswer => ({
  binding,
  effects: { ...noEffects, ...effects }
})

const reason = (text: string) => ({ text, author: "hook", cause: "hook" }) as const

const strengthOf = (answers: ReadonlyArray<HookAnswer>): number => {
  const words = { None: "none", Allow: "allow", Ask: "ask", Deny: "deny" } as const
  return verdictStrength[words[reduce(answers).verdict._tag]]
}

const Answers = Schema.Array(Schema.Struct({ binding: Schema.String, effects: HookEffects })).check(
  Schema.isMaxLength(5)
)

describe("reduce (CORE-51)", () => {
  it("gives nothing for no answers and for empty ones", () => {
    assert.deepStrictEqual(reduce([]), nothingMerged)
    assert.deepStrictEqual(reduce([answer("a", {}), answer("b", {})]), nothingMerged)
    assert.strictEqual(nothingMerged.verdict._tag, "None")
  })

  it.each([
    [["none", "allow"], "Allow"],
    [["allow", "ask", "allow"], "Ask"],
    [["deny", "ask", "allow"], "Deny"],
    [["allow", "ask", "deny"], "Deny"],
    [["defer", "allow"], "Allow"],
    [["defer", "none"], "None"]
  ] as const)("lets the strongest of %s win: %s", (verdicts, tag) => {
    const merged = reduce(verdicts.map((verdict, index) => answer(`h${index}`, { verdict })))
    assert.strictEqual(merged.verdict._tag, tag)
  })

  it("takes the reason of the first hook of the winning strength, and keeps all in order", () => {
    const { reasons, verdict } = reduce([
      answer("a", { verdict: "ask", reasons: [reason("sure?")] }),
      answer("b", denies("first")),
      answer("c", denies("second"))
    ])
    assert.deepStrictEqual(verdict, { _tag: "Deny", reason: { ...reason("first"), binding: "b" } })
    assert.deepStrictEqual(
      reasons.map((each) => [each.binding, each.text]),
      [
        ["a", "sure?"],
        ["b", "first"],
        ["c", "second"]
      ]
    )
  })

  it("words a denial and a question itself when the hook gave no reason", () => {
    const { reasons } = reduce([answer("a.json#e[0]", denies()), answer("b", { verdict: "ask" })])
    assert.deepStrictEqual(reasons, [
      { text: "Denied by hook a.json#e[0]", author: "engine", cause: "hook", binding: "a.json#e[0]" },
      { text: "The hook b asked for confirmation", author: "engine", cause: "hook", binding: "b" }
    ])
  })

  it("shows what cannot be seen in an id that it puts into a reason (CORE-21)", () => {
    const { verdict } = reduce([answer("a\u001b[8m\u202e", denies())])
    assert.strictEqual(verdict._tag === "Deny" && verdict.reason.text, "Denied by hook a\\x1b[8m\\u202e")
  })

  it("names the hook of an allow", () => {
    assert.deepStrictEqual(reduce([answer("a", {}), answer("b", { verdict: "allow" })]).verdict, {
      _tag: "Allow",
      binding: "b"
    })
  })

  it("lets the first of two replacements, halts and continuations win, and names both in a finding", () => {
    const both = (binding: string) =>
      answer(binding, {
        replacementInput: { from: binding },
        replacementResult: null,
        halt: reason(`halted by ${binding}`),
        continuation: { message: `go on, says ${binding}`, loopLimit: null }
      })
    const merged = reduce([both("a"), answer("between", {}), both("b")])
    assert.deepStrictEqual(merged.replacementInput, { binding: "a", value: { from: "a" } })
    assert.deepStrictEqual(merged.replacementResult, { binding: "a", value: null })
    assert.deepStrictEqual(merged.halt, { ...reason("halted by a"), binding: "a" })
    assert.deepStrictEqual(merged.continuation, { binding: "a", message: "go on, says a", loopLimit: null })
    assert.deepStrictEqual(
      merged.diagnostics.map(({ binding, code }) => [code, binding]),
      [1, 2, 3, 4].map(() => [coreCodes.overridden, "b"])
    )
    for (const { message } of merged.diagnostics) assert.match(message, /the hook b .* the hook a /)
    assert.deepStrictEqual(
      merged.reasons.map((each) => each.text),
      ["halted by a", "halted by b"],
      "the losing halt's reason is kept"
    )
  })

  it("joins context in order, and neither an empty text nor an empty set erases anything", () => {
    const merged = reduce([
      answer("a", { modelContext: "one", sessionEnv: { A: "1" } }),
      answer("b", { modelContext: "", sessionEnv: {} }),
      answer("c", { modelContext: "two" })
    ])
    assert.deepStrictEqual(merged.modelContext, [
      { binding: "a", text: "one" },
      { binding: "c", text: "two" }
    ])
    assert.deepStrictEqual(merged.sessionEnv, [{ binding: "a", variables: { A: "1" } }])
  })

  it("collects deferrals, which are a finding and never a verdict", () => {
    const merged = reduce([answer("a", { verdict: "defer" }), answer("b", { verdict: "defer" })])
    assert.deepStrictEqual(merged.deferrals, ["a", "b"])
    assert.strictEqual(merged.verdict._tag, "None")
    assert.deepStrictEqual(
      merged.diagnostics.map(({ binding, code, severity }) => [code, severity, binding]),
      [
        [coreCodes.deferred, "warning", "a"],
        [coreCodes.deferred, "warning", "b"]
      ]
    )
  })

  it("carries notices, extensions, unsupported fields and findings with their hook", () => {
    const merged = reduce([
      answer("a", {
        notices: [{ text: "look", author: "hook", level: "info" }],
        extensions: [{ id: "x/y", value: 1 }],
        unsupported: [{ channel: "halt", field: "continue" }],
        diagnostics: [{ code: "x/z", severity: "hint", message: "m" }]
      })
    ])
    assert.deepStrictEqual(merged.notices, [{ text: "look", author: "hook", level: "info", binding: "a" }])
    assert.deepStrictEqual(merged.extensions, [{ binding: "a", id: "x/y", value: 1 }])
    assert.deepStrictEqual(merged.unsupported, [{ binding: "a", channel: "halt", field: "continue" }])
    assert.deepStrictEqual(merged.diagnostics, [{ code: "x/z", severity: "hint", message: "m", binding: "a" }])
  })

  it("leaves the hook that a reason is about when it names another", () => {
    const merged = reduce([answer("a", { reasons: [{ ...reason("r"), binding: "other" }] })])
    assert.deepStrictEqual(merged.reasons, [{ ...reason("r"), binding: "other" }])
  })

  it.prop("the merged verdict is as strong as the strongest answer", { answers: Answers }, ({ answers }) => {
    assert.strictEqual(
      strengthOf(answers),
      Math.max(0, ...answers.map((each) => verdictStrength[each.effects.verdict]))
    )
  })

  it.prop(
    "one more hook, wherever it stands, never lowers the strength",
    { answers: Answers, one: Schema.Struct({ binding: Schema.String, effects: HookEffects }), at: Schema.Int },
    ({ answers, at, one }) => {
      const position = answers.length === 0 ? 0 : Math.abs(at) % (answers.length + 1)
      assert.isAtLeast(strengthOf(answers.toSpliced(position, 0, one)), strengthOf(answers))
    }
  )

  it.prop("a denial and a question always have a reason, and it is among all reasons", { answers: Answers }, (all) => {
    const { reasons, verdict } = reduce(all.answers)
    if (verdict._tag === "Deny" || verdict._tag === "Ask") assert.deepInclude(reasons, verdict.reason)
  })

  it.prop("no text of any answer is lost", { answers: Answers }, ({ answers }) => {
    const merged = reduce(answers)
    for (const { effects } of answers) {
      for (const each of effects.reasons)
        assert.include(
          merged.reasons.map((r) => r.text),
          each.text
        )
      if (effects.halt !== undefined)
        assert.include(
          merged.reasons.map((r) => r.text),
          effects.halt.text
        )
      assert.isAtLeast(merged.notices.length, effects.notices.length)
      assert.isAtLeast(merged.unsupported.length, effects.unsupported.length)
      assert.isAtLeast(merged.diagnostics.length, effects.diagnostics.length)
    }
  })

  it.prop("an answer that says nothing changes nothing", { answers: Answers, at: Schema.Int }, ({ answers, at }) => {
    const position = answers.length === 0 ? 0 : Math.abs(at) % (answers.length + 1)
    const verdict: Verdict = "none"
    assert.deepStrictEqual(reduce(answers.toSpliced(position, 0, answer("silent", { verdict }))), reduce(answers))
  })
})
