import * as fs from "node:fs"
import * as path from "node:path"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { type CompiledCode, nothingCompiled, readCompiled, writeCompiled } from "../src/CompiledCode.ts"
import { temporaryFolder } from "./support/pawl.ts"

const code: CompiledCode = {
  compiledBytes: 1_234,
  files: new Map([
    ["start.cjs", { stamp: "10 1", code: new Uint8Array([1, 10, 2, 0, 255]) }],
    ["a\nb.cjs", { stamp: "20 1.5", code: new Uint8Array(0) }],
    ["main-é.cjs", { stamp: "", code: new Uint8Array(70_000).fill(7) }]
  ])
}

const plain = ({ compiledBytes, files }: CompiledCode) => ({
  compiledBytes,
  files: [...files].map(([name, file]) => ({ name, stamp: file.stamp, code: [...file.code] }))
})

/** A file that code is kept in, in a folder that is not there yet. */
const place = Effect.map(temporaryFolder, (folder) => path.join(folder, "kept", "pawl-exec"))

describe("compiled code that is kept (CLI-5)", () => {
  it.effect("is read as it was written, with nothing beside it, for this user alone", () =>
    Effect.gen(function* () {
      const file = yield* place
      writeCompiled(file, code)
      assert.deepStrictEqual(plain(readCompiled(file)), plain(code))
      assert.deepStrictEqual(fs.readdirSync(path.dirname(file)), ["pawl-exec"])
      assert.strictEqual(fs.statSync(file).mode & 0o777, 0o600)
      writeCompiled(file, nothingCompiled)
      assert.deepStrictEqual(plain(readCompiled(file)), plain(nothingCompiled))
    })
  )

  it.effect("is nothing where it is not there, is cut, longer, or something else", () =>
    Effect.gen(function* () {
      const file = yield* place
      const none = plain(nothingCompiled)
      assert.deepStrictEqual(plain(readCompiled(file)), none)
      writeCompiled(file, code)
      const whole = fs.readFileSync(file)
      const [head = ""] = whole.toString("latin1").split("\n")
      const others = [
        ...[0, 1, head.length, head.length + 1, whole.length - 1].map((length) => whole.subarray(0, length)),
        Buffer.concat([whole, Buffer.from("x")]),
        ...["null\n", "{}\n", '{"compiledBytes":1,"files":[["a","b",-1]]}\n', '{"compiledBytes":1,"files":{}}\n'].map(
          (text) => Buffer.from(text)
        )
      ]
      for (const other of others) {
        fs.writeFileSync(file, other)
        assert.deepStrictEqual(plain(readCompiled(file)), none, other.toString("latin1", 0, 40))
      }
    })
  )

  it.effect("is left to whoever is writing it, unless that one has not come to an end for a minute", () =>
    Effect.gen(function* () {
      const file = yield* place
      const begun = `${file}.new`
      fs.mkdirSync(path.dirname(file))
      fs.writeFileSync(begun, "half")
      writeCompiled(file, code)
      assert.strictEqual(fs.readFileSync(begun, "utf8"), "half")
      assert.isFalse(fs.existsSync(file))
      const longAgo = Date.now() / 1_000 - 3_600
      fs.utimesSync(begun, longAgo, longAgo)
      writeCompiled(file, code)
      assert.deepStrictEqual(plain(readCompiled(file)), plain(code))
      assert.isFalse(fs.existsSync(begun))
    })
  )

  it.effect("that cannot be kept is no failure, and leaves nothing unfinished", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      fs.writeFileSync(path.join(folder, "file"), "")
      writeCompiled(path.join(folder, "file", "pawl-exec"), code)
      fs.mkdirSync(path.join(folder, "pawl-exec"))
      writeCompiled(path.join(folder, "pawl-exec"), code)
      assert.deepStrictEqual(fs.readdirSync(folder).sort(), ["file", "pawl-exec"])
    })
  )
})
