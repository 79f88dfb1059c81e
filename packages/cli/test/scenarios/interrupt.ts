import * as fs from "node:fs"
import { assert } from "@effect/vitest"
import { type InterruptedScenario, scenarioLimit } from "@pawl/core/testing"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { ended } from "../support/pawl.ts"
import { isAlive, until } from "../support/processes.ts"
import { type Call, isOccupied, makeStage, nothingLeft, occupiers, play, type Stage, times } from "./stage.ts"

const hasNoted = ({ project }: Stage, name: string): boolean => (project.read(name) ?? "").endsWith("\n")

/** Whether a process has started a hook. */
const hasStarted = (pid: number): boolean => {
  const childrenOf = `/proc/${pid}/task/${pid}/children`
  const children = fs.existsSync(childrenOf) ? fs.readFileSync(childrenOf, "utf8").split(" ") : []
  return children.some((child) => {
    try {
      return fs.readFileSync(`/proc/${child}/environ`, "latin1").includes("PAWL_PROJECT_DIR=")
    } catch {
      return false
    }
  })
}

/** Waits until a call has come to a phase of its hook. */
const reached: Readonly<Record<InterruptedScenario["phase"], (stage: Stage, pid: number) => Effect.Effect<void>>> = {
  queued: (stage) => until(() => isOccupied(stage)),
  // Nobody outside sees the start itself, only that it has been.
  spawning: (_, pid) => until(() => hasStarted(pid), 1),
  running: (stage) => until(() => hasNoted(stage, "ran")),
  draining: (stage) =>
    Effect.andThen(
      until(() => hasNoted(stage, "leader")),
      until(() => !isAlive(Number(stage.project.read("leader"))))
    )
}

/** Starts a call, sends it a signal as soon as `when` is done, and waits for its end. */
const strike = Effect.fnUntraced(function* (
  stage: Stage,
  call: Call,
  signal: NodeJS.Signals,
  when: (pid: number) => Effect.Effect<void>
) {
  const child = yield* stage.start(call)
  const pid = child.pid ?? assert.fail("not started")
  const end = yield* Effect.forkChild(ended(child), { startImmediately: true })
  yield* when(pid)
  const began = performance.now()
  child.kill(signal)
  const ran = yield* Fiber.join(end)
  return { ...ran, pid, afterMs: performance.now() - began }
})

const attempt = Effect.fnUntraced(function* (row: InterruptedScenario, signal: NodeJS.Signals, call: Call) {
  const before = row.phase === "queued" ? occupiers("exec sleep 600") : []
  const stage = yield* makeStage(...before, { command: row.script })
  const struck = yield* strike(stage, call, signal, (pid) => reached[row.phase](stage, pid))
  // The pipe grace was over before the signal came: nothing was interrupted, so nothing counts.
  if (row.phase === "draining" && struck.signal === null) return false
  assert.deepStrictEqual([struck.signal, struck.stdout], [signal, ""], struck.stderr)
  assert.isAtMost(struck.afterMs, scenarioLimit(row, times))
  const { read } = stage.project
  assert.deepStrictEqual([read("has-run"), row.phase === "queued" ? read("ran") : undefined], [undefined, undefined])
  yield* nothingLeft(stage, struck.pid, row.leaves)
  return true
}, Effect.scoped)

/** Interrupts a call in a phase of its hook: it dies of the signal, and nothing of the hook is left. */
export const interrupt = (row: InterruptedScenario, signal: NodeJS.Signals, call: Call): Effect.Effect<void, Error> =>
  Effect.flatMap(attempt(row, signal, call), (done) => (done ? Effect.void : interrupt(row, signal, call)))

const moments = 10

/** Interrupts calls at moments all over the time that a whole one takes: each dies of the signal, and nothing is left. */
export const interruptAnywhere = Effect.fnUntraced(function* (signal: NodeJS.Signals, call: Call) {
  const whole = yield* play(yield* makeStage({ command: "exit 2" }), call, Number.POSITIVE_INFINITY)
  const hooks = [{ command: "sleep 600 & sleep 600" }, { command: 'env -i setsid sleep 600 & echo "$!" > child; wait' }]
  yield* Effect.forEach(
    Array.from({ length: moments }, (_, index) => (whole.ms * index) / moments),
    Effect.fnUntraced(function* (moment) {
      const stage = yield* makeStage(...hooks)
      const struck = yield* strike(stage, call, signal, () => Effect.sleep(moment))
      assert.deepStrictEqual([struck.signal, struck.stdout], [signal, ""], `after ${moment} ms: ${struck.stderr}`)
      assert.isUndefined(stage.project.read("has-run"))
      yield* nothingLeft(stage, struck.pid, "nothing")
    }, Effect.scoped),
    { concurrency: 2, discard: true }
  )
})
