import { assert, describe, it } from "@effect/vitest"
import { type HookEvent, SourceCheck } from "@pawl/core"
import { neverEnds, RecordingMessenger, referenceHost, ScriptedRunner } from "@pawl/core/testing"
import { type JudgingHost, judge, type Question } from "@pawl/permission"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import { TestClock } from "effect/testing"
import {
  asksFirst,
  commandRead,
  hostOf,
  id,
  install,
  type JudgingOptions,
  judging,
  nothingRuns,
  notices,
  says,
  shell
} from "./judging.ts"

const moment = shell("ls")

/** Judges, waits until the judgement has got as far as `reached`, and interrupts it. */
const interruptedAt = (host: JudgingHost, reached: Effect.Effect<unknown, never, ScriptedRunner>) =>
  Effect.gen(function* () {
    const fiber = yield* Effect.forkChild(judge({ envelope: moment }, host), { startImmediately: true })
    yield* reached
    yield* Fiber.interrupt(fiber)
    const exit = yield* Fiber.await(fiber)
    assert.isTrue(Exit.isFailure(exit), "there is no decision")
    assert.isTrue(Exit.hasInterrupts(exit))
    assert.deepStrictEqual(
      (yield* notices).filter(({ level }) => level === "denied"),
      [],
      "and nobody is told of one"
    )
    return yield* nothingRuns
  })

const receipts = Effect.map(
  RecordingMessenger.use(({ events }) => events),
  (all: ReadonlyArray<HookEvent>) => all.flatMap((event) => (event._tag === "DispatchEnded" ? [event] : []))
)

describe("a judgement that is interrupted (PERM-19)", () => {
  it.effect("while hooks run ends them all, decides nothing, and leaves the receipt", () =>
    Effect.gen(function* () {
      yield* install([{}, {}, {}])
      const { interrupted } = yield* interruptedAt(
        hostOf().host,
        ScriptedRunner.use(({ awaitStarted }) => awaitStarted(3))
      )
      assert.deepStrictEqual(interrupted.toSorted(), [id(1), id(2)])
      assert.deepStrictEqual(
        (yield* receipts).map(({ interrupted: was, invocations }) => [was, invocations.map(({ binding }) => binding)]),
        [[true, [id(0)]]]
      )
    }).pipe(
      Effect.provide(
        judging({ runs: { [id(0)]: says({ verdict: "deny", reason: "no" }), [id(1)]: neverEnds, [id(2)]: neverEnds } })
      )
    )
  )

  const phases: {
    readonly [phase: string]: (stop: Effect.Effect<never>) => {
      readonly host: Partial<JudgingHost>
      readonly options: JudgingOptions
    }
  } = {
    "the host decides": (stop) => ({ host: { hostDecision: () => stop }, options: {} }),
    "it is looked whether anything has changed": (stop) => ({
      host: {},
      options: { check: Layer.succeed(SourceCheck, { refresh: stop }) }
    }),
    "a person is asked": (stop) => ({ host: { confirm: () => stop }, options: {} }),
    "it is looked once more after a yes": (stop) => {
      let looks = 0
      const refresh = Effect.suspend(() => (++looks === 2 ? stop : Effect.void))
      return { host: {}, options: { check: Layer.succeed(SourceCheck, { refresh }) } }
    }
  }

  it.effect.each(Object.entries(phases))("while %s decides nothing and leaves nothing", ([, phase]) =>
    Effect.gen(function* () {
      const reached = yield* Deferred.make<void>()
      const { host, options } = phase(Effect.andThen(Deferred.succeed(reached, undefined), Effect.never))
      yield* Effect.gen(function* () {
        yield* install([{}])
        const { interrupted, started } = yield* interruptedAt(
          { ...hostOf(asksFirst, [true]).host, ...host },
          Deferred.await(reached)
        )
        assert.deepStrictEqual(started, [id(0)])
        assert.deepStrictEqual(interrupted, [])
      }).pipe(Effect.provide(judging(options)))
    })
  )

  it.effect("is interrupted, and not decided, when the host's own part is", () =>
    Effect.gen(function* () {
      const exit = yield* Effect.flatMap(
        Effect.forkChild(judge({ envelope: moment }, { ...hostOf().host, hostDecision: () => Effect.interrupt })),
        Fiber.await
      )
      assert.isTrue(Exit.isFailure(exit))
      assert.isTrue(Exit.hasInterrupts(exit))
    }).pipe(Effect.provide(judging()))
  )
})

describe("an action that is asked about again on the reference host (PERM-19)", () => {
  const { profile } = referenceHost

  /** Interrupts the judgement of one moment while hooks run, and judges another. */
  const askedAgain = (first: Question, second: Question, host: JudgingHost) =>
    Effect.gen(function* () {
      const fiber = yield* Effect.forkChild(judge(first, host), { startImmediately: true })
      yield* ScriptedRunner.use(({ awaitStarted }) => awaitStarted(1))
      yield* Fiber.interrupt(fiber)
      const next = yield* Effect.forkChild(judge(second, host), { startImmediately: true })
      yield* TestClock.adjust(100)
      const { decision } = yield* Fiber.join(next)
      const { invocations } = yield* ScriptedRunner.use(({ record }) => record)
      yield* nothingRuns
      return { decision, invocations }
    })

  it.effect("because its command has changed is judged on the new one, and the old judgement is gone", () =>
    Effect.gen(function* () {
      yield* install([{}])
      const { host } = hostOf()
      const { decision, invocations } = yield* askedAgain({ envelope: shell("one") }, { envelope: shell("two") }, host)
      assert.deepStrictEqual(decision, { _tag: "Execute" })
      assert.deepStrictEqual(invocations.map(commandRead), ["one", "two"])
    }).pipe(Effect.provide(judging({ profile, runs: (_, nth) => (nth === 0 ? neverEnds : says({})) })))
  )

  it.effect("because its folder has changed is judged in the new one", () =>
    Effect.gen(function* () {
      yield* install([{ command: "./a" }], "/a/hooks.recording", { _tag: "Within", root: "/a" })
      yield* install([{ command: "./b" }], "/b/hooks.recording", { _tag: "Within", root: "/b" })
      const { host } = hostOf()
      const { decision, invocations } = yield* askedAgain(
        { envelope: shell("make", { cwd: "/a" }) },
        { envelope: shell("make", { cwd: "/b" }) },
        host
      )
      assert.strictEqual(decision._tag, "Deny")
      assert.deepStrictEqual(
        invocations.map(({ binding }) => binding),
        ["/a/hooks.recording#tool.pre[0]", "/b/hooks.recording#tool.pre[0]"]
      )
    }).pipe(Effect.provide(judging({ profile, runs: () => says({ verdict: "deny", reason: "no" }, 100) })))
  )

  it.effect("because its judgement was lost starts over, and keeps the approval of exactly this", () =>
    Effect.gen(function* () {
      yield* install([{}])
      const { host, questions } = hostOf(asksFirst)
      const approved = { envelope: shell("ls"), approved: true }
      const { decision, invocations } = yield* askedAgain(approved, approved, host)
      assert.deepStrictEqual(decision, { _tag: "Execute" })
      assert.lengthOf(invocations, 2)
      assert.deepStrictEqual(questions, [])
    }).pipe(Effect.provide(judging({ profile, runs: (_, nth) => (nth === 0 ? neverEnds : says({ verdict: "ask" })) })))
  )
})
