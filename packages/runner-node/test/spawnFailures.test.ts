import childProcess from "node:child_process"
import fs from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import { RunnerProbe } from "@pawl/core/testing"
import * as Effect from "effect/Effect"
import { spawnFailure } from "../src/SpawnFailure.ts"
import { host, layer, makeFolder, run } from "./support.ts"

const failedWith = (errno: string, ...words: ReadonlyArray<string>) => ({ errno, words })

describe.concurrent("a start that fails is an outcome with a sentence", () => {
  it.live("the shell is not there (RUN-16)", () =>
    Effect.gen(function* () {
      const folder = yield* makeFolder
      const { ending, stdout } = yield* run(folder, "exit 2")
      assert.deepStrictEqual(ending, {
        _tag: "SpawnFailed",
        errno: "ENOENT",
        message: "the shell /not/a/shell does not exist"
      })
      assert.strictEqual(stdout.length, 0)
    }).pipe(Effect.provide(layer({ shell: "/not/a/shell" })))
  )

  it.live("the shell is not executable (RUN-16)", () =>
    Effect.gen(function* () {
      const folder = yield* makeFolder
      const { ending } = yield* run(folder, "exit 2")
      assert.deepStrictEqual(ending, {
        _tag: "SpawnFailed",
        errno: "EACCES",
        message: "the shell /etc/passwd is not executable"
      })
    }).pipe(Effect.provide(layer({ shell: "/etc/passwd" })))
  )

  it.live("the working directory is missing, a file, or has a NUL in its name; the command is too long (RUN-16)", () =>
    Effect.gen(function* () {
      const folder = yield* makeFolder
      yield* (yield* RunnerProbe).writeScript(folder, "file", "")
      const cases = [
        [{ workingDirectory: `${folder}/gone` }, "exit 2", failedWith("ENOENT", `${folder}/gone does not exist`)],
        [{ workingDirectory: `${folder}/file` }, "exit 2", failedWith("ENOTDIR", `${folder}/file is not a directory`)],
        [{ workingDirectory: `${folder}\0` }, "exit 2", failedWith("EINVAL", "working directory", "NUL")],
        [{ sessionEnv: { BAD: "a\0b" } }, "exit 2", failedWith("EINVAL", "the variable BAD", "NUL")],
        [{}, "exit 2 \0", failedWith("EINVAL", "the command", "NUL")],
        [
          {},
          `: ${"x".repeat(200_000)}`,
          failedWith("E2BIG", "bytes) and its variables", "longer than this system allows")
        ]
      ] as const
      for (const [overrides, command, wanted] of cases) {
        const { ending, leftRunning } = yield* run(folder, command, overrides)
        assert.strictEqual(ending._tag, "SpawnFailed")
        if (ending._tag !== "SpawnFailed") continue
        assert.strictEqual(ending.errno, wanted.errno)
        for (const word of wanted.words) assert.include(ending.message, word)
        assert.deepStrictEqual(leftRunning, [])
      }
    }).pipe(Effect.provide(layer()))
  )

  it.live("a program is not there, not on the PATH, or not executable (RUN-16)", () =>
    Effect.gen(function* () {
      const folder = yield* makeFolder
      yield* Effect.sync(() => fs.writeFileSync(`${folder}/plain`, "exit 2\n", { mode: 0o644 }))
      const cases = [
        ["/not/there", "the program /not/there does not exist"],
        ["no-such-guard", "the program no-such-guard is not on the PATH that the hook gets"],
        ["./plain", "the program ./plain is not executable"]
      ] as const
      for (const [program, message] of cases) {
        const { ending } = yield* run(folder, { _tag: "Exec", program, arguments: [] })
        assert.deepInclude(ending, { _tag: "SpawnFailed", message })
      }
    }).pipe(Effect.provide(layer()))
  )

  it.live("a handler that has nothing to start (RUN-16)", () =>
    Effect.gen(function* () {
      const folder = yield* makeFolder
      const { ending } = yield* run(folder, { _tag: "Unusable", label: "?" })
      assert.deepInclude(ending, { _tag: "SpawnFailed", errno: "ENOTSUP" })
    }).pipe(Effect.provide(layer()))
  )

  it("no file can be opened any more (RUN-16)", () => {
    const [program = "", ...args] = host("tooManyFiles")
    const script = `ulimit -n 64; exec "$@"`
    const result = childProcess.spawnSync("/bin/sh", ["-c", script, "sh", program, ...args], { encoding: "utf8" })
    assert.deepStrictEqual(JSON.parse(result.stdout), {
      _tag: "SpawnFailed",
      errno: "EMFILE",
      message: "this process has too many files open to start another one"
    })
  })

  it("every other code is told as the system tells it (RUN-16)", () => {
    const line = { program: "/bin/sh", arguments: ["-c", "x"], verbatim: false, role: "shell" } as const
    const error = Object.assign(new Error("spawn ELOOP"), { code: "ELOOP" })
    assert.deepStrictEqual(spawnFailure(error, { line, workingDirectory: "/", env: {} }), {
      _tag: "SpawnFailed",
      errno: "ELOOP",
      message: "the shell /bin/sh could not be started: spawn ELOOP"
    })
  })
})
