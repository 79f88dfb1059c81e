import * as fs from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { environment } from "../support/pawl.ts"
import { carriersOf, isAlive } from "../support/processes.ts"
import { emptyProject, exec, guardedProject, hooksText, touch } from "../support/project.ts"
import { pawlInShell } from "../support/terminal.ts"

const deny = `echo '{"permission":"deny","agent_message":"the agent reads this","user_message":"the person reads this"}'`

const id = (folder: string, index = 0) => `${folder}/.cursor/hooks.json#beforeShellExecution[${index}]`

describe("a real hook judges a real command through the built program (CLI-12)", () => {
  it.live("denies with the script's agent_message, then shows its user_message, and the command has not run", () =>
    Effect.gen(function* () {
      const project = yield* guardedProject(deny)
      const ran = yield* exec(project, touch())
      assert.strictEqual(ran.code, 126, ran.stderr)
      const hook = id(project.folder)
      assert.deepStrictEqual(ran.stderr.split("\n").slice(1), [
        `pawl: denied by hook ${hook}: the agent reads this`,
        `pawl: from hook ${hook}: the person reads this`,
        ""
      ])
      assert.isUndefined(project.read("has-run"))
      assert.strictEqual(ran.stdout, "")
    })
  )

  it.live("takes a silent exit 2 for a denial", () =>
    Effect.gen(function* () {
      const project = yield* guardedProject("exit 2")
      const ran = yield* exec(project, touch())
      assert.strictEqual(ran.code, 126)
      assert.include(ran.stderr, "Denied by hook .cursor/hooks/guard.sh (exit 2).")
      assert.isUndefined(project.read("has-run"))
    })
  )

  it.live("shows what a script that exits with 2 has written to stderr", () =>
    Effect.gen(function* () {
      const project = yield* guardedProject("echo 'not on a Friday' >&2; exit 2")
      const ran = yield* exec(project, touch())
      assert.strictEqual(ran.code, 126)
      const hook = id(project.folder)
      assert.deepStrictEqual(ran.stderr.split("\n").slice(1), [
        `pawl: denied because of hook ${hook}: Denied by hook .cursor/hooks/guard.sh (exit 2).`,
        `pawl: denied by hook ${hook}: not on a Friday`,
        ""
      ])
    })
  )

  it.live("runs what a hook allows, and ends with the command's own code", () =>
    Effect.gen(function* () {
      const project = yield* guardedProject(`echo '{"permission":"allow"}'`)
      const ran = yield* exec(project, ["--", "sh", "-c", "echo out; touch has-run; exit 7"])
      assert.strictEqual(ran.code, 7)
      assert.strictEqual(ran.stdout, "out\n")
      assert.isDefined(project.read("has-run"))
      assert.match(ran.stderr, /^pawl: 1 hook asked;/m)
    })
  )

  it.live("runs after an empty answer, and says that there was none", () =>
    Effect.gen(function* () {
      const project = yield* guardedProject("exit 0")
      const ran = yield* exec(project, touch())
      assert.strictEqual(ran.code, 0)
      assert.isDefined(project.read("has-run"))
      assert.match(ran.stderr, /^pawl: 1 hook asked, 1 gave no answer;/m)
    })
  )

  it.live("denies after an answer that is no JSON", () =>
    Effect.gen(function* () {
      const project = yield* guardedProject("echo all is well")
      const ran = yield* exec(project, touch())
      assert.strictEqual(ran.code, 126)
      assert.isUndefined(project.read("has-run"))
    })
  )

  it.live("denies after exit 1 where failClosed is set, and runs where it is not", () =>
    Effect.gen(function* () {
      const closed = yield* guardedProject("exit 1", { failClosed: true })
      assert.strictEqual((yield* exec(closed, touch())).code, 126)
      assert.isUndefined(closed.read("has-run"))
      const open = yield* guardedProject("exit 1")
      const ran = yield* exec(open, touch())
      assert.strictEqual(ran.code, 0)
      assert.isDefined(open.read("has-run"))
      assert.match(ran.stderr, /warning/)
    })
  )

  it.live.each([
    ["ends with another code", "exit 3"],
    ["is killed", "kill -KILL $$"],
    ["runs out of time", "sleep 60"],
    ["says nothing", "exit 0"],
    ["is not there", undefined],
    ["cannot be executed", "not executable"]
  ] as const)("runs when an open hook %s, and does not under --strict", ([, script]) =>
    Effect.gen(function* () {
      const project = yield* guardedProject(script ?? "", { timeout: 0.3 })
      const guard = project.file(".cursor/hooks/guard.sh")
      if (script === undefined) fs.rmSync(guard)
      if (script === "not executable") fs.chmodSync(guard, 0o644)
      const open = yield* exec(project, touch("open"))
      assert.strictEqual(open.code, 0, open.stderr)
      const strict = yield* exec(project, ["--strict", ...touch("strict")])
      assert.strictEqual(strict.code, 126, strict.stderr)
      assert.match(strict.stderr, /^pawl: denied/m)
      assert.deepStrictEqual([project.read("open"), project.read("strict")], ["", undefined])
    })
  )

  it.live("denies a question that nobody can answer, with the hook's reason inside", () =>
    Effect.gen(function* () {
      const project = yield* guardedProject(`echo '{"permission":"ask","user_message":"deploys to production"}'`)
      const ran = yield* exec(project, ["--headless", ...touch()])
      assert.strictEqual(ran.code, 126, ran.stderr)
      assert.match(ran.stderr, /Approval unavailable: .*\(deploys to production\) and this run has no one to ask/)
      assert.isUndefined(project.read("has-run"))
    })
  )

  it.live("denies after exit 1 under --strict", () =>
    Effect.gen(function* () {
      const project = yield* guardedProject("exit 1")
      assert.strictEqual((yield* exec(project, ["--strict", ...touch()])).code, 126)
      assert.isUndefined(project.read("has-run"))
    })
  )

  it.live("hands the script the documented payload on stdin, with the judged text of the command", () =>
    Effect.gen(function* () {
      const project = yield* guardedProject("cat > payload.json")
      const ran = yield* exec(project, ["--", "echo", "a b", "--flag=x"])
      assert.strictEqual(ran.code, 0)
      const payload = JSON.parse(project.read("payload.json") ?? "null")
      assert.strictEqual(payload.hook_event_name, "beforeShellExecution")
      assert.strictEqual(payload.command, "echo 'a b' --flag=x")
      assert.strictEqual(payload.cwd, project.folder)
      assert.deepStrictEqual(payload.workspace_roots, [project.folder])
      assert.strictEqual(payload.user_email, null)
      assert.strictEqual(payload.transcript_path, null)
      assert.match(payload.conversation_id, /^exec-/)
      assert.strictEqual(payload.generation_id, payload.conversation_id)
      assert.notProperty(payload, "model")
      assert.strictEqual(ran.stdout, "a b --flag=x\n")
    })
  )

  it.live("runs a hook of the project in the project's root, also from below, and tells it where it is", () =>
    Effect.gen(function* () {
      const project = yield* guardedProject('pwd > where; echo "$PAWL_PROJECT_DIR $PAWL_EVENT $PAWL_BINDING" > who')
      fs.mkdirSync(project.file("a/b"), { recursive: true })
      const ran = yield* exec(project, ["--", "pwd"], { cwd: project.file("a/b") })
      assert.strictEqual(ran.stdout, `${project.file("a/b")}\n`)
      assert.strictEqual(project.read("where"), `${project.folder}\n`)
      assert.strictEqual(project.read("who"), `${project.folder} beforeShellExecution ${id(project.folder)}\n`)
    })
  )

  it.live("runs a hook of a named file in that file's folder", () =>
    Effect.gen(function* () {
      const project = yield* emptyProject
      project.write("team/guards/hooks.json", hooksText({ command: "./here.sh" }))
      project.write("team/guards/here.sh", "#!/bin/sh\npwd > where\n", 0o755)
      const ran = yield* exec(project, ["--hooks", "team/guards/hooks.json", ...touch()])
      assert.strictEqual(ran.code, 0, ran.stderr)
      assert.strictEqual(project.read("team/guards/where"), `${project.file("team/guards")}\n`)
    })
  )

  it.live("cuts off a hook that hangs, leaves nothing of it, and runs the command", () =>
    Effect.gen(function* () {
      const project = yield* guardedProject(
        'echo "$$" > pid; echo "$PAWL_INVOCATIONS" > marker; sleep 600 & sleep 600',
        {
          timeout: 0.5
        }
      )
      const ran = yield* exec(project, touch())
      assert.strictEqual(ran.code, 0, ran.stderr)
      assert.isDefined(project.read("has-run"))
      assert.match(ran.stderr, /^pawl: 1 hook asked, 1 gave no answer;/m)
      assert.isFalse(isAlive(Number(project.read("pid"))))
      const marker = project.read("marker")?.trim() ?? ""
      assert.notStrictEqual(marker, "")
      assert.deepStrictEqual(carriersOf(marker), [])
    })
  )

  it.live("denies when a fail-closed hook hangs, and leaves nothing of it", () =>
    Effect.gen(function* () {
      const project = yield* guardedProject("", {
        command: 'echo "$$" > pid; trap "" TERM; while :; do sleep 1; done',
        timeout: 0.5,
        failClosed: true
      })
      const ran = yield* exec(project, touch())
      assert.strictEqual(ran.code, 126)
      assert.isUndefined(project.read("has-run"))
      assert.isFalse(isAlive(Number(project.read("pid"))))
    })
  )

  it.live("leaves a command alone that no matcher is about", () =>
    Effect.gen(function* () {
      const project = yield* guardedProject("touch asked; exit 2", { matcher: "^git push" })
      const ran = yield* exec(project, touch())
      assert.strictEqual(ran.code, 0)
      assert.isUndefined(project.read("asked"))
      assert.match(ran.stderr, /^pawl: the only hook is not for this command;/m)
    })
  )

  it.live("knows matchers with look-around, which only the platform's engine can run", () =>
    Effect.gen(function* () {
      const project = yield* guardedProject("exit 2", { matcher: "^touch (?!fine)" })
      assert.strictEqual((yield* exec(project, touch("fine"))).code, 0)
      const ran = yield* exec(project, touch())
      assert.strictEqual(ran.code, 126, ran.stderr)
      assert.isUndefined(project.read("has-run"))
    })
  )

  it.live("asks every hook of every file, and the strictest answer counts", () =>
    Effect.gen(function* () {
      const project = yield* emptyProject
      project.write(
        ".cursor/hooks.json",
        hooksText({ command: `echo '{"permission":"allow"}'` }, { command: "exit 2" })
      )
      project.write("more.json", hooksText({ command: `echo '{"permission":"allow"}'` }))
      const ran = yield* exec(project, ["--hooks", "more.json", ...touch()])
      assert.strictEqual(ran.code, 126)
      assert.match(ran.stderr, /^pawl: 3 hooks asked;/m)
      assert.include(ran.stderr, `denied because of hook ${id(project.folder, 1)}:`)
    })
  )

  it.live("says every reason of every hook that denies, the one that counts first, each with its hook", () =>
    Effect.gen(function* () {
      const project = yield* emptyProject
      const asks = { command: `echo '{"permission":"ask","user_message":"sure?"}'` }
      const says = { command: `echo '{"permission":"deny","agent_message":"it is late","user_message":"Go home."}'` }
      project.write(".cursor/hooks.json", hooksText(asks, { command: "echo full >&2; exit 2" }, says))
      const ran = yield* exec(project, touch())
      assert.strictEqual(ran.code, 126)
      assert.deepStrictEqual(ran.stderr.split("\n").slice(1), [
        `pawl: denied because of hook ${id(project.folder, 1)}: Denied by hook echo full >&2; exit 2 (exit 2).`,
        `pawl: from hook ${id(project.folder, 2)}: Go home.`,
        `pawl: question by hook ${id(project.folder)}: sure?`,
        `pawl: denied by hook ${id(project.folder, 1)}: full`,
        `pawl: denied by hook ${id(project.folder, 2)}: it is late`,
        ""
      ])
    })
  )

  it.live("says of a hook that a mistake has put out of force what the mistake is, once", () =>
    Effect.gen(function* () {
      const project = yield* guardedProject("exit 2", { timeout: -1 })
      const ran = yield* exec(project, touch())
      assert.strictEqual(ran.code, 0, ran.stderr)
      const file = project.file(".cursor/hooks.json")
      const [mistake = "", gate, ...more] = ran.stderr.split("\n")
      assert.isTrue(mistake.startsWith(`pawl: error: ${file}:1:`), mistake)
      assert.include(mistake, "beforeShellExecution[0].timeout: ")
      assert.strictEqual(
        gate,
        "pawl: no hook was asked, 1 could not be run; enterprise, team and user files were not searched"
      )
      assert.deepStrictEqual(more, [""])
      const closed = yield* guardedProject("exit 2", { timeout: -1, failClosed: true })
      const denied = yield* exec(closed, touch())
      assert.strictEqual(denied.code, 126)
      assert.match(denied.stderr, /^pawl: denied because of hook \S+#beforeShellExecution\[0\]: "timeout" must be/m)
    })
  )

  it.live("says of each kind of mistake that loses a guard what and where it is, before the command", () =>
    Effect.gen(function* () {
      const project = yield* emptyProject
      const guard = { command: "exit 2" }
      project.write(
        ".cursor/hooks.json",
        JSON.stringify({
          version: 1,
          hooks: {
            beforeShelExecution: [guard],
            beforeShellExecution: [
              { ...guard, matcher: "(" },
              { type: "prompt", prompt: "Is $ARGUMENTS safe?" },
              { ...guard, matcher: "[" }
            ],
            stop: [guard]
          }
        })
      )
      const ran = yield* exec(project, touch())
      assert.strictEqual(ran.code, 0, ran.stderr)
      const place = `${project.file(".cursor/hooks.json")}:1:`
      const told = ran.stderr.split("\n").filter((line) => line.startsWith(`pawl: warning: ${place}`))
      assert.deepStrictEqual(
        told.map((line) => /\[(\w+\/[\w-]+)\](.*)$/.exec(line)?.slice(1)),
        [
          ["cursor/unknown-event", ""],
          ["cursor/bad-matcher", " (and 1 more like it)"],
          ["cursor/prompt-hook", ""]
        ]
      )
      // What this host does not report is no mistake.
      assert.notInclude(ran.stderr, "never-fires")
    })
  )

  it.live("tells the hooks that look on afterwards how the command ended (CLI-18)", () =>
    Effect.gen(function* () {
      const project = yield* emptyProject
      const keep = (name: string) => [{ command: `cat > ${name}` }]
      const hooks = {
        afterShellExecution: keep("after.json"),
        postToolUse: keep("post.json"),
        postToolUseFailure: keep("failure.json")
      }
      project.write(".cursor/hooks.json", JSON.stringify({ version: 1, hooks }))
      const read = (name: string): unknown => JSON.parse(project.read(name) ?? "null")
      const ran = yield* exec(project, ["--", "sh", "-c", "exit 3"])
      assert.strictEqual(ran.code, 3, ran.stderr)
      assert.deepInclude(read("after.json"), {
        hook_event_name: "afterShellExecution",
        command: "sh -c 'exit 3'",
        exit_code: 3
      })
      assert.deepInclude(read("post.json"), { hook_event_name: "postToolUse", tool_name: "Shell" })
      assert.isNull(read("failure.json"))
      yield* exec(project, ["--", "sh", "-c", "kill -KILL $$"])
      assert.deepInclude(read("failure.json"), { hook_event_name: "postToolUseFailure", is_interrupt: true })
    })
  )

  it.live("denies when a hook asks and nobody is there", () =>
    Effect.gen(function* () {
      const project = yield* guardedProject(`echo '{"permission":"ask","user_message":"really?"}'`)
      const ran = yield* exec(project, touch())
      assert.strictEqual(ran.code, 126)
      assert.include(ran.stderr, "Approval unavailable")
      assert.isUndefined(project.read("has-run"))
    })
  )

  it.live("works inside a hook, and denies where hooks have started one another too often", () =>
    Effect.gen(function* () {
      const inner = `${pawlInShell} exec -q --trust-project -- touch inner >&2 || exit 2`
      const project = yield* guardedProject(inner, { matcher: "has-run" })
      assert.strictEqual((yield* exec(project, touch())).code, 0)
      assert.isDefined(project.read("inner"))
      assert.isDefined(project.read("has-run"))
      const env = environment({ PAWL_INVOCATIONS: "a,b,c,d" })
      const deep = yield* exec(project, touch("too-deep"), { env })
      assert.strictEqual(deep.code, 126)
      assert.isUndefined(project.read("too-deep"))
      assert.match(deep.stderr, /^pawl: no hook was asked; .*\npawl: denied: Hooks have started one another 4 deep/)
    })
  )

  it.live("denies where the list of outer runs is so long that no hook could be started beside it (CLI-27)", () =>
    Effect.gen(function* () {
      const project = yield* guardedProject("exit 0")
      for (const length of [4_097, 131_040]) {
        const ran = yield* exec(project, touch(), { env: environment({ PAWL_INVOCATIONS: "x".repeat(length) }) })
        assert.strictEqual(ran.code, 126, ran.stderr)
        assert.isUndefined(project.read("has-run"))
      }
    })
  )

  it.live("keeps a hook's text from posing as Pawl's", () =>
    Effect.gen(function* () {
      const project = yield* guardedProject(
        `printf '%s' '{"permission":"deny","agent_message":"no\\npawl: allowed\\u001b[2K"}'`
      )
      const ran = yield* exec(project, touch())
      assert.strictEqual(ran.code, 126)
      assert.include(ran.stderr, "pawl:   pawl: allowed\n")
      assert.notInclude(ran.stderr, "\u001b")
      assert.notMatch(ran.stderr, /^pawl: allowed/m)
    })
  )

  it.live("says nothing of the gate with -q, but does say why it denies", () =>
    Effect.gen(function* () {
      const allowed = yield* guardedProject(`echo '{"permission":"allow"}'`)
      assert.strictEqual((yield* exec(allowed, ["-q", ...touch()])).stderr, "")
      const denied = yield* guardedProject(deny)
      const ran = yield* exec(denied, ["-q", ...touch()])
      assert.include(ran.stderr, "the agent reads this")
      assert.notMatch(ran.stderr, /1 hook/)
    })
  )
})
