import { assert, describe, it } from "@effect/vitest"
import type { Envelope } from "@pawl/core"
import { subagentStop, turnStop } from "@pawl/core/testing"
import { ContinuationBudget, type FollowUpAsked } from "@pawl/permission"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as TestClock from "effect/testing/TestClock"

const a = (loopLimit: number | null): FollowUpAsked => ({ binding: "hooks.json#stop[0]", loopLimit })
const b = (loopLimit: number | null): FollowUpAsked => ({ binding: "hooks.json#stop[1]", loopLimit })

const take = (
  asked: FollowUpAsked | ReadonlyArray<FollowUpAsked>,
  cap: number | null = 8,
  end: Envelope = turnStop()
) => ContinuationBudget.use((budget) => budget.take(end, "binding" in asked ? [asked] : asked, cap))

/** How many of some attempts are granted. */
const granted = (times: number, asked: FollowUpAsked, cap?: number | null, end?: Envelope) =>
  Effect.map(
    Effect.forEach(Array.from({ length: times }), () => take(asked, cap, end)),
    (all) => all.filter((taken) => taken.granted !== undefined).length
  )

const turn = (turnId: string, conversationId = "conversation-1") => turnStop("completed", 0, { turnId, conversationId })

describe("ContinuationBudget", () => {
  it.effect.each([
    [0, 0],
    [1, 1],
    [5, 5],
    [20, 8],
    [null, 8]
  ] as const)("a limit of %s is %s follow-ups in a turn under a cap of 8 (PERM-36)", ([limit, expected]) =>
    Effect.gen(function* () {
      assert.strictEqual(yield* granted(30, a(limit)), expected)
    }).pipe(Effect.provide(ContinuationBudget.layer))
  )

  it.effect("without a cap only a hook's own limit counts, and without both there is none (PERM-36)", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* granted(30, a(12), null, turn("t1")), 12)
      assert.strictEqual(yield* granted(100, a(null), null, turn("t2")), 100)
    }).pipe(Effect.provide(ContinuationBudget.layer))
  )

  it.effect("says which limit was reached, and whose it is (PERM-37)", () =>
    Effect.gen(function* () {
      yield* granted(5, a(5))
      assert.deepStrictEqual(yield* take(a(5)), {
        granted: undefined,
        reached: [{ binding: a(5).binding, limit: 5, whose: "hook" }]
      })
      yield* granted(3, b(null))
      assert.deepStrictEqual(yield* take([b(null), a(5)]), {
        granted: undefined,
        reached: [{ binding: b(null).binding, limit: 8, whose: "host" }]
      })
    }).pipe(Effect.provide(ContinuationBudget.layer))
  )

  it.effect("each hook has its own limit, and the next one may go on where the first may not (PERM-36)", () =>
    Effect.gen(function* () {
      const both = [a(1), b(2)]
      const order = yield* Effect.forEach(Array.from({ length: 5 }), () => take(both))
      assert.deepStrictEqual(
        order.map((taken) => taken.granted),
        [a(1).binding, b(2).binding, b(2).binding, undefined, undefined]
      )
      assert.deepStrictEqual(order[4]?.reached, [
        { binding: a(1).binding, limit: 1, whose: "hook" },
        { binding: b(2).binding, limit: 2, whose: "hook" }
      ])
    }).pipe(Effect.provide(ContinuationBudget.layer))
  )

  it.effect("a new turn begins anew; an earlier one does not when it comes up again (PERM-36)", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* granted(9, a(2), 8, turn("t1")), 2)
      assert.strictEqual(yield* granted(9, a(2), 8, turn("t2")), 2)
      assert.strictEqual(yield* granted(9, a(2), 8, turn("t1")), 0)
      assert.strictEqual(yield* granted(9, a(2), 8, turn("t1", "conversation-2")), 2)
    }).pipe(Effect.provide(ContinuationBudget.layer))
  )

  it.effect("turns without ids are one turn (PERM-36)", () =>
    Effect.gen(function* () {
      const { conversationId: _c, turnId: _t, ...unknown } = turnStop()
      assert.strictEqual(yield* granted(9, a(2), 8, unknown), 2)
      assert.strictEqual(yield* granted(9, a(2), 8, turn("t1")), 2)
    }).pipe(Effect.provide(ContinuationBudget.layer))
  )

  it.effect("a subagent has follow-ups of its own, beside its parent's and another subagent's (PERM-36)", () =>
    Effect.gen(function* () {
      const child = (subagentId: string) => subagentStop({ status: "completed", subagentId })
      assert.strictEqual(yield* granted(9, a(2), 8, child("one")), 2)
      assert.strictEqual(yield* granted(9, a(2), 8, child("two")), 2)
      assert.strictEqual(yield* granted(9, a(2), 8, turnStop()), 2)
    }).pipe(Effect.provide(ContinuationBudget.layer))
  )

  it.effect("what the host says that there have been counts where it is more, against every hook (PERM-38)", () =>
    Effect.gen(function* () {
      const after = (loopCount: number) => turnStop("completed", loopCount)
      assert.strictEqual((yield* take(a(3), 8, after(3))).granted, undefined)
      assert.isDefined((yield* take(a(4), 8, after(3))).granted)
      // What is known of the first hook is not held against the second; what nobody is known for is.
      assert.isUndefined((yield* take(b(3), 8, after(4))).granted)
      assert.isDefined((yield* take(b(4), 8, after(4))).granted)
      // A host that counts less, or not at all, does not take back what was counted.
      assert.isUndefined((yield* take(a(4), 8, after(0))).granted)
      assert.isUndefined((yield* take(b(null), 5, after(0))).granted)
      assert.isUndefined((yield* take(a(null), 8, after(8))).granted)
    }).pipe(Effect.provide(ContinuationBudget.layer))
  )

  it.effect("of two turns' ends at once only one takes the last follow-up (PERM-36)", () =>
    Effect.gen(function* () {
      const all = yield* Effect.all(
        Array.from({ length: 20 }, () => take(a(3))),
        { concurrency: "unbounded" }
      )
      assert.lengthOf(
        all.filter((taken) => taken.granted !== undefined),
        3
      )
    }).pipe(Effect.provide(ContinuationBudget.layer))
  )

  it.effect("what is given back can be taken again, and no more than that (PERM-38)", () =>
    Effect.gen(function* () {
      const budget = yield* ContinuationBudget
      yield* budget.giveBack(turnStop(), a(1).binding)
      assert.strictEqual(yield* granted(5, a(1)), 1)
      yield* budget.giveBack(turnStop(), a(1).binding)
      assert.strictEqual(yield* granted(5, a(1)), 1)
    }).pipe(Effect.provide(ContinuationBudget.layer))
  )

  it.effect("a conversation that is over is forgotten, and no other (PERM-39)", () =>
    Effect.gen(function* () {
      const budget = yield* ContinuationBudget
      yield* granted(5, a(1), 8, turn("t", "over"))
      yield* granted(5, a(1), 8, turn("t", "still"))
      yield* budget.forget("over")
      assert.strictEqual(yield* granted(5, a(1), 8, turn("t", "over")), 1)
      assert.strictEqual(yield* granted(5, a(1), 8, turn("t", "still")), 0)
    }).pipe(Effect.provide(ContinuationBudget.layer))
  )

  it.effect("with too many turns no further one goes on, until one has been quiet for an hour (PERM-39)", () =>
    Effect.gen(function* () {
      const first = turn("first")
      assert.isDefined((yield* take(a(1), 8, first)).granted)
      yield* TestClock.adjust("30 minutes")
      for (let i = 1; i < 10_000; i++) yield* take(a(1), 8, turn(`t${i}`))
      assert.deepStrictEqual(yield* take(a(1), 8, turn("one more")), {
        granted: undefined,
        reached: [{ binding: a(1).binding, limit: 0, whose: "host" }]
      })
      assert.isUndefined((yield* take(a(1), 8, first)).granted)
      yield* TestClock.adjust("31 minutes")
      assert.isDefined((yield* take(a(1), 8, turn("one more"))).granted)
      assert.isUndefined((yield* take(a(1), 8, turn("and another"))).granted)
    }).pipe(Effect.provide(ContinuationBudget.layer))
  )

  const step = Schema.Struct({
    hook: Schema.Literals([0, 1, 2]),
    turn: Schema.Literals(["t1", "t2"]),
    told: Schema.Literals([0, 0, 0, 1, 2, 5]),
    both: Schema.Boolean
  })

  it.effect.prop(
    "no turn has more follow-ups than the cap, and no hook more in it than its limit (PERM-36)",
    {
      steps: Schema.Array(step),
      cap: Schema.NullOr(Schema.Literals([0, 1, 4])),
      limits: Schema.Tuple([
        Schema.Literals([0, 1, 3]),
        Schema.NullOr(Schema.Literals([1, 2])),
        Schema.NullOr(Schema.Literal(5))
      ])
    },
    ({ cap, limits, steps }) =>
      Effect.gen(function* () {
        const spent = new Map<string, number>()
        const count = (key: string) => spent.set(key, (spent.get(key) ?? 0) + 1)
        const asked = limits.map((loopLimit, index) => ({ binding: `h${index}`, loopLimit }))
        for (const { both, hook, told, turn: turnId } of steps) {
          const from = asked.slice(hook)
          const taken = yield* take(both ? from : from.slice(0, 1), cap, turnStop("completed", told, { turnId }))
          if (taken.granted === undefined) {
            assert.isNotEmpty(taken.reached)
            continue
          }
          count(turnId)
          count(`${turnId} ${taken.granted}`)
        }
        for (const turnId of ["t1", "t2"]) {
          assert.isAtMost(spent.get(turnId) ?? 0, cap ?? Number.POSITIVE_INFINITY)
          for (const { binding, loopLimit } of asked) {
            assert.isAtMost(spent.get(`${turnId} ${binding}`) ?? 0, loopLimit ?? Number.POSITIVE_INFINITY)
          }
        }
      }).pipe(Effect.provide(ContinuationBudget.layer, { local: true }))
  )
})
