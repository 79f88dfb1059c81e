import { assert, describe, it } from "@effect/vitest"
import { coreBoundaries, coreBoundaryTable, describeBoundary, registerBoundaries } from "@pawl/core"

describe("the moments of core (CORE-1, CORE-2)", () => {
  const rows = [...coreBoundaryTable.values()]
  const where = (is: (row: (typeof rows)[number]) => boolean) => rows.filter(is).map((row) => row.id)

  it("are seventeen, in the order of a conversation", () => {
    assert.deepStrictEqual(
      rows.map((row) => row.id),
      [
        "session.start",
        "session.end",
        "prompt.submit",
        "tool.pre",
        "tool.permission_request",
        "tool.result",
        "tool.failure",
        "file.exposure",
        "subagent.start",
        "subagent.stop",
        "context.compact",
        "agent.response",
        "agent.thought",
        "turn.stop",
        "tab.read",
        "tab.edit",
        "workspace.open"
      ]
    )
  })

  it("take a verdict exactly where nothing has happened yet", () => {
    const before = ["tool.pre", "tool.permission_request", "file.exposure", "subagent.start", "tab.read"]
    assert.deepStrictEqual(
      where((row) => row.beforeOperation),
      before
    )
    assert.deepStrictEqual(
      where((row) => row.gate === "verdict"),
      before
    )
  })

  it("hold a prompt, and go on after a turn and after a subagent", () => {
    assert.deepStrictEqual(
      where((row) => row.gate === "halt"),
      ["prompt.submit"]
    )
    assert.deepStrictEqual(
      where((row) => row.gate === "continuation"),
      ["subagent.stop", "turn.stop"]
    )
  })

  it("give a hook 30 s before an operation or a prompt, 5 s when a session ends, 60 s otherwise", () => {
    for (const row of rows) {
      const expected = row.id === "session.end" ? 5_000 : row.beforeOperation || row.gate === "halt" ? 30_000 : 60_000
      assert.strictEqual(row.defaultTimeoutMs, expected, row.id)
    }
  })
})

describe("registerBoundaries (CORE-1)", () => {
  const own = { id: "acme/plan", beforeOperation: false, gate: "none", defaultTimeoutMs: 1 } as const

  it("adds a moment and leaves the table that it was given alone", () => {
    const more = registerBoundaries(coreBoundaryTable, [own])
    assert.deepStrictEqual(more.get("acme/plan"), own)
    assert.isFalse(coreBoundaryTable.has("acme/plan"))
    assert.strictEqual(more.size, 18)
  })

  it("keeps what was there, but for the stricter of two facts", () => {
    const { "tool.result": known, "tool.pre": before } = coreBoundaries
    const more = registerBoundaries(coreBoundaryTable, [
      { ...own, id: "tool.result", beforeOperation: true },
      { ...own, id: "tool.pre" }
    ])
    assert.deepStrictEqual(more.get("tool.result"), { id: "tool.result", ...known, beforeOperation: true })
    assert.deepStrictEqual(more.get("tool.pre"), { id: "tool.pre", ...before })
  })

  it("treats a moment that nobody registered as before an operation (CORE-11)", () => {
    assert.deepInclude(describeBoundary(coreBoundaryTable, "acme/unknown"), {
      id: "acme/unknown",
      beforeOperation: true,
      gate: "verdict"
    })
  })
})
