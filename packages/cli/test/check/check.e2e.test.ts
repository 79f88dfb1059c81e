import * as fs from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { CheckReport } from "pawl/check/CheckReport"
import { environment, pawl, pawlInGoneFolder, run } from "../support/pawl.ts"
import { emptyProject, guardedProject, hooksText, type Project } from "../support/project.ts"
import { atTerminal, hasTerminal, pawlInShell } from "../support/terminal.ts"

const check = (project: Project, ...words: ReadonlyArray<string>) => pawl(["check", ...words], { cwd: project.folder })

/** Decodes what was printed for programs, strictly: a key too many is a failure. */
const reportOf = Schema.decodeUnknownEffect(Schema.fromJsonString(CheckReport), { onExcessProperty: "error" })

const faulty = `{
  "version": 1,
  "hooks": {
    "beforeShellExecution": [
      { "command": "./a.sh", "timeout": -1 },
      { "command": "./b.sh", "matcher": "(" }
    ]
  }
}
`

describe("pawl check (CLI-30)", () => {
  it.live("says where in the file each finding is, its severity, its code, and what to write instead", () =>
    Effect.gen(function* () {
      const project = yield* emptyProject
      const file = project.write(".cursor/hooks.json", faulty)
      const ran = yield* check(project)
      assert.strictEqual(ran.code, 1)
      assert.match(
        ran.stdout,
        /hooks\.json:5:\d+: error: beforeShellExecution\[0\]\.timeout: .* \[cursor\/bad-timeout\]\n {2}\S/
      )
      assert.match(
        ran.stdout,
        /hooks\.json:6:\d+: warning: beforeShellExecution\[1\]\.matcher: .* \[cursor\/bad-matcher\]/
      )
      assert.include(ran.stdout, file)
      assert.strictEqual(ran.stderr, "")
    })
  )

  it.live("says that a script is missing or cannot be executed", () =>
    Effect.gen(function* () {
      const project = yield* guardedProject("exit 0")
      const healthy = yield* check(project)
      assert.strictEqual(healthy.code, 0, healthy.stdout)
      fs.chmodSync(project.file(".cursor/hooks/guard.sh"), 0o644)
      assert.include((yield* check(project)).stdout, "cursor/script-not-executable")
      fs.rmSync(project.file(".cursor/hooks/guard.sh"))
      const missing = yield* check(project)
      assert.include(missing.stdout, "cursor/script-missing")
      assert.strictEqual(missing.code, 1)
    })
  )

  it.live("knows matchers with look-around, as exec does", () =>
    Effect.gen(function* () {
      const project = yield* guardedProject("exit 0", { matcher: "^(?!ls)" })
      const ran = yield* check(project, "--json")
      assert.strictEqual((yield* reportOf(ran.stdout)).summary.warnings, 0, ran.stdout)
    })
  )

  it.live("starts nothing", () =>
    Effect.gen(function* () {
      const project = yield* guardedProject("touch started", { command: "touch started; .cursor/hooks/guard.sh" })
      yield* check(project)
      assert.isUndefined(project.read("started"))
    })
  )

  it.live("without any file: fine, with the places that were searched and those that were not", () =>
    Effect.gen(function* () {
      const project = yield* emptyProject
      fs.mkdirSync(project.file("a"))
      const ran = yield* pawl(["check"], { cwd: project.file("a") })
      assert.strictEqual(ran.code, 0)
      assert.include(ran.stdout, project.file(".cursor/hooks.json"))
      assert.include(ran.stdout, project.file("a/.cursor/hooks.json"))
      assert.match(ran.stdout, /Not searched:\n(?: {2}.*\n)* {2}user files/)
    })
  )

  it.live("a named file that is missing, a directory, a FIFO or too large is an error", () =>
    Effect.gen(function* () {
      const project = yield* emptyProject
      fs.mkdirSync(project.file("folder"))
      yield* run("mkfifo", [project.file("fifo")])
      fs.truncateSync(project.write("large.json", ""), 50 * 1024 * 1024)
      for (const [name, code] of [
        ["missing.json", "sources/missing"],
        ["folder", "sources/is-directory"],
        ["fifo", "sources/is-fifo"],
        ["large.json", "sources/too-large"]
      ] as const) {
        const ran = yield* check(project, name)
        assert.strictEqual(ran.code, 1)
        assert.include(ran.stdout, `[${code}]`)
        assert.notMatch(ran.stderr, /\n\s+at /)
      }
    })
  )

  it.live("checks every named file, and no other", () =>
    Effect.gen(function* () {
      const project = yield* guardedProject("exit 0")
      project.write("a.json", hooksText({ command: "true" }))
      project.write("b.json", "{")
      const ran = yield* check(project, "a.json", "b.json")
      assert.strictEqual(ran.code, 1)
      assert.match(ran.stdout, /a\.json: 1 hook, nothing found/)
      assert.match(ran.stdout, /b\.json:1:\d+: error/)
      assert.notInclude(ran.stdout, "guard.sh")
      assert.match(ran.stdout, /^2 files, 1 hook: 1 error, 0 warnings, 0 hints$/m)
    })
  )

  it.live("reads a file that exec would refuse because of who may write to it, and says so", () =>
    Effect.gen(function* () {
      const project = yield* emptyProject
      const file = project.write("open.json", hooksText({ command: "true" }))
      fs.chmodSync(file, 0o666)
      const ran = yield* check(project, "open.json")
      assert.match(
        ran.stdout,
        /: warning: Everybody may write to this file \(mode 0666\)\. pawl exec refuses the file\. \[sources\/world-writable\]/
      )
      assert.match(ran.stdout, /1 file, 1 hook/)
      assert.strictEqual(ran.code, 0)
      assert.strictEqual((yield* pawl(["exec", "--hooks", file, "--", "true"], { cwd: project.folder })).code, 126)
      // What exec only warns of is not refused.
      fs.chmodSync(file, 0o664)
      const lesser = yield* check(project, "open.json")
      assert.include(lesser.stdout, "[sources/group-writable]")
      assert.notInclude(lesser.stdout, "refuses")
      assert.strictEqual((yield* pawl(["exec", "--hooks", file, "--", "true"], { cwd: project.folder })).code, 0)
    })
  )

  it.live("counts the hooks that are in force, and not those that a mistake has put out of it", () =>
    Effect.gen(function* () {
      const project = yield* emptyProject
      project.write("some.json", hooksText({ command: "true" }, { command: "true", timeout: -1 }, { command: "" }))
      const [file] = (yield* reportOf((yield* check(project, "--json", "some.json")).stdout)).files
      assert.strictEqual(file?.bindings, 1)
      assert.strictEqual(file?.findings.filter(({ severity }) => severity === "error").length, 2)
    })
  )

  it.live("in a folder that is gone: one sentence, and 1", () =>
    Effect.gen(function* () {
      const ran = yield* pawlInGoneFolder("check")
      assert.strictEqual(ran.stderr, "pawl: the folder that this runs in does not exist any more\n")
      assert.strictEqual(ran.stdout, "")
      assert.strictEqual(ran.code, 1)
    })
  )

  it.live("needs neither a home folder nor a PATH", () =>
    Effect.gen(function* () {
      const project = yield* guardedProject("exit 0")
      const ran = yield* pawl(["check"], { cwd: project.folder, env: {} })
      assert.strictEqual(ran.code, 0, ran.stdout + ran.stderr)
      assert.strictEqual(
        (yield* pawl(["exec", "--trust-project", "--", "/bin/true"], { cwd: project.folder, env: {} })).code,
        0
      )
    })
  )

  it.live("wrong words are 2 and one sentence", () =>
    Effect.gen(function* () {
      const project = yield* emptyProject
      const ran = yield* check(project, "--jsn")
      assert.strictEqual(ran.code, 2)
      assert.strictEqual(
        ran.stderr,
        "pawl: check: there is no flag --jsn; did you mean --json? See pawl check --help.\n"
      )
      assert.strictEqual(ran.stdout, "")
      const empty = yield* check(project, "")
      assert.strictEqual(empty.code, 2)
      assert.strictEqual(empty.stderr, "pawl: check: the name of a FILE is empty. See pawl check --help.\n")
    })
  )

  it.live("shows foreign text with what cannot be seen in it, and no colours where there is no terminal", () =>
    Effect.gen(function* () {
      const project = yield* emptyProject
      project.write("odd.json", JSON.stringify({ version: 1, hooks: { "no\u001b[2Jsuch\u202e": [] } }))
      const ran = yield* check(project, "odd.json")
      assert.include(ran.stdout, "no\\x1b[2Jsuch\\u202e")
      assert.notInclude(ran.stdout, "\u001b")
    })
  )
})

describe.skipIf(!hasTerminal)("the colours of pawl check (CLI-6; needs script(1))", () => {
  it.live("are there on a terminal, unless NO_COLOR is set", () =>
    Effect.gen(function* () {
      const project = yield* emptyProject
      project.write("bad.json", "{")
      const shown = (env: NodeJS.ProcessEnv) =>
        Effect.flatMap(atTerminal(`${pawlInShell} check bad.json`, { cwd: project.folder, env }), (session) =>
          Effect.map(session.end, () => session.screen())
        )
      assert.include(yield* shown(environment()), "\u001b[31merror")
      assert.notInclude(yield* shown(environment({ NO_COLOR: "1" })), "\u001b")
    })
  )
})

describe("pawl check --json (CLI-31)", () => {
  it.live("prints the documented report, findings sorted by place", () =>
    Effect.gen(function* () {
      const project = yield* emptyProject
      const path = project.write(".cursor/hooks.json", faulty)
      const ran = yield* check(project, "--json")
      assert.strictEqual(ran.code, 1)
      const report = yield* reportOf(ran.stdout)
      const [file] = report.files
      assert.deepInclude(file, { path, format: "cursor" })
      const places = file?.findings.map(({ line, column }) => line * 1_000 + column) ?? []
      assert.isAtLeast(places.length, 2)
      assert.deepStrictEqual(
        places,
        [...places].sort((a, b) => a - b)
      )
      assert.deepStrictEqual(report.searched, [{ path, kind: "project", found: true }])
      assert.strictEqual(report.summary.errors, file?.findings.filter(({ severity }) => severity === "error").length)
      assert.include(
        report.summary.notSearched.map(({ kind }) => kind),
        "user"
      )
    })
  )

  it.live("prints it also when there is nothing to report, and when a named file is missing", () =>
    Effect.gen(function* () {
      const project = yield* emptyProject
      const nothing = yield* check(project, "--json")
      assert.strictEqual(nothing.code, 0)
      assert.deepStrictEqual((yield* reportOf(nothing.stdout)).files, [])
      const missing = yield* check(project, "--json", "none.json")
      assert.strictEqual(missing.code, 1)
      const [file] = (yield* reportOf(missing.stdout)).files
      assert.deepInclude(file?.findings[0], { code: "sources/missing", severity: "error", line: 1, column: 1, at: "" })
    })
  )
})
