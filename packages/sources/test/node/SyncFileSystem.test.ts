import fs from "node:fs"
import path from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { SyncFileSystem } from "@pawl/sources/node"
import { Cause, Effect, Exit, FileSystem, Option, Stream } from "effect"
import { fifo, folder, link, socket, temporaryFolder, withoutRights, withoutWaiting, write } from "../support/tree.ts"

const files = Effect.map(FileSystem.FileSystem, (service) => service)

describe("SyncFileSystem (SRC-24)", () => {
  it("is done in the same turn: nothing of it waits", () => {
    const read = Effect.gen(function* () {
      const file = write("text", yield* temporaryFolder, "f")
      return yield* (yield* files).readFileString(file)
    })
    assert.strictEqual(Effect.runSync(read.pipe(Effect.scoped, Effect.provide(SyncFileSystem.layer))), "text")
  })

  it.live("sees files, folders, links and the rest as they are", () =>
    Effect.gen(function* () {
      const service = yield* files
      const home = yield* temporaryFolder
      const file = write("12345", home, "file")
      const stats = fs.statSync(file, { bigint: true })
      const info = yield* service.stat(file)
      assert.strictEqual(info.type, "File")
      assert.strictEqual(info.size, stats.size)
      assert.strictEqual(info.mode, Number(stats.mode))
      assert.deepStrictEqual(info.uid, Option.some(Number(stats.uid)))
      assert.deepStrictEqual(info.ino, Option.some(stats.ino))
      assert.deepStrictEqual(info.mtime, Option.some(stats.mtime))

      folder(home, "folder")
      link("file", home, "link")
      fifo(home, "fifo")
      yield* socket(path.join(home, "socket"))
      const entries = yield* service.readDirectoryEntries(home)
      assert.deepStrictEqual(entries.map((entry) => [entry.name, entry.type]).sort(), [
        ["fifo", "FIFO"],
        ["file", "File"],
        ["folder", "Directory"],
        ["link", "SymbolicLink"],
        ["socket", "Socket"]
      ])
      assert.strictEqual((yield* service.stat(path.join(home, "link"))).type, "File")
      assert.strictEqual((yield* service.lstat(path.join(home, "link"))).type, "SymbolicLink")
      assert.strictEqual(yield* service.realPath(path.join(home, "link")), file)
      assert.strictEqual(yield* service.readLink(path.join(home, "link")), "file")
      assert.strictEqual((yield* service.stat("/dev/null")).type, "CharacterDevice")
      assert.deepStrictEqual((yield* service.readDirectory(home)).sort(), ["fifo", "file", "folder", "link", "socket"])
      assert.isTrue(yield* service.exists(file))
      assert.isFalse(yield* service.exists(path.join(home, "none")))
    }).pipe(Effect.provide(SyncFileSystem.layer))
  )

  it.live("reads an open file from a cursor, from a position and to its end, and closes it", () =>
    Effect.gen(function* () {
      const service = yield* files
      const at = write("0123456789", yield* temporaryFolder, "file")
      const descriptors = () => fs.readdirSync("/dev/fd").length
      const before = descriptors()
      yield* Effect.scoped(
        Effect.gen(function* () {
          const file = yield* service.open(at)
          const buffer = new Uint8Array(4)
          const text = (count: number) => Buffer.from(buffer.subarray(0, count)).toString()
          assert.strictEqual(text(yield* file.read(buffer)), "0123")
          assert.strictEqual(text(yield* file.read(buffer, { position: 8n })), "89")
          assert.strictEqual(text(yield* file.read(buffer)), "4567")
          assert.strictEqual(yield* file.seek(-1n, "current"), 7n)
          assert.strictEqual(Buffer.from(Option.getOrThrow(yield* file.readAlloc(9))).toString(), "789")
          assert.strictEqual(yield* file.read(buffer), 0)
          assert.isTrue(Option.isNone(yield* file.readAlloc(9)))
          assert.strictEqual((yield* Effect.flip(file.seek(-1n, "start"))).reason._tag, "BadArgument")
          assert.strictEqual((yield* Effect.flip(file.read(buffer, { position: -1n }))).reason._tag, "BadArgument")
          assert.strictEqual((yield* Effect.flip(file.readAlloc(-1))).reason._tag, "BadArgument")
          assert.strictEqual((yield* file.stat).size, 10n)
          assert.strictEqual(descriptors(), before + 1)
        })
      )
      assert.strictEqual(descriptors(), before)
      assert.strictEqual(yield* Stream.mkString(Stream.decodeText(service.stream(at))), "0123456789")
    }).pipe(Effect.provide(SyncFileSystem.layer))
  )

  it.live("opens a FIFO without waiting for its writer", () =>
    Effect.gen(function* () {
      const at = fifo(yield* temporaryFolder, "fifo")
      const file = yield* withoutWaiting(at, (yield* files).open(at))
      assert.strictEqual((yield* file.stat).type, "FIFO")
    }).pipe(Effect.scoped, Effect.provide(SyncFileSystem.layer))
  )

  it.live("names the kinds of errors as the other file systems of Effect do", () =>
    Effect.gen(function* () {
      const service = yield* files
      const home = yield* temporaryFolder
      fs.chmodSync(home, 0o755)
      const closed = write("", home, "closed")
      fs.chmodSync(closed, 0)
      link("round", home, "round")
      const tag = <A>(effect: Effect.Effect<A, { readonly reason: { readonly _tag: string } }>) =>
        Effect.map(Effect.flip(effect), (error) => error.reason._tag)
      assert.strictEqual(yield* tag(service.stat(path.join(home, "none"))), "NotFound")
      assert.strictEqual(yield* tag(service.stat(path.join(closed, "below"))), "BadResource")
      assert.strictEqual(yield* tag(service.realPath(path.join(home, "round"))), "BadResource")
      assert.strictEqual(yield* tag(service.readFile(home)), "BadResource")
      assert.strictEqual(yield* tag(service.readLink(home)), "Unknown")
      assert.strictEqual(yield* tag(service.stat("a\u0000b")), "BadArgument")
      assert.strictEqual(yield* withoutRights(tag(service.readFile(closed))), "PermissionDenied")
      const error = yield* Effect.flip(service.stat(path.join(home, "none")))
      assert.strictEqual(error.message, `NotFound: FileSystem.stat (${path.join(home, "none")})`)
    }).pipe(Effect.provide(SyncFileSystem.layer))
  )

  it.live("says of everything else that it does not offer it, and does none of it", () =>
    Effect.gen(function* () {
      const service = yield* files
      const file = write("text", yield* temporaryFolder, "file")
      const others: Readonly<Record<string, Effect.Effect<unknown, unknown>>> = {
        writeFile: service.writeFileString(file, "other"),
        remove: service.remove(file),
        truncate: service.truncate(file),
        chmod: service.chmod(file, 0),
        makeTempDirectory: service.makeTempDirectory(),
        watch: Stream.runDrain(service.watch(file)),
        'open with "w"': Effect.scoped(service.open(file, { flag: "w" })),
        "open with noFollow": Effect.scoped(service.open(file, { noFollow: true })),
        "File.write": Effect.scoped(Effect.flatMap(service.open(file), (open) => open.write(new Uint8Array(1))))
      }
      for (const [method, effect] of Object.entries(others)) {
        const exit = yield* Effect.exit(effect)
        assert.isTrue(Exit.isFailure(exit) && Cause.hasDies(exit.cause), method)
        assert.include(Exit.isFailure(exit) ? Cause.pretty(exit.cause) : "", `FileSystem.${method} is not offered here`)
      }
      assert.strictEqual(fs.readFileSync(file, "utf8"), "text")
    }).pipe(Effect.provide(SyncFileSystem.layer))
  )
})
