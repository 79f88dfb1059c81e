import * as fs from "node:fs"
import * as path from "node:path"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { bundle, ended, environment, pawl, run, start, temporaryFolder } from "./support/pawl.ts"

describe("the command line as a whole (CLI-1 to CLI-5)", () => {
  it.live("--version is the manifest's, and loads no other file", () =>
    Effect.gen(function* () {
      const manifest = JSON.parse(fs.readFileSync(new URL("../package.json", import.meta.url), "utf8"))
      const ran = yield* pawl(["--version"])
      assert.deepInclude(ran, { code: 0, stdout: `${manifest.version}\n`, stderr: "" })
      // A copy of the entry alone is enough, beside what the bundler needs to load anything.
      const folder = yield* temporaryFolder
      for (const name of fs.readdirSync(path.dirname(bundle))) {
        if (/^(main\.cjs|rolldown-runtime-.*)$/.test(name))
          fs.copyFileSync(path.join(path.dirname(bundle), name), path.join(folder, name))
      }
      const alone = yield* run(process.execPath, [path.join(folder, "main.cjs"), "--version"])
      assert.strictEqual(alone.stdout, `${manifest.version}\n`)
      const rest = yield* run(process.execPath, [path.join(folder, "main.cjs"), "check"])
      assert.strictEqual(rest.code, 125)
      assert.match(rest.stderr, /^pawl: could not be started: /)
    })
  )

  it.live("--help, and the help of each command, has an example and goes to stdout", () =>
    Effect.gen(function* () {
      for (const words of [["--help"], ["-h"], ["exec", "--help"], ["check", "--help"], ["demo", "--help"]]) {
        const ran = yield* pawl(words)
        assert.strictEqual(ran.code, 0)
        assert.match(ran.stdout, /^Usage: pawl/)
        assert.match(ran.stdout, /\nExample:\n {2}pawl /)
        assert.strictEqual(ran.stderr, "")
        assert.isBelow(Math.max(...ran.stdout.split("\n").map((line) => line.length)), 101)
      }
    })
  )

  it.live("an unknown command is one sentence with what was meant, and 2", () =>
    Effect.gen(function* () {
      assert.deepInclude(yield* pawl(["exce", "--", "ls"]), {
        code: 2,
        stdout: "",
        stderr: "pawl: there is no command exce; did you mean exec?\n"
      })
      const odd = yield* pawl(["no\u001bsuch"])
      assert.strictEqual(odd.stderr, "pawl: there is no command no\\x1bsuch; pawl --help lists what there is\n")
    })
  )

  it.live("no command at all is 2, and shows the help on stderr", () =>
    Effect.gen(function* () {
      const ran = yield* pawl([])
      assert.strictEqual(ran.code, 2)
      assert.match(ran.stderr, /^Usage: pawl/)
      assert.strictEqual(ran.stdout, "")
    })
  )

  it.live("a reader that goes away early is no failure", () =>
    Effect.gen(function* () {
      const line = `"$0" "$1" --help | :`
      const ran = yield* run("/bin/sh", ["-c", line, process.execPath, bundle])
      assert.strictEqual(ran.stderr, "")
    })
  )

  it.live.skipIf(!fs.existsSync("/dev/full"))("an answer that could not be written is one sentence, and 125", () =>
    Effect.gen(function* () {
      const cwd = yield* temporaryFolder
      for (const words of ["--version", "--help", "check --json", "check", "exec --help", "demo --help"]) {
        const ran = yield* run("/bin/sh", ["-c", `"$0" "$1" ${words} > /dev/full`, process.execPath, bundle], { cwd })
        const stderr = "pawl: the answer could not be written (ENOSPC)\n"
        assert.deepInclude(ran, { code: 125, stderr }, words)
      }
    })
  )

  it.live("keeps its compiled form only in a folder of this user's own", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      const env = environment({ TMPDIR: folder })
      yield* pawl(["--help"], { env })
      const [cache, ...more] = fs.readdirSync(folder)
      assert.deepStrictEqual(more, [])
      assert.strictEqual(fs.statSync(path.join(folder, cache ?? "")).mode & 0o777, 0o700)
      fs.rmSync(path.join(folder, cache ?? ""), { recursive: true })
      fs.mkdirSync(path.join(folder, cache ?? ""))
      fs.chmodSync(path.join(folder, cache ?? ""), 0o777)
      assert.strictEqual((yield* pawl(["--help"], { env })).code, 0)
      assert.deepStrictEqual(fs.readdirSync(path.join(folder, cache ?? "")), [])
    })
  )

  it.live("keeps what a command compiles, once, and more when a run has compiled more", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      const cwd = path.join(folder, "project")
      fs.mkdirSync(path.join(cwd, ".git"), { recursive: true })
      const env = environment({ NODE_COMPILE_CACHE: folder })
      const kept = path.join(folder, `pawl-exec-${process.version}-${process.arch}`)
      const exec = run(process.execPath, [bundle, "exec", "--trust-project", "--", "echo", "done"], { cwd, env })
      const stateOf = () => fs.statSync(kept)
      assert.deepInclude(yield* exec, { code: 0, stdout: "done\n" })
      const first = stateOf()
      assert.deepInclude(yield* exec, { code: 0, stdout: "done\n" })
      assert.strictEqual(stateOf().ino, first.ino)
      const hooks = { beforeShellExecution: [{ command: `echo '{"permission":"allow"}'` }] }
      fs.mkdirSync(path.join(cwd, ".cursor"))
      fs.writeFileSync(path.join(cwd, ".cursor/hooks.json"), JSON.stringify({ version: 1, hooks }))
      // One run in eight looks, by its number, and numbers are given one after the other.
      for (let left = 200; left > 0 && stateOf().ino === first.ino; left--) {
        assert.deepInclude(yield* exec, { code: 0, stdout: "done\n" })
      }
      assert.isAbove(stateOf().size, first.size * 1.05)
      assert.deepStrictEqual(
        fs.readdirSync(folder).filter((name) => name.startsWith("pawl-")),
        [path.basename(kept)]
      )
    })
  )

  it.live("keeps nothing, rather than a part, where there is no room for it", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      const env = environment({ NODE_COMPILE_CACHE: folder, NODE_DISABLE_COMPILE_CACHE: undefined })
      const line = `ulimit -f 100; "$0" "$1" --help`
      assert.deepInclude(yield* run("/bin/sh", ["-c", line, process.execPath, bundle], { env }), {
        code: 0,
        stderr: ""
      })
      assert.deepStrictEqual(
        fs.readdirSync(folder).filter((name) => name.startsWith("pawl-")),
        []
      )
    })
  )

  it.live("is done with keeping it before a signal ends it, whose end is decided by then (CLI-81)", () =>
    Effect.gen(function* () {
      for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) {
        const folder = yield* temporaryFolder
        const env = environment({ NODE_COMPILE_CACHE: folder, NODE_DISABLE_COMPILE_CACHE: undefined })
        const child = yield* start(process.execPath, [bundle, "--help"], { env })
        let sent = 0
        const watcher = fs.watch(folder, (_, name) => {
          if (name?.endsWith(".new") === true && sent++ === 0) child.kill(signal)
        })
        const ran = yield* ended(child)
        watcher.close()
        assert.isAbove(sent, 0)
        assert.deepInclude(ran, { code: 0, signal: null })
        const kept = fs.readdirSync(folder).filter((name) => name.startsWith("pawl-"))
        assert.deepStrictEqual(kept, [`pawl-help-${process.version}-${process.arch}`])
      }
    })
  )

  it.live("can read what it has kept, whatever the umask takes away", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      const env = environment({ TMPDIR: folder, NODE_COMPILE_CACHE: undefined, NODE_DISABLE_COMPILE_CACHE: undefined })
      const line = `umask 777; "$0" "$1" --help`
      assert.deepInclude(yield* run("/bin/sh", ["-c", line, process.execPath, bundle], { env }), { code: 0 })
      const [cache = ""] = fs.readdirSync(folder)
      const [kept = ""] = fs.readdirSync(path.join(folder, cache))
      const modes = [cache, path.join(cache, kept)].map((name) => fs.statSync(path.join(folder, name)).mode & 0o777)
      assert.deepStrictEqual(modes, [0o700, 0o600])
    })
  )

  it.live("does not use what was compiled of another state of a file, or is none", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      const copy = path.join(folder, "bundle")
      fs.cpSync(path.dirname(bundle), copy, { recursive: true })
      const env = environment({ NODE_COMPILE_CACHE: path.join(folder, "kept") })
      const help = run(process.execPath, [path.join(copy, "main.cjs"), "--help"], { env })
      const kept = path.join(folder, "kept", `pawl-help-${process.version}-${process.arch}`)
      const { stdout } = yield* help
      const [commands = ""] = fs.readdirSync(copy).filter((name) => name.startsWith("commands-"))
      const text = fs.readFileSync(path.join(copy, commands), "utf8")
      // As long as before and of the same moment, so that V8 by itself, or a stamp, would take it for the same.
      const { atime, mtime } = fs.statSync(path.join(copy, commands))
      fs.writeFileSync(path.join(copy, commands), text.replace("Usage: pawl", "USAGE: pawl"))
      fs.utimesSync(path.join(copy, commands), atime, mtime)
      assert.strictEqual((yield* help).stdout, stdout.replace("Usage: pawl", "USAGE: pawl"))
      // Another version has other files, and nothing of those before stays.
      fs.renameSync(path.join(copy, commands), path.join(copy, "commands-another.cjs"))
      for (const name of fs.readdirSync(copy).filter((file) => file.endsWith(".cjs"))) {
        const code = fs.readFileSync(path.join(copy, name), "utf8")
        fs.writeFileSync(path.join(copy, name), code.replaceAll(commands, "commands-another.cjs"))
      }
      assert.strictEqual((yield* help).stdout, stdout.replace("Usage: pawl", "USAGE: pawl"))
      const [, head = ""] = fs.readFileSync(kept, "latin1").split("\n", 2)
      assert.include(head, "commands-another.cjs")
      assert.notInclude(head, commands)
      fs.writeFileSync(kept, "{}\n")
      assert.strictEqual((yield* help).stdout, stdout.replace("Usage: pawl", "USAGE: pawl"))
      assert.isAbove(fs.statSync(kept).size, 100_000)
    })
  )

  it.live("keeps nothing where Node is told to keep nothing, and starts where the temporary folder is none", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      const env = environment({ TMPDIR: folder, NODE_DISABLE_COMPILE_CACHE: "1" })
      assert.strictEqual((yield* pawl(["--help"], { env })).code, 0)
      assert.deepStrictEqual(fs.readdirSync(folder), [])
      const file = path.join(folder, "file")
      fs.writeFileSync(file, "")
      const ran = yield* pawl(["--help"], { env: environment({ TMPDIR: file }) })
      assert.deepInclude(ran, { code: 0, stderr: "" })
    })
  )

  it.live("with a Node that is too old: one sentence, in the repository with what starts it there, and 125", () =>
    Effect.gen(function* () {
      const older = 'Object.defineProperty(process, "versions", { value: { ...process.versions, node: "20.20.2" } })'
      const withOlder = (script: string) =>
        run(process.execPath, ["--import", `data:text/javascript,${encodeURIComponent(older)}`, script, "check"])
      const sentence = "pawl: could not be started: Node 22.19 or newer is needed, and this is 20.20.2"
      const repository = path.resolve(import.meta.dirname, "../../..")
      assert.deepInclude(yield* withOlder(bundle), {
        code: 125,
        stdout: "",
        stderr: `${sentence}; npm --prefix ${repository} run -s pawl -- does what pawl does, with one that fits\n`
      })
      const elsewhere = yield* temporaryFolder
      fs.cpSync(path.dirname(bundle), elsewhere, { recursive: true })
      const ran = yield* withOlder(path.join(elsewhere, "main.cjs"))
      assert.deepInclude(ran, { code: 125, stdout: "", stderr: `${sentence}\n` })
    })
  )
})
