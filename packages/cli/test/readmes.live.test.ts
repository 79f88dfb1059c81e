import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { GuardedFiles, HookRegistry, SourceCheck } from "@pawl/core"
import { shellRun, source } from "@pawl/core/testing"
import { ContinuationBudget, CurrentPolicy, judge } from "@pawl/permission"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { explain } from "./readme/adapter-cursor.ts"
import { decide, engine } from "./readme/core.ts"
import { runGuard } from "./readme/runner-node.ts"
import { withHooksOf } from "./readme/sources.ts"

const root = path.resolve(import.meta.dirname, "../../..")
const read = (file: string) => fs.readFileSync(path.join(root, file), "utf8")

const examples = {
  core: "packages/cli/test/readme/core.ts",
  "format-kit": "packages/format-kit/test/example.ts",
  "adapter-cursor": "packages/cli/test/readme/adapter-cursor.ts",
  sources: "packages/cli/test/readme/sources.ts",
  "runner-node": "packages/cli/test/readme/runner-node.ts",
  permission: "packages/permission/test/example.ts"
}

describe("the examples in the READMEs", () => {
  it.each(Object.entries(examples))("%s: what is shown is a file that compiles and is run", (name, file) => {
    const shown = `\`\`\`ts\n${read(file)}\`\`\``
    assert.include(read("README.md"), shown)
    assert.include(read(`packages/${name}/README.md`), shown)
  })

  const guard = {
    version: 1,
    hooks: { beforeShellExecution: [{ command: 'grep -q -- --force && exit 2; echo \'{"permission":"allow"}\'' }] }
  }

  const makeFolder = Effect.acquireRelease(
    Effect.sync(() => fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "pawl-readme-")))),
    (folder) => Effect.sync(() => fs.rmSync(folder, { recursive: true }))
  )

  it.live.each([
    ["a guard that nobody approved is not run", JSON.stringify(guard), "untrusted"],
    ["a file that cannot be read is no reason to go on", "{", "configuration"]
  ] as const)("core and sources: %s, and nothing runs past it", ([, text, cause]) =>
    Effect.gen(function* () {
      const folder = yield* makeFolder
      fs.mkdirSync(path.join(folder, ".cursor"))
      fs.writeFileSync(path.join(folder, ".cursor/hooks.json"), text)
      const moment = shellRun("git push --force", { cwd: folder })
      const { changed, result } = yield* withHooksOf(folder, decide(moment, { _tag: "Execute" }))
      assert.deepStrictEqual(changed, [])
      assert.strictEqual(result._tag === "Deny" ? result.reason.cause : result._tag, cause)
    }).pipe(Effect.provide(engine))
  )

  it.live("core: asks the hooks in force", () =>
    Effect.gen(function* () {
      const { install } = yield* HookRegistry
      const text = JSON.stringify(guard)
      const file = source({ id: "/mine.json", format: "cursor", workingDirectory: "/" })
      yield* install({ source: file, contents: { _tag: "Read", text: { text, digest: "of the text" } } })
      const decisions = yield* Effect.forEach(["git push --force", "git push"], (command) =>
        decide(shellRun(command), { _tag: "Execute" })
      )
      assert.deepStrictEqual(
        decisions.map(({ _tag }) => _tag),
        ["Deny", "Execute"]
      )
    }).pipe(Effect.provide(engine))
  )

  it.live("core: is the engine that judge asks, with the services that are the judgement's own (PERM-19)", () => {
    const own = Layer.mergeAll(ContinuationBudget.layer, SourceCheck.layerNone, GuardedFiles.layerNone)
    const services = CurrentPolicy.layerStrictIfNotAsked().pipe(Layer.provideMerge(engine), Layer.merge(own))
    return Effect.gen(function* () {
      const { install } = yield* HookRegistry
      const text = JSON.stringify(guard)
      const file = source({ id: "/mine.json", format: "cursor", workingDirectory: "/" })
      yield* install({ source: file, contents: { _tag: "Read", text: { text, digest: "of the text" } } })
      const decisions = yield* Effect.forEach(["git push --force", "git push"], (command) =>
        judge(
          { envelope: shellRun(command) },
          { hostDecision: () => Effect.succeed({ _tag: "Execute" }), confirm: () => Effect.succeed(false) }
        )
      )
      assert.deepStrictEqual(
        decisions.map(({ decision }) => decision._tag),
        ["Deny", "Execute"]
      )
    }).pipe(Effect.provide(services))
  })

  it.effect("adapter-cursor: explains each hook", () =>
    Effect.gen(function* () {
      const [hook] = yield* explain(JSON.stringify(guard), source({ format: "cursor" }), shellRun("git push"))
      assert.deepInclude(hook, { selection: { _tag: "Run" }, answer: "deny" })
    })
  )

  it.live("runner-node: runs a guard", () =>
    Effect.gen(function* () {
      const { ending } = yield* runGuard("grep -q -- --force && exit 2", "git push --force")
      assert.deepStrictEqual(ending, { _tag: "Exited", code: 2 })
    })
  )
})
