import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { helpersOf, marked, markedEnvironment, temporaryFiles } from "../support/leftovers.ts"
import { environment } from "../support/pawl.ts"
import { isAlive, until } from "../support/processes.ts"
import { guardedProject, type Project } from "../support/project.ts"
import { atTerminal, hasTerminal, pawlInShell, watched } from "../support/terminal.ts"

const question = "Run it? [y/N] "
const asks = `echo '{"permission":"ask","user_message":"really?"}'`

const line = (words: string) => `${pawlInShell} exec --trust-project ${words}`
const at = (project: Project, words: string, env = environment()) =>
  atTerminal(line(words), { cwd: project.folder, env })

describe.skipIf(!hasTerminal)("the question at the terminal (CLI-14; needs script(1))", () => {
  it.live("shows who asks, why, and the command, and runs it after y", () =>
    Effect.gen(function* () {
      const project = yield* guardedProject(asks)
      const session = yield* at(project, "-- touch has-run")
      yield* session.type("y\n", question)
      assert.strictEqual((yield* session.end).code, 0, session.screen())
      assert.isDefined(project.read("has-run"))
      assert.match(session.screen(), /A hook asks \(.*hooks\.json#beforeShellExecution\[0\]\):\r\npawl: {3}really\?/)
      assert.match(session.screen(), /before this is run:\r\npawl: {3}touch has-run\r\n/)
    })
  )

  it.live("is put to the terminal also when stdin is a pipe, which is left to the command", () =>
    Effect.gen(function* () {
      const project = yield* guardedProject(asks)
      const session = yield* atTerminal(`printf 'y\\ny\\n' | ${line("-- wc -l")} > lines`, { cwd: project.folder })
      yield* session.type("yes\n", question)
      assert.strictEqual((yield* session.end).code, 0, session.screen())
      assert.strictEqual(project.read("lines")?.trim(), "2")
    })
  )

  it.live.each(["\n", "n\n", "yeah\n", "\u0004"])("is answered with no by %j", (keys) =>
    Effect.gen(function* () {
      const project = yield* guardedProject(asks)
      const session = yield* at(project, "-- touch has-run")
      yield* session.type(keys, question)
      assert.strictEqual((yield* session.end).code, 126)
      assert.isUndefined(project.read("has-run"))
      assert.include(session.screen(), "pawl: denied: The person who was asked did not confirm it")
    })
  )

  it.live("does not take for an answer what was typed before it was there, lines and half lines", () =>
    Effect.gen(function* () {
      const project = yield* guardedProject(`touch asked; while [ ! -e typed ]; do sleep 0.05; done; ${asks}`)
      const session = yield* at(project, "-- touch has-run")
      yield* until(() => project.read("asked") !== undefined)
      yield* session.type("y\nyes\ny")
      // The terminal echoes what has arrived: only then may the hook end.
      yield* until(() => session.screen().includes("y\r\nyes\r\ny"))
      project.write("typed", "")
      yield* session.type("\n", question)
      assert.strictEqual((yield* session.end).code, 126, session.screen())
      assert.isUndefined(project.read("has-run"))
    })
  )

  it.live("ends pawl when it is answered with Ctrl-C, so that scripts stop", () =>
    Effect.gen(function* () {
      const project = yield* guardedProject(asks)
      const session = yield* atTerminal(`${watched} ${line("-- touch has-run")}`, { cwd: project.folder })
      yield* session.type("\u0003", question)
      yield* session.end
      assert.isUndefined(project.read("has-run"))
      assert.include(session.screen(), "ended: SIGINT")
    })
  )

  it.live.each(["SIGINT", "SIGTERM", "SIGHUP", "SIGKILL"] as const)(
    "%s while it waits for the answer: pawl dies of it, nothing is run and nothing left (CLI-81)",
    (signal) =>
      Effect.gen(function* () {
        const project = yield* guardedProject("", { command: `echo $PPID > asker; ${asks}` })
        const env = yield* markedEnvironment(project)
        const session = yield* atTerminal(`${watched} ${line("-- touch has-run")}`, { cwd: project.folder, env })
        yield* session.type("", question)
        const pid = Number(project.read("asker"))
        process.kill(pid, signal)
        yield* session.end
        assert.include(session.screen(), `ended: ${signal}`)
        assert.isUndefined(project.read("has-run"))
        assert.deepStrictEqual(marked(project), [])
        yield* until(() => helpersOf(pid).length === 0)
        assert.deepStrictEqual(temporaryFiles(project, pid), [])
      })
  )

  it.live("shows what cannot be seen in the command", () =>
    Effect.gen(function* () {
      const project = yield* guardedProject(asks)
      const session = yield* at(project, `-c "$(printf 'true #\\033[8m\\nrm')"`)
      yield* session.type("n\n", question)
      yield* session.end
      assert.include(session.screen(), "true #\\x1b[8m\\nrm\r\n")
    })
  )

  it.live("is not put with --headless or PAWL_HEADLESS: the answer is no", () =>
    Effect.gen(function* () {
      const project = yield* guardedProject(asks)
      for (const session of [
        yield* at(project, "--headless -- touch has-run"),
        yield* at(project, "-- touch has-run", environment({ PAWL_HEADLESS: "1" }))
      ]) {
        assert.strictEqual((yield* session.end).code, 126)
        assert.include(session.screen(), "Approval unavailable")
        assert.notInclude(session.screen(), question)
      }
      assert.isUndefined(project.read("has-run"))
    })
  )

  it.live("cannot be answered by a hook: it cannot open the terminal", () =>
    Effect.gen(function* () {
      const project = yield* guardedProject(`if (: < /dev/tty) 2> why; then touch opened; fi; touch tried`)
      const session = yield* at(project, "-- sh -c '(: < /dev/tty) && touch command-has-it'")
      assert.strictEqual((yield* session.end).code, 0, session.screen())
      assert.isDefined(project.read("tried"))
      assert.isUndefined(project.read("opened"))
      assert.isDefined(project.read("command-has-it"))
    })
  )
})

describe.skipIf(!hasTerminal)("the question about hooks that nobody has approved (CLI-24; needs script(1))", () => {
  const trust = "Run these hooks for this call? [y/N] "

  it.live("lists the file and its commands, and a yes runs them for this call", () =>
    Effect.gen(function* () {
      const project = yield* guardedProject("touch asked")
      const session = yield* atTerminal(`${pawlInShell} exec -- touch has-run`, { cwd: project.folder })
      yield* session.type("y\n", trust)
      assert.strictEqual((yield* session.end).code, 0, session.screen())
      assert.isDefined(project.read("asked"))
      assert.isDefined(project.read("has-run"))
      assert.include(session.screen(), project.file(".cursor/hooks.json"))
      assert.include(session.screen(), "beforeShellExecution[0]: .cursor/hooks/guard.sh")
    })
  )

  it.live("is a no by default, and the sentence with the ways out follows", () =>
    Effect.gen(function* () {
      const project = yield* guardedProject("touch asked")
      const session = yield* atTerminal(`${pawlInShell} exec -- touch has-run`, { cwd: project.folder })
      yield* session.type("\n", trust)
      assert.strictEqual((yield* session.end).code, 126)
      assert.isUndefined(project.read("asked"))
      assert.isUndefined(project.read("has-run"))
      assert.include(session.screen(), "--trust-project")
    })
  )
})

describe.skipIf(!hasTerminal)("Ctrl-C at a terminal (CLI-20, CLI-21; needs script(1))", () => {
  it.live("during a hook leaves nothing and ends pawl with the signal", () =>
    Effect.gen(function* () {
      const project = yield* guardedProject('echo "$$" > pid; sleep 600')
      const session = yield* atTerminal(`${watched} ${line("-- touch has-run")}`, { cwd: project.folder })
      yield* until(() => (project.read("pid") ?? "") !== "")
      yield* session.type("\u0003")
      yield* session.end
      assert.isFalse(isAlive(Number(project.read("pid"))))
      assert.isUndefined(project.read("has-run"))
      assert.include(session.screen(), "ended: SIGINT")
    })
  )

  it.live("during the command reaches it once, and its own code counts", () =>
    Effect.gen(function* () {
      const project = yield* guardedProject("exit 0")
      project.write(
        "command.sh",
        "trap 'echo int >> ints' INT\nsleep 1\ntouch ready\nwhile [ ! -e ints ]; do sleep 0.05; done\nsleep 0.3\nexit 7\n"
      )
      const session = yield* at(project, "-- sh command.sh")
      yield* until(() => project.read("ready") !== undefined)
      yield* session.type("\u0003")
      assert.strictEqual((yield* session.end).code, 7, session.screen())
      assert.strictEqual(project.read("ints"), "int\n")
    })
  )

  it.live("during the command reaches it once also when stdin is a pipe", () =>
    Effect.gen(function* () {
      const project = yield* guardedProject("exit 0")
      project.write(
        "command.sh",
        "trap 'echo int >> ints' INT\nsleep 1\ntouch ready\nwhile [ ! -e ints ]; do sleep 0.05; done\nsleep 0.3\nexit 7\n"
      )
      const session = yield* atTerminal(`: | ${line("-- sh command.sh")}`, { cwd: project.folder })
      yield* until(() => project.read("ready") !== undefined)
      yield* session.type("\u0003")
      assert.strictEqual((yield* session.end).code, 7, session.screen())
      assert.strictEqual(project.read("ints"), "int\n")
    })
  )
})
