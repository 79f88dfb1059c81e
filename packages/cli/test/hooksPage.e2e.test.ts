import { spawnSync } from "node:child_process"
import * as fs from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { run } from "./support/pawl.ts"
import { emptyProject, exec } from "./support/project.ts"
import { pawlInShell } from "./support/terminal.ts"

const page = fs.readFileSync(new URL("../../../docs/hooks.md", import.meta.url), "utf8")
const guards = new URL("../../../fixtures/cursor/guards/", import.meta.url)

/** The three guards of the page where the page says that they lie. */
const guardedAsShown = Effect.map(emptyProject, (project) => {
  for (const name of fs.readdirSync(guards)) {
    const path = name === "hooks.json" ? ".cursor/hooks.json" : `.cursor/hooks/${name}`
    project.write(path, fs.readFileSync(new URL(name, guards), "utf8"), 0o755)
  }
  return project
})

const literally = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&")

/** What is shown, with anything where the page has an ellipsis. */
const shown = (lines: ReadonlyArray<string>): string =>
  lines.map((line) => (line === "…" ? "(?:.*\\n)*?" : `${literally(line)}\\n`)).join("")

const hasPython = spawnSync("python3", ["--version"]).status === 0

describe("the page for people who write hooks", () => {
  it.live.skipIf(!hasPython)("shows what its commands print (needs python3)", () =>
    Effect.gen(function* () {
      const project = yield* guardedAsShown
      const lines = (page.split("```console\n")[1] ?? "").split("\n```")[0]?.split("\n") ?? []
      const typed = lines.filter((line) => line.startsWith("$ ")).map((line) => line.slice(2))
      assert.isAtLeast(typed.length, 4)
      const script = `exec 2>&1\npawl() { ${pawlInShell} "$@"; }\n${typed.join("\n")}\n`
      const { stdout } = yield* run("/bin/sh", ["-c", script], { cwd: project.folder })
      const expected = shown(lines.filter((line) => !line.startsWith("$ "))).replaceAll(
        "/repo",
        literally(project.folder)
      )
      assert.match(stdout, new RegExp(`^${expected}$`))
    })
  )

  it.live("keeps a payload with the hook that it names, which the guard on the page can read", () =>
    Effect.gen(function* () {
      const project = yield* guardedAsShown
      const definitions = [{ command: "cat > payload.json" }]
      project.write(".cursor/hooks.json", JSON.stringify({ version: 1, hooks: { beforeShellExecution: definitions } }))
      const ran = yield* exec(project, ["--", "echo", "push", "--force"])
      assert.strictEqual(ran.code, 0, ran.stderr)
      const again = yield* run("/bin/sh", ["-c", ".cursor/hooks/no-force-push.sh < payload.json"], {
        cwd: project.folder
      })
      assert.strictEqual(JSON.parse(again.stdout).permission, "deny")
    })
  )

  it.live.each([
    ["denies with 1", "exit 1", true],
    ["has a banner", `echo checking; echo '{"permission":"allow"}'`, false],
    [
      "lacks jq",
      `c=$(no-such-jq -r .command); case "$c" in *touch*) exit 2 ;; esac; echo '{"permission":"allow"}'`,
      true
    ],
    ["lacks jq and says what then", `c=$(no-such-jq -er .command) || exit 2; echo '{"permission":"allow"}'`, false],
    ["logs to stderr", `echo why >&2; echo '{"permission":"allow"}'`, true],
    ["is nothing but a grep", "grep -q touch", true],
    ["is a grep with an answer", `if grep -q touch; then exit 2; fi; echo '{"permission":"allow"}'`, false],
    ["throws in Node", `node -e 'throw new Error("why")'`, true],
    ["logs before the JSON in Node", `node -e 'console.log(1); console.log("{}")'`, false],
    ["gives its reason where nobody reads it", `echo '{"permission":"deny","message":"why"}'`, false],
    ["answers in Claude's shape", `echo '{"hookSpecificOutput":{"permissionDecision":"deny"}}'`, false],
    ["stops the turn", `echo '{"permission":"allow","continue":false}'`, false]
  ] as const)("says what comes of a hook that %s", ([, command, runs]) =>
    Effect.gen(function* () {
      const project = yield* emptyProject
      const hooks = { beforeShellExecution: [{ command }] }
      project.write(".cursor/hooks.json", JSON.stringify({ version: 1, hooks }))
      const ran = yield* exec(project, ["--", "touch", "has-run"])
      assert.deepStrictEqual([ran.code, project.read("has-run") !== undefined], runs ? [0, true] : [126, false])
    })
  )
})
