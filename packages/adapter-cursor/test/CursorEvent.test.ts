import { assert, describe, it } from "@effect/vitest"
import { cursorEvents } from "@pawl/adapter-cursor"
import { coreBoundaries, everythingProfile, referenceProfile, reports } from "@pawl/core"

const names = (which: (event: (typeof cursorEvents)[number]) => boolean) =>
  cursorEvents.filter(which).map((event) => event.name)

describe("the table of events (CUR-1)", () => {
  it("holds the 21 names in Cursor's order, each once (CUR-1, CUR-2)", () => {
    assert.deepStrictEqual(
      cursorEvents.map((event) => event.name),
      [
        "sessionStart",
        "sessionEnd",
        "preToolUse",
        "postToolUse",
        "postToolUseFailure",
        "subagentStart",
        "subagentStop",
        "beforeShellExecution",
        "afterShellExecution",
        "beforeMCPExecution",
        "afterMCPExecution",
        "beforeReadFile",
        "afterFileEdit",
        "beforeSubmitPrompt",
        "preCompact",
        "stop",
        "afterAgentResponse",
        "afterAgentThought",
        "beforeTabFileRead",
        "afterTabFileEdit",
        "workspaceOpen"
      ]
    )
    assert.strictEqual(new Set(cursorEvents.map((event) => event.name)).size, 21)
  })

  it("puts each event at its moment of a host (CUR-1)", () => {
    assert.deepStrictEqual(
      cursorEvents.map(({ boundary, facet, name }) => [name, facet === undefined ? boundary : `${boundary}: ${facet}`]),
      [
        ["sessionStart", "session.start"],
        ["sessionEnd", "session.end"],
        ["preToolUse", "tool.pre"],
        ["postToolUse", "tool.result"],
        ["postToolUseFailure", "tool.failure"],
        ["subagentStart", "subagent.start"],
        ["subagentStop", "subagent.stop"],
        ["beforeShellExecution", "tool.pre: shell"],
        ["afterShellExecution", "tool.result: shell"],
        ["beforeMCPExecution", "tool.pre: mcp"],
        ["afterMCPExecution", "tool.result: mcp"],
        ["beforeReadFile", "file.exposure"],
        ["afterFileEdit", "tool.result: file.edit"],
        ["beforeSubmitPrompt", "prompt.submit"],
        ["preCompact", "context.compact"],
        ["stop", "turn.stop"],
        ["afterAgentResponse", "agent.response"],
        ["afterAgentThought", "agent.thought"],
        ["beforeTabFileRead", "tab.read"],
        ["afterTabFileEdit", "tab.edit"],
        ["workspaceOpen", "workspace.open"]
      ]
    )
  })

  it("has the six permission events, and only they can take a permission (CUR-1)", () => {
    const six = [
      "preToolUse",
      "subagentStart",
      "beforeShellExecution",
      "beforeMCPExecution",
      "beforeReadFile",
      "beforeTabFileRead"
    ]
    assert.deepStrictEqual(
      names((event) => event.control._tag === "Permission"),
      six
    )
    assert.deepStrictEqual(
      names((event) => event.answer.includes("permission")),
      six
    )
    assert.deepStrictEqual(
      names((event) => event.channels.includes("verdict")),
      six
    )
  })

  it("never gives an event a stronger say than its moment has (CUR-3)", () => {
    for (const { boundary, control, name } of cursorEvents) {
      const { beforeOperation, gate } = coreBoundaries[boundary]
      assert.strictEqual(control._tag === "Permission", control._tag === "Permission" && beforeOperation, name)
      assert.strictEqual(control._tag === "PromptHalt", gate === "halt", name)
      assert.strictEqual(control._tag === "FollowUp", gate === "continuation", name)
    }
  })

  it("says what ask means on each permission event (CUR-41)", () => {
    const asks = cursorEvents.flatMap(({ control, name }) =>
      control._tag === "Permission" ? [[name, control.ask] as const] : []
    )
    assert.deepStrictEqual(asks, [
      ["preToolUse", "no-opinion"],
      ["subagentStart", "denies"],
      ["beforeShellExecution", "asks"],
      ["beforeMCPExecution", "asks"],
      ["beforeReadFile", "unknown-word"],
      ["beforeTabFileRead", "unknown-word"]
    ])
  })

  it("says where Cursor shows the user's message with a denial only (CUR-42)", () => {
    assert.deepStrictEqual(
      names((event) => event.control._tag === "Permission" && event.control.denyOnlyMessage),
      ["preToolUse", "subagentStart", "beforeReadFile"]
    )
  })

  it("documents a rewrite for preToolUse alone, and Claude's shape where Cursor translates it (CUR-48)", () => {
    assert.deepStrictEqual(
      names((event) => event.answer.includes("updated_input")),
      ["preToolUse"]
    )
    assert.deepStrictEqual(
      names((event) => event.claude === "permission"),
      ["preToolUse"]
    )
    assert.deepStrictEqual(
      names((event) => event.claude === "follow-up"),
      ["subagentStop", "stop"]
    )
  })

  it("agrees in each row about what an answer feeds (CUR-1)", () => {
    for (const { answer, channels, control, ignored, name } of cursorEvents) {
      assert.strictEqual(answer.includes("continue"), channels.includes("halt"), name)
      assert.strictEqual(answer.includes("followup_message"), control._tag === "FollowUp", name)
      assert.strictEqual(answer.includes("additional_context"), channels.includes("model-context"), name)
      assert.strictEqual(answer.includes("updated_mcp_tool_output"), channels.includes("replacement-result"), name)
      assert.strictEqual(answer.includes("updated_input"), channels.includes("replacement-input"), name)
      assert.strictEqual(answer.includes("env"), channels.includes("session-env"), name)
      assert.strictEqual(answer.includes("pluginPaths"), channels.includes("extension"), name)
      assert.isEmpty(
        ignored.filter((field) => answer.includes(field)),
        name
      )
    }
  })

  it("limits shell, MCP and edit events to a view of their moment (CUR-1)", () => {
    const facets = cursorEvents.flatMap(({ facet, name }) => (facet === undefined ? [] : [[name, facet] as const]))
    assert.deepStrictEqual(facets, [
      ["beforeShellExecution", "shell"],
      ["afterShellExecution", "shell"],
      ["beforeMCPExecution", "mcp"],
      ["afterMCPExecution", "mcp"],
      ["afterFileEdit", "file.edit"]
    ])
  })

  it("has a target for matchers on all but four events (CUR-30)", () => {
    assert.deepStrictEqual(
      names((event) => event.target._tag === "Everything"),
      ["sessionStart", "sessionEnd", "preCompact", "workspaceOpen"]
    )
    const words = cursorEvents.flatMap(({ name, target }) =>
      target._tag === "Word" ? [[name, target.word] as const] : []
    )
    assert.deepStrictEqual(words, [
      ["beforeReadFile", "Read"],
      ["afterFileEdit", "Write"],
      ["beforeSubmitPrompt", "UserPromptSubmit"],
      ["stop", "Stop"],
      ["afterAgentResponse", "AgentResponse"],
      ["afterAgentThought", "AgentThought"],
      ["beforeTabFileRead", "TabRead"],
      ["afterTabFileEdit", "TabWrite"]
    ])
    const views = cursorEvents.flatMap(({ name, target }) =>
      target._tag === "Word" || target._tag === "Everything" ? [] : [[name, target._tag] as const]
    )
    assert.deepStrictEqual(views, [
      ["preToolUse", "ToolName"],
      ["postToolUse", "ToolName"],
      ["postToolUseFailure", "ToolName"],
      ["subagentStart", "SubagentType"],
      ["subagentStop", "SubagentType"],
      ["beforeShellExecution", "ShellCommand"],
      ["afterShellExecution", "ShellCommand"],
      ["beforeMCPExecution", "McpTool"],
      ["afterMCPExecution", "McpTool"]
    ])
  })

  it("has twelve events that the reference host reports, and all for a host that reports everything", () => {
    assert.lengthOf(
      cursorEvents.filter((event) => reports(referenceProfile, event.boundary, event.facet)),
      12
    )
    assert.isTrue(cursorEvents.every((event) => reports(everythingProfile, event.boundary, event.facet)))
  })

  it("has one event outside of any conversation (CUR-36)", () => {
    assert.deepStrictEqual(
      names((event) => event.outsideConversation === true),
      ["workspaceOpen"]
    )
  })
})
