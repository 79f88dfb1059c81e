import * as fs from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { run } from "./support/pawl.ts"
import { emptyProject } from "./support/project.ts"
import { pawlInShell } from "./support/terminal.ts"

const readme = fs.readFileSync(new URL("../README.md", import.meta.url), "utf8")

/** The last block of a language in the README. */
const block = (language: string): string => readme.split(`\`\`\`${language}\n`).at(-1)?.split("```")[0] ?? ""

describe("the example of the README", () => {
  it.live("does what it says", () =>
    Effect.gen(function* () {
      const project = yield* emptyProject
      project.write(".cursor/hooks.json", block("json"))
      project.write(".cursor/hooks/no-force.sh", block("sh"), 0o755)
      const lines = block("console").trim().split("\n")
      const typed = lines.filter((line) => line.startsWith("$ ")).map((line) => line.slice(2))
      const script = `exec 2>&1\npawl() { ${pawlInShell} "$@"; }\n${typed.join("\n")}\n`
      const { stdout } = yield* run("/bin/sh", ["-c", script], { cwd: project.folder })
      const shown = lines
        .filter((line) => !line.startsWith("$ "))
        .join("\n")
        .replaceAll("/repo", project.folder)
      assert.strictEqual(stdout, `${shown}\n`)
    })
  )
})
