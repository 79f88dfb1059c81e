import fs from "node:fs"
import path from "node:path"
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { installPacked, run } from "./installPacked.ts"

const root = path.resolve(import.meta.dirname, "../..")
const packages = ["core", "format-kit", "adapter-cursor"]

describe("an empty folder with the packed adapter and what it depends on", () => {
  let folder = ""

  beforeAll(() => {
    folder = installPacked("adapter-cursor", packages, ["jsonc-parser", "re2js"])
  })

  afterAll(() => fs.rmSync(folder, { recursive: true, force: true }))

  it("has nothing in it but these packages, effect and two small libraries", () => {
    const store = fs.readdirSync(path.join(folder, "node_modules/.pnpm"), { withFileTypes: true })
    const names = store
      .filter((entry) => entry.isDirectory())
      .map((entry) => entry.name.replace(/@file\+.*/, "").replace("+", "/"))
    assert.deepStrictEqual(names.sort(), [
      "@pawl/adapter-cursor",
      "@pawl/core",
      "@pawl/format-kit",
      "effect",
      "jsonc-parser",
      "re2js"
    ])
  })

  it("has manifests that mean something outside of this workspace", () => {
    for (const name of packages) {
      const manifest = fs.readFileSync(path.join(folder, "node_modules/@pawl", name, "package.json"), "utf8")
      assert.notMatch(manifest, /workspace:|catalog:|@pawl\/source/)
    }
  })

  it("has the schema of hooks.json that is in the repository", () => {
    const schema = "schema/hooks.schema.json"
    assert.strictEqual(
      fs.readFileSync(path.join(folder, "node_modules/@pawl/adapter-cursor", schema), "utf8"),
      fs.readFileSync(path.join(root, "packages/adapter-cursor", schema), "utf8")
    )
  })

  it("can type a hook, and an answer that does not fit is an error", () => {
    fs.copyFileSync(
      path.join(root, "packages/adapter-cursor/test/examples/no-force-push.ts"),
      path.join(folder, "hook.mts")
    )
    const answers = [
      'import type { CursorHookOutput } from "@pawl/adapter-cursor"',
      'export const right: CursorHookOutput<"stop"> = { followup_message: "Two tests fail." }',
      "// @ts-expect-error it is no text",
      'export const wrong: CursorHookOutput<"stop"> = { followup_message: 5 }'
    ]
    fs.writeFileSync(path.join(folder, "answers.mts"), answers.join("\n"))
    const types = ["--types", "node", "--typeRoots", path.join(root, "node_modules/@types")]
    const options = ["--noEmit", "--strict", "--skipLibCheck", "--module", "nodenext", "--target", "es2023", ...types]
    run(folder, path.join(root, "node_modules/.bin/tsc"), ...options, "hook.mts", "answers.mts")
  })

  it("can parse, list, match, encode and decode from a script", () => {
    fs.copyFileSync(path.join(import.meta.dirname, "script.mjs"), path.join(folder, "script.mjs"))
    const said: unknown = JSON.parse(run(folder, process.execPath, "script.mjs"))
    assert.deepStrictEqual(said, {
      findings: [
        ["cursor/lenient-json", 2],
        ["cursor/unknown-event", 7]
      ],
      listed: ["/repo/.cursor/hooks.json#preToolUse[0]", "/repo/.cursor/hooks.json#beforeShellExecution[0]"],
      matched: ["Skip", "Run"],
      encoded: "git push origin --force",
      decoded: ["deny", ["not here"]]
    })
  })
})
