import { assert, describe, it } from "@effect/vitest"
import {
  Action,
  ActionFailure,
  ActionResult,
  Binding,
  bindingsOf,
  boundaryOf,
  coreBoundaries,
  DispatchOutcome,
  Envelope,
  HookEffects,
  HookInvocation,
  isHeadless,
  MergedEffects,
  ProcessOutcome,
  Source,
  toolNameOf
} from "@pawl/core"
import * as Testing from "@pawl/core/testing"
import * as Schema from "effect/Schema"

const { binding, envelope, sampleActions, sampleEnvelopes, shellRun, snapshotOf } = Testing

describe("envelopes", () => {
  it("there is one for each boundary of core, and each is sound", () => {
    assert.deepStrictEqual(Object.keys(sampleEnvelopes), Object.keys(coreBoundaries))
    for (const [boundary, sample] of Object.entries(sampleEnvelopes)) {
      assert.isTrue(Schema.is(Envelope)(sample), boundary)
      assert.strictEqual(boundaryOf(sample.payload), boundary)
    }
    assert.isTrue(Schema.is(Envelope)(Testing.extensionMoment("acme/plan.review")))
  })

  it("what a test is about is laid over fixed values", () => {
    const headless = shellRun("git push", { surface: "fleet-run", cwd: "/elsewhere" })
    assert.deepStrictEqual(headless, { ...shellRun("git push"), surface: "fleet-run", cwd: "/elsewhere" })
    assert.isTrue(isHeadless(headless.surface))
    assert.deepStrictEqual(shellRun("ls"), shellRun("ls"))
  })

  it("a bare one has nothing that a host may not know", () => {
    const payload = { _tag: "agent.thought", text: "hm" } as const
    const optional = Object.keys(envelope(payload)).filter((key) => !(key in Testing.bareEnvelope(payload)))
    assert.deepStrictEqual(optional.toSorted(), ["conversationId", "cwd", "model", "runId", "turnId", "user"])
  })
})

describe("actions and their ends", () => {
  it("there is one of each kind, and each is sound", () => {
    for (const [schema, samples] of [
      [Action, sampleActions],
      [ActionResult, Testing.sampleResults],
      [ActionFailure, Testing.sampleFailures]
    ] as const) {
      assert.deepStrictEqual(Object.keys(samples), Object.keys(schema.cases))
      for (const sample of Object.values(samples)) assert.isTrue(Schema.is(schema)(sample), sample._tag)
    }
  })
})

describe("bindings", () => {
  it("one follows from its boundary, source, event and index", () => {
    assert.isTrue(Schema.is(Binding)(binding()))
    assert.isTrue(Schema.is(Source)(Testing.source()))
    const { id, event, gate, timeoutMs } = binding({ boundary: "prompt.submit", source: "/a.json", index: 2 })
    assert.deepStrictEqual(
      { id, event, gate, timeoutMs },
      {
        id: "/a.json#prompt.submit[2]",
        event: "prompt.submit",
        gate: "halt",
        timeoutMs: 30_000
      }
    )
  })

  it("a snapshot holds them in the order they are given in, source by source", () => {
    const a = binding({ source: "/z.json" })
    const b = binding({ source: "/a.json", boundary: "turn.stop" })
    const c = binding({ source: "/z.json", index: 1 })
    const snapshot = snapshotOf(a, b, c)
    assert.strictEqual(snapshot.revision, 1)
    assert.deepStrictEqual(
      snapshot.sources.map((s) => s.source.id),
      ["/z.json", "/a.json"]
    )
    assert.deepStrictEqual(bindingsOf(snapshot), [a, c, b])
    assert.deepStrictEqual(snapshot.byBoundary.get("tool.pre"), [a, c])
    assert.deepStrictEqual(snapshotOf().sources, [])
  })
})

describe("answers and outcomes", () => {
  it("each is sound", () => {
    for (const effects of [
      Testing.effects(),
      Testing.allowEffects,
      Testing.askEffects("really?"),
      Testing.denyEffects("no"),
      Testing.haltEffects("enough")
    ]) {
      assert.isTrue(Schema.is(HookEffects)(effects))
    }
    assert.isTrue(Schema.is(MergedEffects)(Testing.merged({ deferrals: ["b"] })))
    assert.isTrue(Schema.is(DispatchOutcome)(Testing.dispatchOutcome()))
    assert.isTrue(Schema.is(HookInvocation)(Testing.invocation()))
    for (const ending of Testing.failedEndings) {
      assert.isTrue(Schema.is(ProcessOutcome)(Testing.outcome({ ending, stdout: "x" })))
    }
  })

  it("stdout can be a text", () => {
    assert.deepStrictEqual(Testing.exited(2, "é").stdout, Uint8Array.of(0xc3, 0xa9))
  })
})

describe("the reference host", () => {
  const deniedOf = (name: string) => Testing.referenceTools.find((tool) => tool.name === name)?.denied

  it("has each tool once, of every kind of action", () => {
    const names = Testing.referenceTools.map((tool) => tool.name)
    assert.strictEqual(new Set(names).size, names.length)
    const kinds = new Set(Testing.referenceTools.map((tool) => tool.action._tag))
    assert.deepStrictEqual([...kinds].toSorted(), Object.keys(Action.cases).toSorted())
    for (const { name, action } of Testing.referenceTools) {
      assert.isTrue(Schema.is(Action)(action), name)
      assert.strictEqual(toolNameOf(action), name)
    }
  })

  it("says of each tool without a text how it ends when it is denied, the same way in the action (CORE-4)", () => {
    const without = Testing.referenceTools.filter((tool) => tool.denied !== "text")
    assert.deepStrictEqual(
      without.map(({ name, denied }) => [name, denied]),
      [
        ["ShellInput", "cancelled"],
        ["ShellRead", "cancelled"],
        ["SuggestNewConversation", "rejected"],
        ["SuggestPrompt", "cancelled"],
        ["WaitForEvents", "cancelled"],
        ["TransferShellCommandControlToUser", "cancelled"],
        ["InitProject", "marker"],
        ["OpenCodeReview", "marker"]
      ]
    )
    assert.strictEqual(deniedOf("InsertCodeReviewComments"), "text")
    for (const { action, denied } of Testing.referenceTools) {
      if (action._tag === "Custom") assert.strictEqual(action.denied, denied)
    }
  })
})
