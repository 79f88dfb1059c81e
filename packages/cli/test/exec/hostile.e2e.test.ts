import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { bundle, ended, environment, run, start } from "../support/pawl.ts"
import { isAlive, until } from "../support/processes.ts"
import { type Definition, emptyProject, exec, guardedProject, hooksText, touch } from "../support/project.ts"

const deny = `printf '%s' '{"permission":"deny","agent_message":"not here"}'`

/** Notes its group, then hangs; whoever finds the note kills the group. */
const hanging = "echo $$ > group; sleep 600"
const killer = `while [ ! -s group ]; do sleep 0.02; done; kill -9 -$(cat group); echo '{"permission":"allow"}'`

const siblings = (...definitions: ReadonlyArray<Definition>) =>
  Effect.map(emptyProject, (project) => {
    project.write(".cursor/hooks.json", hooksText(...definitions))
    return project
  })

describe("a payload that there is no room for", () => {
  it.live("is read by the hook all the same, and that it has no name is told (RUN-25)", () =>
    Effect.gen(function* () {
      const project = yield* guardedProject("", { command: "cat > /dev/null; [ -S /dev/stdin ] && exit 2" })
      const words = [process.execPath, bundle, "exec", "--trust-project", "--", "echo", "x".repeat(2_000)]
      const env = environment({ NODE_DISABLE_COMPILE_CACHE: "1" })
      const ran = yield* run("/bin/sh", ["-c", `ulimit -f 1; exec "$0" "$@"`, ...words], { cwd: project.folder, env })
      assert.strictEqual(ran.code, 126, ran.stderr)
      assert.match(ran.stderr, /^pawl: there is no room for what a hook reads, so hooks that open their input by name/m)
    })
  )
})

describe("a hook that kills others loses no denial (CLI-82)", () => {
  it.live("its parent, which is pawl: that is dead, and the command is not run", () =>
    Effect.gen(function* () {
      const project = yield* siblings({ command: "kill -9 $PPID; exit 0" }, { command: "exit 0" })
      const ran = yield* exec(project, touch())
      assert.deepStrictEqual([ran.code, ran.signal], [null, "SIGKILL"])
      assert.isUndefined(project.read("has-run"))
    })
  )

  it.live("a sibling that had said no: that counts", () =>
    Effect.gen(function* () {
      const project = yield* siblings({ command: `${deny}; ${hanging}` }, { command: killer })
      const ran = yield* exec(project, touch())
      assert.strictEqual(ran.code, 126, ran.stderr)
      assert.include(ran.stderr, "not here")
      assert.isUndefined(project.read("has-run"))
    })
  )

  it.live("a sibling that had said nothing and fails closed: that is a denial, with what has killed it", () =>
    Effect.gen(function* () {
      const project = yield* siblings({ command: hanging, failClosed: true }, { command: killer })
      const ran = yield* exec(project, touch())
      assert.strictEqual(ran.code, 126, ran.stderr)
      assert.include(ran.stderr, "SIGKILL")
      assert.isUndefined(project.read("has-run"))
    })
  )

  it.live("a sibling that had said nothing and fails open: the command runs, and that is reported", () =>
    Effect.gen(function* () {
      const project = yield* siblings({ command: hanging }, { command: killer })
      const ran = yield* exec(project, touch())
      assert.strictEqual(ran.code, 0, ran.stderr)
      assert.include(ran.stderr, "SIGKILL")
      assert.include(ran.stderr, "1 gave no answer")
      assert.isDefined(project.read("has-run"))
    })
  )
})

describe.skipIf(process.platform !== "linux")("a hook that floods (CLI-83)", () => {
  const peak = (file: string) => `grep VmHWM /proc/$PPID/status > ${file}`

  it.live.each([
    ["64 MiB on stdout", "head -c 67108864 /dev/zero", 16],
    ["1 GiB on stderr", "head -c 1073741824 /dev/zero >&2", 24]
  ] as const)("%s and exits 2 denies, and takes little of pawl's memory", ([, flood, most]) =>
    Effect.gen(function* () {
      const command = `${peak("before")}; ${flood}; ${peak("after")}; exit 2`
      const project = yield* guardedProject("", { command })
      const ran = yield* exec(project, touch())
      assert.strictEqual(ran.code, 126, ran.stderr)
      assert.isUndefined(project.read("has-run"))
      const kibibytes = (file: string) => Number(/\d+/.exec(project.read(file) ?? "")?.[0])
      assert.isBelow((kibibytes("after") - kibibytes("before")) / 1_024, most)
    })
  )
})

describe("pawl that stands still past a hook's time-out (CLI-84)", () => {
  it.live("judges it by its exit when it goes on", () =>
    Effect.gen(function* () {
      const command = "echo $$ > hook; while [ ! -e go ]; do sleep 0.02; done; exit 2"
      const project = yield* guardedProject("", { command, timeout: 2 })
      const child = yield* start(process.execPath, [bundle, "exec", "--trust-project", ...touch()], {
        cwd: project.folder
      })
      yield* until(() => (project.read("hook") ?? "").endsWith("\n"))
      const began = performance.now()
      child.kill("SIGSTOP")
      project.write("go", "")
      yield* until(() => !isAlive(Number(project.read("hook"))))
      yield* until(() => performance.now() - began > 3_500)
      child.kill("SIGCONT")
      const ran = yield* ended(child)
      assert.strictEqual(ran.code, 126, ran.stderr)
      assert.include(ran.stderr, "exit 2")
      assert.isUndefined(project.read("has-run"))
    })
  )
})
