import fs from "node:fs"
import path from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { nodeHookRunner, type RunnerConfig, scrubList } from "@pawl/runner-node"
import * as Effect from "effect/Effect"
import { askAbout, liveHost, load, readyBroker } from "./support/liveHost.ts"
import { emptyProject, hooksText } from "./support/project.ts"

const script = path.resolve(import.meta.dirname, "../../../fixtures/scripts/environment.sh")

/** One of every entry of the list, patterns filled in. */
const secrets = Object.fromEntries(scrubList.map((name) => [name.replaceAll("*", "ANY"), "secret"]))

/** Who and what the outer hook ran for, when Pawl itself runs below one; nothing of it is known of the inner moment. */
const outer = {
  PAWL_USER_EMAIL: "outer@example.com",
  CURSOR_USER_EMAIL: "outer@example.com",
  CURSOR_TRANSCRIPT_PATH: "/outer/transcript.jsonl",
  CURSOR_CODE_REMOTE: "true",
  CURSOR_PROJECT_DIR: "/outer",
  CURSOR_VERSION: "0.0.0"
}

/** What a runner inherits; the captured PATH is laid over its own. */
const variables: Partial<RunnerConfig> = {
  inherited: { PATH: "/usr/bin:/bin", LANG: "C", GITHUB_TOKEN: "kept", ...outer, ...secrets },
  capturedPath: () => "/captured:/usr/bin:/bin"
}

const runners = [
  ["started by the host", nodeHookRunner(variables)],
  ["started by a broker", readyBroker(variables)]
] as const

describe("the environment of a hook of Cursor's format, from its file to its process", () => {
  it.live.each(runners)(
    "is the folder, the words, PATH, its own identity in both spellings, and no scrubbed variable, %s (RUN-20, RUN-34, RUN-60)",
    ([, runner]) =>
      Effect.gen(function* () {
        const project = yield* emptyProject
        const folder = fs.realpathSync(project.folder)
        project.write("hooks.json", hooksText({ command: `${script} 'a b' c > seen; exit 2` }))
        yield* Effect.gen(function* () {
          yield* load(folder, "hooks.json")
          const { moment, outcome } = yield* askAbout(folder)
          assert.strictEqual(outcome.merged.verdict._tag, "Deny")
          const [record] = outcome.records
          assert.deepStrictEqual(record?.removedEnv, Object.keys(secrets).sort())

          const lines = fs.readFileSync(path.join(folder, "seen"), "utf8").trim().split("\n")
          // A shell sets these for itself.
          const kept = lines.filter((line) => !/^(PWD|OLDPWD|SHLVL|_)=/.test(line))
          const binding = record?.binding
          const version = moment.host.version
          assert.deepStrictEqual(
            kept.map((line) => line.replace(/^(PAWL_INVOCATIONS|stdin)=.+/, "$1=…")),
            [
              `CLAUDE_PROJECT_DIR=${folder}`,
              `CURSOR_PROJECT_DIR=${folder}`,
              `CURSOR_VERSION=${version}`,
              "GITHUB_TOKEN=kept",
              "LANG=C",
              "PATH=/captured:/usr/bin:/bin",
              `PAWL_BINDING=${binding}`,
              "PAWL_EVENT=beforeShellExecution",
              "PAWL_FORMAT=cursor",
              "PAWL_HOOK_PROTOCOL_VERSION=1",
              "PAWL_INVOCATIONS=…",
              `PAWL_PROJECT_DIR=${folder}`,
              "PAWL_RUN_ID=exec-1",
              `cwd=${folder}`,
              `program=${script}`,
              "argv=2 a b c",
              "stdin=…"
            ]
          )
        }).pipe(Effect.provide(liveHost(folder, runner)))
      })
  )
})
