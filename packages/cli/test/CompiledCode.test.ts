import * as childProcess from "node:child_process"
import * as fs from "node:fs"
import * as path from "node:path"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { type CompiledCode, nothingCompiled, readCompiled, writeCompiled } from "../src/CompiledCode.ts"
import { checksum } from "../src/checksum.ts"
import { temporaryFolder } from "./support/pawl.ts"

const code: CompiledCode = {
  compiledBytes: 1_234,
  files: new Map([
    ["start.cjs", { source: 10, code: new Uint8Array([1, 10, 2, 0, 255]) }],
    ["a\nb.cjs", { source: 20, code: new Uint8Array(0) }],
    ["main-é.cjs", { source: 0, code: new Uint8Array(70_000).fill(7) }]
  ])
}

const plain = ({ compiledBytes, files }: CompiledCode) => ({
  compiledBytes,
  files: [...files].map(([name, file]) => ({ name, source: file.source, code: [...file.code] }))
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

  it.effect("is nothing where it is not there, is cut, longer, damaged in any bit, or something else", () =>
    Effect.gen(function* () {
      const file = yield* place
      const none = plain(nothingCompiled)
      assert.deepStrictEqual(plain(readCompiled(file)), none)
      writeCompiled(file, code)
      const whole = fs.readFileSync(file)
      const begin = whole.indexOf("\n", 9) + 1
      const damaged = Array.from({ length: begin + 20 }, (_, at) => {
        const other = Buffer.from(whole)
        other.writeUInt8(other.readUInt8(at) ^ (1 << (at % 8)), at)
        return other
      })
      const heads = ["null", "{}", '{"compiledBytes":1,"files":[["a","b",-1]]}', '{"compiledBytes":1,"files":{}}', ""]
      const others = [
        ...[0, 1, 8, 9, begin - 1, begin, whole.length - 1].map((length) => whole.subarray(0, length)),
        Buffer.concat([whole, Buffer.from("x")]),
        ...damaged,
        ...heads.flatMap((head) => [head, `${head}\n`]).map((text) => Buffer.from(text)),
        ...heads.map((head) =>
          Buffer.from(
            `${checksum(Buffer.from(`${head}\n`))
              .toString(16)
              .padStart(8, "0")}\n${head}\n`
          )
        )
      ]
      for (const other of others) {
        fs.writeFileSync(file, other)
        assert.deepStrictEqual(plain(readCompiled(file)), none, other.toString("latin1", 0, 40))
      }
    })
  )

  it.effect("is read from a regular file of this user's alone, and nothing is waited for", () =>
    Effect.gen(function* () {
      const file = yield* place
      const none = plain(nothingCompiled)
      writeCompiled(file, code)
      fs.renameSync(file, `${file}-elsewhere`)
      fs.symlinkSync(`${file}-elsewhere`, file)
      assert.deepStrictEqual(plain(readCompiled(file)), none)
      for (const other of ["/dev/zero", "/dev/null"]) {
        fs.unlinkSync(file)
        fs.symlinkSync(other, file)
        assert.deepStrictEqual(plain(readCompiled(file)), none)
      }
      fs.unlinkSync(file)
      childProcess.execFileSync("/bin/sh", ["-c", 'mkfifo "$0"', file])
      assert.deepStrictEqual(plain(readCompiled(file)), none)
      fs.unlinkSync(file)
      fs.writeFileSync(file, "")
      fs.truncateSync(file, 2 ** 31)
      assert.deepStrictEqual(plain(readCompiled(file)), none)
      writeCompiled(file, code)
      assert.deepStrictEqual(plain(readCompiled(file)), plain(code))
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
