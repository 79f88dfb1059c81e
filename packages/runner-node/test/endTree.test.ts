import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { endTree, type WatchedLeader } from "../src/endTree.ts"
import type { ProcessTree } from "../src/ProcessTree.ts"

/**
 * A leader and a tree that keep a diary. Real processes cannot be made to withstand KILL, nor to be collected at a chosen
 * moment; what real ones do is tested with the runner.
 */
const makeTree = (left: () => ReadonlyMap<number, number>) => {
  const diary: Array<string> = []
  let collected = false
  let listener = () => {}
  const leader: WatchedLeader = {
    pid: 10,
    invocation: "id",
    collected: () => collected,
    onCollected: (then) => {
      listener = then
    },
    forget: () => {}
  }
  const tree: ProcessTree = {
    find: (_, known) => {
      diary.push(`find ${[...known.keys()].join()}`)
      return left()
    },
    hasEnded: () => false,
    hold: () => diary.push("hold"),
    ask: () => diary.push("ask"),
    end: () => diary.push("end"),
    endFound: (_, known) => {
      diary.push(`end found ${[...known.keys()].join()}`)
      return left()
    }
  }
  const collect = Effect.sync(() => {
    collected = true
    listener()
  })
  return { diary, leader, tree, collect }
}

const nobody = new Map<number, number>()

describe("ending a hook and all that it has started", () => {
  it.live("the group is ended in the very tick in which its leader is collected (RUN-10)", () =>
    Effect.gen(function* () {
      const { diary, leader, tree, collect } = makeTree(() => nobody)
      const fiber = yield* Effect.forkScoped(endTree(leader, tree, { graceMs: 20_000, reapMs: 1 }), {
        startImmediately: true
      })
      assert.deepStrictEqual(diary, ["hold", "find ", "ask"])
      yield* collect
      assert.deepStrictEqual(diary.slice(3, 6), ["hold", "find ", "end"])
      assert.deepStrictEqual(yield* Fiber.join(fiber), [])
    })
  )

  it.live(
    "one that is not collected after the grace is ended, waited for, and told when that is in vain (RUN-10)",
    () =>
      Effect.gen(function* () {
        const { diary, leader, tree } = makeTree(() => nobody)
        assert.deepStrictEqual(yield* endTree(leader, tree, { graceMs: 20, reapMs: 20 }), [10])
        assert.deepStrictEqual(diary.slice(0, 6), ["hold", "find ", "ask", "hold", "find ", "end"])
        assert.deepStrictEqual(diary.slice(6), ["end found ", "end found ", "end found "])
      })
  )

  it.live("a leader that was collected before is never signalled (RUN-10)", () =>
    Effect.gen(function* () {
      const { diary, leader, tree, collect } = makeTree(() => nobody)
      yield* collect
      assert.deepStrictEqual(yield* endTree(leader, tree, { graceMs: 20, reapMs: 20 }), [])
      assert.notInclude(diary, "hold")
      assert.notInclude(diary, "ask")
      assert.notInclude(diary, "end")
    })
  )

  it.live("the search goes on until three rounds have found nobody (RUN-12)", () =>
    Effect.gen(function* () {
      const rounds = [new Map([[11, 1]]), nobody, new Map([[12, 2]]), nobody, new Map([[13, 3]])]
      const { diary, leader, tree, collect } = makeTree(() => rounds.shift() ?? nobody)
      const fiber = yield* Effect.forkScoped(endTree(leader, tree, { graceMs: 20_000, reapMs: 1 }), {
        startImmediately: true
      })
      yield* collect
      assert.deepStrictEqual(yield* Fiber.join(fiber), [])
      assert.deepStrictEqual(diary, [
        "hold",
        "find ",
        "ask",
        "hold",
        "find 11",
        "end",
        "end found 11",
        "end found 11,12",
        "end found 11,12",
        "end found 11,12,13",
        "end found 11,12,13",
        "end found 11,12,13"
      ])
    })
  )

  it.live("the search ends, and who is left is told (RUN-12)", () =>
    Effect.gen(function* () {
      const { diary, leader, tree, collect } = makeTree(() => new Map([[11, 1]]))
      const fiber = yield* Effect.forkScoped(endTree(leader, tree, { graceMs: 20_000, reapMs: 1 }), {
        startImmediately: true
      })
      yield* collect
      assert.deepStrictEqual(yield* Fiber.join(fiber), [11])
      assert.isAtMost(diary.filter((entry) => entry.startsWith("end found")).length, 50)
    })
  )
})
