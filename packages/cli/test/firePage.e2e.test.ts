import * as fs from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { run } from "./support/pawl.ts"
import { emptyProject } from "./support/project.ts"
import { pawlInShell } from "./support/terminal.ts"

const page = fs.readFileSync(new URL("../../../docs/fire.md", import.meta.url), "utf8")
const guards = new URL("../../../fixtures/cursor/guards/", import.meta.url)

describe("the page about pawl fire (CLI-51)", () => {
  it.live("shows what its commands print", () =>
    Effect.gen(function* () {
      const project = yield* emptyProject
      for (const name of fs.readdirSync(guards)) {
        const path = name === "hooks.json" ? ".cursor/hooks.json" : `.cursor/hooks/${name}`
        project.write(path, fs.readFileSync(new URL(name, guards), "utf8"), 0o755)
      }
      const lines = (page.split("```console\n")[1] ?? "").split("\n```")[0]?.split("\n") ?? []
      const typed = lines.filter((line) => line.startsWith("$ ")).map((line) => line.slice(2))
      const script = `exec 2>&1\npawl() { ${pawlInShell} "$@"; }\n${typed.join("\n")}\n`
      const { stdout } = yield* run("/bin/sh", ["-c", script], { cwd: project.folder })
      const timeless = (text: string) => text.replace(/after \d+ ms \(\d+ ms/, "after 7 ms (0 ms")
      const shown = lines.filter((line) => !line.startsWith("$ ")).map((line) => `${line}\n`)
      assert.strictEqual(timeless(stdout).replaceAll(project.folder, "/repo"), shown.join(""))
    })
  )

  it.live("says what is missing of a payload as the program does", () =>
    Effect.gen(function* () {
      const shown = page.split("```\n").find((block) => block.startsWith("pawl: fire: "))
      assert.strictEqual((yield* run("/bin/sh", ["-c", `${pawlInShell} fire stop`])).stderr, shown)
    })
  )
})
