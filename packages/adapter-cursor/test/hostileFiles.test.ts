import { assert, describe, it } from "@effect/vitest"
import { cursorAdapter } from "@pawl/adapter-cursor"
import { type Diagnostic, everythingProfile } from "@pawl/core"
import { shellRun } from "@pawl/core/testing"
import * as VmRegexEngine from "@pawl/format-kit/vm"
import * as Effect from "effect/Effect"
import { allReadings, hooksFile, projectFile } from "./support.ts"

const long = "x".repeat(60_000)
const longPath = `./${"d/".repeat(20_000)}x.sh`

/** Files in which a name or a value is very long, wherever a file can have one. */
const files: ReadonlyArray<readonly [what: string, file: string]> = [
  ["event", hooksFile({ [long]: [{ command: "x", failClosed: true }] })],
  ["event with a matcher behind it", hooksFile({ [`preToolUse:${long}`]: [{ command: "x", failClosed: true }] })],
  ["key at the top", JSON.stringify({ version: 1, [long]: { stop: [{ command: "x" }] }, hooks: {} })],
  [
    "key at the top that holds a guard",
    JSON.stringify({ version: 1, [long]: { preToolUse: [{ command: "x", failClosed: true }] }, hooks: {} })
  ],
  ["version", JSON.stringify({ version: long, hooks: long })],
  ["field", hooksFile({ stop: [{ command: "x", [long]: 1 }] })],
  ["field twice", `{"version":1,"hooks":{"stop":[{"command":"x","${long}":1,"${long}":2}]}}`],
  ["type", hooksFile({ stop: [{ command: "x", type: long }] })],
  [
    "timeout",
    hooksFile({ stop: [{ command: "x", timeout: long, failClosed: long, loop_limit: long, model: [long] }] })
  ],
  ["definition", hooksFile({ stop: [long] })],
  ["list of words", hooksFile({ stop: [{ command: [long, long, "two words"] }] })],
  ["group", hooksFile({ preToolUse: [{ matcher: long, hooks: [{ command: long }] }] })],
  ["event that is no list", hooksFile({ stop: long })],
  ["matcher where there is none", hooksFile({ sessionStart: [{ command: "x", matcher: long }] })],
  ["bad matcher", hooksFile({ preToolUse: [{ command: "x", matcher: `${long}(` }] })],
  ["name of a group", hooksFile({ preToolUse: [{ command: "x", matcher: `(?<${long}>a)\\k<${long}>` }] })],
  ["group of RE2", hooksFile({ preToolUse: [{ command: "x", matcher: `(?P<${long}>a)` }] })],
  ["path for a tool", hooksFile({ preToolUse: [{ command: "x", matcher: `/${long}` }] })],
  ["list of tools", hooksFile({ preToolUse: [{ command: "x", matcher: Array(10_000).fill("Bash").join("|") }] })],
  ["name of a tool", hooksFile({ preToolUse: [{ command: "x", matcher: `mcp__${long}` }] })],
  ["glob", hooksFile({ preToolUse: [{ command: "x", matcher: `${long}*` }] })],
  ["letter of another dialect", hooksFile({ stop: [{ command: "x", matcher: `\\p{${long}}` }] })],
  ["path of a script", hooksFile({ stop: [{ command: longPath }, { command: `${longPath} ${longPath}` }] })],
  ["path below a variable", hooksFile({ stop: [{ command: `$HOME/${longPath}` }] })],
  ["program", hooksFile({ stop: [{ command: long }] })],
  ["word that is no JSON", `{"version":1,${long}:${long}}`],
  ["text that is no JSON", `{"version":1,"hooks":{"${long}":{"${long}":[${long}]}}}`]
]

const sizeOf = ({ hint = "", message, place }: Diagnostic): number =>
  message.length + hint.length + (place?.at ?? "").length

describe("a file with very many mistakes of one kind", () => {
  const names = Array.from({ length: 30_000 }, (_, index) => `preToolUs${index}`)

  it.effect("is read in time, and its findings are counted truly (CUR-6, CUR-121)", () =>
    Effect.gen(function* () {
      const file = hooksFile(Object.fromEntries(names.map((name) => [name, []])))
      const begun = performance.now()
      const { findings } = yield* cursorAdapter.parse(file)
      assert.isBelow(performance.now() - begun, 5_000)
      assert.strictEqual(
        findings.reduce((sum, { others = 0 }) => sum + 1 + others, 0),
        names.length
      )
      assert.strictEqual(findings.at(-1)?.others, names.length - 21)
    })
  )

  it.effect("still says what was meant by a name with two typing errors, and nothing by one with three (CUR-10)", () =>
    Effect.gen(function* () {
      for (const [name, meant] of [
        ["preTolUs", true],
        ["preToolUsexx", true],
        ["perToolUse", true],
        ["preTolUxxx", false],
        ["preToolUsexxx", false]
      ] as const) {
        const { findings } = yield* cursorAdapter.parse(hooksFile({ [name]: [{ command: "x" }] }))
        assert.strictEqual(findings[0]?.hint?.includes('Did you mean "preToolUse"'), meant, name)
      }
    })
  )
})

describe("what a file says is quoted as far as a person reads it", () => {
  const world = {
    look: () => Effect.succeed("missing" as const),
    findProgram: () => Effect.succeed(false),
    resolve: (path: string) => `/repo/${path}`,
    read: () => Effect.succeed("cat /dev/stdin > /dev/stderr\n".repeat(1_000)),
    socketStreams: ["stdin", "stdout", "stderr"] as const
  }

  it.effect.each(files)("however long its %s is (CUR-120)", ([, file]) =>
    Effect.gen(function* () {
      const parsed = yield* cursorAdapter.parse(file)
      const found = [...parsed.findings, ...(yield* cursorAdapter.lint(parsed, world))]
      for (const reading of allReadings) {
        const made = cursorAdapter.bindings(parsed, { source: projectFile, profile: everythingProfile, reading })
        found.push(...made.diagnostics)
        for (const selection of yield* cursorAdapter.select(shellRun("git status"), made.bindings)) {
          assert.isBelow(JSON.stringify(selection).length, 1_000)
        }
      }
      assert.isNotEmpty(found)
      for (const each of found) assert.isBelow(sizeOf(each), 5_000, `${each.code}: ${each.message.slice(0, 200)}`)
    }).pipe(Effect.provide(VmRegexEngine.layer))
  )
})
