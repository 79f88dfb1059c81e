import fs from "node:fs"
import path from "node:path"
import process from "node:process"
import { assert, describe, it } from "@effect/vitest"
import { HookRunner } from "@pawl/core"
import { RunnerProbe } from "@pawl/core/testing"
import { brokerHookRunner } from "@pawl/runner-node/broker"
import { nodeRunnerProbe } from "@pawl/runner-node/testing"
import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as Scope from "effect/Scope"
import { findBrokerProgram } from "../../src/broker/BrokerProgram.ts"
import { alive, invocation, makeFolder, noted, run, textOf } from "../support.ts"
import { brokerPid, fork, readyLayer, starter } from "./support.ts"

/** What is logged goes into a list. */
const logged = (lines: Array<string>) => Logger.layer([Logger.make(({ message }) => lines.push(String(message)))])

const settled = (what: () => boolean) =>
  Effect.gen(function* () {
    for (let tries = 0; tries < 1_500 && !what(); tries++) yield* Effect.sleep(10)
    assert.isTrue(what())
  })

describe.concurrent("a runner with a broker", () => {
  it.live("waits for nothing: hooks are started by the host until the broker is ready (RUN-51)", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* starter, process.pid)
      assert.notStrictEqual(yield* brokerPid, process.pid)
    }).pipe(Effect.provide(brokerHookRunner()))
  )

  it.live(
    "gives a hook exactly what the direct one gives: variables, PATH, folder, names that were kept back (RUN-51)",
    () =>
      Effect.gen(function* () {
        const folder = yield* makeFolder
        const outcome = yield* run(folder, "env; pwd -P", {
          sessionEnv: { PATH: "/session", TOKEN: "t" },
          outerInvocations: ["outer-1"]
        })
        const lines = textOf(outcome)
          .trim()
          .split("\n")
          .filter((line) => !/^(PWD|OLDPWD|SHLVL|_)=/.test(line))
          .map((line) => line.replace(/^(PAWL_INVOCATIONS=outer-1,).+/, "$1…"))
        assert.deepStrictEqual(lines.sort(), [
          folder,
          "LANG=C",
          "PATH=/captured:/usr/bin:/bin",
          "PAWL_HOOK_PROTOCOL_VERSION=1",
          "PAWL_INVOCATIONS=outer-1,…",
          `PAWL_PROJECT_DIR=${folder}`,
          "TOKEN=t"
        ])
        assert.deepStrictEqual(outcome.removedEnv, ["OPENAI_API_KEY"])
      }).pipe(
        Effect.provide(
          readyLayer({
            inherited: { PATH: "/usr/bin:/bin", LANG: "C", OPENAI_API_KEY: "secret" },
            capturedPath: () => "/captured:/usr/bin:/bin"
          })
        )
      )
  )

  it.live("has one bound for all hooks, whoever starts them, and half of it is kept for guards (RUN-17, RUN-51)", () =>
    Effect.gen(function* () {
      const folder = yield* makeFolder
      const others = { beforeOperation: false }
      // The first two are the host's own; the broker is not ready yet.
      const command = (name: string) => `echo $PPID > ${name}; while [ ! -e go ]; do sleep 0.02; done`
      yield* fork(folder, command("one"), others)
      assert.strictEqual(Number(yield* noted(folder, "one")), process.pid)
      yield* brokerPid
      yield* fork(folder, command("two"), others)
      assert.notStrictEqual(Number(yield* noted(folder, "two")), process.pid)
      const third = yield* fork(folder, "echo yes > three", others)
      const guard = yield* run(folder, "exit 2")
      assert.strictEqual(guard.ending._tag, "Exited")
      assert.isFalse(fs.existsSync(path.join(folder, "three")))
      fs.writeFileSync(path.join(folder, "go"), "")
      const { queuedMs } = yield* Fiber.join(third)
      assert.isAbove(queuedMs, 0)
    }).pipe(Effect.provide(Layer.merge(brokerHookRunner({ places: 4 }), nodeRunnerProbe)))
  )

  it.live("starts a hook itself whose payload fits no frame (RUN-53)", () =>
    Effect.gen(function* () {
      const folder = yield* makeFolder
      const outcome = yield* run(folder, "echo $PPID; head -c 4 | wc -c", { stdin: new Uint8Array(2 ** 27) })
      assert.deepStrictEqual(textOf(outcome).trim().split(/\s+/), [`${process.pid}`, "4"])
    }).pipe(Effect.provide(readyLayer()))
  )

  it.live("carries 64 MiB to a hook and 64 MiB back (RUN-52)", () =>
    Effect.gen(function* () {
      const folder = yield* makeFolder
      const payload = new Uint8Array(64 * 1_048_576).map((_, index) => index % 251)
      const outcome = yield* run(folder, "cat; exit 2", { stdin: payload })
      assert.deepStrictEqual(outcome.ending, { _tag: "Exited", code: 2 })
      assert.isFalse(outcome.stdoutTruncated)
      assert.strictEqual(Buffer.compare(outcome.stdout, payload), 0)
    }).pipe(Effect.provide(readyLayer({ stdoutBytes: 64 * 1_048_576 })))
  )

  it.live(
    "that is closed interrupts what still runs, waits until it is gone, and ends its broker (RUN-18, RUN-50)",
    () =>
      Effect.gen(function* () {
        const folder = yield* makeFolder
        const scope = yield* Scope.make()
        const runner = Context.get(yield* Layer.buildWithScope(brokerHookRunner({ graceMs: 200 }), scope), HookRunner)
        const broker = yield* Effect.provideService(brokerPid, HookRunner, runner)
        const hook = yield* Effect.forkScoped(
          runner.run(invocation(folder, "trap '' TERM; setsid sleep 600 & echo yes > ran; sleep 600"))
        )
        yield* noted(folder, "ran")
        yield* Scope.close(scope, Exit.void)
        assert.deepStrictEqual(yield* alive(folder), [])
        assert.isFalse(yield* (yield* RunnerProbe).isAlive(broker))
        const exit = yield* Fiber.await(hook)
        assert.isTrue(Exit.isFailure(exit) && Cause.hasInterruptsOnly(exit.cause))
      }).pipe(Effect.provide(nodeRunnerProbe))
  )

  it.live("starts hooks itself where there is no program for a broker, and says so (RUN-57)", () => {
    const lines: Array<string> = []
    return Effect.gen(function* () {
      assert.strictEqual(yield* starter, process.pid)
      assert.match(lines.join("\n"), /no spawn broker.*\/not\/there is not there.*`file`/)
    }).pipe(Effect.provide(Layer.provide(brokerHookRunner({ file: "/not/there" }), logged(lines)), { local: true }))
  })

  for (const [what, program] of [
    ["ends at once", "process.exit(3)"],
    ["says what is no frame", "process.stdout.write('hello, this is no broker'); setInterval(() => {}, 1000)"],
    ["never says that it is ready", "setInterval(() => {}, 1000)"]
  ] as const) {
    it.live(`gives up on a broker that ${what}, says so, and starts hooks itself (RUN-57)`, () => {
      const lines: Array<string> = []
      return Effect.gen(function* () {
        const folder = yield* makeFolder
        const file = path.join(folder, "broker.mjs")
        fs.writeFileSync(file, program)
        yield* Effect.gen(function* () {
          assert.strictEqual(yield* starter, process.pid)
          yield* settled(() => lines.length > 0)
          assert.match(
            lines.join("\n"),
            /^the spawn broker (has ended|was ended).*; this host starts its hooks itself$/
          )
          assert.strictEqual(yield* starter, process.pid)
        }).pipe(
          Effect.provide(Layer.provide(brokerHookRunner({ file, startUpMs: 1_500 }), logged(lines)), { local: true })
        )
      }).pipe(Effect.provide(nodeRunnerProbe))
    })
  }

  it("takes what is no Node for none, and a Node that the host names for one (RUN-57)", () => {
    const found = findBrokerProgram({}, "linux")
    assert.strictEqual(found._tag, "Found")
    const own = process.execPath
    try {
      for (const [program, tag] of [
        ["/usr/bin/node", "Found"],
        ["/usr/bin/nodejs", "Found"],
        ["/opt/node-24.1.0", "Found"],
        ["/opt/Some Editor/editor", "NotFound"],
        ["/usr/bin/bun", "NotFound"],
        ["/usr/bin/nodemon", "NotFound"]
      ] as const) {
        process.execPath = program
        assert.strictEqual(findBrokerProgram({}, "linux")._tag, tag, program)
        assert.strictEqual(findBrokerProgram({ node: own }, "linux")._tag, "Found", program)
      }
    } finally {
      process.execPath = own
    }
    assert.strictEqual(findBrokerProgram({}, "darwin")._tag, "NotFound")
  })
})
