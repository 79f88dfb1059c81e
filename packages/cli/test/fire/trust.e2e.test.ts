import * as fs from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { pawlInGoneFolder, run } from "../support/pawl.ts"
import { emptyProject } from "../support/project.ts"
import { decided, fire, fireJson, projectWith, push } from "./support.ts"

const denied: ReadonlyArray<unknown> = ["deny", "untrusted", 1]

describe("hooks of a project that nobody has approved (CLI-48)", () => {
  it.live("are not run, and the decision is a denial that names the ways out", () =>
    Effect.gen(function* () {
      const project = yield* projectWith({ beforeShellExecution: [{ command: "touch ran" }] })
      const ran = yield* fire(project, "beforeShellExecution", push, [])
      assert.strictEqual(ran.code, 1)
      assert.match(
        ran.stdout,
        /\ndecision: deny \(untrusted\): nobody has approved the hooks of this project \(.*hooks\.json\); --trust-project .*, --hooks-only .*\n$/
      )
      assert.isUndefined(project.read("ran"))
    })
  )

  it.live("say so in JSON, and no hook is in it", () =>
    Effect.gen(function* () {
      const project = yield* projectWith({ beforeShellExecution: [{ command: "touch ran" }] })
      const { code, report } = yield* fireJson(project, "beforeShellExecution", push, [])
      assert.deepStrictEqual([report.decision.kind, report.decision.cause, code], denied)
      assert.match(report.decision.reason ?? "", /nobody has approved/)
      assert.deepStrictEqual([report.hooks, report.notMatched, report.boundary], [[], [], "tool.pre"])
      assert.isUndefined(project.read("ran"))
    })
  )

  it.live("are in the way whatever the event, the matchers and the files that are named beside", () =>
    Effect.gen(function* () {
      const project = yield* projectWith({ afterFileEdit: [{ command: "touch ran" }] })
      project.write("mine.json", JSON.stringify({ version: 1, hooks: { stop: [{ command: "touch mine" }] } }))
      const stopped = { status: "completed" }
      assert.deepStrictEqual(yield* decided(project, "stop", stopped, ["--hooks", "mine.json"]), denied)
      assert.deepStrictEqual(yield* decided(project, "workspaceOpen", undefined, []), denied)
      assert.isUndefined(project.read("mine"))
      const only = ["--hooks", "mine.json", "--hooks-only"]
      assert.deepStrictEqual(yield* decided(project, "stop", stopped, only), ["none", undefined, 0])
      assert.isDefined(project.read("mine"))
    })
  )

  it.live("are no matter in a host that reports none of their events", () =>
    Effect.gen(function* () {
      const project = yield* projectWith({ stop: [{ command: "true" }] })
      assert.deepStrictEqual(yield* decided(project, "beforeShellExecution", push, ["--host", "exec"]), [
        "execute",
        undefined,
        0
      ])
    })
  )

  it.live("run when they are named", () =>
    Effect.gen(function* () {
      const project = yield* projectWith({ beforeShellExecution: [{ command: "exit 2" }] })
      assert.deepStrictEqual(yield* decided(project, "beforeShellExecution", push, ["--hooks", ".cursor/hooks.json"]), [
        "deny",
        "hook",
        1
      ])
    })
  )
})

describe("hooks files that cannot be used (CLI-48)", () => {
  it.live("are a denial with the finding, and nothing is run", () =>
    Effect.gen(function* () {
      const project = yield* projectWith({ beforeShellExecution: [{ command: "touch ran" }] })
      fs.mkdirSync(project.file("folder"))
      yield* run("mkfifo", [project.file("fifo")])
      project.write("broken.json", '{ "version": 1,\n "hooks": {')
      for (const [name, code] of [
        ["none.json", "sources/missing"],
        ["folder", "sources/is-directory"],
        ["fifo", "sources/is-fifo"],
        ["broken.json", "cursor/not-json"]
      ] as const) {
        const words = ["--trust-project", "--hooks", name]
        const { code: exit, report } = yield* fireJson(project, "beforeShellExecution", push, words)
        assert.deepStrictEqual([report.decision.kind, report.decision.cause, exit], ["deny", "configuration", 1])
        assert.include(report.decision.reason ?? "", project.file(name))
        assert.include(
          report.diagnostics.map((finding) => finding.code),
          code
        )
        const shown = yield* fire(project, "beforeShellExecution", push, words)
        assert.include(shown.stdout, `[${code}]`)
        assert.match(shown.stdout, /\ndecision: deny \(configuration\): the hooks cannot be used: /)
      }
      assert.isUndefined(project.read("ran"))
    })
  )

  it.live("are a denial in a folder that is gone, too", () =>
    Effect.gen(function* () {
      const ran = yield* pawlInGoneFolder("fire", "workspaceOpen")
      assert.match(
        ran.stdout,
        /\ndecision: deny \(configuration\): the folder that this runs in does not exist any more\n$/
      )
      assert.strictEqual(ran.code, 1)
      assert.strictEqual(ran.stderr, "")
    })
  )

  it.live("do not keep a payload that does not fit from being told", () =>
    Effect.gen(function* () {
      const project = yield* emptyProject
      assert.strictEqual((yield* fire(project, "beforeShellExecution", {}, [])).code, 2)
    })
  )
})
