import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { pawl } from "../support/pawl.ts"
import { emptyProject, guardedProject, hooksText, touch } from "../support/project.ts"

const untrusted = (folder: string, ...words: ReadonlyArray<string>) =>
  pawl(["exec", ...words, ...touch()], { cwd: folder })

describe("hooks of a project that nobody has approved (CLI-24)", () => {
  it.live("are not run, and the command does not run past them, whatever their matchers say", () =>
    Effect.gen(function* () {
      const project = yield* guardedProject("touch asked", { matcher: "^never-this$" })
      const ran = yield* untrusted(project.folder)
      assert.strictEqual(ran.code, 126)
      assert.match(
        ran.stderr,
        /^pawl: not run: nobody has approved the hooks of this project \(.*hooks\.json\); .*--trust-project.*--hooks-only.*\n$/
      )
      assert.isUndefined(project.read("asked"))
      assert.isUndefined(project.read("has-run"))
    })
  )

  it.live("run for one call with --trust-project", () =>
    Effect.gen(function* () {
      const project = yield* guardedProject("touch asked")
      assert.strictEqual((yield* untrusted(project.folder, "--trust-project")).code, 0)
      assert.isDefined(project.read("asked"))
      assert.strictEqual((yield* untrusted(project.folder)).code, 126)
    })
  )

  it.live("are left out with --hooks-only", () =>
    Effect.gen(function* () {
      const project = yield* guardedProject("touch asked; exit 2")
      project.write("mine.json", hooksText({ command: "touch mine" }))
      const ran = yield* untrusted(project.folder, "--hooks-only", "--hooks", "mine.json")
      assert.strictEqual(ran.code, 0, ran.stderr)
      assert.isDefined(project.read("mine"))
      assert.isUndefined(project.read("asked"))
      assert.include(ran.stderr, "project")
    })
  )

  it.live("are approved by being named", () =>
    Effect.gen(function* () {
      const project = yield* guardedProject("touch asked")
      assert.strictEqual((yield* untrusted(project.folder, "--hooks", ".cursor/hooks.json")).code, 0)
      assert.isDefined(project.read("asked"))
    })
  )

  it.live("are in the way also with a hook that only looks on afterwards", () =>
    Effect.gen(function* () {
      const project = yield* emptyProject
      const hooks = { afterShellExecution: [{ command: "./audit.sh" }] }
      project.write(".cursor/hooks.json", JSON.stringify({ version: 1, hooks }))
      assert.strictEqual((yield* untrusted(project.folder)).code, 126)
    })
  )

  it.live("are no matter when there is none for a moment that this host reports", () =>
    Effect.gen(function* () {
      const project = yield* emptyProject
      project.write(".cursor/hooks.json", JSON.stringify({ version: 1, hooks: { stop: [{ command: "./stop.sh" }] } }))
      assert.strictEqual((yield* untrusted(project.folder)).code, 0)
    })
  )

  it.live("count from the root of the repository down to where one stands", () =>
    Effect.gen(function* () {
      const project = yield* guardedProject("echo root >> asked")
      project.write("a/.cursor/hooks.json", hooksText({ command: "echo a >> ../asked" }))
      project.write("b/.cursor/hooks.json", hooksText({ command: "echo b >> ../asked" }))
      const ran = yield* pawl(["exec", "--trust-project", "--", "true"], { cwd: project.file("a") })
      assert.strictEqual(ran.code, 0, ran.stderr)
      assert.match(ran.stderr, /2 hooks/)
      assert.deepStrictEqual(project.read("asked")?.trim().split("\n").sort(), ["a", "root"])
    })
  )
})
