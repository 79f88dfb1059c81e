import fs from "node:fs"
import path from "node:path"
import { assert, describe, it } from "@effect/vitest"
import {
  type Action,
  CurrentHost,
  type Envelope,
  everythingProfile,
  GuardedFiles,
  HookRegistry,
  type Source,
  TrustPolicy
} from "@pawl/core"
import { type AdapterScript, bareEnvelope, RecordingAdapter, toolPre } from "@pawl/core/testing"
import { discover, installAll, layerGuardedFiles } from "@pawl/sources"
import { NodeSystem, SyncFileSystem } from "@pawl/sources/node"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Path from "effect/Path"
import { userIs } from "./support/layers.ts"
import { folder, link, repositoryIn, temporaryFolder, write } from "./support/tree.ts"

const hook = (command: string) => `${JSON.stringify({ boundary: "tool.pre", command })}\n`

const edit = (file: string): Action => ({ _tag: "FileEdit", path: file, content: "x" })
const remove = (...paths: ReadonlyArray<string>): Action => ({ _tag: "FileDelete", paths })

const guarding = (
  roots: ReadonlyArray<string>,
  more: { readonly script?: AdapterScript; readonly platform?: string } = {}
) =>
  layerGuardedFiles.pipe(
    Layer.provideMerge(HookRegistry.layer),
    Layer.provideMerge(RecordingAdapter.layerFormats(more.script)),
    Layer.provideMerge(Layer.succeed(CurrentHost, { profile: everythingProfile, roots })),
    Layer.provideMerge(TrustPolicy.layerThisCall),
    Layer.provideMerge(
      Layer.mergeAll(
        SyncFileSystem.layer,
        Path.layer,
        more.platform === undefined ? NodeSystem.layer : userIs(process.geteuid?.(), more.platform)
      )
    )
  )

const touchedAt = (envelope: Envelope) => GuardedFiles.use(({ touchedBy }) => touchedBy(envelope))

/** The guarded files that an action in a folder would change, by their paths below a folder. */
const touched = (home: string, action: Action, cwd = home) =>
  Effect.map(touchedAt(toolPre(action, { cwd })), (files) => files.map((file) => path.relative(home, file.path)))

/** A repository with a hooks file that names a script, and the hooks of it in force. */
const project = Effect.gen(function* () {
  const home = yield* temporaryFolder
  repositoryIn(home)
  const hooks = write(hook("./guards/check.sh guards/deny.txt"), home, "hooks.recording")
  write("exit 0\n", home, "guards", "check.sh")
  write("rm\n", home, "guards", "deny.txt")
  write("code\n", home, "src", "main.ts")
  return { home, hooks }
})

const inForce = (cwd: string, explicit: ReadonlyArray<string> = []) =>
  Effect.flatMap(discover({ cwd, explicit: explicit.map((file) => ({ path: file })) }), installAll)

describe("layerGuardedFiles", () => {
  it.live("knows a hooks file in force by every way to write its path (SRC-27)", () =>
    Effect.gen(function* () {
      const { home, hooks } = yield* project
      yield* Effect.gen(function* () {
        yield* inForce(home)
        for (const [written, cwd] of [
          [hooks, undefined],
          ["hooks.recording", home],
          ["./hooks.recording", home],
          ["src/../hooks.recording", home],
          ["nowhere/../hooks.recording", home],
          ["../hooks.recording", path.join(home, "src")],
          [`${home}/src/.././/hooks.recording`, undefined],
          [" hooks.recording\n", home],
          [`file://${hooks}`, undefined],
          [`file://${hooks.replace(".recording", "%2Erecording")}`, undefined],
          [`file://${hooks}?x#y`, undefined],
          [`file:${hooks}`, undefined],
          [`file:///${hooks}`, undefined],
          [`file://localhost${hooks}`, undefined],
          [`\n FILE://LOCALHOST${hooks.replaceAll("/", "%2f")}#`, undefined],
          ["file:hooks%252Erecording", home],
          [`file:${hooks.replaceAll("/", "\\")}`, undefined]
        ] as const) {
          for (const action of [edit(written), remove(written)]) {
            const { cwd: _, ...elsewhere } = toolPre(action)
            const files = yield* touchedAt(cwd === undefined ? elsewhere : { ...elsewhere, cwd })
            assert.deepStrictEqual(files, [{ path: hooks, what: "a hooks file that is in force" }], written)
          }
        }
      }).pipe(Effect.provide(guarding([home])))
    })
  )

  it.live("says nothing of any other file, and of any other action (SRC-27)", () =>
    Effect.gen(function* () {
      const { home, hooks } = yield* project
      yield* Effect.gen(function* () {
        yield* inForce(home)
        for (const action of [
          edit("src/main.ts"),
          edit("src/new.ts"),
          edit("hooks.recording.txt"),
          edit("xhooks.recording"),
          remove("src"),
          remove("src/main.ts", "nothing"),
          edit(`file://${home}/src/main.ts?hooks.recording`),
          edit("file:///src/main.ts"),
          edit("hooks%2Erecording"),
          { _tag: "FileRead", paths: [hooks] },
          { _tag: "ShellRun", command: `rm ${hooks}`, cwd: home },
          { _tag: "Grep", queries: ["a"], path: hooks }
        ] satisfies ReadonlyArray<Action>) {
          assert.isEmpty(yield* touched(home, action), JSON.stringify(action))
        }
        assert.isEmpty(yield* touchedAt(bareEnvelope({ _tag: "tab.edit", path: hooks, edits: [] })))
      }).pipe(Effect.provide(guarding([home])))
    })
  )

  it.live("knows the files that commands of hooks name, from the folder where they run (SRC-27)", () =>
    Effect.gen(function* () {
      const { home } = yield* project
      yield* Effect.gen(function* () {
        yield* inForce(home)
        assert.deepStrictEqual(yield* touchedAt(toolPre(edit(path.join(home, "guards", "check.sh")))), [
          { path: path.join(home, "guards", "check.sh"), what: "a file that the command of a hook names" }
        ])
        assert.deepStrictEqual(yield* touched(home, edit("../guards/check.sh"), path.join(home, "src")), [
          "guards/check.sh"
        ])
        // Some hosts take what a model writes from the root, wherever the conversation stands.
        assert.deepStrictEqual(yield* touched(home, edit("guards/check.sh"), path.join(home, "src")), [
          "guards/check.sh"
        ])
        assert.isEmpty(yield* touched(home, edit("check.sh")))
      }).pipe(Effect.provide(guarding([home])))
    })
  )

  it.live("knows what is lost with a folder above it (SRC-27)", () =>
    Effect.gen(function* () {
      const { home } = yield* project
      yield* Effect.gen(function* () {
        yield* inForce(home)
        assert.deepStrictEqual(yield* touched(home, remove("guards")), ["guards/check.sh", "guards/deny.txt"])
        assert.deepStrictEqual(yield* touched(home, remove("guards/")), ["guards/check.sh", "guards/deny.txt"])
        assert.deepStrictEqual(yield* touched(home, remove("src", "guards/deny.txt")), ["guards/deny.txt"])
        for (const all of [".", home, path.dirname(home), "/"]) {
          assert.deepStrictEqual(
            yield* touched(home, remove(all)),
            ["hooks.recording", "guards/check.sh", "guards/deny.txt", ".git"],
            all
          )
        }
      }).pipe(Effect.provide(guarding([home])))
    })
  )

  it.live("knows a file by the links that lead to it, and each link on the way (SRC-27)", () =>
    Effect.gen(function* () {
      const home = yield* temporaryFolder
      repositoryIn(home)
      const elsewhere = folder(home, "shared", "deep")
      write(hook("./tool.sh"), elsewhere, "real.recording")
      link("deep", home, "shared", "middle")
      link("shared/middle/real.recording", home, "hooks.recording")
      link("shared", home, "alias")
      link("../real-tool.sh", home, "bin", "tool.sh")
      link("bin/tool.sh", home, "tool.sh")
      link(path.join(home, "hooks.recording"), home, "src", "innocent.txt")
      link("../real-tool.sh", home, "src", "nothing-yet")
      link("shared/deep", home, "jump")
      folder(home, "shared", "deep", "inner")
      link("shared/deep/inner", home, "far")
      yield* Effect.gen(function* () {
        yield* inForce(home)
        for (const written of [
          "hooks.recording",
          "shared/deep/real.recording",
          "shared/middle/real.recording",
          "alias/deep/real.recording",
          "alias/middle/../deep/real.recording",
          "far/../real.recording",
          "src/innocent.txt"
        ]) {
          assert.include(yield* touched(home, edit(written)), "hooks.recording", written)
        }
        for (const lost of ["hooks.recording", "shared", "shared/middle", "shared/deep", "alias/middle"]) {
          assert.include(yield* touched(home, remove(lost)), "hooks.recording", lost)
        }
        // A link that the file is not reached by can go.
        assert.isEmpty(
          yield* touched(home, remove("alias")).pipe(Effect.map((all) => all.filter((at) => at === "alias")))
        )
        // Of links to what is not there yet, each is a way to make it.
        for (const written of ["tool.sh", "bin/tool.sh", "real-tool.sh", "src/nothing-yet", "jump/../tool.sh"]) {
          assert.deepStrictEqual(yield* touched(home, edit(written)), ["real-tool.sh"], written)
        }
      }).pipe(Effect.provide(guarding([home])))
    })
  )

  it.live("knows a file by its other names, where it has some (SRC-29)", () =>
    Effect.gen(function* () {
      const { home, hooks } = yield* project
      fs.linkSync(hooks, path.join(home, "src", "copy.txt"))
      yield* Effect.gen(function* () {
        yield* inForce(home)
        assert.deepStrictEqual(yield* touched(home, edit("src/copy.txt")), ["hooks.recording"])
      }).pipe(Effect.provide(guarding([home])))
    })
  )

  it.live("knows the places of a project's hooks where nothing is yet: at, below and above a root (SRC-28)", () =>
    Effect.gen(function* () {
      const home = yield* temporaryFolder
      repositoryIn(home)
      const root = folder(home, "packages", "a")
      yield* Effect.gen(function* () {
        for (const created of ["hooks.recording", "packages/a/hooks.recording", "packages/a/new/hooks.recording"]) {
          assert.deepStrictEqual(yield* touchedAt(toolPre(edit(path.join(home, created)))), [
            { path: path.join(home, created), what: "a place where a project's hooks are looked for" }
          ])
          assert.isEmpty(yield* touched(home, remove(path.join(home, created))), created)
        }
        assert.isEmpty(yield* touched(home, edit(path.join(home, "packages/b/hooks.recording"))))
        assert.isEmpty(yield* touched(home, edit("packages/a/hooks.recording/x"), home))
        write(hook("true"), home, "packages", "a", "hooks.recording")
        assert.deepStrictEqual(yield* touched(home, remove(root)), ["packages/a/hooks.recording"])
        link("../../../elsewhere.recording", home, "packages", "a", "sub", "hooks.recording")
        assert.deepStrictEqual(yield* touched(home, edit("packages/a/sub/hooks.recording")), ["elsewhere.recording"])
      }).pipe(Effect.provide(guarding([root])))
    })
  )

  it.live("knows every file below a place that is a folder, and none of another system's (SRC-28)", () =>
    Effect.gen(function* () {
      const home = yield* temporaryFolder
      const places = [
        { kind: "project", holds: "folder", path: ".rec/hooks" },
        { kind: "project", holds: "fragment", path: ".rec/settings.json" },
        { kind: "project", holds: "file", path: ".rec/only-there.json", platform: "win32" },
        { kind: "user", holds: "file", path: ".rec/own.json" }
      ] as const
      yield* Effect.gen(function* () {
        for (const guarded of [
          ".rec/hooks/a.sh",
          ".rec/hooks/deep/b.sh",
          ".rec/settings.json",
          "sub/.rec/hooks/c.sh"
        ]) {
          assert.lengthOf(yield* touched(home, edit(guarded)), 1, guarded)
        }
        for (const free of [
          ".rec/other.json",
          ".rec/hooks2/a.sh",
          ".rec/only-there.json",
          ".rec/own.json",
          "rec/hooks/a.sh"
        ]) {
          assert.isEmpty(yield* touched(home, edit(free)), free)
        }
      }).pipe(Effect.provide(guarding([home], { script: { overrides: { places } }, platform: "linux" })))
    })
  )

  it.live(
    "knows what makes a folder a repository, and what would make one, wherever hooks are looked for (SRC-31)",
    () =>
      Effect.gen(function* () {
        const { home } = yield* project
        const cwd = folder(home, "sub", "deep")
        const what = "what tells where a project begins"
        const startAt = (action: Action) =>
          Effect.map(touchedAt(toolPre(action, { cwd })), (files) =>
            files.filter((file) => file.what === what).map((file) => path.relative(home, file.path))
          )
        yield* Effect.gen(function* () {
          yield* inForce(cwd)
          for (const [action, start] of [
            [remove(path.join(home, ".git")), ".git"],
            [edit(path.join(home, ".git")), ".git"],
            [remove(home), ".git"],
            [edit(path.join(home, ".git", "HEAD")), ".git/HEAD"],
            [remove("src", path.join(home, ".git", "HEAD")), ".git/HEAD"],
            [remove(path.join(home, ".git", "objects")), ".git/objects"],
            [edit(path.join(home, ".git", "commondir")), ".git/commondir"],
            [edit(path.join(home, ".git", "refs", "heads", "main")), ".git/refs"],
            [edit(".git/HEAD"), "sub/deep/.git"],
            [edit(".git/objects/x"), "sub/deep/.git"],
            [edit("../.git/refs/x"), "sub/.git"],
            [edit("../.git"), "sub/.git"],
            [edit("further/below/.git/HEAD"), "sub/deep/further/below/.git"],
            [edit(path.join(home, "other", ".git", "HEAD")), "other/.git"],
            [edit(path.join(path.dirname(home), ".git", "HEAD")), "../.git"],
            [edit(`file://${home}/sub/%2Egit/HEAD`), "sub/.git"]
          ] as const) {
            assert.deepStrictEqual(yield* startAt(action), [start], JSON.stringify(action))
          }
          // Made piece by piece, each piece is one of those that are missing.
          folder(cwd, ".git")
          for (const piece of ["HEAD", "objects/x", "refs/x", "commondir"]) {
            assert.lengthOf(yield* startAt(edit(`.git/${piece}`)), 1, piece)
          }
          for (const action of [
            edit(path.join(home, ".git", "config")),
            edit(path.join(home, ".git", "info", "exclude")),
            edit(path.join(home, ".git", "HEAD.lock")),
            edit(path.join(home, ".gitignore")),
            edit(path.join(home, ".github", "x.yml")),
            remove(path.join(home, ".git", "index.lock")),
            remove(path.join(home, ".git", "refs", "heads")),
            remove("../.git", path.join(cwd, ".git", "HEAD")),
            edit("/elsewhere/.git/HEAD")
          ]) {
            assert.isEmpty(yield* startAt(action), JSON.stringify(action))
          }
        }).pipe(Effect.provide(guarding([home])))
      })
  )

  it.live("knows where the repository of a worktree really is, and a link that is to be one (SRC-31)", () =>
    Effect.gen(function* () {
      const home = yield* temporaryFolder
      const main = repositoryIn(home, "main")
      const own = path.join(main, ".git", "worktrees", "tree")
      write("ref: refs/heads/tree\n", own, "HEAD")
      write("../..\n", own, "commondir")
      const tree = folder(home, "tree")
      write("gitdir: ../main/.git/worktrees/tree\n", tree, ".git")
      link("../later", tree, "linked", ".git")
      yield* Effect.gen(function* () {
        for (const action of [
          edit(".git"),
          remove(own),
          edit(path.join(own, "HEAD")),
          remove(path.join(own, "commondir")),
          remove(path.join(main, ".git", "refs")),
          remove(main)
        ]) {
          assert.lengthOf(yield* touched(home, action, tree), 1, JSON.stringify(action))
        }
        assert.isEmpty(yield* touched(home, edit(path.join(own, "index")), tree))
        // The folder that the link leads to would be made by the first file in it.
        const linked = path.join(tree, "linked")
        for (const action of [remove(path.join(linked, ".git")), edit(path.join(tree, "later", "HEAD"))]) {
          assert.lengthOf(yield* touched(home, action, linked), 1, JSON.stringify(action))
        }
      }).pipe(Effect.provide(guarding([tree])))
    })
  )

  it.live.each(["darwin", "win32"])("takes another case for the same name on %s (SRC-29)", (platform) =>
    Effect.gen(function* () {
      const { home } = yield* project
      yield* Effect.gen(function* () {
        yield* inForce(home)
        assert.deepStrictEqual(yield* touched(home, edit("HOOKS.Recording")), ["hooks.recording"])
        assert.deepStrictEqual(yield* touched(home, edit("Guards/CHECK.sh")), ["guards/check.sh"])
        assert.lengthOf(yield* touched(home, edit("src/Hooks.recording")), 1)
      }).pipe(Effect.provide(guarding([home], { platform })))
    })
  )

  it.live("takes another case for another name elsewhere (SRC-29)", () =>
    Effect.gen(function* () {
      const { home } = yield* project
      yield* Effect.gen(function* () {
        yield* inForce(home)
        assert.isEmpty(yield* touched(home, edit("HOOKS.recording")))
      }).pipe(Effect.provide(guarding([home], { platform: "linux" })))
    })
  )

  it.live(
    "knows a named file anywhere, one that could not be loaded, and what becomes of both meanwhile (SRC-27)",
    () =>
      Effect.gen(function* () {
        const { home } = yield* project
        const outside = yield* temporaryFolder
        const named = write(hook("/opt/guard"), outside, "my.recording")
        yield* Effect.gen(function* () {
          yield* inForce(home, [named])
          assert.lengthOf(yield* touchedAt(toolPre(edit(named))), 1)
          assert.lengthOf(yield* touchedAt(toolPre(edit("/opt/guard"))), 1)
          const registry = yield* HookRegistry
          const broken: Source = {
            id: path.join(outside, "broken"),
            path: path.join(outside, "broken"),
            kind: "explicit",
            order: 1,
            format: "recording",
            scope: { _tag: "Everywhere" },
            workingDirectory: outside
          }
          yield* Effect.exit(registry.install({ source: broken, contents: { _tag: "Unreadable", diagnostics: [] } }))
          assert.lengthOf(yield* touchedAt(toolPre(edit(broken.path))), 1)
          yield* registry.remove(named)
          assert.isEmpty(yield* touchedAt(toolPre(edit(named))))
        }).pipe(Effect.provide(guarding([home])))
      })
  )

  it.live("looks up a path without folder and roots from where the process is, and fails at none (SRC-27)", () =>
    Effect.gen(function* () {
      const { home, hooks } = yield* project
      link("loop-b", home, "loop-a")
      link("loop-a", home, "loop-b")
      yield* Effect.gen(function* () {
        yield* inForce(home)
        const here = path.relative(process.cwd(), hooks)
        assert.lengthOf(yield* touchedAt(bareEnvelope({ _tag: "tool.pre", action: edit(here) })), 1)
        for (const odd of [
          "",
          " ",
          "\0",
          "loop-a",
          "loop-a/x",
          "a".repeat(10_000),
          "a/".repeat(5_000),
          "../".repeat(500),
          "file:",
          "file:///%00",
          "file://%",
          "file:%zz%e0%a4%a",
          "file:[::1]//",
          `file://${"%2F".repeat(2_000)}`,
          `file:${"?#".repeat(3_000)}`,
          ".git/".repeat(500)
        ]) {
          yield* touchedAt(bareEnvelope({ _tag: "tool.pre", action: edit(odd) }, { cwd: home }))
          yield* touchedAt(bareEnvelope({ _tag: "tool.pre", action: edit(`${home}/${odd}`) }))
        }
      }).pipe(Effect.provide(guarding([])))
    })
  )
})
