import fs from "node:fs"
import path from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { type Discovery, discover, stillTheSame } from "@pawl/sources"
import * as Effect from "effect/Effect"
import { real } from "./support/layers.ts"
import { folder, link, repositoryIn, temporaryFolder, write } from "./support/tree.ts"

const codesNow = (before: Discovery) =>
  stillTheSame(before).pipe(
    Effect.map((changes) => changes.map((change) => [change.diagnostic.code, path.basename(change.source.path)]))
  )

describe("stillTheSame (SRC-23)", () => {
  it.live(
    "says nothing when nothing changed, and when a file was only touched or written anew with the same bytes",
    () =>
      Effect.gen(function* () {
        const home = yield* temporaryFolder
        const own = write("own", home, ".acme", "hooks.json")
        const named = write("named", home, "named.json")
        const before = yield* discover({ cwd: home, explicit: [{ path: "named.json" }, { path: "none.json" }] })
        assert.deepStrictEqual(yield* codesNow(before), [])
        fs.utimesSync(own, 1, 1)
        fs.renameSync(write("named", home, "other.json"), named)
        assert.deepStrictEqual(yield* codesNow(before), [])
      }).pipe(Effect.provide(real))
  )

  it.live("tells a file with other bytes, also of the same size and times", () =>
    Effect.gen(function* () {
      const home = yield* temporaryFolder
      const own = write("one", home, ".acme", "hooks.json")
      const { atime, mtime } = fs.statSync(own)
      const before = yield* discover({ cwd: home })
      fs.writeFileSync(own, "two")
      fs.utimesSync(own, atime, mtime)
      assert.deepStrictEqual(yield* codesNow(before), [["sources/changed", "hooks.json"]])
    }).pipe(Effect.provide(real))
  )

  it.live("tells files that are gone, the project's and the named ones", () =>
    Effect.gen(function* () {
      const home = yield* temporaryFolder
      const own = write("own", home, ".acme", "hooks.json")
      const named = write("named", home, "named.json")
      const before = yield* discover({ cwd: home, explicit: [{ path: named }] })
      fs.unlinkSync(own)
      fs.unlinkSync(named)
      assert.deepStrictEqual(yield* codesNow(before), [
        ["sources/removed", "named.json"],
        ["sources/removed", "hooks.json"]
      ])
    }).pipe(Effect.provide(real))
  )

  it.live("tells a file of the project that was not there, anywhere on the way down", () =>
    Effect.gen(function* () {
      const home = yield* temporaryFolder
      repositoryIn(home)
      const before = yield* discover({ cwd: folder(home, "a", "b") })
      write("new", home, "a", ".acme", "hooks.json")
      assert.deepStrictEqual(yield* codesNow(before), [["sources/appeared", "hooks.json"]])
    }).pipe(Effect.provide(real))
  )

  it.live("tells a file that cannot be used any more, and one that can be now", () =>
    Effect.gen(function* () {
      const home = yield* temporaryFolder
      const own = write("own", home, ".acme", "hooks.json")
      const named = write("named", home, "named.json")
      fs.chmodSync(named, 0o666)
      const before = yield* discover({ cwd: home, explicit: [{ path: named }] })
      fs.chmodSync(named, 0o644)
      fs.chmodSync(own, 0o666)
      assert.deepStrictEqual(yield* codesNow(before), [
        ["sources/changed", "named.json"],
        ["sources/changed", "hooks.json"]
      ])
    }).pipe(Effect.provide(real))
  )

  it.live("tells a file that applies and runs elsewhere because another place leads to it now", () =>
    Effect.gen(function* () {
      const home = yield* temporaryFolder
      repositoryIn(home)
      write("shared", home, "tools", "hooks.json")
      link("../../tools/hooks.json", home, "a", ".acme", "hooks.json")
      const before = yield* discover({ cwd: path.join(home, "a") })
      link("../tools/hooks.json", home, ".acme", "hooks.json")
      assert.deepStrictEqual(yield* codesNow(before), [["sources/changed", "hooks.json"]])
    }).pipe(Effect.provide(real))
  )

  it.live("tells a file that a link no longer may lead to", () =>
    Effect.gen(function* () {
      const home = yield* temporaryFolder
      write("own", home, ".acme", "hooks.json")
      link("../../.acme/hooks.json", home, "a", ".acme", "hooks.json")
      const gitFolder = path.join(repositoryIn(home), ".git")
      const before = yield* discover({ cwd: path.join(home, "a") })
      assert.deepStrictEqual(yield* codesNow(before), [])
      fs.rmSync(gitFolder, { recursive: true })
      // Without the repository the same link leads out of the folder.
      assert.deepStrictEqual(yield* codesNow(before), [
        ["sources/appeared", "hooks.json"],
        ["sources/removed", "hooks.json"]
      ])
    }).pipe(Effect.provide(real))
  )

  it.live("fails when the folder itself is gone", () =>
    Effect.gen(function* () {
      const home = yield* temporaryFolder
      const cwd = folder(home, "a")
      const before = yield* discover({ cwd })
      fs.rmdirSync(cwd)
      const error = yield* Effect.flip(stillTheSame(before))
      assert.strictEqual(error._tag, "SourceUnreadable")
    }).pipe(Effect.provide(real))
  )
})
