import { createHash } from "node:crypto"
import fs from "node:fs"
import path from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { limits } from "@pawl/core"
import { type ReadSourceOptions, readSourceFile, type SourceFindingCode } from "@pawl/sources"
import { NodeSystem, SyncFileSystem } from "@pawl/sources/node"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { meddled, userIs } from "./support/layers.ts"
import {
  fifo,
  folder,
  isRoot,
  link,
  socket,
  stranger,
  temporaryFolder,
  withoutRights,
  withoutWaiting,
  write
} from "./support/tree.ts"

const system = Layer.merge(SyncFileSystem.layer, NodeSystem.layer)
const me = process.geteuid?.() ?? 0

const reasonsAgainst = (file: string, options?: ReadSourceOptions) =>
  readSourceFile(file, options).pipe(
    Effect.flip,
    Effect.map((error) => error.diagnostics)
  )

const codes = (diagnostics: ReadonlyArray<{ readonly code: string }>) => diagnostics.map((d) => d.code)

const refuses = (file: string, code: SourceFindingCode) =>
  Effect.gen(function* () {
    const diagnostics = yield* reasonsAgainst(file)
    assert.deepStrictEqual(codes(diagnostics), [code])
    assert.strictEqual(diagnostics[0]?.file, file)
    assert.strictEqual(diagnostics[0]?.severity, "error")
  })

/** A file that belongs to a stranger where we may give it away, else to us, for those who say that they are not we. */
const strangersFile = (at: string) => {
  write("{}", at)
  if (isRoot) fs.chownSync(at, stranger, stranger)
  return isRoot ? stranger : me
}

describe("readSourceFile", () => {
  it.live("gives the text and the digest of exactly its bytes (SRC-2, SRC-11)", () =>
    Effect.gen(function* () {
      const home = yield* temporaryFolder
      const bytes = new TextEncoder().encode('\ufeff{ "grüße": "🦫" }\r\n')
      const { text, warnings } = yield* readSourceFile(write(bytes, home, "hooks.json"))
      assert.strictEqual(text.text, '\ufeff{ "grüße": "🦫" }\r\n')
      assert.strictEqual(text.digest, createHash("sha256").update(bytes).digest("hex"))
      assert.deepStrictEqual(warnings, [])
    }).pipe(Effect.provide(system))
  )

  it.live("reads a file whose name has blanks, newlines and quotes (SRC-2)", () =>
    Effect.gen(function* () {
      const home = yield* temporaryFolder
      const { text } = yield* readSourceFile(write("{}", home, 'a b\n"c"', "hooks $(x).json"))
      assert.strictEqual(text.text, "{}")
    }).pipe(Effect.provide(system))
  )

  it.live("reads an empty file (SRC-2)", () =>
    Effect.gen(function* () {
      const home = yield* temporaryFolder
      assert.strictEqual((yield* readSourceFile(write("", home, "hooks.json"))).text.text, "")
    }).pipe(Effect.provide(system))
  )

  it.live("keeps a digest that is known of the same text, and works out that of another (SRC-11)", () =>
    Effect.gen(function* () {
      const home = yield* temporaryFolder
      const file = write("{}", home, "hooks.json")
      const known = { text: "{}", digest: "known" }
      assert.strictEqual((yield* readSourceFile(file, { known })).text.digest, "known")
      write("{ }", file)
      assert.match((yield* readSourceFile(file, { known })).text.digest, /^[0-9a-f]{64}$/u)
    }).pipe(Effect.provide(system))
  )

  describe("what is no regular file (SRC-4)", () => {
    it.live("a directory", () =>
      Effect.gen(function* () {
        yield* refuses(folder(yield* temporaryFolder, "hooks.json"), "sources/is-directory")
      }).pipe(Effect.provide(system))
    )

    it.live("a FIFO, without waiting for a writer", () =>
      Effect.gen(function* () {
        const at = fifo(yield* temporaryFolder, "hooks.json")
        yield* withoutWaiting(at, refuses(at, "sources/is-fifo"))
      }).pipe(Effect.provide(system))
    )

    it.live("a socket", () =>
      Effect.gen(function* () {
        const at = path.join(yield* temporaryFolder, "s")
        yield* socket(at)
        yield* refuses(at, "sources/is-socket")
      }).pipe(Effect.provide(system))
    )

    it.live("a device", () => refuses("/dev/zero", "sources/is-device").pipe(Effect.provide(system)))

    it.live("a FIFO that took the place of the file after it was looked at, without waiting (SRC-5)", () =>
      Effect.gen(function* () {
        const file = write("{}", yield* temporaryFolder, "hooks.json")
        const swap = () => {
          fs.unlinkSync(file)
          fifo(file)
        }
        const refused = refuses(file, "sources/is-fifo").pipe(Effect.provide(meddled({ beforeOpen: swap })))
        yield* withoutWaiting(file, refused)
      }).pipe(Effect.provide(NodeSystem.layer))
    )
  })

  it.live("judges the file that was opened, not the one that was there before (SRC-5)", () =>
    Effect.gen(function* () {
      const home = yield* temporaryFolder
      const file = write("old", home, "hooks.json")
      const swap = (mode: number) => () => {
        fs.renameSync(write("new", home, "other.json"), file)
        fs.chmodSync(file, mode)
      }
      const { text } = yield* readSourceFile(file).pipe(Effect.provide(meddled({ beforeOpen: swap(0o644) })))
      assert.strictEqual(text.text, "new")
      yield* refuses(file, "sources/world-writable").pipe(Effect.provide(meddled({ beforeOpen: swap(0o666) })))
    }).pipe(Effect.provide(NodeSystem.layer))
  )

  it.live("tells missing, a file on the way, a dead link and links in a circle apart (SRC-3)", () =>
    Effect.gen(function* () {
      const home = yield* temporaryFolder
      yield* refuses(path.join(home, "hooks.json"), "sources/missing")
      yield* refuses(path.join(write("{}", home, "file"), "hooks.json"), "sources/missing")
      link("b", home, "a")
      yield* refuses(link("a", home, "b"), "sources/link-loop")
    }).pipe(Effect.provide(system))
  )

  it.live("says why else a file cannot be opened (SRC-3)", () =>
    Effect.gen(function* () {
      const [finding] = yield* reasonsAgainst(`/${"x".repeat(300)}`)
      assert.strictEqual(finding?.code, "sources/read-failed")
      assert.include(finding?.message ?? "", "ENAMETOOLONG")
    }).pipe(Effect.provide(system))
  )

  it.live("tells that a file may not be read (SRC-3)", () =>
    Effect.gen(function* () {
      const home = yield* temporaryFolder
      fs.chmodSync(home, 0o755)
      const file = write("{}", home, "hooks.json")
      fs.chmodSync(file, 0o000)
      yield* withoutRights(refuses(file, "sources/permission-denied"))
    }).pipe(Effect.provide(system))
  )

  it.live("tells that a folder on the way may not be searched (SRC-3)", () =>
    Effect.gen(function* () {
      const home = yield* temporaryFolder
      const file = write("{}", home, "closed", "hooks.json")
      fs.chmodSync(home, 0o755)
      fs.chmodSync(path.dirname(file), 0o600)
      yield* withoutRights(refuses(file, "sources/permission-denied"))
      fs.chmodSync(path.dirname(file), 0o700)
    }).pipe(Effect.provide(system))
  )

  describe("size (SRC-7)", () => {
    it.live("reads a file of exactly the limit", () =>
      Effect.gen(function* () {
        const file = write("x".repeat(limits.hooksFileBytes), yield* temporaryFolder, "hooks.json")
        assert.strictEqual((yield* readSourceFile(file)).text.text.length, limits.hooksFileBytes)
      }).pipe(Effect.provide(system))
    )

    it.live("refuses a byte more, and 50 MB before a byte is read", () =>
      Effect.gen(function* () {
        const home = yield* temporaryFolder
        yield* refuses(write("x".repeat(limits.hooksFileBytes + 1), home, "a.json"), "sources/too-large")
        const large = write("", home, "b.json")
        fs.truncateSync(large, 50_000_000)
        let reads = 0
        yield* refuses(large, "sources/too-large").pipe(
          Effect.provide(meddled({ beforeOpen: () => reads++, beforeRead: () => reads++ }))
        )
        assert.strictEqual(reads, 0)
      }).pipe(Effect.provide(system))
    )

    it.live("stops reading a file that grows beyond the limit meanwhile", () =>
      Effect.gen(function* () {
        const file = write("{", yield* temporaryFolder, "hooks.json")
        let grown = 0
        const grow = () => {
          grown += 300_000
          fs.appendFileSync(file, " ".repeat(300_000))
        }
        yield* refuses(file, "sources/too-large").pipe(Effect.provide(meddled({ beforeRead: grow })))
        assert.isBelow(grown, 3 * limits.hooksFileBytes)
      }).pipe(Effect.provide(NodeSystem.layer))
    )

    it.live("reads to the end of a file that grows within the limit", () =>
      Effect.gen(function* () {
        const file = write("a", yield* temporaryFolder, "hooks.json")
        let rounds = 0
        const grow = () => {
          if (rounds++ < 5) fs.appendFileSync(file, "b".repeat(1_000))
        }
        const { text } = yield* readSourceFile(file).pipe(Effect.provide(meddled({ beforeRead: grow })))
        assert.strictEqual(text.text, `a${"b".repeat(5_000)}`)
      }).pipe(Effect.provide(NodeSystem.layer))
    )
  })

  describe("owner (SRC-6)", () => {
    it.live("accepts a file of one's own and a file of root", () =>
      Effect.gen(function* () {
        const file = write("{}", yield* temporaryFolder, "hooks.json")
        yield* readSourceFile(file).pipe(Effect.provide(NodeSystem.layer))
        // The password file is root's wherever there is one.
        const { warnings } = yield* readSourceFile("/etc/passwd").pipe(Effect.provide(userIs(stranger)))
        assert.deepStrictEqual(warnings, [])
      }).pipe(Effect.provide(SyncFileSystem.layer))
    )

    it.live("refuses a file of somebody else, and names both", () =>
      Effect.gen(function* () {
        const file = path.join(yield* temporaryFolder, "hooks.json")
        const owner = strangersFile(file)
        const [finding] = yield* reasonsAgainst(file).pipe(Effect.provide(userIs(owner + 1)))
        assert.strictEqual(finding?.code, "sources/foreign-owner")
        assert.include(finding?.message ?? "", `user ${owner}, who is neither you (user ${owner + 1}) nor root`)
      }).pipe(Effect.provide(SyncFileSystem.layer))
    )

    it.live("reads it for root, with a warning", () =>
      Effect.gen(function* () {
        const file = path.join(yield* temporaryFolder, "hooks.json")
        strangersFile(file)
        const { warnings } = yield* readSourceFile(file)
        assert.deepStrictEqual(codes(warnings), ["sources/foreign-owner-as-root"])
        assert.deepStrictEqual(
          warnings.map((d) => d.severity),
          ["warning"]
        )
      }).pipe(Effect.provide(Layer.merge(SyncFileSystem.layer, userIs(0))))
    )

    it.live("looks at the owner of what a link leads to", () =>
      Effect.gen(function* () {
        const home = yield* temporaryFolder
        const owner = strangersFile(path.join(home, "target"))
        yield* refuses(link("target", home, "hooks.json"), "sources/foreign-owner").pipe(
          Effect.provide(userIs(owner + 1))
        )
      }).pipe(Effect.provide(SyncFileSystem.layer))
    )

    it.live("asks for no owner and no mode where there are none", () =>
      Effect.gen(function* () {
        const file = path.join(yield* temporaryFolder, "hooks.json")
        strangersFile(file)
        fs.chmodSync(file, 0o666)
        assert.deepStrictEqual((yield* readSourceFile(file)).warnings, [])
      }).pipe(Effect.provide(Layer.merge(SyncFileSystem.layer, userIs(undefined, "win32"))))
    )
  })

  describe("who may write (SRC-8)", () => {
    it.live("refuses what everybody may write to, also for root", () =>
      Effect.gen(function* () {
        const file = write("{}", yield* temporaryFolder, "hooks.json")
        fs.chmodSync(file, 0o646)
        yield* refuses(file, "sources/world-writable")
        const [finding] = yield* reasonsAgainst(file)
        assert.include(finding?.message ?? "", "0646")
        if (isRoot) yield* refuses(file, "sources/world-writable").pipe(Effect.provide(userIs(0)))
      }).pipe(Effect.provide(system))
    )

    it.live("warns of what the group may write to", () =>
      Effect.gen(function* () {
        const file = write("{}", yield* temporaryFolder, "hooks.json")
        fs.chmodSync(file, 0o664)
        const { warnings } = yield* readSourceFile(file)
        assert.deepStrictEqual(codes(warnings), ["sources/group-writable"])
      }).pipe(Effect.provide(system))
    )

    it.live("tells every reason at once", () =>
      Effect.gen(function* () {
        const file = path.join(yield* temporaryFolder, "hooks.json")
        const owner = strangersFile(file)
        fs.chmodSync(file, 0o666)
        const diagnostics = yield* reasonsAgainst(file).pipe(Effect.provide(userIs(owner + 1)))
        assert.deepStrictEqual(codes(diagnostics), ["sources/foreign-owner", "sources/world-writable"])
      }).pipe(Effect.provide(SyncFileSystem.layer))
    )
  })

  it.live("reads anybody's file for checking, and makes warnings of the same findings (SRC-9)", () =>
    Effect.gen(function* () {
      const file = path.join(yield* temporaryFolder, "hooks.json")
      const owner = strangersFile(file)
      fs.chmodSync(file, 0o666)
      const { warnings } = yield* readSourceFile(file, { anyOwner: true }).pipe(Effect.provide(userIs(owner + 1)))
      assert.deepStrictEqual(codes(warnings), ["sources/foreign-owner", "sources/world-writable"])
      assert.deepStrictEqual(
        warnings.map((d) => d.severity),
        ["warning", "warning"]
      )
    }).pipe(Effect.provide(SyncFileSystem.layer))
  )

  it.live("refuses a FIFO for checking as well (SRC-9)", () =>
    Effect.gen(function* () {
      const at = fifo(yield* temporaryFolder, "hooks.json")
      assert.deepStrictEqual(codes(yield* reasonsAgainst(at, { anyOwner: true })), ["sources/is-fifo"])
    }).pipe(Effect.provide(system))
  )

  describe("what is not UTF-8 (SRC-10)", () => {
    const bytes = (...parts: ReadonlyArray<string | number>): Uint8Array =>
      Buffer.concat(parts.map((part) => (typeof part === "number" ? Buffer.of(part) : Buffer.from(part, "utf8"))))

    it.live.each([
      ["a byte that begins nothing", bytes("{}\n  \u{1f9ab}", 0xff, "x"), 9, 2, 5],
      ["a sequence that breaks off in the middle", bytes("ab", 0xe2, 0x82, "c"), 2, 1, 3],
      ["a sequence that the end cuts off", bytes("ab\r\n", 0xf0, 0x9f, 0xa6), 4, 2, 1],
      ["a surrogate", bytes("\n\n", 0xed, 0xa0, 0x80), 2, 3, 1],
      ["an overlong slash", bytes(0xc0, 0xaf), 0, 1, 1]
    ] as const)("tells the place of %s", ([, contents, offset, line, column]) =>
      Effect.gen(function* () {
        const file = write(contents, yield* temporaryFolder, "hooks.json")
        const [finding] = yield* reasonsAgainst(file)
        assert.strictEqual(finding?.code, "sources/not-utf8")
        assert.include(finding?.message ?? "", `offset ${offset} `)
        assert.deepStrictEqual(finding?.place, { line, column })
      }).pipe(Effect.provide(system))
    )

    it.live("knows UTF-16 by its mark", () =>
      Effect.gen(function* () {
        const home = yield* temporaryFolder
        yield* refuses(write(Buffer.from("\ufeff{}", "utf16le"), home, "le.json"), "sources/utf16")
        yield* refuses(write(Buffer.from("\ufeff{}", "utf16le").swap16(), home, "be.json"), "sources/utf16")
      }).pipe(Effect.provide(system))
    )
  })

  it.live("leaves no file open, whatever happens (SRC-2)", () =>
    Effect.gen(function* () {
      const home = yield* temporaryFolder
      const good = write("{}", home, "good.json")
      const bad = write(new Uint8Array([0xff]), home, "bad.json")
      const open = () => fs.readdirSync("/dev/fd").length
      yield* readSourceFile(good)
      const before = open()
      for (let i = 0; i < 20; i++) {
        yield* readSourceFile(good)
        yield* reasonsAgainst(bad)
      }
      assert.strictEqual(open(), before)
    }).pipe(Effect.provide(system))
  )
})
