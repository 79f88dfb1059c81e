import { assert, it } from "@effect/vitest"
import { Decision, DecisionKind, kindOf, reasonOf, strictest, strictness } from "@pawl/permission"
import { hookReason } from "./support.ts"

const reason = hookReason("no")
const decisions: ReadonlyArray<Decision> = [
  { _tag: "Execute" },
  { _tag: "Confirm", reason },
  { _tag: "Deny", reason },
  { _tag: "Proceed" },
  { _tag: "Halt", reason },
  { _tag: "None" }
]

it("every decision has a name for machines (PERM-4)", () => {
  assert.deepStrictEqual(decisions.map(kindOf), [...DecisionKind.literals])
  assert.deepStrictEqual(
    Object.keys(Decision.cases),
    decisions.map((d) => d._tag)
  )
})

it("letting it happen is less strict than asking, and asking than preventing it (PERM-5)", () => {
  assert.deepStrictEqual(decisions.map(strictness), [0, 1, 2, 0, 2, 0])
})

it("the strictest of some is the first of the strictest (PERM-5)", () => {
  const other = hookReason("no either")
  assert.deepStrictEqual(
    strictest(
      { _tag: "Execute" },
      { _tag: "Confirm", reason },
      { _tag: "Deny", reason },
      { _tag: "Deny", reason: other }
    ),
    { _tag: "Deny", reason }
  )
  assert.deepStrictEqual(strictest({ _tag: "Execute" }), { _tag: "Execute" })
})

it("a decision to go on has no reason (PERM-4)", () => {
  assert.deepStrictEqual(
    decisions.map((d) => reasonOf(d) !== undefined),
    [false, true, true, false, true, false]
  )
})
