import childProcess from "node:child_process"
import fs from "node:fs"
import path from "node:path"
import process from "node:process"
import { assert, describe, it } from "@effect/vitest"
import { RunnerProbe } from "@pawl/core/testing"
import { nodeRunnerProbe } from "@pawl/runner-node/testing"
import * as Effect from "effect/Effect"
import { makeWatch, type Watchman, watchScript } from "../src/HostWatch.ts"
import { alive, host, makeFolder, noted } from "./support.ts"

const onLinux = it.live.skipIf(process.platform !== "linux")

/** A host that runs one hook; it is ended with the scope. */
const startHost = (folder: string, command: string) =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const [program = "", ...words] = host("oneHook")
      return childProcess.spawn(program, [...words, folder, command, "600000"], { stdio: "ignore" })
    }),
    (child) => Effect.sync(() => child.kill("SIGKILL"))
  )

const ended = (child: childProcess.ChildProcess) =>
  Effect.callback<void>((resume) => {
    if (child.exitCode !== null || child.signalCode !== null) return resume(Effect.void)
    child.once("exit", () => resume(Effect.void))
  })

const commandLine = (pid: string): string => {
  try {
    return fs.readFileSync(`/proc/${pid}/cmdline`, "utf8")
  } catch {
    return ""
  }
}

/** The process that a host has for its FIFOs, and that watches it. */
const watchmenOf = (pid: number): ReadonlyArray<number> =>
  fs
    .readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8")
    .split(" ")
    .filter((child) => child !== "" && commandLine(child).includes("mkfifo"))
    .map(Number)

/** What a process has open of the FIFOs that were made for it and have lost their names. */
const openFifos = (pid: number): ReadonlyArray<string> =>
  fs
    .readdirSync(`/proc/${pid}/fd`)
    .flatMap((fd) => {
      try {
        return [fs.readlinkSync(`/proc/${pid}/fd/${fd}`)]
      } catch {
        return []
      }
    })
    .filter((name) => name.includes(`/pawl-${pid.toString(36)}-`) && name.endsWith(" (deleted)"))

const until = (holds: () => Effect.Effect<boolean, never, RunnerProbe>) =>
  Effect.gen(function* () {
    for (let tries = 0; tries < 2_000; tries++) {
      if (yield* holds()) return
      yield* Effect.sleep(10)
    }
    return yield* Effect.die(new Error("it has not come to it"))
  })

const nobodyIn = (folder: string) => until(() => Effect.map(alive(folder), (left) => left.length === 0))

/** With a child that only its id tells of, and one that only its group does. */
const stubborn = `trap '' TERM HUP
setsid sleep 600 & env -i sleep 600 & echo $! > cleared
echo $$ > leader; wait`

describe("a host that is killed (RUN-62)", () => {
  onLinux("takes its hook with it, its group, and what has left the group", () =>
    Effect.gen(function* () {
      const folder = yield* makeFolder
      const probe = yield* RunnerProbe
      const child = yield* startHost(folder, stubborn)
      yield* noted(folder, "leader")
      const cleared = Number(yield* noted(folder, "cleared"))
      assert.isTrue(yield* probe.isAlive(cleared))
      child.kill("SIGKILL")
      yield* ended(child)
      yield* nobodyIn(folder)
      yield* until(() => Effect.map(probe.isAlive(cleared), (isAlive) => !isAlive))
    }).pipe(Effect.provide(nodeRunnerProbe))
  )

  onLinux("keeps whoever watches when all that it has started is asked to end", () =>
    Effect.gen(function* () {
      const folder = yield* makeFolder
      const probe = yield* RunnerProbe
      const child = yield* startHost(folder, stubborn)
      yield* noted(folder, "leader")
      const [helper = 0] = watchmenOf(child.pid ?? 0)
      yield* Effect.sync(() => process.kill(helper, "SIGTERM"))
      yield* Effect.sleep(300)
      assert.isTrue(yield* probe.isAlive(helper))
      child.kill("SIGKILL")
      yield* ended(child)
      yield* nobodyIn(folder)
    }).pipe(Effect.provide(nodeRunnerProbe))
  )

  onLinux("does so although the hook has killed whoever watched", () =>
    Effect.gen(function* () {
      const folder = yield* makeFolder
      const probe = yield* RunnerProbe
      const child = yield* startHost(folder, stubborn)
      yield* noted(folder, "leader")
      const pid = child.pid ?? 0
      const [first = 0] = watchmenOf(pid)
      const before = new Set(openFifos(pid))
      yield* probe.kill(first)
      yield* until(() => Effect.sync(() => openFifos(pid).some((each) => !before.has(each))))
      // The next one is told of the hook in the turn in which his FIFOs have been opened, which nobody outside sees.
      yield* Effect.sleep(500)
      child.kill("SIGKILL")
      yield* ended(child)
      yield* nobodyIn(folder)
    }).pipe(Effect.provide(nodeRunnerProbe))
  )

  onLinux("that ends by itself is not outlived by a helper that a hook has stopped", () =>
    Effect.gen(function* () {
      const folder = yield* makeFolder
      const probe = yield* RunnerProbe
      const stop =
        "for p in $(cat /proc/$PPID/task/$PPID/children); do [ $p = $$ ] || { kill -STOP $p; echo $p > helper; }; done"
      const child = yield* startHost(folder, `${stop}; exit 2`)
      const helper = Number(yield* noted(folder, "helper"))
      yield* ended(child)
      yield* until(() => Effect.map(probe.isAlive(helper), (isAlive) => !isAlive))
    }).pipe(Effect.provide(nodeRunnerProbe))
  )

  onLinux("leaves the background child of a hook that had ended alone", () =>
    Effect.gen(function* () {
      const folder = yield* makeFolder
      const probe = yield* RunnerProbe
      const script = "sleep 600 > /dev/null 2>&1 & echo $! > child; echo $$ > leader; exit 2"
      const child = yield* startHost(folder, script)
      const background = Number(yield* noted(folder, "child"))
      const pid = child.pid ?? 0
      yield* ended(child)
      // A number that was handed out anew would not have been a watchman's.
      yield* until(() => Effect.sync(() => !fs.existsSync(`/proc/${pid}`)))
      yield* Effect.sleep(200)
      assert.isTrue(yield* probe.isAlive(background))
    }).pipe(Effect.provide(nodeRunnerProbe))
  )
})

describe("whoever watches (RUN-62)", () => {
  onLinux("ends the group of a hook that it has been told the id of, and nothing more yet", () =>
    Effect.gen(function* () {
      const folder = yield* makeFolder
      const probe = yield* RunnerProbe
      const id = path.basename(folder)
      const hook = yield* Effect.acquireRelease(
        Effect.sync(() =>
          childProcess.spawn("/bin/sh", ["-c", "env -i sleep 600 & echo $! > cleared; wait"], {
            cwd: folder,
            env: { PATH: "/usr/bin:/bin", PAWL_INVOCATIONS: `outer,${id}` },
            detached: true,
            stdio: "ignore"
          })
        ),
        (child) => Effect.sync(() => child.kill("SIGKILL"))
      )
      const cleared = Number(yield* noted(folder, "cleared"))
      yield* until(() => Effect.sync(() => fs.readFileSync(`/proc/${cleared}/environ`).length === 0))
      yield* Effect.sync(() => {
        const watchman = childProcess.spawn("/bin/sh", ["-c", watchScript], { stdio: ["pipe", "ignore", "ignore"] })
        watchman.stdin.end(`+ ${id}\n`)
      })
      yield* ended(hook)
      yield* until(() => Effect.map(probe.isAlive(cleared), (isAlive) => !isAlive))
    }).pipe(Effect.provide(nodeRunnerProbe))
  )
})

describe("a watch", () => {
  const recorded = () => {
    const said: Array<string> = []
    let isThere = true
    const watchman: Watchman = {
      isThere: () => isThere,
      starting: (id) => said.push(`+${id}`),
      started: (id, pid) => said.push(`+${id}=${pid}`),
      ended: (id) => said.push(`-${id}`),
      onGone: () => {},
      leave: () => said.push("left")
    }
    return {
      said,
      watchman,
      goes: () => {
        isThere = false
      }
    }
  }

  it("tells who takes over of the hooks that run (RUN-62)", () => {
    const watch = makeWatch(() => {})
    const first = recorded()
    assert.isTrue(watch.isVacant())
    watch.take(first.watchman)
    watch.starting("a")
    watch.started("a", 1)
    watch.started("b", 2)
    watch.starting("c")
    watch.ended("a")
    watch.ended("a")
    first.goes()
    assert.isTrue(watch.isVacant())
    const second = recorded()
    watch.take(second.watchman)
    watch.close()
    assert.deepStrictEqual(
      [first.said, second.said],
      [
        ["+a", "+a=1", "+b=2", "+c", "-a"],
        ["+b=2", "+c", "left"]
      ]
    )
  })

  it.live("looks for somebody else at once, and for the next one only after a while (RUN-62)", () =>
    Effect.gen(function* () {
      let calls = 0
      const watch = makeWatch(() => calls++)
      const mortal = () => {
        let isThere = true
        let gone = () => {}
        const watchman: Watchman = {
          ...recorded().watchman,
          isThere: () => isThere,
          onGone: (listener) => {
            gone = listener
          }
        }
        return {
          watchman,
          dies: () => {
            isThere = false
            gone()
          }
        }
      }
      const [first, second] = [mortal(), mortal()]
      watch.take(first.watchman)
      first.dies()
      assert.deepStrictEqual([calls, watch.isVacant()], [1, true])
      watch.take(second.watchman)
      second.dies()
      assert.deepStrictEqual([calls, watch.isVacant()], [1, false])
      yield* until(() => Effect.sync(() => calls === 2 && watch.isVacant()))
      watch.close()
    }).pipe(Effect.provide(nodeRunnerProbe))
  )

  it.live("looks again when nobody could be found, and takes whoever comes meanwhile (RUN-62)", () =>
    Effect.gen(function* () {
      let calls = 0
      const watch = makeWatch(() => calls++)
      watch.foundNobody()
      watch.foundNobody()
      assert.deepStrictEqual([calls, watch.isVacant()], [1, false])
      yield* until(() => Effect.sync(() => calls === 2))
      const { said, watchman } = recorded()
      watch.starting("a")
      watch.take(watchman)
      watch.foundNobody()
      assert.deepStrictEqual([calls, said], [2, ["+a"]])
      watch.close()
    }).pipe(Effect.provide(nodeRunnerProbe))
  )

  it("sends away whoever is not needed (RUN-62)", () => {
    const watch = makeWatch(() => {})
    const [first, second] = [recorded(), recorded()]
    watch.take(first.watchman)
    watch.take(second.watchman)
    assert.deepStrictEqual([first.said, second.said], [[], ["left"]])
  })
})
