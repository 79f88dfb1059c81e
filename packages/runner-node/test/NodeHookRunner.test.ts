import { assert, describe, it } from "@effect/vitest"
import { HookRunner } from "@pawl/core"
import { RunnerProbe } from "@pawl/core/testing"
import { nodeHookRunner } from "@pawl/runner-node"
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import { alive, invocation, layer, makeFolder, noted, run, textOf } from "./support.ts"

const wasInterrupted = (exit: Exit.Exit<unknown>): boolean =>
  Exit.isFailure(exit) && Cause.hasInterruptsOnly(exit.cause)

describe.concurrent("the variables that a hook gets", () => {
  const inherited = { PATH: "/usr/bin:/bin", LANG: "C", OPENAI_API_KEY: "secret", PAWL_RUN_ID: "outer" }

  it.live("inherited, session, identity, captured PATH, protocol version; and nothing else (RUN-20)", () =>
    Effect.gen(function* () {
      const folder = yield* makeFolder
      const outcome = yield* run(folder, "env", {
        sessionEnv: { PATH: "/session", LANG: "session", TOKEN: "t" },
        identityEnv: { PAWL_PROJECT_DIR: folder, PAWL_EVENT: "test" },
        outerInvocations: ["outer-1"]
      })
      const found = Object.fromEntries(
        textOf(outcome)
          .trim()
          .split("\n")
          .map((line) => [line.slice(0, line.indexOf("=")), line.slice(line.indexOf("=") + 1)] as const)
      )
      // A shell sets these for itself.
      const { PWD: _pwd, OLDPWD: _old, SHLVL: _level, _: _last, PAWL_INVOCATIONS: invocations = "", ...rest } = found
      assert.match(invocations, /^outer-1,[0-9a-z-]+$/)
      assert.deepStrictEqual(rest, {
        PATH: "/captured:/usr/bin:/bin",
        LANG: "session",
        TOKEN: "t",
        PAWL_PROJECT_DIR: folder,
        PAWL_EVENT: "test",
        PAWL_HOOK_PROTOCOL_VERSION: "1"
      })
      assert.deepStrictEqual(outcome.removedEnv, ["OPENAI_API_KEY"])
    }).pipe(Effect.provide(layer({ inherited, capturedPath: () => "/captured:/usr/bin:/bin" })))
  )

  it.live("PATH is the inherited one while none was captured, or when the host's function fails (RUN-20)", () =>
    Effect.gen(function* () {
      const folder = yield* makeFolder
      assert.strictEqual(textOf(yield* run(folder, "printf '%s' \"$PATH\"")), "/usr/bin:/bin")
    }).pipe(
      Effect.provide(
        layer({
          inherited,
          capturedPath: () => {
            throw new Error("not now")
          }
        })
      )
    )
  )

  it.live("this process's variables are inherited by default, less the scrub list (RUN-21)", () =>
    Effect.gen(function* () {
      const folder = yield* makeFolder
      process.env.GEMINI_API_KEY = "secret"
      process.env.PAWL_TEST_INHERITED = "yes"
      const built = yield* Layer.build(nodeHookRunner())
      delete process.env.GEMINI_API_KEY
      delete process.env.PAWL_TEST_INHERITED
      const outcome = yield* Effect.provide(run(folder, "printf '%s' \"$PAWL_TEST_INHERITED$GEMINI_API_KEY\""), built)
      assert.strictEqual(textOf(outcome), "yes")
      assert.deepStrictEqual(outcome.removedEnv, ["GEMINI_API_KEY"])
    }).pipe(Effect.provide(layer()))
  )
})

describe.concurrent("the process of a hook", () => {
  it.live("leads a session and a group of its own, without a terminal (RUN-3)", () =>
    Effect.gen(function* () {
      const folder = yield* makeFolder
      const stat = textOf(yield* run(folder, "printf '%s ' $$; cat /proc/$$/stat"))
      const [pid, , , , , group, session, tty] = stat.split(" ")
      assert.deepStrictEqual([group, session, tty], [pid, pid, "0"])
    }).pipe(Effect.provide(layer()))
  )

  it.live("two hooks whose ids begin alike are told apart when one is ended (RUN-22)", () =>
    Effect.gen(function* () {
      const folder = yield* makeFolder
      const start = (name: string) =>
        Effect.forkScoped(run(folder, `echo "$PAWL_INVOCATIONS" > ${name}; setsid sleep 600 & wait`), {
          startImmediately: true
        })
      yield* run(folder, "exit 0")
      const first = yield* start("first")
      // Ids count in base 36, so the one after these is the first one's with another figure behind it.
      for (let count = 2; count < 36; count++) yield* run(folder, "exit 0")
      yield* start("second")
      const [one, two] = [yield* noted(folder, "first"), yield* noted(folder, "second")]
      assert.strictEqual(two, `${one}0`)
      yield* Fiber.interrupt(first)
      assert.lengthOf(yield* alive(folder), 2)
    }).pipe(Effect.provide(layer()))
  )

  it.live("a time-out that no timer can hold is the ceiling, and one that is no number is over at once (RUN-8)", () =>
    Effect.gen(function* () {
      const folder = yield* makeFolder
      for (const timeoutMs of [Number.POSITIVE_INFINITY, 2 ** 40]) {
        assert.deepStrictEqual((yield* run(folder, "exit 3", { timeoutMs })).ending, { _tag: "Exited", code: 3 })
      }
      for (const timeoutMs of [Number.NaN, -1, 0]) {
        const { ending } = yield* run(folder, "echo yes > ran", { timeoutMs })
        assert.strictEqual(ending._tag, "TimedOut")
      }
      assert.strictEqual(yield* (yield* RunnerProbe).read(folder, "ran"), "")
    }).pipe(Effect.provide(layer()))
  )

  it.live("a host may lower the ceiling (RUN-8)", () =>
    Effect.gen(function* () {
      const folder = yield* makeFolder
      const { ending } = yield* run(folder, "sleep 600", { timeoutMs: 60_000 })
      assert.strictEqual(ending._tag, "TimedOut")
    }).pipe(Effect.provide(layer({ timeoutCeilingMs: 500 })))
  )

  it.live("a host may set what is kept of the outputs (RUN-24)", () =>
    Effect.gen(function* () {
      const folder = yield* makeFolder
      const outcome = yield* run(folder, "printf 12345; printf abcde >&2")
      assert.deepStrictEqual([textOf(outcome), outcome.stdoutTruncated], ["1234", true])
      assert.deepStrictEqual([outcome.stderrTail, outcome.stderrTruncated], ["cde", true])
    }).pipe(Effect.provide(layer({ stdoutBytes: 4, stderrTailBytes: 3 })))
  )

  it.live("an interrupted fiber starts nothing (RUN-11)", () =>
    Effect.gen(function* () {
      const folder = yield* makeFolder
      const fiber = yield* Effect.forkScoped(run(folder, "echo yes > ran"))
      yield* Fiber.interrupt(fiber)
      assert.isTrue(wasInterrupted(yield* Fiber.await(fiber)))
      yield* Effect.sleep(100)
      assert.strictEqual(yield* (yield* RunnerProbe).read(folder, "ran"), "")
    }).pipe(Effect.provide(layer()))
  )

  it.live("an interruption while a hook is being ended at its deadline waits for its end (RUN-11)", () =>
    Effect.gen(function* () {
      const folder = yield* makeFolder
      const script = "trap 'echo yes > asked' TERM; echo yes > ran; while :; do sleep 0.05; done"
      const fiber = yield* Effect.forkScoped(run(folder, script, { timeoutMs: 1_500 }))
      yield* noted(folder, "asked")
      yield* Fiber.interrupt(fiber)
      assert.isTrue(wasInterrupted(yield* Fiber.await(fiber)))
      assert.deepStrictEqual(yield* alive(folder), [])
    }).pipe(Effect.provide(layer({ graceMs: 400 })))
  )

  it.live("is not kept waiting for the whole grace by one that ends when it is asked (RUN-10)", () =>
    Effect.gen(function* () {
      const folder = yield* makeFolder
      const began = yield* Clock.currentTimeMillis
      yield* run(folder, "sleep 600", { timeoutMs: 300 })
      assert.isBelow((yield* Clock.currentTimeMillis) - began, 10_000)
    }).pipe(Effect.provide(layer({ graceMs: 60_000 })))
  )

  it.live("a stopped one is woken, so that it can end when it is asked (RUN-10)", () =>
    Effect.gen(function* () {
      const folder = yield* makeFolder
      const outcome = yield* run(folder, "trap 'echo bye; exit 0' TERM; kill -STOP $$; exit 2", { timeoutMs: 1_000 })
      assert.strictEqual(textOf(outcome), "bye\n")
    }).pipe(Effect.provide(layer({ graceMs: 20_000 })))
  )

  it.live("children in sessions of their own and doubly forked ones go with it (RUN-12)", () =>
    Effect.gen(function* () {
      const folder = yield* makeFolder
      const script = "setsid sh -c 'sleep 600 & setsid sleep 600 & wait' & (setsid sleep 600 &) ; timeout 600 sleep 600"
      const outcome = yield* run(folder, script, { timeoutMs: 1_000 })
      assert.deepStrictEqual(outcome.leftRunning, [])
      assert.deepStrictEqual(yield* alive(folder), [])
    }).pipe(Effect.provide(layer()))
  )
})

describe.concurrent("a runner", () => {
  it.live("that is closed interrupts what still runs, waits until it is gone, and starts nothing more (RUN-18)", () =>
    Effect.gen(function* () {
      const folder = yield* makeFolder
      const scope = yield* Scope.make()
      const runner = Context.get(yield* Layer.buildWithScope(nodeHookRunner({ graceMs: 200 }), scope), HookRunner)
      const hooks = yield* Effect.forEach(["one", "two"], (name) =>
        Effect.forkScoped(
          runner.run(invocation(folder, `trap '' TERM; setsid sleep 600 & echo yes > ${name}; sleep 600`))
        )
      )
      yield* noted(folder, "one")
      yield* noted(folder, "two")
      yield* Scope.close(scope, Exit.void)
      assert.deepStrictEqual(yield* alive(folder), [])
      for (const hook of hooks) assert.isTrue(wasInterrupted(yield* Fiber.await(hook)))
      assert.isTrue(wasInterrupted(yield* Effect.exit(runner.run(invocation(folder, "echo yes > ran")))))
      assert.strictEqual(yield* (yield* RunnerProbe).read(folder, "ran"), "")
    }).pipe(Effect.provide(layer()))
  )
})
