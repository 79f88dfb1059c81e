import fs from "node:fs"
import path from "node:path"
import { assert, describe, it } from "@effect/vitest"
import type { SourceCandidate } from "@pawl/core"
import { discover, isMissing } from "@pawl/sources"
import * as Effect from "effect/Effect"
import { real } from "./support/layers.ts"
import { fifo, folder, link, repositoryIn, temporaryFolder, write } from "./support/tree.ts"

const codesOf = ({ contents }: SourceCandidate) =>
  contents._tag === "Unreadable" ? contents.diagnostics.map((d) => d.code) : []

describe("files that were named", () => {
  it.live("come in the order given, before the project's, apply everywhere and run in their folder (SRC-17)", () =>
    Effect.gen(function* () {
      const home = yield* temporaryFolder
      const b = write("b", home, "guards", "b.json")
      const a = write("a", home, "guards", "a.json")
      const own = write("own", home, "repo", ".acme", "hooks.json")
      const { candidates } = yield* discover({
        cwd: path.join(home, "repo"),
        explicit: [{ path: "../guards/b.json" }, { path: a }]
      })
      assert.deepStrictEqual(
        candidates.map((c) => c.source.id),
        [b, a, own]
      )
      assert.deepStrictEqual(candidates[0]?.source, {
        id: b,
        path: b,
        kind: "explicit",
        order: 0,
        format: "acme",
        scope: { _tag: "Everywhere" },
        workingDirectory: path.join(home, "guards")
      })
      assert.strictEqual(candidates[1]?.source.order, 1)
    }).pipe(Effect.provide(real))
  )

  it.live("are in the format that was said (SRC-17)", () =>
    Effect.gen(function* () {
      const home = yield* temporaryFolder
      const file = write("", home, "x.json")
      const { candidates } = yield* discover({ cwd: home, explicit: [{ path: file, format: "zeta" }] })
      assert.strictEqual(candidates[0]?.source.format, "zeta")
    }).pipe(Effect.provide(real))
  )

  it.live("are one source when one file is named twice, in whatever words (SRC-19)", () =>
    Effect.gen(function* () {
      const home = yield* temporaryFolder
      write("a", home, "a.json")
      link("a.json", home, "b.json")
      fs.linkSync(path.join(home, "a.json"), path.join(home, "c.json"))
      const explicit = ["a.json", "./a.json", `${home}//a.json`, "b.json", "c.json"].map((name) => ({ path: name }))
      const { candidates } = yield* discover({ cwd: home, explicit })
      // A second name of one file (a hard link) is a file of its own: nothing tells which one is meant.
      assert.deepStrictEqual(
        candidates.map((c) => path.basename(c.source.id)),
        ["a.json", "c.json"]
      )
    }).pipe(Effect.provide(real))
  )

  it.live("are the files that the system opens, also through a link and back up (SRC-12)", () =>
    Effect.gen(function* () {
      const home = yield* temporaryFolder
      folder(home, "far", "inner")
      link("far/inner", home, "near")
      write("lexical", home, "hooks.json")
      const meant = write("meant", home, "far", "hooks.json")
      const { candidates } = yield* discover({ cwd: home, explicit: [{ path: "near/../hooks.json" }], only: true })
      assert.strictEqual(fs.readFileSync(`${home}/near/../hooks.json`, "utf8"), "meant")
      assert.strictEqual(candidates[0]?.source.id, meant)
    }).pipe(Effect.provide(real))
  )

  it.live("run in the folder of the real file when the name is a link (SRC-17)", () =>
    Effect.gen(function* () {
      const home = yield* temporaryFolder
      write("{}", home, "dots", "hooks.json")
      const at = link("dots/hooks.json", home, "hooks.json")
      const { candidates } = yield* discover({ cwd: home, explicit: [{ path: at }] })
      assert.strictEqual(candidates[0]?.source.path, at)
      assert.strictEqual(candidates[0]?.source.workingDirectory, path.join(home, "dots"))
    }).pipe(Effect.provide(real))
  )

  it.live("that do not exist can be told from those that cannot be used (SRC-20)", () =>
    Effect.gen(function* () {
      const home = yield* temporaryFolder
      folder(home, "folder")
      fifo(home, "fifo")
      fs.truncateSync(write("", home, "large.json"), 50_000_000)
      write(new Uint8Array([0xff]), home, "latin1.json")
      link("nowhere", home, "dead")
      link("round", home, "round")
      const names = ["none", "dead", "folder", "fifo", "large.json", "latin1.json", "round", "", "none/../none"]
      const { candidates, searched } = yield* discover({ cwd: home, explicit: names.map((name) => ({ path: name })) })
      assert.deepStrictEqual(
        candidates.map((c) => [path.relative(home, c.source.path), ...codesOf(c), isMissing(c)]),
        [
          ["none", "sources/missing", true],
          ["dead", "sources/dangling-link", true],
          ["folder", "sources/is-directory", false],
          ["fifo", "sources/is-fifo", false],
          ["large.json", "sources/too-large", false],
          ["latin1.json", "sources/not-utf8", false],
          ["round", "sources/link-loop", false],
          ["", "sources/is-directory", false]
        ]
      )
      assert.deepStrictEqual(
        searched.filter((place) => place.kind === "explicit").map((place) => place.found),
        [false, false, true, true, true, true, true, true]
      )
    }).pipe(Effect.provide(real))
  )

  describe("and are the project's too (SRC-19)", () => {
    it.live("are one explicit source with the project's scope and working directory", () =>
      Effect.gen(function* () {
        const home = yield* temporaryFolder
        const file = write("{}", home, ".acme", "hooks.json")
        repositoryIn(home)
        const cwd = folder(home, "src")
        for (const only of [false, true]) {
          const { candidates } = yield* discover({ cwd, explicit: [{ path: "../.acme/hooks.json" }], only })
          assert.deepStrictEqual(
            candidates.map((c) => c.source),
            [
              {
                id: file,
                path: file,
                kind: "explicit",
                order: 0,
                format: "acme",
                scope: { _tag: "Within", root: home },
                workingDirectory: home
              }
            ]
          )
        }
      }).pipe(Effect.provide(real))
    )

    it.live("are the explicit one also when the place leads nowhere", () =>
      Effect.gen(function* () {
        const home = yield* temporaryFolder
        const place = link("nowhere.json", home, ".acme", "hooks.json")
        const { candidates, searched } = yield* discover({ cwd: home, explicit: [{ path: place }] })
        assert.deepStrictEqual(
          candidates.map((c) => [c.source.kind, ...codesOf(c)]),
          [["explicit", "sources/dangling-link"]]
        )
        assert.deepStrictEqual(searched, [{ path: place, kind: "explicit", found: false }])
      }).pipe(Effect.provide(real))
    )

    it.live("are so by whatever name", () =>
      Effect.gen(function* () {
        const home = yield* temporaryFolder
        write("{}", home, ".acme", "hooks.json")
        const { candidates } = yield* discover({
          cwd: home,
          explicit: [{ path: link(".acme/hooks.json", home, "x.json") }]
        })
        assert.deepStrictEqual(
          candidates.map((c) => [c.source.kind, c.source.workingDirectory]),
          [["explicit", home]]
        )
      }).pipe(Effect.provide(real))
    )

    it.live("keep their own folder when a link of the repository claims them", () =>
      Effect.gen(function* () {
        const home = yield* temporaryFolder
        const mine = write("{}", home, "mine", "hooks.json")
        const inside = write("{}", home, "repo", "tools", "hooks.json")
        repositoryIn(home, "repo")
        link("../../mine/hooks.json", home, "repo", ".acme", "hooks.json")
        link("../../tools/hooks.json", home, "repo", "a", ".acme", "hooks.json")
        const { candidates } = yield* discover({
          cwd: path.join(home, "repo", "a"),
          explicit: [{ path: mine }, { path: inside }]
        })
        assert.deepStrictEqual(
          candidates.map((c) => [c.source.id, c.source.kind, c.source.scope._tag, c.source.workingDirectory]),
          [
            [mine, "explicit", "Everywhere", path.dirname(mine)],
            [inside, "explicit", "Everywhere", path.dirname(inside)]
          ]
        )
      }).pipe(Effect.provide(real))
    )

    it.live("count as the project's when the person wrote the very place, whatever it links to", () =>
      Effect.gen(function* () {
        const home = yield* temporaryFolder
        const mine = write("{}", home, "mine", "hooks.json")
        const repo = repositoryIn(home, "repo")
        link("../../mine/hooks.json", repo, ".acme", "hooks.json")
        const { candidates } = yield* discover({ cwd: repo, explicit: [{ path: ".acme/hooks.json" }] })
        assert.deepStrictEqual(
          candidates.map((c) => [c.source.id, c.source.kind, c.contents._tag, c.source.workingDirectory]),
          [[mine, "explicit", "Read", repo]]
        )
      }).pipe(Effect.provide(real))
    )
  })
})
