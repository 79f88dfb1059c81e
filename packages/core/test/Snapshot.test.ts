import { assert, describe, it } from "@effect/vitest"
import { bindingsOf, diagnosticsOf, emptySnapshot, removeSource, replaceSource, sourcesNotAsked } from "@pawl/core"
import { atBoundaries, binding, loaded, source } from "./support.ts"

const a = loaded(source("/a", { order: 1 }), atBoundaries("/a", "tool.pre", "turn.stop", "tool.pre"), {
  diagnostics: [{ code: "x/a", severity: "hint", message: "a" }]
})
const b = loaded(source("/b", { order: 0 }), atBoundaries("/b", "tool.pre"), {
  diagnostics: [{ code: "x/b", severity: "hint", message: "b" }]
})

describe("Snapshot (CORE-46)", () => {
  it("holds sources in dispatch order, whatever order they came in, and counts revisions", () => {
    const one = replaceSource(replaceSource(emptySnapshot, a), b)
    const other = replaceSource(replaceSource(emptySnapshot, b), a)
    assert.deepStrictEqual(one, other)
    assert.strictEqual(one.revision, 2)
    assert.deepStrictEqual(
      one.sources.map((state) => state.source.id),
      ["/b", "/a"]
    )
    assert.deepStrictEqual(
      diagnosticsOf(one).map((each) => each.code),
      ["x/b", "x/a"]
    )
  })

  it("indexes the same hooks by their moment, in the same order", () => {
    const { byBoundary, ...snapshot } = replaceSource(replaceSource(emptySnapshot, a), b)
    const all = bindingsOf({ byBoundary, ...snapshot })
    assert.deepStrictEqual(
      all.map((each) => each.id),
      ["/b#tool.pre[0]", "/a#tool.pre[0]", "/a#turn.stop[1]", "/a#tool.pre[2]"]
    )
    for (const [id, bindings] of byBoundary)
      assert.deepStrictEqual(
        bindings,
        all.filter((each) => each.boundary === id)
      )
    assert.strictEqual(
      [...byBoundary.values()].reduce((count, bindings) => count + bindings.length, 0),
      all.length
    )
  })

  it("replaces what was known of a source and nothing else, and leaves the older snapshot alone", () => {
    const before = replaceSource(replaceSource(emptySnapshot, a), b)
    const next = replaceSource(before, { ...a, bindings: [binding("new")] })
    assert.deepStrictEqual(
      bindingsOf(next).map((each) => each.id),
      ["/b#tool.pre[0]", "new"]
    )
    assert.strictEqual(bindingsOf(before).length, 4)
    assert.strictEqual(next.revision, 3)
  })

  it("tells the sources whose hooks cannot be asked: not approved with a say in this host, or failed (CORE-58, CORE-61)", () => {
    const states = [
      { ...a, trust: { _tag: "NotApproved" } as const },
      { ...loaded(source("/c"), []), trust: { _tag: "NotApproved" } as const, reported: 0 },
      { ...loaded(source("/d"), []), failed: true },
      b
    ]
    const snapshot = states.reduce(replaceSource, emptySnapshot)
    assert.deepStrictEqual(
      sourcesNotAsked(snapshot).map((state) => state.source.id),
      ["/d", "/a"]
    )
  })

  it("moves the revision when a source goes, and stays the same when it was not there", () => {
    const before = replaceSource(replaceSource(emptySnapshot, a), b)
    const gone = removeSource(before, "/a")
    assert.deepStrictEqual([gone.revision, gone.sources.length, gone.byBoundary.size], [3, 1, 1])
    assert.strictEqual(removeSource(gone, "/a"), gone)
  })
})
