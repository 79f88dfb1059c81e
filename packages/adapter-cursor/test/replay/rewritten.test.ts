import { assert, describe, it } from "@effect/vitest"
import { cursorAdapter } from "@pawl/adapter-cursor"
import { type Action, toolNameOf } from "@pawl/core"
import { sampleActions, shellRun, toolPre } from "@pawl/core/testing"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { allReadings, only } from "../support.ts"

const asPayload = Schema.decodeUnknownSync(Schema.fromJsonString(Schema.Struct({ tool_input: Schema.Json })))

const rewritten = (action: Action, input: Schema.Json) =>
  cursorAdapter.rewritten(action, input, { ...shellRun("ls"), payload: { _tag: "tool.pre", action } })

const succeeds = (action: Action, input: Schema.Json): Action => Result.getOrThrow(rewritten(action, input))

describe("a replaced input of Cursor's (CUR-107)", () => {
  it("is the whole input of the same tool", () => {
    assert.deepStrictEqual(succeeds({ _tag: "ShellRun", command: "ls", timeoutMs: 5 }, { command: "ls -l" }), {
      _tag: "ShellRun",
      command: "ls -l"
    })
  })

  it("leaves what no input says: folder, server, and what is secret", () => {
    const shell: Action = { _tag: "ShellRun", command: "ls", cwd: "/repo/a", secretFields: ["command"] }
    assert.deepStrictEqual(succeeds(shell, { command: "ls -l" }), { ...shell, command: "ls -l" })
    const { McpResource, McpTool } = sampleActions
    assert.deepStrictEqual(succeeds(McpTool, { title: "another" }), { ...McpTool, input: { title: "another" } })
    const other = { name: "readme", uri: "file:///repo/docs/README.md" }
    assert.deepStrictEqual(succeeds(McpResource, other), { ...McpResource, uri: other.uri })
  })

  it("replaces the host's own JSON of the call where it was in Cursor's shape, and drops it elsewhere", () => {
    const shaped: Action = { _tag: "ShellRun", command: "ls", raw: { command: "ls" } }
    assert.deepStrictEqual(succeeds(shaped, { command: "pwd" }), { ...shaped, command: "pwd", raw: { command: "pwd" } })
    const foreign: Action = { _tag: "ShellRun", command: "ls", raw: { argv: ["ls"] } }
    assert.deepStrictEqual(succeeds(foreign, { command: "pwd" }), { _tag: "ShellRun", command: "pwd" })
  })

  it.effect.each(Object.values(sampleActions).map((action) => [toolNameOf(action), action] as const))(
    "makes the same action of exactly what a hook was shown, in every reading: %s",
    ([, action]) =>
      Effect.gen(function* () {
        for (const reading of allReadings) {
          const binding = yield* only("preToolUse", { command: "./h.sh" }, reading)
          const { stdin } = Result.getOrThrow(cursorAdapter.encode(toolPre(action), binding))
          const shown = asPayload(new TextDecoder().decode(stdin)).tool_input
          assert.deepStrictEqual(succeeds(action, shown), action, reading)
        }
      })
  )

  it.each<readonly [string, Schema.Json]>([
    ["another shape", { path: "a" }],
    ["a wrong type", { command: 1 }],
    ["nothing", {}],
    ["a text", "ls"],
    ["a list", ["ls"]],
    ["null", null]
  ])("is none of the tool's: %s", (_, input) => {
    assert.isTrue(Result.isFailure(rewritten({ _tag: "ShellRun", command: "ls" }, input)))
  })
})
