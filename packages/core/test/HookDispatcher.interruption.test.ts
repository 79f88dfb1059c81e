import { assert, describe, it } from "@effect/vitest"
import { coreCodes, type DispatchOutcome, type Envelope, type HookEvent, LeftBehind, type Snapshot } from "@pawl/core"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import { dispatch } from "./dispatching.ts"
import { binding, denies, type EngineOptions, exited, seen, snapshotWith, testAdapter } from "./support.ts"

describe("HookDispatcher.dispatch, interruption (CORE-33)", () => {
  /** Starts a dispatch, waits until it has got as far as `reached`, and interrupts it. */
  const interruptedAt = (
    snapshot: Snapshot,
    options: (reached: Effect.Effect<unknown>) => EngineOptions & { readonly moment?: Envelope }
  ) =>
    Effect.gen(function* () {
      const reached = yield* Deferred.make<void>()
      const fiber = yield* Effect.forkChild(dispatch(snapshot, options(Deferred.succeed(reached, undefined))), {
        startImmediately: true
      })
      yield* Deferred.await(reached)
      yield* Fiber.interrupt(fiber)
      return yield* Fiber.await(fiber)
    })
  const stop = (reached: Effect.Effect<unknown>) => Effect.andThen(reached, Effect.never)
  const interrupted = (exit: Exit.Exit<DispatchOutcome>) => {
    assert.isTrue(Exit.isFailure(exit), "there is no outcome")
    assert.isTrue(Exit.hasInterrupts(exit))
  }
  const ended = (events: ReadonlyArray<HookEvent>) => events.filter((event) => event._tag === "DispatchEnded")

  it.effect("before it has begun runs nothing, and there is no outcome either", () =>
    Effect.gen(function* () {
      const log = seen()
      const fiber = yield* Effect.forkChild(dispatch(snapshotWith(binding("a")), { seen: log }))
      yield* Fiber.interrupt(fiber)
      interrupted(yield* Fiber.await(fiber))
      assert.deepStrictEqual(log, seen())
    })
  )

  it.effect("during select nothing has started and nothing is told", () =>
    Effect.gen(function* () {
      const log = seen()
      interrupted(
        yield* interruptedAt(snapshotWith(binding("a")), (reached) => ({
          adapters: [testAdapter({}, { select: () => stop(reached) })],
          seen: log
        }))
      )
      assert.deepStrictEqual(log, seen())
    })
  )

  it.effect("during a run every hook that runs is interrupted, and the receipt says what had ended", () =>
    Effect.gen(function* () {
      const log = seen()
      const done = yield* Deferred.make<void>()
      const exit = yield* interruptedAt(snapshotWith(binding("a"), binding("b"), binding("c")), (reached) => ({
        scripts: {
          a: { run: () => Effect.never },
          b: { run: () => Effect.as(Deferred.succeed(done, undefined), exited), answers: denies("no") },
          c: { run: () => Effect.andThen(Deferred.await(done), Effect.andThen(Effect.yieldNow, stop(reached))) }
        },
        seen: log
      }))
      interrupted(exit)
      assert.deepStrictEqual(log.interrupted.toSorted(), ["a", "c"])
      const [receipt, ...more] = ended(log.events)
      assert.deepStrictEqual(more, [])
      assert.deepInclude(receipt, { interrupted: true, matched: 3, candidates: 3, halted: false })
      assert.notProperty(receipt, "verdict")
      assert.deepStrictEqual(receipt?._tag === "DispatchEnded" && receipt.invocations.map((each) => each.binding), [
        "b"
      ])
    })
  )

  it.effect("waits for the runner to have ended the hook", () =>
    Effect.gen(function* () {
      const order: Array<string> = []
      const exit = yield* interruptedAt(snapshotWith(binding("a")), (reached) => ({
        scripts: {
          a: {
            run: () =>
              stop(reached).pipe(
                Effect.onInterrupt(() =>
                  Effect.andThen(
                    Effect.yieldNow,
                    Effect.sync(() => order.push("gone"))
                  )
                )
              )
          }
        },
        receive: (event) => Effect.sync(() => order.push(event._tag))
      }))
      interrupted(exit)
      assert.deepStrictEqual(order, ["gone", "DispatchEnded"])
    })
  )

  it.effect.each(["InvocationEnded", "DiagnosticFound", "DispatchEnded"] as const)(
    "after all hooks have answered, while %s is told, there is still no outcome",
    (tag) =>
      Effect.gen(function* () {
        const told: Array<HookEvent> = []
        const answers = { ...denies("no"), diagnostics: [{ code: "x/y", severity: "hint", message: "m" } as const] }
        let isFirst = true
        const exit = yield* interruptedAt(snapshotWith(binding("a")), (reached) => ({
          scripts: { a: { answers } },
          receive: (event) => {
            told.push(event)
            if (event._tag !== tag || !isFirst) return Effect.void
            isFirst = false
            return stop(reached)
          }
        }))
        interrupted(exit)
        const [receipt, ...more] = ended(told)
        assert.deepStrictEqual(more, [], "one receipt")
        assert.deepInclude(receipt, { interrupted: tag !== "DispatchEnded" })
      })
  )

  it.effect("what an interrupted hook has left behind is told before the receipt (CORE-79)", () =>
    Effect.gen(function* () {
      const log = seen()
      const exit = yield* interruptedAt(snapshotWith(binding("a")), (reached) => ({
        seen: log,
        scripts: {
          a: {
            run: ({ binding: id }) =>
              Effect.onInterrupt(stop(reached), () => Effect.flatMap(LeftBehind, (tell) => tell(id, [7, 8])))
          }
        }
      }))
      interrupted(exit)
      const [told, receipt] = log.events
      assert.deepInclude(told?._tag === "DiagnosticFound" ? told.diagnostic : {}, {
        code: coreCodes.leftRunning,
        severity: "warning",
        binding: "a",
        message: "the hook a left processes that could not be ended: 7, 8"
      })
      assert.deepInclude(receipt, { _tag: "DispatchEnded", interrupted: true })
    })
  )

  it.effect("an interruption inside of the runner stays one, and is never an answer", () =>
    Effect.gen(function* () {
      const exit = yield* Effect.exit(
        Effect.flatMap(
          Effect.forkChild(
            dispatch(snapshotWith(binding("a"), binding("b")), {
              scripts: { a: { run: () => Effect.interrupt }, b: { run: () => Effect.never } }
            })
          ),
          Fiber.await
        )
      )
      assert.isTrue(Exit.isSuccess(exit))
      if (Exit.isSuccess(exit)) interrupted(exit.value)
    })
  )
})
