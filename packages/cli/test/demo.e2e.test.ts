import { spawnSync } from "node:child_process"
import * as fs from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { startedBy } from "pawl/demo/startedBy"
import { judgedText } from "pawl/exec/judgedText"
import { bundle, ended, environment, pawl, start, temporaryFolder } from "./support/pawl.ts"
import { carriersOf, until } from "./support/processes.ts"

const hasGit = spawnSync("git", ["--version"]).status === 0

/** A temporary folder of its own for whatever is run, so that everything that is left can be seen. */
const ownTemp = Effect.map(temporaryFolder, (folder) => ({
  folder,
  env: environment({ TMPDIR: folder }),
  left: () => fs.readdirSync(folder)
}))

describe.skipIf(!hasGit)("pawl demo (CLI-40 to CLI-43; needs git)", () => {
  it.live("shows a real push denied, a real status let through and a hook that hangs, and leaves nothing", () =>
    Effect.gen(function* () {
      const temp = yield* ownTemp
      const ran = yield* pawl(["demo"], { cwd: temp.folder, env: temp.env })
      assert.strictEqual(ran.code, 0, ran.stdout + ran.stderr)
      assert.strictEqual(ran.stderr, "")
      assert.match(ran.stdout, /\$ pawl exec --trust-project -- git push --force\n/)
      assert.match(ran.stdout, /denied by hook .*: A forced push overwrites/)
      assert.match(ran.stdout, /→ exit code 126\n/)
      assert.match(ran.stdout, /→ git rev-parse: the remote still has ([0-9a-f]{7}), not our (?!\1)[0-9a-f]{7}\n/)
      assert.match(ran.stdout, /On branch main/)
      assert.match(ran.stdout, /→ the hook and its child \(processes \d+ and \d+\) are gone/)
      assert.notInclude(ran.stdout, "NOT SO")
      const next = judgedText(startedBy(bundle, temp.env))
      const lines = ["check", "exec --trust-project -- git status", "exec --help"].map(
        (words) => `  ${next} ${words}\n`
      )
      assert.isTrue(ran.stdout.endsWith(`\nTry next, in a repository of yours:\n\n${lines.join("")}`), ran.stdout)
      assert.deepStrictEqual(temp.left(), [])
    })
  )

  it.live("leaves nothing when it is interrupted, no folder and no process", () =>
    Effect.gen(function* () {
      const temp = yield* ownTemp
      const child = yield* start(process.execPath, [bundle, "demo"], { cwd: temp.folder, env: temp.env })
      let screen = ""
      child.stdout.on("data", (piece: Buffer) => {
        screen += piece.toString()
      })
      yield* until(() => screen.includes("4. A hook that hangs"))
      yield* Effect.sleep(500)
      child.kill("SIGINT")
      assert.strictEqual((yield* ended(child)).signal, "SIGINT")
      assert.deepStrictEqual(temp.left(), [])
      assert.deepStrictEqual(carriersOf(temp.folder), [])
    })
  )

  it.live("is not disturbed by the person's git settings, nor by being run from a hook of git", () =>
    Effect.gen(function* () {
      const temp = yield* ownTemp
      const home = yield* temporaryFolder
      fs.writeFileSync(
        `${home}/.gitconfig`,
        "[core]\n  hooksPath = /nowhere\n[commit]\n  gpgSign = true\n[push]\n  default = nothing\n"
      )
      const env = { ...temp.env, HOME: home, GIT_DIR: "/nowhere", GIT_INDEX_FILE: "/nowhere" }
      const ran = yield* pawl(["demo"], { cwd: temp.folder, env })
      assert.strictEqual(ran.code, 0, ran.stdout + ran.stderr)
    })
  )
})

describe("pawl demo without what it needs (CLI-42)", () => {
  it.live("says in one sentence that git is missing, and leaves nothing", () =>
    Effect.gen(function* () {
      const temp = yield* ownTemp
      const ran = yield* pawl(["demo"], { cwd: temp.folder, env: { ...temp.env, PATH: temp.folder } })
      assert.strictEqual(ran.code, 1)
      assert.strictEqual(
        ran.stderr,
        "pawl: the demonstration needs git, and there is none on the PATH; install it and try again\n"
      )
      assert.strictEqual(ran.stdout, "")
      assert.deepStrictEqual(temp.left(), [])
    })
  )

  it.live("has no use for words", () =>
    Effect.gen(function* () {
      const ran = yield* pawl(["demo", "now"])
      assert.strictEqual(ran.code, 2)
      assert.strictEqual(ran.stderr, "pawl: demo: there is no use for now. See pawl demo --help.\n")
    })
  )
})
