import { spawnSync } from "node:child_process"
import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { delimiter, dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { assert, describe, it } from "@effect/vitest"
import { cursorAdapter } from "@pawl/adapter-cursor"
import { commandOf, type Envelope } from "@pawl/core"
import { outcome, shellRun } from "@pawl/core/testing"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { decodeOutcome, only } from "./support.ts"

const guard = fileURLToPath(new URL("./examples/no-force-push.ts", import.meta.url))
const read = (path: string): string => readFileSync(new URL(path, import.meta.url), "utf8")

/** A project that holds the guard and nothing else: no package.json, and no package to import. */
const project = Effect.acquireRelease(
  Effect.sync(() => {
    const folder = mkdtempSync(join(tmpdir(), "pawl-typed-guard-"))
    cpSync(guard, join(folder, ".cursor/hooks/no-force-push.mts"))
    return folder
  }),
  (folder) => Effect.sync(() => rmSync(folder, { recursive: true, force: true }))
)

/** What a real run of the guard comes to: its payload on stdin, through the shell, its answer decoded. */
const ask = Effect.fnUntraced(function* (envelope: Envelope, payload?: string) {
  const binding = yield* only("beforeShellExecution", { command: "node .cursor/hooks/no-force-push.mts" })
  const { stdin } = Result.getOrThrow(cursorAdapter.encode(envelope, binding))
  const env = { ...process.env, PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH}` }
  const ran = spawnSync("/bin/sh", ["-c", commandOf(binding.handler)], {
    cwd: yield* project,
    env,
    input: payload ?? stdin
  })
  assert.isNumber(ran.status, String(ran.stderr))
  const ending = { _tag: "Exited", code: ran.status ?? -1 } as const
  const run = outcome({ ending, stdout: ran.stdout, stderrTail: ran.stderr.toString() })
  return { ...decodeOutcome(binding, run, undefined, envelope), exit: ran.status }
}, Effect.scoped)

describe("the guard in TypeScript (CUR-83, CUR-84)", () => {
  it.effect.each([["git push --force"], ["git push -uf origin main"], ["cd a &&\ngit push origin +main"]] as const)(
    "denies %j, with its reason",
    ([command]) =>
      Effect.gen(function* () {
        const answer = yield* ask(shellRun(command))
        assert.deepStrictEqual([answer.exit, answer.verdict, answer.diagnostics], [0, "deny", []])
        assert.strictEqual(
          answer.reasons[0]?.text,
          "A forced push overwrites what others have pushed. Push without force."
        )
      })
  )

  it.effect.each([["git push origin main"], ["git push -u origin my-f"], ["echo push"]] as const)(
    "lets %j pass",
    ([command]) =>
      Effect.map(ask(shellRun(command)), (answer) =>
        assert.deepStrictEqual([answer.verdict, answer.diagnostics], ["allow", []])
      )
  )

  it.effect.each([[""], ["{}"], ["not JSON"], ['{"command":5}']] as const)(
    "denies what it cannot read: %j",
    ([payload]) =>
      Effect.gen(function* () {
        const answer = yield* ask(shellRun("git push"), payload)
        assert.deepStrictEqual([answer.exit, answer.verdict], [2, "deny"])
        assert.match(answer.reasons[1]?.text ?? "", /^the guard failed: /u)
      })
  )

  it("is what the pages show", () => {
    const shown = `\`\`\`ts\n${readFileSync(guard, "utf8")}\`\`\``
    assert.include(read("../README.md"), shown)
    assert.include(read("../../../docs/hooks.md"), shown)
  })
})
