import * as fs from "node:fs"
import * as path from "node:path"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { startedBy } from "pawl/demo/startedBy"
import { judgedText } from "pawl/exec/judgedText"
import { bundle, environment, run, temporaryFolder } from "../support/pawl.ts"

const repository = path.resolve(import.meta.dirname, "../../../..")

/** A folder of programs in which `node` is the given file. */
const nodeIs = (file: string) =>
  Effect.map(temporaryFolder, (folder) => {
    fs.symlinkSync(file, path.join(folder, path.basename(process.execPath)))
    return folder
  })

describe("the words that start this Pawl on this machine (CLI-40)", () => {
  it.live("are node and the bundle where node is the one that runs it, and they work anywhere", () =>
    Effect.gen(function* () {
      const folder = yield* nodeIs(process.execPath)
      const env = environment({ PATH: `${folder}${path.delimiter}${process.env.PATH}` })
      const words = startedBy(bundle, env)
      assert.deepStrictEqual(words, ["node", bundle])
      const ran = yield* run("/bin/sh", ["-c", `${judgedText(words)} check --help`], {
        cwd: yield* temporaryFolder,
        env
      })
      assert.match(ran.stdout, /^Usage: pawl check/)
    })
  )

  it.live("are npm's where another node would be found, or none", () =>
    Effect.gen(function* () {
      const npm = ["npm", "--prefix", repository, "run", "-s", "pawl", "--"]
      assert.deepStrictEqual(startedBy(bundle, { PATH: yield* nodeIs("/bin/sh") }), npm)
      assert.deepStrictEqual(startedBy(bundle, { PATH: yield* temporaryFolder }), npm)
      assert.deepStrictEqual(startedBy(bundle, {}), npm)
    })
  )

  it.live("name both files outside of the repository, and the program alone where it is installed", () =>
    Effect.gen(function* () {
      const copy = path.join(yield* temporaryFolder, "main.cjs")
      assert.deepStrictEqual(startedBy(copy, {}), [process.execPath, copy])
      assert.deepStrictEqual(startedBy("/usr/bin/pawl", {}), ["pawl"])
    })
  )
})
