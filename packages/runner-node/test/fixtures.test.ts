import fs from "node:fs"
import path from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { scenarioTable } from "@pawl/core/testing"
import * as Effect from "effect/Effect"
import { scenarioLine } from "./scenarioLine.ts"
import { layer, makeFolder, run, textOf } from "./support.ts"

const scripts = path.resolve(import.meta.dirname, "../../../fixtures/scripts")
const read = (name: string) => fs.readFileSync(path.join(scripts, name), "utf8")

describe("docs/runner.md", () => {
  it("shows the table as it is tested, row by row (RUN-26)", () => {
    const page = fs.readFileSync(path.resolve(import.meta.dirname, "../../../docs/runner.md"), "utf8")
    const shown = page.split("\n").filter((line) => /^\| `[a-z0-9-]+`: /.test(line))
    assert.deepStrictEqual(shown, scenarioTable.map(scenarioLine))
  })
})

describe("fixtures/scripts", () => {
  it("holds the idioms of scripts among them (RUN-31)", () => {
    const idioms = scenarioTable.filter(({ id }) => id.startsWith("idiom-"))
    assert.isAtLeast(idioms.length, 11)
    const texts = idioms.map(({ id }) => read(`${id}.sh`))
    for (const text of texts) assert.include(text, "bash -euo pipefail -c")
    for (const words of [
      "> /dev/stderr",
      ">> /dev/stderr",
      ">&2",
      "tee /dev/stderr",
      "> /dev/stdout",
      "cat /dev/stdin",
      "$(</dev/stdin)",
      'readFileSync(\\"/dev/stdin\\")',
      "readFileSync(0)",
      "jq ",
      "json.load(sys.stdin)"
    ]) {
      assert.include(texts.join(""), words)
    }
  })

  it("holds each row of the table that is a script, word for word, with a comment what it does (RUN-26)", () => {
    const rows = scenarioTable.flatMap((row) => ("script" in row ? [row] : []))
    for (const row of rows) {
      const text = read(`${row.id}.sh`)
      assert.isTrue(text.startsWith(`#!/bin/sh\n# A hook that ${row.name}.\n`), row.id)
      assert.isTrue(text.endsWith(`\n${row.script}\n`), row.id)
      const head = text
        .slice(0, text.length - row.script.length - 1)
        .split("\n")
        .slice(2, -1)
      for (const line of head) assert.match(line, /^ANSWER_[A-Z]+=\$\{ANSWER_[A-Z]+-'.*'\}$/, row.id)
    }
    const files = fs.readdirSync(scripts).filter((name) => name.endsWith(".sh"))
    assert.deepStrictEqual(files.sort(), [...rows.map((row) => `${row.id}.sh`), "environment.sh"].sort())
  })

  it.live("a script that prints what it gets shows nothing else (RUN-2, RUN-4, RUN-19, RUN-20)", () =>
    Effect.gen(function* () {
      const folder = yield* makeFolder
      const program = path.join(scripts, "environment.sh")
      const outcome = yield* run(
        folder,
        { _tag: "Exec", program, arguments: ["a b", "c"] },
        { stdin: new TextEncoder().encode("payload"), sessionEnv: { SESSION: "yes" } }
      )
      const lines = textOf(outcome)
        .trim()
        .split("\n")
        .filter((line) => !/^(PWD|OLDPWD|SHLVL|_)=/.test(line))
      assert.deepStrictEqual(
        lines.map((line) => line.replace(/^(PAWL_INVOCATIONS)=.+/, "$1=…")),
        [
          "PATH=/usr/bin:/bin",
          "PAWL_HOOK_PROTOCOL_VERSION=1",
          "PAWL_INVOCATIONS=…",
          `PAWL_PROJECT_DIR=${folder}`,
          "SESSION=yes",
          `cwd=${folder}`,
          `program=${program}`,
          "argv=2 a b c",
          "stdin=payload"
        ]
      )
    }).pipe(Effect.provide(layer({ inherited: { PATH: "/usr/bin:/bin", OPENAI_API_KEY: "secret" } })))
  )
})
