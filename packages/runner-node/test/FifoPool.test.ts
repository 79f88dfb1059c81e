import childProcess from "node:child_process"
import fs from "node:fs"
import os from "node:os"
import process from "node:process"
import { assert, describe, it } from "@effect/vitest"
import { baseEnvironment, defaultEnvironmentPolicy, defaultRunnerConfig } from "@pawl/runner-node"
import { nodeRunnerProbe } from "@pawl/runner-node/testing"
import * as Effect from "effect/Effect"
import { makeFifoPool, type TakenFifos } from "../src/FifoPool.ts"
import { makeInvocationIds } from "../src/InvocationId.ts"
import { type MadeFifos, makeFifos } from "../src/makeFifos.ts"
import { makePlaces } from "../src/Places.ts"
import { platformProcessTree } from "../src/platformProcessTree.ts"
import { makeRunningHooks } from "../src/RunningHooks.ts"
import { runHook } from "../src/runHook.ts"
import { shellAt } from "../src/Shell.ts"
import { stdioWay } from "../src/Stdio.ts"
import { host, invocation, layer, makeFolder, noted, run, textOf } from "./support.ts"

const onLinux = it.live.skipIf(process.platform !== "linux")

/** Which FIFO a hook writes to, and that it is one. */
const inode = "[ -p /dev/stdout ] && stat -Lc %i /dev/stdout"

const withName = (name: string): ReadonlyArray<string> =>
  ["/dev/shm", os.tmpdir()]
    .flatMap((folder) => (fs.existsSync(folder) ? fs.readdirSync(folder) : []))
    .filter((file) => file.startsWith(name))

const commandLine = (pid: string): string => {
  try {
    return fs.readFileSync(`/proc/${pid}/cmdline`, "utf8")
  } catch {
    return ""
  }
}

describe("the FIFOs that hooks write to", () => {
  onLinux("have no name, and are used again (RUN-29, RUN-30)", () =>
    Effect.gen(function* () {
      const folder = yield* makeFolder
      const found = textOf(yield* run(folder, "readlink /proc/self/fd/1 /proc/self/fd/2"))
      assert.match(found, /^(.*\/pawl-.* \(deleted\)\n){2}$/)
      const both = "stat -Lc %i /proc/$$/fd/1 /proc/$$/fd/2 | sort"
      const one = textOf(yield* run(folder, both))
      // They go back behind the answer.
      yield* Effect.sleep(50)
      const two = textOf(yield* run(folder, both))
      assert.match(one, /^(\d+\n){2}$/)
      assert.strictEqual(one, two)
    }).pipe(Effect.provide(layer({ places: 1 })))
  )

  onLinux("are not given to the next hook while a background child could still write to them (RUN-29)", () =>
    Effect.gen(function* () {
      const folder = yield* makeFolder
      const held = textOf(yield* run(folder, `${inode}; (while [ ! -e go ]; do sleep 0.02; done; echo late) &`))
      for (let count = 0; count < 8; count++) {
        const outcome = yield* run(folder, inode)
        assert.notStrictEqual(textOf(outcome), held)
      }
    }).pipe(Effect.provide(layer({ places: 1, pipeGraceMs: 50 })))
  )

  onLinux("are not given to the next hook while somebody could take its answer (RUN-29)", () =>
    Effect.gen(function* () {
      const folder = yield* makeFolder
      const thief = "(exec 3< /dev/stdout > /dev/null 2>&1; echo yes > here; exec sleep 60) &"
      const read = textOf(yield* run(folder, `${inode}; ${thief} while [ ! -e here ]; do sleep 0.02; done`))
      yield* noted(folder, "here")
      for (let count = 0; count < 8; count++) assert.notStrictEqual(textOf(yield* run(folder, inode)), read)
    }).pipe(Effect.provide(layer({ places: 1, pipeGraceMs: 50 })))
  )

  onLinux("are there for more hooks at once than were ever made in advance (RUN-30)", () =>
    Effect.gen(function* () {
      const folder = yield* makeFolder
      const outcomes = yield* Effect.forEach(
        Array.from({ length: 60 }),
        () => run(folder, "[ -p /dev/stdout ] && [ -p /dev/stderr ] && sleep 0.3 && exit 2"),
        { concurrency: "unbounded" }
      )
      for (const { ending } of outcomes) assert.deepStrictEqual(ending, { _tag: "Exited", code: 2 })
    }).pipe(Effect.provide(layer({ places: 60 })))
  )

  it.live("leave no name behind when their host is killed before it has opened them (RUN-30)", () =>
    Effect.gen(function* () {
      for (let count = 0; count < 5; count++) {
        const [program = "", ...words] = host("dies")
        const { signal, stdout } = childProcess.spawnSync(program, words, { encoding: "utf8" })
        assert.strictEqual(signal, "SIGKILL")
        const name = `pawl-${Number(stdout).toString(36)}-`
        // The helper needs a moment to make them and to take them away again.
        for (let calm = 0; calm < 20; calm = withName(name).length === 0 ? calm + 1 : 0) yield* Effect.sleep(10)
      }
    })
  )
})

/** The children of a process; nothing where it has ended. */
const childrenOf = (pid: number): ReadonlyArray<string> | undefined => {
  try {
    return fs.readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ")
  } catch {
    return undefined
  }
}

/** Ends whoever makes FIFOs for a process, as soon as somebody does. */
const killMaker = (pid: number): Effect.Effect<void> =>
  Effect.suspend(() => {
    const children = childrenOf(pid)
    const maker = children?.find((child) => child !== "" && commandLine(child).includes("mkfifo"))
    if (maker !== undefined) process.kill(Number(maker), "SIGKILL")
    return children === undefined || maker !== undefined ? Effect.void : Effect.andThen(Effect.sleep(1), killMaker(pid))
  })

describe("a helper that is killed while it makes FIFOs", () => {
  onLinux("takes no denial along that needs them (RUN-29, RUN-31)", () =>
    Effect.gen(function* () {
      const folder = yield* makeFolder
      for (let count = 0; count < 3; count++) {
        const [program = "", ...words] = host("oneHook")
        const child = yield* Effect.acquireRelease(
          Effect.sync(() =>
            childProcess.spawn(program, [...words, folder, "bash -c 'set -e; echo no > /dev/stderr; exit 2'"], {
              stdio: ["ignore", "pipe", "pipe"]
            })
          ),
          (started) => Effect.sync(() => started.kill("SIGKILL"))
        )
        const said = { stdout: "", stderr: "" }
        child.stdout.on("data", (piece) => (said.stdout += String(piece)))
        child.stderr.on("data", (piece) => (said.stderr += String(piece)))
        yield* killMaker(child.pid ?? 0)
        yield* Effect.callback<void>((resume) => {
          child.once("close", () => resume(Effect.void))
        })
        assert.deepStrictEqual(said, { stdout: '{"ending":{"_tag":"Exited","code":2},"stdout":""}\n', stderr: "" })
      }
    }).pipe(Effect.provide(nodeRunnerProbe))
  )

  onLinux("leaves none of their names behind", () =>
    Effect.gen(function* () {
      yield* Effect.forkScoped(killMaker(process.pid), { startImmediately: true })
      const made = yield* Effect.callback<MadeFifos>((resume) => {
        makeFifos(48, "", (result) => resume(Effect.succeed(result)))
      })
      if (made._tag === "Made") {
        for (const anchor of made.anchors) fs.closeSync(anchor)
        made.maker.leave()
      } else assert.strictEqual(made._tag, "Lost")
      // What the helper had started goes on for a moment.
      yield* Effect.sleep(200)
      assert.deepStrictEqual(withName(`pawl-${process.pid.toString(36)}-`), [])
    })
  )
})

/** Somebody who watches, and does nothing. */
const maker = {
  isThere: () => true,
  onGone: () => {},
  starting: () => {},
  started: () => {},
  ended: () => {},
  leave: () => {}
}

describe("a pool of FIFOs", () => {
  const answering = (...answers: ReadonlyArray<MadeFifos>) => {
    const left = [...answers]
    const told: Array<string> = []
    let made = 0
    const pool = makeFifoPool(
      1,
      (_, done) => {
        made++
        const answer = left.shift() ?? { _tag: "None" }
        queueMicrotask(() => done(answer))
        return { tryNow: () => {}, stop: () => {} }
      },
      () => told.push("told")
    )
    const take = Effect.callback<TakenFifos>((resume) => {
      pool.take(2, (taken) => resume(Effect.succeed(taken)))
    })
    return { take, told, made: () => made, pool }
  }

  it.live("that none can be made for says so once, and tries a few times only (RUN-30)", () =>
    Effect.gen(function* () {
      const { made, take, told } = answering()
      for (let count = 0; count < 8; count++) assert.deepStrictEqual(yield* take, { _tag: "None" })
      assert.deepStrictEqual([told, made()], [["told"], 3])
    })
  )

  it.live("hands on what is in the way now, and tries again (RUN-30)", () =>
    Effect.gen(function* () {
      const refused = { _tag: "Refused", error: new Error("too many files") } as const
      const files = () => [1, 2].map(() => fs.openSync(os.tmpdir(), "r"))
      const { pool, take, told } = answering(refused, refused, { _tag: "Made", anchors: files(), maker })
      assert.deepStrictEqual(yield* take, refused)
      assert.deepStrictEqual(yield* take, refused)
      const taken = yield* take
      assert.strictEqual(taken._tag, "Taken")
      if (taken._tag === "Taken") for (const fifo of taken.fifos) fifo.discard()
      pool.close()
      assert.deepStrictEqual(told, [])
    })
  )

  it.live("lets a hook wait on when those that were being made are lost, and says nothing (RUN-29)", () =>
    Effect.gen(function* () {
      const lost = { _tag: "Lost" } as const
      const files = [1, 2].map(() => fs.openSync(os.tmpdir(), "r"))
      const { made, pool, take, told } = answering(lost, lost, lost, lost, { _tag: "Made", anchors: files, maker })
      const taken = yield* take
      assert.deepStrictEqual([taken._tag, told, made()], ["Taken", [], 5])
      if (taken._tag === "Taken") for (const fifo of taken.fifos) fifo.discard()
      pool.close()
    })
  )

  it.live("gives nothing to whoever has called it off (RUN-30)", () =>
    Effect.gen(function* () {
      const { pool, take } = answering({ _tag: "None" })
      let called = 0
      pool.take(2, () => called++)()
      assert.deepStrictEqual(yield* take, { _tag: "None" })
      assert.strictEqual(called, 0)
    })
  )
})

/** One hook of a runner whose FIFOs come to this. */
const runWith = (folder: string, command: string, made: MadeFifos) =>
  Effect.gen(function* () {
    const tree = platformProcessTree(process.platform)
    const pool = makeFifoPool(
      1,
      (_, done) => {
        queueMicrotask(() => done(made))
        return { tryNow: () => {}, stop: () => {} }
      },
      () => {}
    )
    return yield* runHook(invocation(folder, command), {
      config: defaultRunnerConfig(),
      shell: shellAt("/bin/sh"),
      base: baseEnvironment(process.env, defaultEnvironmentPolicy),
      places: makePlaces(1),
      stdio: stdioWay("file", pool, () => {}),
      watch: pool.watch,
      tree,
      running: yield* makeRunningHooks(tree),
      nextInvocation: makeInvocationIds(),
      now: () => performance.now()
    })
  })

describe("a runner where no FIFOs can be made", () => {
  it.live("gives hooks sockets (RUN-29)", () =>
    Effect.gen(function* () {
      const folder = yield* makeFolder
      for (let count = 0; count < 5; count++) {
        const outcome = yield* runWith(folder, "[ -S /dev/stdout ] && echo socket; exit 2", { _tag: "None" })
        assert.deepStrictEqual([textOf(outcome), outcome.ending], ["socket\n", { _tag: "Exited", code: 2 }])
      }
    }).pipe(Effect.provide(layer()))
  )

  it.live(
    "starts nothing when there are none now: what a hook can do does not depend on the moment (RUN-16, RUN-29)",
    () =>
      Effect.gen(function* () {
        const folder = yield* makeFolder
        const error = Object.assign(new Error("open EMFILE"), { code: "EMFILE" })
        const { ending } = yield* runWith(folder, "echo yes > ran", { _tag: "Refused", error })
        assert.deepStrictEqual(ending, {
          _tag: "SpawnFailed",
          errno: "EMFILE",
          message: "this process has too many files open to start another one"
        })
        assert.isFalse(fs.existsSync(`${folder}/ran`))
      }).pipe(Effect.provide(layer()))
  )

  it.live("runs hooks with sockets when it is told to, and they answer (RUN-29)", () =>
    Effect.gen(function* () {
      const folder = yield* makeFolder
      const outcome = yield* run(folder, "[ -S /dev/stdout ] && echo socket; echo no >&2; exit 2")
      assert.deepStrictEqual([textOf(outcome), outcome.stderrTail], ["socket\n", "no\n"])
    }).pipe(Effect.provide(layer({ output: "socket" })))
  )
})
