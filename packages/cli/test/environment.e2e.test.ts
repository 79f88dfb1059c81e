import * as path from "node:path"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { pawl } from "./support/pawl.ts"
import { guardedProject, type Project } from "./support/project.ts"

const script = path.resolve(import.meta.dirname, "../../../fixtures/scripts/environment.sh")

/** What an outer hook and its host have left in the variables of the call. */
const outer = {
  PATH: process.env.PATH,
  LANG: "C",
  GITHUB_TOKEN: "kept",
  OPENAI_API_KEY: "secret",
  PAWL_INVOCATIONS: "outer-1",
  PAWL_EVENT: "stop",
  PAWL_USER_EMAIL: "outer@example.com",
  CURSOR_USER_EMAIL: "outer@example.com",
  CURSOR_TRANSCRIPT_PATH: "/outer/transcript.jsonl",
  CURSOR_CODE_REMOTE: "true",
  CURSOR_PROJECT_DIR: "/outer",
  CLAUDE_PROJECT_DIR: "/outer"
}

const calls = [
  ["pawl exec", ["exec", "--trust-project", "--", "true"]],
  ["pawl fire", ["fire", "beforeShellExecution", "--trust-project", "--payload", "payload.json"]]
] as const

const seenAs = (project: Project, name: string) =>
  new RegExp(`^${name}=(.*)$`, "m").exec(project.read("seen") ?? "")?.[1]

describe("what a hook gets through the built command line (RUN-20, RUN-34, RUN-60)", () => {
  it.live.each(calls)("%s: its folder, its words, its variables, and nobody else's", ([, words]) =>
    Effect.gen(function* () {
      const project = yield* guardedProject("", { command: `${script} 'a b' c > seen; exit 2` })
      project.write("payload.json", '{"command":"true"}')
      yield* pawl(words, { cwd: project.folder, env: outer })
      const names = (project.read("seen") ?? "").split("\n").flatMap((line) => /^(\w+)=/.exec(line)?.[1] ?? [])
      assert.deepStrictEqual(
        // A shell sets these for itself.
        names.filter((name) => !/^(PWD|OLDPWD|SHLVL|_)$/.test(name)),
        [
          "CLAUDE_PROJECT_DIR",
          "CURSOR_PROJECT_DIR",
          "CURSOR_VERSION",
          "GITHUB_TOKEN",
          "LANG",
          "PATH",
          "PAWL_BINDING",
          "PAWL_EVENT",
          "PAWL_FORMAT",
          "PAWL_HOOK_PROTOCOL_VERSION",
          "PAWL_INVOCATIONS",
          "PAWL_PROJECT_DIR",
          "PAWL_RUN_ID",
          "cwd",
          "program",
          "argv",
          "stdin"
        ]
      )
      for (const name of ["CLAUDE_PROJECT_DIR", "CURSOR_PROJECT_DIR", "PAWL_PROJECT_DIR", "cwd"]) {
        assert.strictEqual(seenAs(project, name), project.folder, name)
      }
      assert.strictEqual(seenAs(project, "PATH"), outer.PATH)
      assert.strictEqual(seenAs(project, "PAWL_EVENT"), "beforeShellExecution")
      assert.match(seenAs(project, "PAWL_INVOCATIONS") ?? "", /^outer-1,[0-9a-z-]+$/)
      assert.strictEqual(seenAs(project, "program"), script)
      assert.strictEqual(seenAs(project, "argv"), "2 a b c")
      assert.deepInclude(JSON.parse(seenAs(project, "stdin") ?? "{}"), { command: "true", user_email: null })
    })
  )
})
