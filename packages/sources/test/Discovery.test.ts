import fs from "node:fs"
import path from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { compareSources } from "@pawl/core"
import { discover } from "@pawl/sources"
import { SyncFileSystem } from "@pawl/sources/node"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Path from "effect/Path"
import { acme, formatAt, formats, real, userIs } from "./support/layers.ts"
import { folder, isRoot, repositoryIn, stranger, temporaryFolder, withoutRights, write } from "./support/tree.ts"

describe("discover", () => {
  it.live("finds nothing, and says where it looked and where not (SRC-18, SRC-21)", () =>
    Effect.gen(function* () {
      const home = yield* temporaryFolder
      const found = yield* discover({ cwd: home })
      assert.deepStrictEqual(found.candidates, [])
      assert.deepStrictEqual(found.searched, [
        { path: path.join(home, ".acme/hooks.json"), kind: "project", found: false }
      ])
      assert.deepStrictEqual(found.notSearched, [
        { kind: "enterprise", places: ["/etc/acme/hooks.json"], why: "enterprise files are not read yet" },
        { kind: "team", places: [], why: "team files are not read yet" },
        { kind: "user", places: ["~/.acme/hooks.json"], why: "user files are not read yet" }
      ])
    }).pipe(Effect.provide(Layer.mergeAll(SyncFileSystem.layer, userIs(0), Path.layer, formats(acme))))
  )

  it.live("leaves out the project's files when only the named ones count, and says so (SRC-21)", () =>
    Effect.gen(function* () {
      const home = yield* temporaryFolder
      const own = write("own", home, ".acme", "hooks.json")
      const named = write("named", home, "named.json")
      const found = yield* discover({ cwd: home, explicit: [{ path: named }], only: true })
      assert.deepStrictEqual(
        found.candidates.map((c) => c.source.id),
        [named]
      )
      assert.deepStrictEqual(found.searched, [{ path: named, kind: "explicit", found: true }])
      assert.deepInclude(found.notSearched, {
        kind: "project",
        places: [own],
        why: "only the files that were named are read"
      })
    }).pipe(Effect.provide(real))
  )

  it.live("says that places which are no whole files are not searched (SRC-21)", () =>
    Effect.gen(function* () {
      const home = yield* temporaryFolder
      const parts = formatAt("parts", [{ kind: "project", holds: "fragment", path: ".parts/settings.json" }])
      const found = yield* discover({ cwd: home }).pipe(Effect.provide(formats(parts)))
      assert.deepStrictEqual(found.searched, [])
      assert.deepInclude(found.notSearched, {
        kind: "project",
        places: [".parts/settings.json"],
        why: "only whole files are read yet"
      })
    }).pipe(Effect.provide(real))
  )

  it.live("gives candidates in dispatch order, and the same answer twice (SRC-18)", () =>
    Effect.gen(function* () {
      const home = yield* temporaryFolder
      repositoryIn(home)
      for (const at of ["z.json", "a.json", ".acme/hooks.json", "b/.acme/hooks.json"]) write(at, home, at)
      const options = { cwd: path.join(home, "b"), explicit: [{ path: "../z.json" }, { path: "../a.json" }] }
      const found = yield* discover(options)
      const sources = found.candidates.map((c) => c.source)
      assert.lengthOf(sources, 4)
      assert.deepStrictEqual(sources, sources.toSorted(compareSources))
      assert.deepStrictEqual(yield* discover(options), found)
    }).pipe(Effect.provide(real))
  )

  it.live(
    "tells what a person should know of the files that are used, by the names they were found under (SRC-18)",
    () =>
      Effect.gen(function* () {
        const home = yield* temporaryFolder
        const own = write("own", home, ".acme", "hooks.json")
        fs.chmodSync(own, 0o664)
        const found = yield* discover({ cwd: home })
        assert.deepStrictEqual(
          found.warnings.map((d) => [d.code, d.file]),
          [["sources/group-writable", own]]
        )
      }).pipe(Effect.provide(real))
  )

  it.live("reads everybody's files for checking only (SRC-9)", () =>
    Effect.gen(function* () {
      const home = yield* temporaryFolder
      fs.chmodSync(write("own", home, ".acme", "hooks.json"), 0o666)
      const strict = yield* discover({ cwd: home })
      assert.deepStrictEqual(
        strict.candidates.map((c) => c.contents._tag),
        ["Unreadable"]
      )
      const lenient = yield* discover({ cwd: home, anyOwner: true })
      assert.deepStrictEqual(
        lenient.candidates.map((c) => c.contents._tag),
        ["Read"]
      )
      assert.deepStrictEqual(
        lenient.warnings.map((d) => d.code),
        ["sources/world-writable"]
      )
    }).pipe(Effect.provide(real))
  )

  it.live("fails when the folder is not there (SRC-18)", () =>
    Effect.gen(function* () {
      const gone = path.join(yield* temporaryFolder, "gone")
      const error = yield* Effect.flip(discover({ cwd: gone }))
      assert.strictEqual(error._tag, "SourceUnreadable")
      assert.deepStrictEqual(
        error.diagnostics.map((d) => [d.code, d.file]),
        [["sources/folder-unreadable", gone]]
      )
      assert.include(error.message, "ENOENT")
    }).pipe(Effect.provide(real))
  )

  it.live("fails when it cannot be told where the repository begins (SRC-13)", () =>
    Effect.gen(function* () {
      const home = yield* temporaryFolder
      fs.chmodSync(home, 0o755)
      const closed = folder(home, "closed")
      // One may stand in a folder without being allowed to search it.
      fs.chmodSync(closed, 0o644)
      const error = yield* withoutRights(Effect.flip(discover({ cwd: closed })))
      assert.deepStrictEqual(
        error.diagnostics.map((d) => d.code),
        ["sources/folder-unreadable"]
      )
      const only = yield* withoutRights(discover({ cwd: closed, explicit: [{ path: "/etc/passwd" }], only: true }))
      assert.deepStrictEqual(
        only.candidates.map((c) => c.contents._tag),
        ["Read"]
      )
      fs.chmodSync(closed, 0o755)
    }).pipe(Effect.provide(real))
  )

  it.live("does not fail for a file of a stranger: it is a candidate that says whose it is (SRC-6)", () =>
    Effect.gen(function* () {
      const home = yield* temporaryFolder
      const own = write("own", home, ".acme", "hooks.json")
      if (isRoot) fs.chownSync(own, stranger, stranger)
      const owner = isRoot ? stranger : (process.geteuid?.() ?? 0)
      const found = yield* discover({ cwd: home }).pipe(Effect.provide(userIs(owner + 1)))
      const [contents] = found.candidates.map((c) => c.contents)
      assert.strictEqual(contents?._tag === "Unreadable" ? contents.diagnostics[0]?.code : "", "sources/foreign-owner")
    }).pipe(Effect.provide(real))
  )
})
