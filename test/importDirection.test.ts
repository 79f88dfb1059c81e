import { spawnSync } from "node:child_process"
import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import { assert, describe, it, onTestFinished } from "@effect/vitest"
import { checkImports, importsOf } from "../scripts/importDirection.ts"

const root = path.resolve(import.meta.dirname, "..")

// A small house of its own in a temporary folder.
const house = (files: Readonly<Record<string, string>>): string => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "pawl-imports-"))
  onTestFinished(() => fs.rmSync(folder, { recursive: true, force: true }))
  const manifests = {
    "packages/core/package.json": '{ "name": "@pawl/core" }',
    "packages/permission/package.json": '{ "name": "@pawl/permission" }'
  }
  for (const [name, content] of Object.entries({ ...manifests, ...files })) {
    fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true })
    fs.writeFileSync(path.join(folder, name), content)
  }
  return folder
}

describe("the check of import direction", () => {
  it("has nothing to say about this repository", () => {
    assert.deepStrictEqual(checkImports(root), [])
  })

  it("names file, line and edge of an import that goes the wrong way", () => {
    const folder = house({
      "packages/core/src/Good.ts": 'import * as Effect from "effect/Effect"\nexport const a = Effect.void\n',
      "packages/core/src/Bad.ts": [
        'import * as Effect from "effect/Effect"',
        'import { compose } from "@pawl/permission"',
        'import type { Stats } from "node:fs"',
        'export * from "jsonc-parser"',
        'export type Barrel = import("effect").Effect<void>',
        'export const late = import("fs/promises")',
        'import { inside } from "../../permission/src/compose.ts"'
      ].join("\n"),
      "packages/permission/src/compose.ts": 'import { a } from "@pawl/core"\nimport { b } from "@pawl/core/testing"\n'
    })
    assert.deepStrictEqual(checkImports(folder), [
      "packages/core/src/Bad.ts:2 imports @pawl/permission: core may import nothing of this house",
      "packages/core/src/Bad.ts:3 imports node:fs: core may import nothing of Node",
      "packages/core/src/Bad.ts:4 imports jsonc-parser: core may import only effect of what others have written",
      "packages/core/src/Bad.ts:5 imports effect: import the module itself, as in effect/…",
      "packages/core/src/Bad.ts:6 imports fs/promises: core may import nothing of Node",
      "packages/core/src/Bad.ts:7 imports ../../permission/src/compose.ts: core ends at its own src",
      "packages/permission/src/compose.ts:2 imports @pawl/core/testing: src may import a package of this house only by its bare name"
    ])
  })

  it("names the dependency in a manifest that goes the wrong way", () => {
    const folder = house({
      "packages/core/package.json": '{ "name": "@pawl/core", "devDependencies": { "@pawl/permission": "workspace:^" } }'
    })
    assert.deepStrictEqual(checkImports(folder), [
      "packages/core/package.json has @pawl/permission in devDependencies: core may import nothing of this house"
    ])
  })

  it("wants the references of TypeScript to say what the manifest says", () => {
    const folder = house({
      "packages/permission/package.json":
        '{ "name": "@pawl/permission", "dependencies": { "@pawl/core": "workspace:^" } }',
      "packages/permission/tsconfig.json": '{ "references": [] }',
      "packages/core/tsconfig.json": '{ "references": [{ "path": "../permission" }] }'
    })
    assert.deepStrictEqual(checkImports(folder), [
      "packages/core/tsconfig.json refers to ../permission, which package.json does not",
      "packages/permission/tsconfig.json lacks a reference to ../core"
    ])
  })

  it("lets only the runner and the command line start processes", () => {
    const spawns = 'import { spawn } from "node:child_process"\n'
    const folder = house({
      "packages/sources/package.json": '{ "name": "@pawl/sources" }',
      "packages/sources/src/a.ts": spawns,
      "packages/sources/src/node/b.ts": `${spawns}import fs from "node:fs"\n`,
      "packages/runner-node/package.json": '{ "name": "@pawl/runner-node" }',
      "packages/runner-node/src/a.ts": spawns
    })
    assert.deepStrictEqual(checkImports(folder), [
      "packages/sources/src/a.ts:1 imports node:child_process: sources may import nothing of Node outside of src/node",
      "packages/sources/src/node/b.ts:1 imports node:child_process: sources may not start processes"
    ])
  })

  it("opens a package's part for one platform to composition roots only, and nobody's part for tests", () => {
    const folder = house({
      "packages/sources/package.json": '{ "name": "@pawl/sources" }',
      "packages/permission/src/a.ts": 'import { b } from "@pawl/sources/node"\n',
      "packages/permission/src/testing/a.ts": 'import { b } from "@pawl/core/testing"\n',
      "packages/cli/package.json": '{ "name": "pawl" }',
      "packages/cli/src/a.ts": 'import { b } from "@pawl/sources/node"\nimport { c } from "@pawl/core/testing"\n'
    })
    assert.deepStrictEqual(checkImports(folder), [
      "packages/cli/src/a.ts:2 imports @pawl/core/testing: src may import a package of this house only by its bare name",
      "packages/permission/src/a.ts:1 imports @pawl/sources/node: permission may import only core of this house"
    ])
  })

  it("finds files that import each other in a circle, also when only types go round", () => {
    const folder = house({
      "packages/core/src/a.ts": 'import { b } from "./b.ts"\nexport const a = b\n',
      "packages/core/src/b.ts": 'import { c } from "./deep/c.ts"\nexport const b = c\n',
      "packages/core/src/deep/c.ts": 'import type { a } from "../a.ts"\nexport type C = typeof a\nexport const c = 1\n'
    })
    assert.deepStrictEqual(checkImports(folder), [
      "packages/core/src/a.ts -> packages/core/src/b.ts -> packages/core/src/deep/c.ts -> packages/core/src/a.ts: a circle of imports"
    ])
  })

  it("asks for a rule when a package has none", () => {
    const folder = house({ "packages/attic/package.json": '{ "name": "@pawl/attic" }' })
    assert.deepStrictEqual(checkImports(folder), [
      "packages/attic has no rule: say in scripts/importRules.ts what it may import"
    ])
  })

  it("is not misled by imports that stand in comments or strings", () => {
    assert.deepStrictEqual(importsOf('// import "a"\nexport const text = `import "b"`\n'), [])
  })

  it("fails as a command, and prints the edge", () => {
    const folder = house({ "packages/core/src/a.ts": 'import "@pawl/permission"\n' })
    const run = spawnSync(process.execPath, [path.join(root, "scripts/check-imports.ts"), folder], { encoding: "utf8" })
    assert.strictEqual(run.status, 1)
    assert.include(run.stderr, "packages/core/src/a.ts:1 imports @pawl/permission")
  })
})
