import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { bundle, ended, start } from "../support/pawl.ts"
import { carriersOf, isAlive, until } from "../support/processes.ts"
import type { Project } from "../support/project.ts"
import { projectWith, push } from "./support.ts"

const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const
const words = [bundle, "fire", "beforeShellExecution", "--trust-project", "--payload"]
const hanging = 'echo "$PAWL_INVOCATIONS" > marker; echo "$$" > pid; sleep 600 & sleep 600'
const written = (project: Project, name: string) => until(() => (project.read(name) ?? "").endsWith("\n"))

describe("a signal to pawl fire (CLI-20)", () => {
  it.live.each(signals)(
    "%s while a hook runs: nothing of it is left, and pawl dies of it without a decision",
    (signal) =>
      Effect.gen(function* () {
        const project = yield* projectWith({ beforeShellExecution: [{ command: hanging }] })
        project.write("payload.json", JSON.stringify(push))
        const child = yield* start(process.execPath, [...words, "payload.json"], { cwd: project.folder })
        yield* written(project, "pid")
        child.kill(signal)
        const ran = yield* ended(child)
        assert.strictEqual(ran.signal, signal)
        assert.isFalse(isAlive(Number(project.read("pid"))))
        assert.deepStrictEqual(carriersOf(project.read("marker")?.trim() ?? "-"), [])
        assert.deepStrictEqual([ran.stdout, ran.stderr], ["", ""])
      })
  )

  it.live("is heard while nobody has written the payload yet", () =>
    Effect.gen(function* () {
      const project = yield* projectWith({ beforeShellExecution: [{ command: "touch ran" }] })
      const child = yield* start(process.execPath, [...words, "-"], { cwd: project.folder, open: true })
      child.stdin.write('{"command":')
      yield* Effect.sleep(700)
      assert.isNull(child.exitCode)
      child.kill("SIGINT")
      const ran = yield* ended(child)
      assert.deepStrictEqual([ran.signal, ran.stdout, ran.stderr], ["SIGINT", "", ""])
      assert.isUndefined(project.read("ran"))
    })
  )

  it.live("a payload that comes in pieces is waited for", () =>
    Effect.gen(function* () {
      const project = yield* projectWith({ beforeShellExecution: [{ command: "exit 2" }] })
      const child = yield* start(process.execPath, [...words, "-"], { cwd: project.folder, open: true })
      for (const piece of ['{"comm', 'and":"ls', '"}']) {
        child.stdin.write(piece)
        yield* Effect.sleep(50)
      }
      child.stdin.end()
      assert.strictEqual((yield* ended(child)).code, 1)
    })
  )
})
