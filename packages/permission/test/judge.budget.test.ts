import { assert, describe, it } from "@effect/vitest"
import { type Envelope, everythingProfile, type HookEffects, HookRegistry, Messenger, noEffects } from "@pawl/core"
import {
  diesWith,
  endsWith,
  exited,
  neverEnds,
  RecordingMessenger,
  sessionEnd,
  subagentStop,
  turnStop
} from "@pawl/core/testing"
import { FOLLOW_UP_LIMIT_CODE, judge, lastOutcome } from "@pawl/permission"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as TestClock from "effect/testing/TestClock"
import { hostOf, install, judging, shell } from "./judging.ts"

const stop = (index: number) => `/repo/hooks.recording#turn.stop[${index}]`
const goOn = (message: string, loopLimit: number | null = null): HookEffects => ({
  ...noEffects,
  continuation: { message, loopLimit }
})
const stops = (count = 1) => install(Array.from({ length: count }, () => ({ boundary: "turn.stop" })))

const ended = (envelope: Envelope) =>
  Effect.map(judge({ envelope }, hostOf().host), (judged) => {
    assert.strictEqual(judged.decision._tag, "None")
    return lastOutcome(judged)
  })

const followUpAt = (envelope: Envelope) =>
  Effect.map(ended(envelope), (outcome) => outcome?.merged.continuation?.message)

const budgetEvents = RecordingMessenger.use((messenger) => messenger.events).pipe(
  Effect.map((events) => events.filter((event) => event._tag === "BudgetReached"))
)

describe("a judgement of the end of a turn", () => {
  it.effect(
    "hands back the follow-up while the budget lasts, then none, an event and a finding (PERM-36, PERM-37)",
    () =>
      Effect.gen(function* () {
        yield* stops()
        assert.strictEqual(yield* followUpAt(turnStop()), "again")
        assert.strictEqual(yield* followUpAt(turnStop("completed", 1)), "again")
        assert.isEmpty(yield* budgetEvents)
        const outcome = yield* ended(turnStop("completed", 2))
        assert.isUndefined(outcome?.merged.continuation)
        assert.deepStrictEqual(yield* budgetEvents, [{ _tag: "BudgetReached", binding: stop(0), limit: 2 }])
        const told = outcome?.diagnostics.filter(({ code }) => code === FOLLOW_UP_LIMIT_CODE) ?? []
        assert.lengthOf(told, 1)
        assert.include(told[0]?.message, "the hook's own limit of 2")
        assert.deepStrictEqual(outcome?.merged.diagnostics.at(-1), told[0])
      }).pipe(Effect.provide(judging({ answers: { [stop(0)]: goOn("again", 2) } })))
  )

  it.effect("a cap is not reset by the tool calls between two ends of one turn (PERM-36)", () =>
    Effect.gen(function* () {
      yield* install([{ boundary: "turn.stop" }, { boundary: "tool.pre", command: "./guard" }])
      let followUps = 0
      for (let i = 0; i < 30; i++) {
        yield* judge({ envelope: shell(`step ${i}`) }, hostOf().host)
        // A host that does not count itself.
        if ((yield* followUpAt(turnStop())) !== undefined) followUps++
        yield* judge({ envelope: shell(`step ${i} after`, { actionId: `action-${i}` }) }, hostOf().host)
      }
      assert.strictEqual(followUps, 3)
      assert.lengthOf(yield* budgetEvents, 27)
    }).pipe(
      Effect.provide(
        judging({ answers: { [stop(0)]: goOn("again") }, profile: { ...everythingProfile, continuationCap: 3 } })
      )
    )
  )

  it.effect("a prompt's new turn and a subagent have budgets of their own (PERM-36)", () =>
    Effect.gen(function* () {
      yield* install([{ boundary: "turn.stop" }, { boundary: "subagent.stop" }])
      assert.strictEqual(yield* followUpAt(turnStop()), "again")
      assert.isUndefined(yield* followUpAt(turnStop()))
      assert.strictEqual(yield* followUpAt(subagentStop()), "child")
      assert.isUndefined(yield* followUpAt(subagentStop()))
      assert.strictEqual(yield* followUpAt(turnStop("completed", 0, { turnId: "turn-2" })), "again")
    }).pipe(
      Effect.provide(
        judging({
          answers: { [stop(0)]: goOn("again", 1), "/repo/hooks.recording#subagent.stop[0]": goOn("child", 1) }
        })
      )
    )
  )

  it.effect("the second hook's follow-up is honoured when the first has had its last one (PERM-36)", () =>
    Effect.gen(function* () {
      yield* stops(2)
      assert.strictEqual(yield* followUpAt(turnStop()), "first")
      assert.strictEqual(yield* followUpAt(turnStop()), "second")
      assert.deepStrictEqual(yield* budgetEvents, [{ _tag: "BudgetReached", binding: stop(0), limit: 1 }])
      assert.isUndefined(yield* followUpAt(turnStop()))
    }).pipe(Effect.provide(judging({ answers: { [stop(0)]: goOn("first", 1), [stop(1)]: goOn("second", 1) } })))
  )

  it.effect(
    "a hook that fails, with whatever it wrote, or that is a fault of Pawl, goes on with nothing (PERM-36)",
    () =>
      Effect.gen(function* () {
        yield* stops(3)
        const outcome = yield* ended(turnStop())
        assert.isUndefined(outcome?.merged.continuation)
        assert.isEmpty(yield* budgetEvents)
      }).pipe(
        Effect.provide(
          judging({
            runs: {
              [stop(0)]: endsWith(exited(1, '{"followUp":"again"}')),
              [stop(1)]: endsWith(exited(2, '{"followUp":"again"}')),
              [stop(2)]: diesWith(new Error("broken"))
            }
          })
        )
      )
  )

  it.effect("where a host honours no follow-up, nothing is spent (PERM-36)", () =>
    Effect.gen(function* () {
      yield* stops()
      assert.isUndefined(yield* followUpAt(turnStop()))
      assert.isEmpty(yield* budgetEvents)
    }).pipe(
      Effect.provide(
        judging({
          answers: { [stop(0)]: goOn("again", 0) },
          profile: { ...everythingProfile, boundaries: { "turn.stop": { reports: true, facets: [], honours: [] } } }
        })
      )
    )
  )

  it.effect("an interrupted judgement spends nothing (PERM-38)", () =>
    Effect.gen(function* () {
      yield* install([{ boundary: "turn.stop" }, { boundary: "turn.stop", match: "" }])
      const waiting = yield* Effect.forkChild(ended(turnStop()))
      yield* TestClock.adjust("1 second")
      yield* Fiber.interrupt(waiting)
      yield* HookRegistry.use((registry) => registry.remove("/repo/hooks.recording"))
      yield* stops()
      assert.strictEqual(yield* followUpAt(turnStop()), "again")
    }).pipe(Effect.provide(judging({ answers: { [stop(0)]: goOn("again", 1) }, runs: { [stop(1)]: neverEnds } })))
  )

  it.effect("a judgement that is interrupted while it tells of a limit gives back what it took (PERM-38)", () =>
    Effect.gen(function* () {
      yield* stops(2)
      const waiting = yield* ended(turnStop()).pipe(
        Effect.provideService(Messenger, {
          send: (event) => (event._tag === "BudgetReached" ? Effect.never : Effect.void),
          subscribe: Effect.never
        }),
        Effect.forkChild
      )
      yield* TestClock.adjust("1 second")
      yield* Fiber.interrupt(waiting)
      assert.strictEqual(yield* followUpAt(turnStop()), "second")
      assert.isUndefined(yield* followUpAt(turnStop()))
    }).pipe(Effect.provide(judging({ answers: { [stop(0)]: goOn("first", 0), [stop(1)]: goOn("second", 1) } })))
  )

  it.effect("the end of a session begins anew (PERM-39)", () =>
    Effect.gen(function* () {
      yield* stops()
      yield* followUpAt(turnStop())
      assert.isUndefined(yield* followUpAt(turnStop()))
      yield* judge({ envelope: sessionEnd() }, hostOf().host)
      assert.strictEqual(yield* followUpAt(turnStop()), "again")
    }).pipe(Effect.provide(judging({ answers: { [stop(0)]: goOn("again", 1) } })))
  )

  it.effect("of two ends at once only one takes the last follow-up (PERM-36)", () =>
    Effect.gen(function* () {
      yield* stops()
      const both = yield* Effect.all([followUpAt(turnStop()), followUpAt(turnStop())], { concurrency: "unbounded" })
      assert.deepStrictEqual([...both].sort(), ["again", undefined])
    }).pipe(Effect.provide(judging({ answers: { [stop(0)]: goOn("again", 1) } })))
  )
})
