import { spawnSync } from "node:child_process"
import * as path from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { discover } from "@pawl/sources"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { checkFile } from "pawl/check/checkFile"
import { lintWorld } from "pawl/check/lintWorld"
import { FileServices } from "pawl/FileServices"
import { formats } from "pawl/formats"
import { pawl } from "../support/pawl.ts"
import { guardedProject } from "../support/project.ts"

const noisy = "set -eu\necho checking > /dev/stderr\nexit 2"

describe("scripts that open a stream by name (CLI-80)", () => {
  it.live("are found where hooks get sockets, with the script and its line", () =>
    Effect.gen(function* () {
      const project = yield* guardedProject(noisy)
      const { candidates } = yield* discover({ cwd: project.folder, explicit: [] })
      const world = lintWorld("/usr/bin:/bin", ["stdout", "stderr"])
      const files = yield* Effect.forEach(candidates, (candidate) => checkFile(candidate, [], world))
      const found = files.flatMap(({ findings }) => findings)
      assert.deepStrictEqual(
        found.map(({ code, severity }) => [code, severity]),
        [["cursor/stream-by-name", "warning"]]
      )
      assert.include(found[0]?.message, `"${project.file(".cursor/hooks/guard.sh")}" opens /dev/stderr (line 3)`)
    }).pipe(Effect.provide(Layer.merge(FileServices, formats)))
  )

  it.live.skipIf(process.platform !== "linux")("are not spoken of on this machine, where they work", () =>
    Effect.gen(function* () {
      const project = yield* guardedProject(noisy)
      const checked = yield* pawl(["check"], { cwd: project.folder })
      assert.deepStrictEqual([checked.code, checked.stdout.includes("stream-by-name")], [0, false], checked.stdout)
    })
  )
})

describe("the text of a script, for a check (CLI-80)", () => {
  it.live("is that of a short regular file; nothing else is read, and nothing is waited for", () =>
    Effect.gen(function* () {
      const project = yield* guardedProject("exit 0")
      const { read } = lintWorld("")(project.folder)
      assert.strictEqual(yield* read(".cursor/hooks/guard.sh"), "#!/bin/sh\nexit 0\n")
      spawnSync("/bin/sh", ["-c", 'mkfifo "$0"', project.file("fifo")])
      project.write("program", "\x7fELF\0/dev/stderr")
      project.write("long", "#\n".repeat(200_000))
      for (const name of ["fifo", "program", "long", ".cursor", "gone", path.join("program", "below")]) {
        assert.isUndefined(yield* read(name), name)
      }
    })
  )
})
