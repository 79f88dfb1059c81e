import process from "node:process"
import { assert, describe, it } from "@effect/vitest"
import { LeftBehind } from "@pawl/core"
import { RunnerProbe } from "@pawl/core/testing"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import { baseEnvironment } from "../src/Environment.ts"
import type { HostWatch } from "../src/HostWatch.ts"
import { makeInvocationIds } from "../src/InvocationId.ts"
import { makePlaces } from "../src/Places.ts"
import { platformProcessTree } from "../src/platformProcessTree.ts"
import { defaultRunnerConfig } from "../src/RunnerConfig.ts"
import { makeRunningHooks } from "../src/RunningHooks.ts"
import { runHook } from "../src/runHook.ts"
import { shellAt } from "../src/Shell.ts"
import { type StdioWay, stdioWay } from "../src/Stdio.ts"
import { alive, invocation, layer, makeFolder, noted, run, textOf } from "./support.ts"

/** A runner on a system that says of each leader that it has ended, before the news of it has come. */
const lateNews = Effect.gen(function* () {
  const tree = { ...platformProcessTree(process.platform), hasEnded: () => true }
  const running = yield* makeRunningHooks(tree)
  return {
    config: defaultRunnerConfig(),
    shell: shellAt("/bin/sh"),
    base: baseEnvironment(process.env, { _tag: "AsItIs" }),
    places: makePlaces(4),
    stdio: stdioWay("socket", undefined, () => {}),
    tree,
    watch: undefined,
    running,
    nextInvocation: makeInvocationIds(),
    now: () => performance.now()
  }
})

describe.concurrent("a hook that somebody has killed", () => {
  it.live("has left nothing on purpose: when it is interrupted then, its background child is ended, too (RUN-11)", () =>
    Effect.gen(function* () {
      const folder = yield* makeFolder
      const hook = yield* Effect.forkScoped(run(folder, "setsid sleep 600 & echo $$ > leader; wait"))
      const leader = Number(yield* noted(folder, "leader"))
      process.kill(leader, "SIGKILL")
      const probe = yield* RunnerProbe
      while (yield* probe.isAlive(leader)) yield* Effect.sleep(5)
      assert.isNotEmpty(yield* alive(folder))
      yield* Fiber.interrupt(hook)
      assert.deepStrictEqual(yield* alive(folder), [])
    }).pipe(Effect.provide(layer({ pipeGraceMs: 20_000 })))
  )
})

describe("a hook whose outputs cannot be read", () => {
  /** Streams that fail in one step, as a descriptor does that is none any more. */
  const failingIn = (step: "connect" | "close") =>
    Effect.map(lateNews, (parts) => {
      const stdio: StdioWay = {
        open: (...given) => ({
          ...parts.stdio.open(...given),
          [step]: () => {
            throw new Error("bad file descriptor")
          }
        })
      }
      return { ...parts, stdio, places: makePlaces(1), tree: platformProcessTree(process.platform) }
    })

  it.live("is ended and is a fault of the engine, not a failure of the hook (RUN-5, CORE-11)", () =>
    Effect.gen(function* () {
      const folder = yield* makeFolder
      const parts = yield* failingIn("connect")
      const exit = yield* Effect.exit(runHook(invocation(folder, "echo yes > ran; sleep 600"), parts))
      assert.isTrue(Exit.hasDies(exit))
      while ((yield* alive(folder)).length > 0) yield* Effect.sleep(5)
      // Its place is free again.
      const next = yield* runHook(invocation(folder, "exit 2"), { ...parts, stdio: (yield* lateNews).stdio })
      assert.deepStrictEqual(next.ending, { _tag: "Exited", code: 2 })
    }).pipe(Effect.provide(layer()))
  )

  it.live("keeps neither its place nor a runner that is closed (RUN-18)", () =>
    Effect.gen(function* () {
      const folder = yield* makeFolder
      yield* Effect.scoped(
        Effect.gen(function* () {
          const parts = yield* failingIn("close")
          const exit = yield* Effect.exit(runHook(invocation(folder, "exit 0"), parts))
          assert.isTrue(Exit.hasDies(exit))
          const next = yield* runHook(invocation(folder, "exit 2"), { ...parts, stdio: (yield* lateNews).stdio })
          assert.deepStrictEqual(next.ending, { _tag: "Exited", code: 2 })
        })
      )
    }).pipe(Effect.provide(layer()))
  )
})

describe("whoever watches the host", () => {
  const watched = Effect.gen(function* () {
    const said: Array<string> = []
    const watch: HostWatch = {
      starting: () => said.push("starting"),
      started: () => said.push("started"),
      ended: () => said.push("ended")
    }
    return { said, parts: { ...(yield* lateNews), tree: platformProcessTree(process.platform), watch } }
  })

  it.live("is told before the start, and of the end at once (RUN-62)", () =>
    Effect.gen(function* () {
      const folder = yield* makeFolder
      const { parts, said } = yield* watched
      yield* runHook(invocation(folder, "exit 0"), parts)
      assert.deepStrictEqual(said, ["starting", "started", "ended", "ended"])
    }).pipe(Effect.provide(layer()))
  )

  it.live("keeps an eye on a hook for as long as what has left its group is searched for (RUN-62)", () =>
    Effect.gen(function* () {
      const folder = yield* makeFolder
      const { parts, said } = yield* watched
      yield* runHook(invocation(folder, "sleep 600", { timeoutMs: 100 }), parts)
      assert.deepStrictEqual(said, ["starting", "started", "ended", "starting", "ended"])
    }).pipe(Effect.provide(layer()))
  )
})

// After a sleep of the host a busy machine may take a while to deliver the news, and one turn of the loop is not enough. That
// cannot be brought about at will, so the system's word for it is put in front of a hook that ends a little later.
describe.concurrent("a hook that has ended, when nobody has told the runner yet", () => {
  it.live("is judged by its end, not by the deadline that was seen first (RUN-6)", () =>
    Effect.gen(function* () {
      const folder = yield* makeFolder
      const script = "echo yes > ran; sleep 1; printf no; exit 2"
      const outcome = yield* runHook(invocation(folder, script, { timeoutMs: 500 }), yield* lateNews)
      assert.deepStrictEqual(outcome.ending, { _tag: "Exited", code: 2 })
      assert.strictEqual(textOf(outcome), "no")
    }).pipe(Effect.provide(layer()))
  )

  it.live("is not signalled when it is interrupted: its background child lives (RUN-11)", () =>
    Effect.gen(function* () {
      const folder = yield* makeFolder
      const fiber = yield* Effect.forkScoped(runHook(invocation(folder, "echo yes > ran; sleep 60"), yield* lateNews))
      yield* noted(folder, "ran")
      yield* Fiber.interrupt(fiber)
      assert.isNotEmpty(yield* alive(folder))
    }).pipe(Effect.provide(layer()))
  )

  it.live("tells what it has left when it is interrupted, because no outcome can (CORE-79, RUN-12)", () =>
    Effect.gen(function* () {
      const folder = yield* makeFolder
      const parts = yield* lateNews
      // A process that withstands KILL cannot be made.
      const tree = {
        ...parts.tree,
        hasEnded: () => false,
        find: () => new Map([[7, 1]]),
        endFound: () => new Map([[7, 1]])
      }
      const told: Array<ReadonlyArray<number | string>> = []
      const run = runHook(invocation(folder, "echo yes > ran; sleep 60"), { ...parts, tree })
      const fiber = yield* run.pipe(
        Effect.provideService(LeftBehind, (binding, processes) =>
          Effect.sync(() => void told.push([binding, ...processes]))
        ),
        Effect.forkScoped
      )
      yield* noted(folder, "ran")
      yield* Fiber.interrupt(fiber)
      assert.deepStrictEqual(told, [[`${folder}/hooks.json#test[0]`, 7]])
    }).pipe(Effect.provide(layer()))
  )

  it.live("is ended all the same when the news never comes (RUN-10)", () =>
    Effect.gen(function* () {
      const folder = yield* makeFolder
      const parts = yield* lateNews
      const outcome = yield* runHook(invocation(folder, "sleep 60", { timeoutMs: 200 }), {
        ...parts,
        config: { ...parts.config, reapMs: 200 }
      })
      assert.strictEqual(outcome.ending._tag, "TimedOut")
      assert.deepStrictEqual(yield* alive(folder), [])
    }).pipe(Effect.provide(layer()))
  )
})
