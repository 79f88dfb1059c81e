import { spawnSync } from "node:child_process"
import fs from "node:fs"
import path from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { foldersDown, repositoryRoot } from "@pawl/sources"
import { SyncFileSystem } from "@pawl/sources/node"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Path from "effect/Path"
import { fifo, folder, link, repositoryIn, temporaryFolder, withoutRights, write } from "./support/tree.ts"

const system = Layer.merge(SyncFileSystem.layer, Path.layer)

const git = (cwd: string, ...args: ReadonlyArray<string>) => {
  const who = ["-c", "user.name=t", "-c", "user.email=t@example.com"]
  const done = spawnSync("git", [...who, ...args], { cwd, encoding: "utf8" })
  assert.strictEqual(done.status, 0, done.stderr)
}

describe("repositoryRoot (SRC-13)", () => {
  it.live("is the folder with a .git folder, seen from it and from below", () =>
    Effect.gen(function* () {
      const home = yield* temporaryFolder
      repositoryIn(home)
      const deep = folder(home, "a", "b c", "d")
      assert.strictEqual(yield* repositoryRoot(home), home)
      assert.strictEqual(yield* repositoryRoot(deep), home)
    }).pipe(Effect.provide(system))
  )

  it.live("is the nearest one of nested repositories", () =>
    Effect.gen(function* () {
      const home = yield* temporaryFolder
      repositoryIn(home)
      repositoryIn(home, "inner")
      assert.strictEqual(yield* repositoryRoot(folder(home, "inner", "src")), path.join(home, "inner"))
      assert.strictEqual(yield* repositoryRoot(folder(home, "outer")), home)
    }).pipe(Effect.provide(system))
  )

  it.live("is not hidden by a .git below it that git takes for no repository", () =>
    Effect.gen(function* () {
      const home = repositoryIn(yield* temporaryFolder)
      folder(home, "empty folder", ".git")
      write("", home, "empty file", ".git")
      link("/nowhere/at/all", home, "dangling", ".git")
      link(".git", home, "loop", ".git")
      fifo(home, "fifo", ".git")
      write("gitdir: /nowhere/at/all\n", home, "leads nowhere", ".git")
      write("gitdir: ../empty folder/.git\n", home, "leads to nothing", ".git")
      write("", repositoryIn(home, "empty HEAD"), ".git", "HEAD")
      fs.rmdirSync(path.join(repositoryIn(home, "no objects"), ".git", "objects"))
      fs.rmdirSync(path.join(repositoryIn(home, "no refs"), ".git", "refs"))
      fs.unlinkSync(path.join(repositoryIn(home, "no HEAD"), ".git", "HEAD"))
      fs.unlinkSync(path.join(repositoryIn(home, "FIFO for HEAD"), ".git", "HEAD"))
      fifo(home, "FIFO for HEAD", ".git", "HEAD")
      write("../nowhere\n", repositoryIn(home, "lost commondir"), ".git", "commondir")
      for (const name of fs.readdirSync(home).filter((entry) => entry !== ".git")) {
        assert.strictEqual(yield* repositoryRoot(folder(home, name, "src")), home, name)
      }
    }).pipe(Effect.provide(system))
  )

  it.live("is the outermost folder with a .git where none is a repository", () =>
    Effect.gen(function* () {
      const home = yield* temporaryFolder
      const outer = path.dirname(folder(home, "outer", ".git"))
      write("", outer, "a", ".git")
      folder(outer, "a", "b", ".git")
      assert.strictEqual(yield* repositoryRoot(folder(outer, "a", "b", "c")), outer)
    }).pipe(Effect.provide(system))
  )

  it.live("is marked by a link to a repository, a file that leads to one, and one on a bare commit", () =>
    Effect.gen(function* () {
      const home = repositoryIn(yield* temporaryFolder)
      const kept = path.join(repositoryIn(home, "kept"), ".git")
      link(kept, home, "linked", ".git")
      write(`gitdir: ${kept}\n`, home, "absolute", ".git")
      write("gitdir: ../kept/.git", home, "relative", ".git")
      write(`${"0123456789".repeat(4)}\n`, repositoryIn(home, "detached"), ".git", "HEAD")
      for (const name of ["kept", "linked", "absolute", "relative", "detached"]) {
        assert.strictEqual(yield* repositoryRoot(folder(home, name, "src")), path.join(home, name), name)
      }
    }).pipe(Effect.provide(system))
  )

  it.live("is the worktree's own folder in a real worktree of git", () =>
    Effect.gen(function* () {
      const home = yield* temporaryFolder
      const main = folder(home, "main")
      git(main, "init", "--quiet")
      git(main, "commit", "--quiet", "--allow-empty", "-m", "first")
      git(main, "worktree", "add", "--quiet", "../tree")
      assert.isTrue(fs.statSync(path.join(home, "tree", ".git")).isFile())
      assert.strictEqual(yield* repositoryRoot(folder(home, "tree", "src")), path.join(home, "tree"))
    }).pipe(Effect.provide(system))
  )

  it.live("is nothing up to the root of the file system", () =>
    Effect.gen(function* () {
      // Whoever runs this in a repository of their temporary folder sees that one.
      const home = yield* temporaryFolder
      assert.strictEqual(yield* repositoryRoot(folder(home, "a")), yield* repositoryRoot(path.dirname(home)))
      assert.strictEqual(yield* repositoryRoot("/"), fs.existsSync("/.git") ? "/" : undefined)
    }).pipe(Effect.provide(system))
  )

  it.live("is not guessed when a folder cannot be looked into", () =>
    Effect.gen(function* () {
      const home = yield* temporaryFolder
      fs.chmodSync(home, 0o755)
      const closed = folder(home, "closed")
      fs.chmodSync(closed, 0o600)
      const error = yield* withoutRights(Effect.flip(repositoryRoot(path.join(closed, "below"))))
      assert.strictEqual(error.reason._tag, "PermissionDenied")
      fs.chmodSync(closed, 0o700)
    }).pipe(Effect.provide(system))
  )
})

describe("foldersDown (SRC-14)", () => {
  it.effect("lists every folder from the root to the one that one stands in", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* foldersDown("/r", "/r/a/b"), ["/r", "/r/a", "/r/a/b"])
      assert.deepStrictEqual(yield* foldersDown("/r", "/r"), ["/r"])
      assert.deepStrictEqual(yield* foldersDown("/", "/a"), ["/", "/a"])
    }).pipe(Effect.provide(Path.layer))
  )
})
