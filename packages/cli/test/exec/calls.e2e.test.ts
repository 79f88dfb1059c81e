import { spawnSync } from "node:child_process"
import * as fs from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { bundle, pawl, pawlInGoneFolder, type Ran, run } from "../support/pawl.ts"
import { emptyProject, exec, guardedProject, hooksText, type Project, touch } from "../support/project.ts"

const isRoot = process.getuid?.() === 0
/** What starts a program as root that may not read everything: root without these two rights. */
const withoutRights = ["setpriv", "--bounding-set", "-dac_override,-dac_read_search"]
const canDropRights = spawnSync("setpriv", [...withoutRights.slice(1), "true"]).status === 0

/** One sentence by Pawl, no stack trace, and nothing has run. */
const refused = (project: Project, ran: Ran, code: number, text: RegExp) => {
  assert.strictEqual(ran.code, code, ran.stderr)
  assert.match(ran.stderr, text)
  assert.match(ran.stderr, /^pawl: [^\n]*\n$/)
  assert.notMatch(ran.stderr, /\n\s+at /)
  assert.isUndefined(project.read("has-run"))
}

describe("calls that cannot be followed: one clear sentence and the right code (CLI-8, CLI-22, CLI-23)", () => {
  it.live("125 for wrong words, for no command and for an empty one", () =>
    Effect.gen(function* () {
      const project = yield* emptyProject
      const calls: ReadonlyArray<readonly [ReadonlyArray<string>, RegExp]> = [
        [[], /there is no command; write pawl exec -- CMD…\. See pawl exec --help\./],
        [["--"], /there is no command behind --/],
        [["--", ""], /there is no command behind --/],
        [["-c", ""], /the command behind -c is empty/],
        [["--hoks", "x", "--", "ls"], /there is no flag --hoks; did you mean --hooks\?/],
        [["ls"], /belongs behind --/],
        [["--trust-project", "git", "push", "--force"], /belongs behind --, as in: pawl exec -- git …/],
        [["--hooks"], /--hooks needs a FILE/],
        [["--hooks", "", ...touch()], /--hooks needs a FILE\. /],
        [["--hooks=", ...touch()], /--hooks needs a FILE\. /]
      ]
      for (const [words, text] of calls)
        refused(project, yield* pawl(["exec", ...words], { cwd: project.folder }), 125, text)
    })
  )

  it.live("125 for a hooks file that does not exist", () =>
    Effect.gen(function* () {
      const project = yield* emptyProject
      refused(project, yield* exec(project, ["--hooks", "no.json", ...touch()]), 125, /no\.json: There is no file/)
    })
  )

  it.live("126 for a directory, a FIFO and a file that is too large, at once", () =>
    Effect.gen(function* () {
      const project = yield* emptyProject
      fs.mkdirSync(project.file("folder"))
      yield* run("mkfifo", [project.file("fifo")])
      const large = project.write("large.json", "")
      fs.truncateSync(large, 50 * 1024 * 1024)
      refused(project, yield* exec(project, ["--hooks", "folder", ...touch()]), 126, /folder: This is a directory/)
      refused(project, yield* exec(project, ["--hooks", "fifo", ...touch()]), 126, /fifo: This is a FIFO/)
      refused(
        project,
        yield* exec(project, ["--hooks", "large.json", ...touch()]),
        126,
        /large\.json: This file is larger/
      )
    })
  )

  it.live.skipIf(isRoot && !canDropRights)("126 for a file that may not be read", () =>
    Effect.gen(function* () {
      const project = yield* emptyProject
      project.write("secret.json", hooksText(), 0o000)
      const words = [process.execPath, bundle, "exec", "--hooks", "secret.json", ...touch()]
      const [program = "", ...rest] = isRoot ? [...withoutRights, ...words] : words
      refused(
        project,
        yield* run(program, rest, { cwd: project.folder }),
        126,
        /secret\.json: This file may not be read/
      )
    })
  )

  it.live("126 for what is no hooks file, with the place", () =>
    Effect.gen(function* () {
      const project = yield* emptyProject
      project.write("broken.json", '{\n  "version": 1,\n  "hooks": {')
      const ran = yield* exec(project, ["--hooks", "broken.json", ...touch()])
      assert.strictEqual(ran.code, 126, ran.stderr)
      assert.match(ran.stderr, /^pawl: not run: .*broken\.json:3:\d+: .*; nothing of this file is used\. [A-Z].*\.$/m)
      assert.isUndefined(project.read("has-run"))
      project.write("old.json", '{ "version": 2, "hooks": {} }')
      const old = yield* exec(project, ["--hooks", "old.json", ...touch()])
      assert.strictEqual(old.code, 126, old.stderr)
      assert.match(old.stderr, /old\.json:1:\d+: .*version/)
    })
  )

  it.live("126 for a project file that cannot be loaded, approved or not", () =>
    Effect.gen(function* () {
      const project = yield* emptyProject
      project.write(".cursor/hooks.json", "{")
      assert.strictEqual((yield* pawl(["exec", ...touch()], { cwd: project.folder })).code, 126)
      assert.strictEqual((yield* exec(project, touch())).code, 126)
      assert.isUndefined(project.read("has-run"))
    })
  )

  it.live("both files of two --hooks are loaded, in their order", () =>
    Effect.gen(function* () {
      const project = yield* emptyProject
      project.write("b.json", hooksText({ command: `echo '{"permission":"deny","agent_message":"first"}'` }))
      project.write("a.json", hooksText({ command: `echo '{"permission":"deny","agent_message":"second"}'` }))
      const ran = yield* exec(project, ["--hooks", "b.json", "--hooks", "a.json", ...touch()])
      assert.strictEqual(ran.code, 126)
      assert.match(ran.stderr, /^pawl: 2 hooks asked;/m)
      assert.include(ran.stderr, "b.json#beforeShellExecution[0]: first")
    })
  )

  it.live(
    "without any hooks the command runs and that is said, silently with -q, not at all with --require-hooks",
    () =>
      Effect.gen(function* () {
        const project = yield* emptyProject
        const ran = yield* exec(project, touch("a"))
        assert.strictEqual(ran.code, 0)
        assert.match(
          ran.stderr,
          /^pawl: no hooks were found, so nothing judges this command; .*user files were not searched\n$/
        )
        const quiet = yield* exec(project, ["-q", ...touch("b")])
        assert.strictEqual(quiet.stderr, "")
        assert.isDefined(project.read("b"))
        refused(
          project,
          yield* exec(project, ["--require-hooks", ...touch()]),
          126,
          /no hooks were found, and --require-hooks/
        )
        const audit = { version: 1, hooks: { afterShellExecution: [{ command: "true" }] } }
        project.write(".cursor/hooks.json", JSON.stringify(audit))
        const audited = yield* exec(project, touch("c"))
        assert.match(audited.stderr, /^pawl: no hook is asked before a command, so nothing judges this command;/)
        refused(
          project,
          yield* exec(project, ["--require-hooks", ...touch()]),
          126,
          /no hook is asked before a command/
        )
        const guarded = yield* guardedProject(`echo '{"permission":"allow"}'`)
        assert.strictEqual((yield* exec(guarded, ["--require-hooks", ...touch()])).code, 0)
      })
  )

  it.live("in a folder that is gone: 125", () =>
    Effect.gen(function* () {
      const ran = yield* pawlInGoneFolder("exec", "--", "true")
      assert.strictEqual(ran.code, 125)
      assert.strictEqual(ran.stderr, "pawl: not run: the folder that this runs in does not exist any more\n")
    })
  )

  it.live.skipIf(isRoot && !canDropRights)("126 in a folder that may not be searched", () =>
    Effect.gen(function* () {
      const project = yield* emptyProject
      fs.mkdirSync(project.file("shut"))
      const line = `cd shut && chmod 0 . && exec ${isRoot ? withoutRights.join(" ") : ""} "$0" "$1" exec -- touch ../has-run`
      const ran = yield* run("/bin/sh", ["-c", line, process.execPath, bundle], { cwd: project.folder })
      fs.chmodSync(project.file("shut"), 0o700)
      refused(project, ran, 126, /shut: This folder could not be searched for hooks: EACCES\. Go to a folder/)
    })
  )

  it.live("words that are not UTF-8 are not passed on as something else: 125", () =>
    Effect.gen(function* () {
      const project = yield* emptyProject
      const line = `exec "$0" "$1" exec -- echo "$(printf '\\377')"`
      const ran = yield* run("/bin/sh", ["-c", line, process.execPath, bundle], { cwd: project.folder })
      assert.strictEqual(ran.code, 125)
      assert.match(ran.stderr, /not UTF-8/)
      const real = yield* exec(project, ["-q", "--", "echo", "\ufffd"])
      assert.strictEqual(real.stdout, "\ufffd\n")
    })
  )
})
