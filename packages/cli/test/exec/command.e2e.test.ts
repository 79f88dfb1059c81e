import * as fs from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { bundle, pawl, run } from "../support/pawl.ts"
import { emptyProject, exec, guardedProject, touch } from "../support/project.ts"

describe("the command itself (CLI-16, CLI-17)", () => {
  it.live("gets exactly the words that were given", () =>
    Effect.gen(function* () {
      const project = yield* emptyProject
      const words = ["", "a b", "$HOME", "*", "it's", "--flag", "é\n"]
      const ran = yield* exec(project, ["--", "printf", "[%s]", ...words])
      assert.strictEqual(ran.stdout, words.map((word) => `[${word}]`).join(""))
    })
  )

  it.live("runs a line in /bin/sh, as it was written and judged", () =>
    Effect.gen(function* () {
      const project = yield* guardedProject("cat > payload.json")
      const line = `echo "$((1 + 1))" | tr 2 3 # and a comment`
      const ran = yield* exec(project, ["-c", line])
      assert.strictEqual(ran.stdout, "3\n")
      assert.strictEqual(JSON.parse(project.read("payload.json") ?? "null").command, line)
    })
  )

  it.live("runs a line that begins with a dash as a command, and not as an option of the shell", () =>
    Effect.gen(function* () {
      const project = yield* emptyProject
      const ran = yield* exec(project, ["-c", "-x 2> /dev/null; echo $-"])
      assert.strictEqual(ran.code, 0, ran.stderr)
      assert.notInclude(ran.stdout, "x")
      assert.notInclude(ran.stderr, "+ ")
    })
  )

  it.live("has stdin to itself, also when it is a pipe", () =>
    Effect.gen(function* () {
      const project = yield* guardedProject("cat > /dev/null")
      const ran = yield* exec(project, ["--", "cat"], { input: "for the command" })
      assert.strictEqual(ran.stdout, "for the command")
    })
  )

  it.live("runs with a closed stdin", () =>
    Effect.gen(function* () {
      const project = yield* guardedProject(`echo '{"permission":"allow"}'`)
      const line = `exec "${process.execPath}" "$0" exec --trust-project -- sh -c 'cat; echo done' <&-`
      const ran = yield* run("/bin/sh", ["-c", line, bundle], { cwd: project.folder })
      assert.strictEqual(ran.code, 0, ran.stderr)
      assert.strictEqual(ran.stdout, "done\n")
    })
  )

  it.live("ends pawl with its own signal when it dies of one", () =>
    Effect.gen(function* () {
      const project = yield* emptyProject
      for (const signal of ["SIGTERM", "SIGKILL", "SIGINT", "SIGPIPE", "SIGUSR1"] as const) {
        const ran = yield* exec(project, ["--", "sh", "-c", `kill -${signal.slice(3)} $$`])
        assert.strictEqual(ran.signal, signal)
      }
    })
  )

  it.live("is 127 when there is no such command and 126 when it cannot be executed, in one sentence", () =>
    Effect.gen(function* () {
      const project = yield* emptyProject
      const missing = yield* exec(project, ["-q", "--", "no-such-command"])
      assert.strictEqual(missing.code, 127)
      assert.strictEqual(missing.stderr, "pawl: there is no command no-such-command\n")
      project.write("plain", "text")
      const plain = yield* exec(project, ["-q", "--", "./plain"])
      assert.strictEqual(plain.code, 126)
      assert.strictEqual(plain.stderr, "pawl: ./plain cannot be executed (EACCES)\n")
    })
  )

  it.live("is not run in a folder that was moved away while hooks were asked, whatever stands in its place", () =>
    Effect.gen(function* () {
      const why = /^pawl: not run: .*\/sub is not the folder any more that the command was judged for/m
      const notFound =
        /^pawl: error: .*hooks\.json: This hooks file could not be looked for again: .*\/sub: This folder .*: ENOENT/m
      for (const [then, told] of [
        ["mkdir sub", /^/],
        ["true", notFound]
      ] as const) {
        const project = yield* guardedProject(`mv sub moved; ${then}; echo '{"permission":"allow"}'`)
        fs.mkdirSync(project.file("sub"))
        const ran = yield* exec(project, touch(), { cwd: project.file("sub") })
        assert.strictEqual(ran.code, 126, ran.stderr)
        assert.match(ran.stderr, why)
        assert.match(ran.stderr, told)
        assert.isUndefined(project.read("moved/has-run"))
        assert.isUndefined(project.read("sub/has-run"))
      }
    })
  )

  it.live("is not run past a hooks file that has appeared or gone while hooks were asked", () =>
    Effect.gen(function* () {
      const gone = yield* guardedProject(`rm .cursor/hooks.json; echo '{"permission":"allow"}'`)
      assert.strictEqual((yield* exec(gone, touch())).code, 126)
      assert.isUndefined(gone.read("has-run"))
      const more = yield* emptyProject
      more.write(
        "named.json",
        JSON.stringify({
          version: 1,
          hooks: { beforeShellExecution: [{ command: "mkdir .cursor; echo '{}' > .cursor/hooks.json" }] }
        })
      )
      const ran = yield* pawl(["exec", "--hooks", "named.json", ...touch()], { cwd: more.folder })
      assert.strictEqual(ran.code, 126, ran.stderr)
      assert.isUndefined(more.read("has-run"))
    })
  )
})
