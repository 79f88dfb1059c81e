import fs from "node:fs"
import path from "node:path"
import process from "node:process"
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { installPacked, run } from "./installPacked.ts"

const root = path.resolve(import.meta.dirname, "../..")

describe.runIf(process.platform === "linux")("an empty folder with the packed runner", () => {
  let folder = ""

  beforeAll(() => {
    const runner = path.join(root, "packages/runner-node")
    run(runner, path.join(runner, "node_modules/.bin/rolldown"), "-c", "rolldown.config.ts")
    folder = installPacked("runner-node", ["core", "runner-node"], [])
  })

  afterAll(() => fs.rmSync(folder, { recursive: true, force: true }))

  it("starts hooks through a broker whose program is one file of the package", () => {
    fs.copyFileSync(path.join(import.meta.dirname, "broker.mjs"), path.join(folder, "broker.mjs"))
    const said: unknown = JSON.parse(run(folder, process.execPath, "broker.mjs"))
    assert.deepStrictEqual(said, { ending: { _tag: "Exited", code: 2 }, file: "/dist/bundle/helper.mjs" })
  })

  it("has that file under a name, so that a host that is bundled can put it aside", () => {
    const name = "@pawl/runner-node/helper"
    const print = `console.log(import.meta.resolve(${JSON.stringify(name)}))`
    const address = run(folder, process.execPath, "--input-type=module", "-e", print).trim()
    assert.match(address, /\/dist\/bundle\/helper\.mjs$/)
    // It stands alone: nothing is imported but what Node has.
    const text = fs.readFileSync(new URL(address), "utf8")
    const imported = [...text.matchAll(/(?:from|import)\s*"([^"]+)"/g)].map(([, from = ""]) => from)
    assert.isNotEmpty(imported)
    assert.deepStrictEqual(
      imported.filter((from) => !from.startsWith("node:")),
      []
    )
  })
})
