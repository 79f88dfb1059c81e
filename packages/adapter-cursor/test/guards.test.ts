import { spawnSync } from "node:child_process"
import { chmodSync, cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { assert, describe, it } from "@effect/vitest"
import { cursorAdapter } from "@pawl/adapter-cursor"
import { type Action, commandOf, type Envelope, everythingProfile } from "@pawl/core"
import { outcome, shellRun, toolPre } from "@pawl/core/testing"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { decodeOutcome, projectFile } from "./support.ts"

const guards = fileURLToPath(new URL("../../../fixtures/cursor/guards", import.meta.url))
const has = (program: string): boolean => spawnSync(program, ["--version"]).status === 0

/** A project with the guards where their hooks file says that they are. */
const project = Effect.acquireRelease(
  Effect.sync(() => {
    const folder = mkdtempSync(join(tmpdir(), "pawl-guards-"))
    const hooks = join(folder, ".cursor/hooks")
    cpSync(guards, hooks, { recursive: true })
    for (const script of readdirSync(hooks)) chmodSync(join(hooks, script), 0o755)
    return folder
  }),
  (folder) => Effect.sync(() => rmSync(folder, { recursive: true, force: true }))
)

/** What a real run of a guard comes to: its payload on stdin, through the shell, its answer decoded. */
const ask = Effect.fnUntraced(function* (guard: string, envelope: Envelope, payload?: string) {
  const parsed = yield* cursorAdapter.parse(readFileSync(join(guards, "hooks.json"), "utf8"))
  assert.isEmpty(parsed.findings)
  const under = { source: projectFile, profile: everythingProfile, reading: "tight" } as const
  const binding = cursorAdapter
    .bindings(parsed, under)
    .bindings.find(({ handler }) => commandOf(handler).endsWith(guard))
  assert.isDefined(binding)
  const { stdin } = Result.getOrThrow(cursorAdapter.encode(envelope, binding))
  const cwd = yield* project
  const ran = spawnSync("/bin/sh", ["-c", commandOf(binding.handler)], { cwd, input: payload ?? stdin })
  assert.isNumber(ran.status, String(ran.stderr))
  const ending = { _tag: "Exited", code: ran.status ?? -1 } as const
  const run = outcome({ ending, stdout: ran.stdout, stderrTail: ran.stderr.toString() })
  const [selection] = yield* cursorAdapter.select(envelope, [binding])
  return { ...decodeOutcome(binding, run, undefined, envelope), exit: ran.status, selection: selection?._tag }
}, Effect.scoped)

describe("the guard in sh (CUR-40)", () => {
  const guard = "no-force-push.sh"

  it.effect.each([
    ["git push --force"],
    ["git push -f origin main"],
    ["git push origin +main"],
    ['git commit -m "a \\" b" && git push --force'],
    ["git status\ngit push --force"],
    ["cd 'é\u001b' && git push --force-with-lease"],
    ['echo \'"command":"ls"\' && git push --force']
  ] as const)("denies %j, with its reason", ([command]) =>
    Effect.gen(function* () {
      const answer = yield* ask(guard, shellRun(command))
      assert.deepStrictEqual([answer.selection, answer.exit, answer.verdict], ["Run", 0, "deny"])
      assert.strictEqual(
        answer.reasons[0]?.text,
        "A forced push overwrites what others have pushed. Push without force."
      )
      assert.isEmpty(answer.diagnostics)
    })
  )

  it.effect.each([["git push origin main"], ["git stash push -m 'x'"], ["echo push"]] as const)(
    "lets %j pass",
    ([command]) =>
      Effect.gen(function* () {
        const answer = yield* ask(guard, shellRun(command))
        assert.deepStrictEqual([answer.selection, answer.verdict, answer.diagnostics], ["Run", "allow", []])
      })
  )

  it.effect.each([[""], ["{}"], ["not JSON"]] as const)("denies what it cannot read: %j", ([payload]) =>
    Effect.map(ask(guard, shellRun("git push"), payload), ({ verdict }) => assert.strictEqual(verdict, "deny"))
  )
})

describe("the guard for Node (CUR-41)", () => {
  const guard = "ask-before-publish.mjs"

  it.effect.each([["npm publish"], ["cd a && pnpm -r publish --access public"], ["cargo \\\n publish"]] as const)(
    "asks before %j, with its question",
    ([command]) =>
      Effect.gen(function* () {
        const answer = yield* ask(guard, shellRun(command))
        assert.deepStrictEqual([answer.selection, answer.verdict, answer.diagnostics], ["Run", "ask", []])
        assert.strictEqual(answer.reasons[0]?.text, "This publishes a package. Is that meant?")
      })
  )

  it.effect("lets other commands pass", () =>
    Effect.map(ask(guard, shellRun("grep publish README.md")), ({ verdict }) => assert.strictEqual(verdict, "allow"))
  )

  it.effect.each([[""], ["{}"], ["not JSON"]] as const)("denies what it cannot read, and says so: %j", ([payload]) =>
    Effect.gen(function* () {
      const answer = yield* ask(guard, shellRun("npm publish"), payload)
      assert.deepStrictEqual([answer.exit, answer.verdict], [2, "deny"])
      assert.match(answer.reasons[1]?.text ?? "", /^the guard failed: /u)
    })
  )
})

describe.skipIf(!has("python3"))("the guard in Python (CUR-37; needs python3)", () => {
  const guard = "protected_paths.py"
  const edits: ReadonlyArray<readonly [string, Action, "deny" | "allow"]> = [
    ["an edit of a file with secrets", { _tag: "FileEdit", path: "/repo/.env", content: "A=b" }, "deny"],
    ["a path that leads there", { _tag: "FileEdit", path: "src/../.ENV.local", content: "A=b" }, "deny"],
    ["a deletion of several files", { _tag: "FileDelete", paths: ["a.txt", "secrets/b.txt"] }, "deny"],
    ["another edit", { _tag: "FileEdit", path: "/repo/src/.envelope.ts", content: "x" }, "allow"],
    ["another deletion", { _tag: "FileDelete", paths: ["a.txt"] }, "allow"]
  ]

  it.effect.each(edits)("%s", ([, action, verdict]) =>
    Effect.gen(function* () {
      const answer = yield* ask(guard, toolPre(action, { cwd: "/repo" }))
      assert.deepStrictEqual([answer.selection, answer.verdict, answer.diagnostics], ["Run", verdict, []])
    })
  )

  it.effect("reads the paths of a patch", () =>
    Effect.gen(function* () {
      const moment = toolPre({ _tag: "FileEdit", path: "a", content: "" })
      const patch = "*** Begin Patch\n*** Update File: keys/server.pem\n+x\n*** End Patch"
      for (const input of [patch, { patch }]) {
        const payload = JSON.stringify({ tool_name: "ApplyPatch", tool_input: input, cwd: "" })
        assert.strictEqual((yield* ask(guard, moment, payload)).verdict, "deny")
      }
    })
  )

  it.effect.each([[""], ["{}"], ['{"tool_input":{}}'], ["not JSON"]] as const)(
    "denies what it cannot read: %j",
    ([payload]) =>
      Effect.gen(function* () {
        const moment = toolPre({ _tag: "FileDelete", paths: ["a"] })
        assert.strictEqual((yield* ask(guard, moment, payload)).verdict, "deny")
      })
  )
})
