import { readFileSync } from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import { cursorAdapter } from "@pawl/adapter-cursor"
import type { Ending } from "@pawl/core"
import { outcome } from "@pawl/core/testing"
import * as Effect from "effect/Effect"
import { decodeOutcome, load, only, strictPolicy } from "./support.ts"

const read = (url: URL): string => readFileSync(url, "utf8")
const page = read(new URL("../../../docs/hooks.md", import.meta.url))

/** The code spans of a cell. */
const spans = (cell: string): ReadonlyArray<string> => [...cell.matchAll(/`([^`]+)`/gu)].map(([, text = ""]) => text)

describe("the page for people who write hooks", () => {
  it.each([
    ["json", new URL("../../../fixtures/cursor/beforeShellExecution/stdin.json", import.meta.url)],
    ["json", new URL("../../../fixtures/cursor/preToolUse/stdin.json", import.meta.url)],
    ["json", new URL("../../../fixtures/cursor/guards/hooks.json", import.meta.url)],
    ["sh", new URL("../../../fixtures/cursor/guards/no-force-push.sh", import.meta.url)],
    ["js", new URL("../../../fixtures/cursor/guards/ask-before-publish.mjs", import.meta.url)],
    ["py", new URL("../../../fixtures/cursor/guards/protected_paths.py", import.meta.url)]
  ] as const)("shows the %s of a fixture as it is", (language, file) => {
    assert.include(page, `\`\`\`${language}\n${read(file)}\`\`\``)
  })

  it.effect("has a minimal file in which nothing is found", () =>
    Effect.gen(function* () {
      const minimal = /```json\n([^`]*?)```/u.exec(page)?.[1] ?? ""
      const { bindings, parsed } = yield* load(minimal)
      assert.isEmpty(parsed.findings)
      assert.lengthOf(bindings, 1)
    })
  )

  it("names every variable of the format (CUR-58)", () => {
    const all = cursorAdapter.aliases({
      format: "cursor",
      event: "preToolUse",
      binding: "",
      projectDirectory: "/repo",
      hostVersion: "1",
      remote: true,
      userEmail: "dev@example.com",
      transcriptPath: "/t"
    })
    for (const name of Object.keys(all)) assert.include(page, `\`${name}\``)
  })
})

const failures: ReadonlyArray<Ending> = [
  { _tag: "Exited", code: 1 },
  { _tag: "Exited", code: 126 },
  { _tag: "Exited", code: 127 },
  { _tag: "Signalled", signal: "SIGKILL" },
  { _tag: "TimedOut", phase: "running" }
]

const endingsOf = (cell: string): ReadonlyArray<Ending> =>
  /^\d+$/u.test(cell) ? [{ _tag: "Exited", code: Number(cell) }] : failures

const outputsOf = (cell: string): ReadonlyArray<string> => [
  ...(/^nothing\b/u.test(cell) ? [""] : []),
  ...spans(cell).map((text) => text.replaceAll(" ⏎ ", "\n"))
]

const verdicts: Readonly<Record<string, string>> = { allow: "allow", deny: "deny", ask: "ask", "no opinion": "none" }

/** The rows of the table that begins with an exit code. */
const rows = page
  .slice(page.indexOf("| exit code |"))
  .split("\n\n", 1)
  .join("")
  .split("\n")
  .slice(2)
  .map((line) => line.split("|").map((cell) => cell.trim()))

describe("the table of exit codes and outputs on that page (CUR-40, CUR-43, CUR-61)", () => {
  it("has a row for each kind of end", () => {
    assert.lengthOf(rows, 11)
  })

  it.effect.each(
    rows.map(([, exit = "", stdout = "", open = "", closed = ""]) => [exit, stdout, open, closed] as const)
  )("exit %s with %s: %s, closed %s", ([exit, stdout, open, closed]) =>
    Effect.gen(function* () {
      assert.isNotEmpty(outputsOf(stdout))
      for (const event of ["beforeShellExecution", "preToolUse"]) {
        const fails = yield* only(event, { command: "x" })
        const holds = yield* only(event, { command: "x", failClosed: true })
        for (const ending of endingsOf(exit)) {
          for (const text of outputsOf(stdout)) {
            const run = outcome({ ending, stdout: text })
            const of = JSON.stringify([event, ending, text])
            assert.strictEqual(decodeOutcome(fails, run).verdict, verdicts[open], of)
            assert.strictEqual(decodeOutcome(holds, run).verdict, verdicts[closed], of)
            assert.strictEqual(decodeOutcome(fails, run, strictPolicy).verdict, verdicts[closed], of)
          }
        }
      }
    })
  )
})
