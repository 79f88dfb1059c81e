import * as fs from "node:fs"
import * as path from "node:path"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { bundle, pawl, run } from "../support/pawl.ts"
import { emptyProject, exec, guardedProject, hooksText, type Project, touch } from "../support/project.ts"

const allow = `echo '{"permission":"allow"}'`

/** A project whose hooks file is named in the call, so that nobody has to approve it. */
const named = (script: string) =>
  Effect.map(emptyProject, (project) => {
    project.write("guard.sh", `#!/bin/sh\ncd "$(dirname "$0")"\n${script}\n`, 0o755)
    project.write("hooks.json", hooksText({ command: "./guard.sh" }))
    return project
  })

const execNamed = (project: Project, words: ReadonlyArray<string>, ...flags: ReadonlyArray<string>) =>
  pawl(["exec", "--hooks-only", "--hooks", project.file("hooks.json"), ...flags, ...words], { cwd: project.folder })

const lines = (text: string | undefined) => (text ?? "").split("\n").filter((line) => line !== "")

describe("a hooks file that changes while its hooks are asked (CLI-19, CLI-61)", () => {
  it.live("is asked again when it was named, and its new hooks count", () =>
    Effect.gen(function* () {
      const later = hooksText({ command: "echo it is late >&2; exit 2" })
      const project = yield* named(`echo asked >> asked; printf '%s' '${later}' > hooks.json; ${allow}`)
      const ran = yield* execNamed(project, touch())
      assert.strictEqual(ran.code, 126, ran.stderr)
      assert.match(
        ran.stderr,
        /^pawl: the hooks files have changed meanwhile, or could not be looked for, so the hooks were asked again$/m
      )
      assert.match(ran.stderr, /it is late/)
      assert.lengthOf(lines(project.read("asked")), 1)
      assert.isUndefined(project.read("has-run"))
    })
  )

  it.live("lets the command run when its new hooks do", () =>
    Effect.gen(function* () {
      const project = yield* named(`echo asked >> asked; cp again.json hooks.json; ${allow}`)
      project.write("again.json", hooksText({ command: "./guard.sh" }, { command: allow }))
      const ran = yield* execNamed(project, touch())
      assert.strictEqual(ran.code, 0, ran.stderr)
      assert.lengthOf(lines(project.read("asked")), 2)
      assert.strictEqual(project.read("has-run"), "")
    })
  )

  it.live("is no other one when it was written again with the same bytes", () =>
    Effect.gen(function* () {
      const project = yield* named(`echo asked >> asked; cp hooks.json copy; mv copy hooks.json; ${allow}`)
      const ran = yield* execNamed(project, touch())
      assert.strictEqual(ran.code, 0, ran.stderr)
      assert.lengthOf(lines(project.read("asked")), 1)
      assert.notMatch(ran.stderr, /asked again/)
    })
  )

  it.live("denies when it keeps changing", () =>
    Effect.gen(function* () {
      const project = yield* named(`echo asked >> asked; echo >> hooks.json; ${allow}`)
      const ran = yield* execNamed(project, touch())
      assert.strictEqual(ran.code, 126, ran.stderr)
      assert.match(ran.stderr, /^pawl: denied: The hooks, or the input that they replace, kept changing/m)
      assert.lengthOf(lines(project.read("asked")), 4)
      assert.isUndefined(project.read("has-run"))
    })
  )

  it.live("denies when it is gone, or is no hooks file any more", () =>
    Effect.gen(function* () {
      for (const change of ["rm hooks.json", "echo { > hooks.json"]) {
        const project = yield* named(`${change}; ${allow}`)
        const ran = yield* execNamed(project, touch())
        assert.strictEqual(ran.code, 126, `${change}: ${ran.stderr}`)
        assert.isUndefined(project.read("has-run"))
        const said = lines(ran.stderr).filter((line) => !line.startsWith("pawl: 1 hook asked"))
        assert.strictEqual(new Set(said).size, said.length, "nothing is said twice")
      }
    })
  )

  it.live("denies when it is the project's, which was approved as it was, whether its hooks match or not", () =>
    Effect.gen(function* () {
      const spoil = `echo ' ' >> .cursor/hooks.json; ${allow}`
      const matched = yield* exec(yield* guardedProject(spoil), touch())
      assert.strictEqual(matched.code, 126)
      assert.match(matched.stderr, /was approved and has changed since/)

      const project = yield* guardedProject(spoil, { matcher: "^nothing like it$" })
      const once = `[ -e spoilt ] || { touch spoilt; echo ' ' >> .cursor/hooks.json; }; ${allow}`
      const file = project.write("watcher.json", hooksText({ command: `cd ${project.folder} && { ${once}; }` }))
      const beside = yield* exec(project, ["--hooks", file, ...touch()])
      assert.strictEqual(beside.code, 126)
      assert.match(beside.stderr, /^pawl: not run: .*hooks\.json: This hooks file is not what it was/m)
      assert.isUndefined(project.read("has-run"))
    })
  )

  it.live("denies when one of the project's is gone or has come", () =>
    Effect.gen(function* () {
      const guard = { command: "true" }
      for (const change of ["rm .cursor/hooks.json", "mkdir -p sub/.cursor && cp copy sub/.cursor/hooks.json"]) {
        const project = yield* emptyProject
        fs.mkdirSync(project.file("sub"))
        project.write(".cursor/hooks.json", hooksText(guard))
        project.write("copy", hooksText(guard))
        const file = project.write(
          "watcher.json",
          hooksText({ command: `cd ${project.folder} && ${change}; ${allow}` })
        )
        const ran = yield* exec(project, ["--hooks", file, ...touch()], { cwd: project.file("sub") })
        assert.strictEqual(ran.code, 126, `${change}: ${ran.stderr}`)
        assert.isUndefined(project.read("sub/has-run"))
      }
    })
  )

  it.live("runs nothing of one that has come, although the call trusts the project (CLI-24)", () =>
    Effect.gen(function* () {
      const project = yield* emptyProject
      fs.mkdirSync(project.file("sub/.cursor"), { recursive: true })
      project.write("copy", hooksText({ command: `touch ${project.file("stranger")}` }))
      const come = `[ -e come ] || { touch come; cp copy sub/.cursor/hooks.json; }; ${allow}`
      project.write(".cursor/hooks.json", hooksText({ command: come }))
      const ran = yield* exec(project, touch(), { cwd: project.file("sub") })
      assert.strictEqual(ran.code, 126, ran.stderr)
      assert.strictEqual(project.read("come"), "")
      assert.isUndefined(project.read("stranger"))
      assert.isUndefined(project.read("sub/has-run"))
    })
  )
})

describe("a command that a hook replaces (CLI-60)", () => {
  const rewriting = (from: string, to: string, more: object = {}) => {
    const answer = JSON.stringify({ permission: "allow", updated_input: { command: to }, ...more })
    return { command: `grep -q '"${from}"' && echo '${answer}' || ${allow}` }
  }
  const hooks = (...definitions: ReadonlyArray<object>) =>
    JSON.stringify({ version: 1, hooks: { preToolUse: definitions } })

  it.live("is shown and run by the shell, after every hook was asked about it", () =>
    Effect.gen(function* () {
      const project = yield* emptyProject
      const watch = { command: `cat >> ${project.file("seen")}; ${allow}` }
      project.write("hooks.json", hooks(rewriting("touch has-run", "touch other && echo done"), watch))
      const ran = yield* execNamed(project, touch())
      assert.strictEqual(ran.code, 0, ran.stderr)
      assert.strictEqual(ran.stdout, "done\n")
      assert.match(
        ran.stderr,
        /^pawl: hook .*preToolUse\[0\] has replaced the command; this is run instead:\npawl: {3}touch other && echo done$/m
      )
      assert.isUndefined(project.read("has-run"))
      assert.strictEqual(project.read("other"), "")
      assert.match(project.read("seen") ?? "", /touch has-run[\s\S]*touch other && echo done/)
    })
  )

  it.live("is not run when another hook denies the new one", () =>
    Effect.gen(function* () {
      const project = yield* emptyProject
      const guard = { command: `grep -q 'touch other' && exit 2; ${allow}` }
      project.write("hooks.json", hooks(rewriting("touch has-run", "touch other"), guard))
      const ran = yield* execNamed(project, touch())
      assert.strictEqual(ran.code, 126, ran.stderr)
      assert.isUndefined(project.read("has-run"))
      assert.isUndefined(project.read("other"))
    })
  )

  it.live("is not run when two hooks keep replacing each other's", () =>
    Effect.gen(function* () {
      const project = yield* emptyProject
      project.write("hooks.json", hooks(rewriting("touch a", "touch b"), rewriting("touch b", "touch a")))
      const ran = yield* execNamed(project, touch("a"))
      assert.strictEqual(ran.code, 126, ran.stderr)
      assert.match(ran.stderr, /kept changing/)
      assert.isUndefined(project.read("a"))
      assert.isUndefined(project.read("b"))
    })
  )

  it.live("is run in the folder that the hook names, and shown with what cannot be seen in it", () =>
    Effect.gen(function* () {
      const project = yield* emptyProject
      fs.mkdirSync(project.file("sub"))
      const input = { command: "pwd > where # \u001b[8m", cwd: project.file("sub") }
      project.write("hooks.json", hooks(rewriting("touch has-run", "", { updated_input: input })))
      const ran = yield* execNamed(project, touch())
      assert.strictEqual(ran.code, 0, ran.stderr)
      assert.strictEqual(project.read("sub/where"), `${project.file("sub")}\n`)
      assert.include(ran.stderr, "pwd > where # \\x1b[8m")
      assert.notInclude(ran.stderr, "\u001b")
    })
  )

  it.live("is not run in a folder that is not there, and the folder is named", () =>
    Effect.gen(function* () {
      const project = yield* emptyProject
      const cwd = project.file("nowhere")
      project.write("hooks.json", hooks(rewriting("touch has-run", "", { updated_input: { command: "true", cwd } })))
      const ran = yield* execNamed(project, touch())
      assert.strictEqual(ran.code, 126, ran.stderr)
      assert.match(
        ran.stderr,
        /^pawl: not run: .*nowhere for the command, and that is no folder that a command can be run in/m
      )
    })
  )
})

describe("a command that a hook replaces, and that is not run (CLI-60)", () => {
  const rewriting = (input: object, more: object = {}) => ({
    command: `grep -q '"echo original"' && echo '${JSON.stringify({ permission: "allow", updated_input: input, ...more })}' || ${allow}`
  })
  const hooks = (...definitions: ReadonlyArray<object>) =>
    JSON.stringify({ version: 1, hooks: { preToolUse: definitions } })
  const original = ["-c", "echo original"]

  it.live.each([
    ["empty", { command: " " }, /put in the place of yours is empty/],
    ["half a character", { command: "echo \ud800" }, /holds what no program can be given/],
    ["to end after a time", { command: "echo new", timeout: 5 }, /is to end after a time/]
  ] as const)("because it is %s", ([, input, why]) =>
    Effect.gen(function* () {
      const project = yield* emptyProject
      project.write("answer.json", JSON.stringify({ permission: "allow", updated_input: input }))
      const answer = `grep -q '"echo original"' && cat ${project.file("answer.json")} || ${allow}`
      project.write("hooks.json", hooks({ command: answer }))
      const ran = yield* execNamed(project, original)
      assert.strictEqual(ran.code, 126, ran.stderr)
      assert.strictEqual(ran.stdout, "")
      assert.match(ran.stderr, why)
      assert.notMatch(ran.stderr, /this is run instead/)
    })
  )

  it.live("because it was denied: nothing says that it is run", () =>
    Effect.gen(function* () {
      const project = yield* emptyProject
      const guard = { command: `grep -q 'echo new' && exit 2; ${allow}` }
      project.write("hooks.json", hooks(rewriting({ command: "echo new" }), guard))
      const ran = yield* execNamed(project, original)
      assert.strictEqual(ran.code, 126, ran.stderr)
      assert.notMatch(ran.stderr, /this is run instead/)
    })
  )

  it.live("because nobody could be shown it", () =>
    Effect.gen(function* () {
      const project = yield* emptyProject
      project.write("hooks.json", hooks(rewriting({ command: "touch has-run" })))
      const call = [
        process.execPath,
        bundle,
        "exec",
        "--hooks-only",
        "--hooks",
        project.file("hooks.json"),
        ...original
      ]
      const line = `exec "$0" "$@" 2>/dev/full`
      const ran = yield* run("/bin/sh", ["-c", line, ...call], { cwd: project.folder })
      assert.strictEqual(ran.code, 126)
      assert.isUndefined(project.read("has-run"))
    })
  )

  it.live("because it would be run where other hooks of the project are in force, which were not asked", () =>
    Effect.gen(function* () {
      const project = yield* emptyProject
      project.write("sub/.cursor/hooks.json", hooksText({ command: "exit 2" }))
      project.write(".cursor/hooks.json", hooks(rewriting({ command: "touch has-run", cwd: project.file("sub") })))
      const ran = yield* exec(project, original)
      assert.strictEqual(ran.code, 126, ran.stderr)
      assert.match(
        ran.stderr,
        /^pawl: not run: .*the hooks for that folder were not asked \(.*sub\/\.cursor\/hooks\.json\)$/m
      )
      assert.isUndefined(project.read("sub/has-run"))
    })
  )
})

describe("commands one after another", () => {
  it.live("are each judged by the folder that they run in (CLI-12)", () =>
    Effect.gen(function* () {
      const project = yield* emptyProject
      fs.mkdirSync(project.file("sub"))
      const guard = `case "$(cat)" in *'"cwd":"${path.join(project.folder, "sub")}"'*) exit 2;; esac; ${allow}`
      project.write("hooks.json", hooksText({ command: guard }))
      const flags = ["exec", "--hooks-only", "--hooks", project.file("hooks.json")]
      const above = yield* pawl([...flags, ...touch()], { cwd: project.folder })
      const below = yield* pawl([...flags, ...touch()], { cwd: project.file("sub") })
      assert.deepStrictEqual([above.code, below.code], [0, 126])
      assert.strictEqual(project.read("has-run"), "")
      assert.isUndefined(project.read("sub/has-run"))
    })
  )
})
