import { assert, describe, it } from "@effect/vitest"
import { compareSources, Source, SourceKind, sourceKinds } from "@pawl/core"
import * as Arbitrary from "effect/Arbitrary"
import { source } from "./support.ts"

describe("compareSources (CORE-13)", () => {
  it("puts explicit files first, then enterprise, team, project and user", () => {
    const kinds = SourceKind.literals.toSorted().map((kind) => source(kind, { kind }))
    assert.deepStrictEqual(
      kinds.toSorted(compareSources).map((each) => each.kind),
      ["explicit", "enterprise", "team", "project", "user"]
    )
  })

  it("keeps the order that files of one kind were given in, and after that their paths", () => {
    const sources = [source("/b", { order: 1 }), source("/c", { order: 0 }), source("/a", { order: 1 })]
    assert.deepStrictEqual(
      sources.toSorted(compareSources).map((each) => each.id),
      ["/c", "/a", "/b"]
    )
  })

  it.prop("is an order: the same from both sides, and none but equal ids are the same", [Source, Source], ([a, b]) => {
    assert.strictEqual(Math.sign(compareSources(a, b)) + Math.sign(compareSources(b, a)), 0)
    if (compareSources(a, b) === 0) assert.strictEqual(a.id, b.id)
  })

  it.prop(
    "sorts every list the same way, whatever order it comes in",
    [Arbitrary.array(Arbitrary.schema(Source), { maxLength: 6 })],
    ([sources]) => {
      const ids = (list: ReadonlyArray<Source>) => list.toSorted(compareSources).map((each) => each.id)
      assert.deepStrictEqual(ids(sources), ids(sources.toReversed()))
    }
  )
})

describe("the kinds of sources (CORE-14)", () => {
  it("need approval when they come from a project, and only then", () => {
    const needing = SourceKind.literals.filter((kind) => sourceKinds[kind].needsApproval)
    assert.deepStrictEqual(needing, ["project"])
  })
})
