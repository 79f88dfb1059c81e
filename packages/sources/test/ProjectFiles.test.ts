import fs from "node:fs"
import path from "node:path"
import { assert, describe, it } from "@effect/vitest"
import type { SourceCandidate } from "@pawl/core"
import { discover } from "@pawl/sources"
import { NodeSystem, SyncFileSystem } from "@pawl/sources/node"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Path from "effect/Path"
import { acme, formatAt, formats, real } from "./support/layers.ts"
import { fifo, folder, link, repositoryIn, temporaryFolder, write } from "./support/tree.ts"

const codesOf = ({ contents }: SourceCandidate) =>
  contents._tag === "Unreadable" ? contents.diagnostics.map((d) => d.code) : []
const textOf = ({ contents }: SourceCandidate) => (contents._tag === "Read" ? contents.text.text : undefined)

/** A repository in a fresh folder. */
const repository = Effect.map(temporaryFolder, (home) => repositoryIn(home, "repo"))

describe("project files", () => {
  it.live("come from the root down to where one stands, the root's first, each for its own folder (SRC-14)", () =>
    Effect.gen(function* () {
      const root = yield* repository
      write("root", root, ".acme", "hooks.json")
      write("deep", root, "a", "b", ".acme", "hooks.json")
      write("beside", root, "c", ".acme", "hooks.json")
      write("below", root, "a", "b", "d", ".acme", "hooks.json")
      const found = yield* discover({ cwd: path.join(root, "a", "b") })

      assert.deepStrictEqual(found.candidates.map(textOf), ["root", "deep"])
      assert.deepStrictEqual(
        found.candidates.map((c) => c.source),
        [
          {
            id: path.join(root, ".acme/hooks.json"),
            path: path.join(root, ".acme/hooks.json"),
            kind: "project",
            order: 0,
            format: "acme",
            scope: { _tag: "Within", root },
            workingDirectory: root
          },
          {
            id: path.join(root, "a/b/.acme/hooks.json"),
            path: path.join(root, "a/b/.acme/hooks.json"),
            kind: "project",
            order: 2,
            format: "acme",
            scope: { _tag: "Within", root: path.join(root, "a/b") },
            workingDirectory: path.join(root, "a/b")
          }
        ]
      )
      assert.deepStrictEqual(found.searched, [
        { path: path.join(root, ".acme/hooks.json"), kind: "project", found: true },
        { path: path.join(root, "a/.acme/hooks.json"), kind: "project", found: false },
        { path: path.join(root, "a/b/.acme/hooks.json"), kind: "project", found: true }
      ])
      assert.strictEqual(found.root, root)
      assert.deepStrictEqual(
        found.warnings.map((d) => [d.code, d.severity, d.file]),
        [["sources/below-root", "hint", path.join(root, "a/b/.acme/hooks.json")]]
      )
    }).pipe(Effect.provide(real))
  )

  it.live("are the folder's own only, outside of a repository (SRC-14)", () =>
    Effect.gen(function* () {
      const home = yield* temporaryFolder
      write("above", home, ".acme", "hooks.json")
      write("here", home, "a", ".acme", "hooks.json")
      const found = yield* discover({ cwd: path.join(home, "a") })
      assert.deepStrictEqual(found.candidates.map(textOf), ["here"])
      assert.strictEqual(found.root, path.join(home, "a"))
    }).pipe(Effect.provide(real))
  )

  it.live("of an outer repository are not those of a nested one (SRC-13)", () =>
    Effect.gen(function* () {
      const root = yield* repository
      write("outer", root, ".acme", "hooks.json")
      fs.renameSync(path.join(repositoryIn(root, "made"), ".git"), path.join(folder(root, ".git", "modules"), "inner"))
      write("gitdir: ../.git/modules/inner\n", root, "inner", ".git")
      write("inner", root, "inner", ".acme", "hooks.json")
      const found = yield* discover({ cwd: folder(root, "inner", "src") })
      assert.deepStrictEqual(found.candidates.map(textOf), ["inner"])
    }).pipe(Effect.provide(real))
  )

  it.live.each([
    ["an empty folder", (at: string) => folder(at)],
    ["an empty file", (at: string) => write("", at)],
    ["a link that leads nowhere", (at: string) => link("/nowhere/at/all", at)],
    ["a file that leads nowhere", (at: string) => write("gitdir: /nowhere/at/all\n", at)]
  ] as const)("of a repository count below %s that is called .git, and a hint tells of it (SRC-13)", ([, make]) =>
    Effect.gen(function* () {
      const home = yield* temporaryFolder
      for (const outer of [repositoryIn(home, "real"), path.dirname(folder(home, "odd", ".git"))]) {
        write("outer", outer, ".acme", "hooks.json")
        write("inner", outer, "sub", ".acme", "hooks.json")
        const git = make(path.join(outer, "sub", ".git"))
        const found = yield* discover({ cwd: folder(outer, "sub", "src") })
        assert.deepStrictEqual(found.candidates.map(textOf), ["outer", "inner"])
        assert.strictEqual(found.root, outer)
        assert.deepInclude(
          found.warnings.map((d) => [d.code, d.severity, d.file]),
          ["sources/not-a-repository", "hint", git]
        )
      }
    }).pipe(Effect.provide(real))
  )

  it.live("are found by the real path of where one stands, through links (SRC-12)", () =>
    Effect.gen(function* () {
      const root = yield* repository
      write("root", root, ".acme", "hooks.json")
      const src = folder(root, "src")
      const found = yield* discover({ cwd: link(src, path.dirname(root), "shortcut") })
      assert.deepStrictEqual(
        found.candidates.map((c) => c.source.id),
        [path.join(root, ".acme/hooks.json")]
      )
    }).pipe(Effect.provide(real))
  )

  it.live("follow the formats' own order in each folder, and the places of this system only (SRC-14)", () =>
    Effect.gen(function* () {
      const root = yield* repository
      for (const name of [".acme/hooks.json", ".zeta/z.json", ".zeta/mac.json"]) write(name, root, name)
      const zeta = formatAt("zeta", [
        { kind: "project", holds: "file", path: ".zeta/mac.json", platform: "darwin" },
        { kind: "project", holds: "file", path: ".zeta/z.json" }
      ])
      const found = yield* discover({ cwd: root }).pipe(Effect.provide(formats(zeta, acme)))
      const linux = [".zeta/z.json", ".acme/hooks.json"]
      assert.deepStrictEqual(
        found.candidates.map(textOf),
        process.platform === "darwin" ? [".zeta/mac.json", ...linux] : linux
      )
    }).pipe(Effect.provide(Layer.mergeAll(SyncFileSystem.layer, NodeSystem.layer, Path.layer)))
  )

  it.live("that cannot be used are there with the reason, under the name they were found by (SRC-16, SRC-18)", () =>
    Effect.gen(function* () {
      const root = yield* repository
      folder(root, ".acme", "hooks.json")
      fifo(root, "a", ".acme", "hooks.json")
      fs.truncateSync(write("", root, "a", "b", ".acme", "hooks.json"), 50_000_000)
      const { candidates, searched } = yield* discover({ cwd: path.join(root, "a", "b") })
      assert.deepStrictEqual(candidates.map(codesOf), [
        ["sources/is-directory"],
        ["sources/is-fifo"],
        ["sources/too-large"]
      ])
      assert.deepStrictEqual(
        searched.map((place) => place.found),
        [true, true, true]
      )
    }).pipe(Effect.provide(real))
  )

  describe("and links", () => {
    it.live("are followed inside of the repository; the id is the real path, the rest is the place's (SRC-15)", () =>
      Effect.gen(function* () {
        const root = yield* repository
        const target = write("shared", root, "tools", "hooks.json")
        const place = link("../../tools/hooks.json", root, "a", ".acme", "hooks.json")
        fs.chmodSync(target, 0o664)
        const { candidates, warnings } = yield* discover({ cwd: path.join(root, "a") })
        const [candidate] = candidates
        assert.strictEqual(candidate?.source.id, target)
        assert.strictEqual(candidate?.source.path, place)
        assert.strictEqual(candidate?.source.workingDirectory, path.join(root, "a"))
        assert.deepInclude(
          warnings.map((d) => [d.code, d.file]),
          ["sources/group-writable", place]
        )
        fs.chmodSync(target, 0o666)
        const [refused] = (yield* discover({ cwd: path.join(root, "a") })).candidates.map((c) => c.contents)
        assert.strictEqual(refused?._tag === "Unreadable" ? refused.diagnostics[0]?.file : "", place)
      }).pipe(Effect.provide(real))
    )

    it.live("give one source when two places lead to one file: the outer one (SRC-19)", () =>
      Effect.gen(function* () {
        const root = yield* repository
        write("root", root, ".acme", "hooks.json")
        link("../../.acme/hooks.json", root, "a", ".acme", "hooks.json")
        const { candidates, searched } = yield* discover({ cwd: path.join(root, "a") })
        assert.deepStrictEqual(
          candidates.map((c) => c.source.workingDirectory),
          [root]
        )
        assert.deepStrictEqual(
          searched.map((place) => place.found),
          [true, true]
        )
      }).pipe(Effect.provide(real))
    )

    it.live("that lead out of the repository are refused and not read, a folder's link as well (SRC-15)", () =>
      Effect.gen(function* () {
        const root = yield* repository
        const outside = write("SECRET", path.dirname(root), "outside", "hooks.json")
        link(outside, root, ".acme", "hooks.json")
        link("../../outside", root, "a", ".acme")
        const found = yield* discover({ cwd: path.join(root, "a") })
        assert.deepStrictEqual(found.candidates.map(codesOf), [["sources/leads-outside"], ["sources/leads-outside"]])
        assert.deepStrictEqual(
          found.candidates.map((c) => c.source.path),
          [path.join(root, ".acme/hooks.json"), path.join(root, "a/.acme/hooks.json")]
        )
        assert.notInclude(JSON.stringify(found), "SECRET")
      }).pipe(Effect.provide(real))
    )

    it.live("to a folder whose name only begins like the root's are outside (SRC-15)", () =>
      Effect.gen(function* () {
        const root = yield* repository
        const outside = write("{}", `${root}-other`, "hooks.json")
        link(outside, root, ".acme", "hooks.json")
        const { candidates } = yield* discover({ cwd: root })
        assert.deepStrictEqual(candidates.map(codesOf), [["sources/leads-outside"]])
      }).pipe(Effect.provide(real))
    )

    it.live("that lead nowhere or in a circle are no absence (SRC-16)", () =>
      Effect.gen(function* () {
        const root = yield* repository
        link("nowhere.json", root, ".acme", "hooks.json")
        link("nowhere", root, "a", ".acme")
        link("hooks.json", root, "a", "b", ".acme", "hooks.json")
        const { candidates } = yield* discover({ cwd: path.join(root, "a", "b") })
        assert.deepStrictEqual(candidates.map(codesOf), [
          ["sources/dangling-link"],
          ["sources/dangling-link"],
          ["sources/link-loop"]
        ])
      }).pipe(Effect.provide(real))
    )
  })

  it.live("are absent where the folder is a file (SRC-16)", () =>
    Effect.gen(function* () {
      const root = yield* repository
      write("", root, ".acme")
      const { candidates, searched } = yield* discover({ cwd: root })
      assert.deepStrictEqual(candidates, [])
      assert.deepStrictEqual(
        searched.map((place) => place.found),
        [false]
      )
    }).pipe(Effect.provide(real))
  )

  it.live("in folders with blanks, newlines and quotes are found (SRC-14)", () =>
    Effect.gen(function* () {
      const root = yield* repository
      const odd = path.dirname(path.dirname(write("odd", root, 'a b\n"c"', ".acme", "hooks.json")))
      const { candidates } = yield* discover({ cwd: odd })
      assert.deepStrictEqual(
        candidates.map((c) => c.source.workingDirectory),
        [odd]
      )
    }).pipe(Effect.provide(real))
  )
})
