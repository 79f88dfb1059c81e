import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { FireReport } from "pawl/fire/FireReport"
import { kept, made, validator } from "../support/jsonSchemas.ts"
import { emptyProject } from "../support/project.ts"
import { answering, fire, projectWith, push } from "./support.ts"

const words = ["--trust-project", "--json"]

describe("the JSON Schema of pawl fire --json (CLI-50)", () => {
  it("in the repository is the one of this code (WRITE_SCHEMAS=1 writes it)", () => {
    const document = made("fire", FireReport)
    assert.deepStrictEqual(kept("fire"), document)
  })

  it.live("is one that real output validates against, whatever it is about", () =>
    Effect.gen(function* () {
      const isValid = validator("fire")
      const project = yield* projectWith({
        preToolUse: [answering({ permission: "allow", updated_input: { command: "ls" } }), { command: "./none.sh" }],
        beforeShellExecution: [
          answering({ permission: "deny", user_message: "no", agent_message: "why" }),
          { command: "kill -9 $$" },
          { command: "sleep 9", timeout: 0.1 },
          { command: "true", timeout: -1 },
          { command: "true", matcher: "^npm" }
        ],
        sessionStart: [answering({ env: { A: "1" }, additional_context: "be brief" })],
        beforeSubmitPrompt: [answering({ continue: false, user_message: "no" })],
        postToolUse: [answering({ updated_mcp_tool_output: { content: [] } })],
        stop: [answering({ followup_message: "go on" })],
        workspaceOpen: [answering({ pluginPaths: ["/p"] })]
      })
      const tool = { tool_name: "MCP:list", tool_input: {}, tool_output: "{}" }
      for (const [event, payload] of [
        ["beforeShellExecution", push],
        ["sessionStart", {}],
        ["beforeSubmitPrompt", { prompt: "p" }],
        ["postToolUse", tool],
        ["stop", { status: "completed" }],
        ["workspaceOpen", {}]
      ] as const) {
        const { stdout } = yield* fire(project, event, payload, words)
        assert.isTrue(isValid(JSON.parse(stdout)), stdout)
      }
      const untrusted = yield* fire(project, "stop", { status: "completed" }, ["--json"])
      assert.isTrue(isValid(JSON.parse(untrusted.stdout)), untrusted.stdout)
      const missing = yield* fire(project, "stop", { status: "completed" }, ["--json", "--hooks", "none.json"])
      assert.isTrue(isValid(JSON.parse(missing.stdout)), missing.stdout)
    })
  )

  it.live("is one that output of another shape does not validate against", () =>
    Effect.gen(function* () {
      const isValid = validator("fire")
      const { stdout } = yield* fire(yield* emptyProject, "workspaceOpen", undefined, words)
      const report = JSON.parse(stdout)
      assert.isTrue(isValid(report))
      const { event: _, ...less } = report
      for (const wrong of [
        { ...report, schemaVersion: 2 },
        { ...report, hooks: [{}] },
        { ...report, decision: { kind: "allow" } },
        { ...report, host: "cursor" },
        less
      ]) {
        assert.isFalse(isValid(wrong), JSON.stringify(wrong))
      }
    })
  )
})
