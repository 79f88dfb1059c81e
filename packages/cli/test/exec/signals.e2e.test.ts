import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { bundle, ended, start } from "../support/pawl.ts"
import { carriersOf, isAlive, until } from "../support/processes.ts"
import { guardedProject, type Project } from "../support/project.ts"

const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const

const started = (project: Project, ...command: ReadonlyArray<string>) =>
  start(process.execPath, [bundle, "exec", "--trust-project", "--", ...command], { cwd: project.folder })

const hanging = 'echo "$PAWL_INVOCATIONS" > marker; echo "$$" > pid; sleep 600'
/** The shell that is started for the hook is the one that will not end. */
const stubborn = `trap '' TERM; ${hanging.replace("sleep 600", "while :; do sleep 1; done")}`
const written = (project: Project, name: string) => until(() => (project.read(name) ?? "").endsWith("\n"))

describe("a signal while a hook is asked (CLI-20)", () => {
  it.live.each(signals)("%s: the hook is gone, the command is not run, and pawl dies of it", (signal) =>
    Effect.gen(function* () {
      const project = yield* guardedProject(hanging)
      const child = yield* started(project, "touch", "has-run")
      yield* written(project, "pid")
      child.kill(signal)
      const ran = yield* ended(child)
      assert.strictEqual(ran.signal, signal)
      assert.isFalse(isAlive(Number(project.read("pid"))))
      assert.deepStrictEqual(carriersOf(project.read("marker")?.trim() ?? "-"), [])
      assert.isUndefined(project.read("has-run"))
      assert.strictEqual(ran.stderr, "")
    })
  )

  it.live("a second one does not wait for a hook that refuses to end", () =>
    Effect.gen(function* () {
      const took: Array<number> = []
      // A busy machine may hold up one of them, but not each.
      for (let attempt = 0; attempt < 4 && !took.some((ms) => ms < 1_800); attempt++) {
        const project = yield* guardedProject("", { command: stubborn })
        const child = yield* started(project, "touch", "has-run")
        yield* written(project, "pid")
        child.kill("SIGINT")
        yield* Effect.sleep(100)
        const since = performance.now()
        child.kill("SIGINT")
        assert.strictEqual((yield* ended(child)).signal, "SIGINT")
        took.push(performance.now() - since)
        assert.isFalse(isAlive(Number(project.read("pid"))))
      }
      // The grace that a hook gets after one signal is 2 s.
      assert.isBelow(Math.min(...took), 1_800)
    })
  )

  it.live("two that come almost together leave nothing of what has left the hook's group", () =>
    Effect.gen(function* () {
      const fleeing = "timeout 600 sleep 600 & setsid sleep 600 & echo $$ > pid; wait"
      for (const [first, second, gap] of [
        ["SIGINT", "SIGINT", 1],
        ["SIGHUP", "SIGTERM", 1],
        ["SIGTERM", "SIGINT", 3],
        ["SIGINT", "SIGTERM", 10]
      ] as const) {
        const project = yield* guardedProject("", { command: `${fleeing} # ${gap}` })
        const child = yield* started(project, "touch", "has-run")
        yield* written(project, "pid")
        child.kill(first)
        yield* Effect.sleep(gap)
        child.kill(second)
        assert.isNotNull((yield* ended(child)).signal)
        assert.deepStrictEqual(carriersOf(`PAWL_PROJECT_DIR=${project.folder}`), [])
      }
    })
  )

  it.live("a single one is enough also for a hook that refuses to end", () =>
    Effect.gen(function* () {
      const project = yield* guardedProject("", { command: stubborn })
      const child = yield* started(project, "touch", "has-run")
      yield* written(project, "pid")
      child.kill("SIGTERM")
      assert.strictEqual((yield* ended(child)).signal, "SIGTERM")
      assert.isFalse(isAlive(Number(project.read("pid"))))
      assert.deepStrictEqual(carriersOf(project.read("marker")?.trim() ?? "-"), [])
    })
  )
})

describe("a signal while the command runs (CLI-21)", () => {
  it.live.each(signals)("%s is handed to the command, and pawl dies of it when the command does", (signal) =>
    Effect.gen(function* () {
      const project = yield* guardedProject("exit 0")
      const child = yield* started(project, "sh", "-c", 'echo "$$" > pid; exec sleep 600')
      yield* written(project, "pid")
      child.kill(signal)
      assert.strictEqual((yield* ended(child)).signal, signal)
      assert.isFalse(isAlive(Number(project.read("pid"))))
    })
  )

  it.live.each(signals)("%s: what the command makes of it counts", (signal) =>
    Effect.gen(function* () {
      const project = yield* guardedProject("exit 0")
      // Some shells lose a signal that comes just before their `wait`, so this one looks again and again.
      const trap = `trap 'exit 9' ${signal.slice(3)}; echo "$$" > pid; while :; do sleep 0.05; done`
      const child = yield* started(project, "sh", "-c", trap)
      yield* written(project, "pid")
      child.kill(signal)
      const ran = yield* ended(child)
      assert.strictEqual(ran.signal, null)
      assert.strictEqual(ran.code, 9)
    })
  )
})
