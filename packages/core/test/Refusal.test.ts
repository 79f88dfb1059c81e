import { assert, describe, it } from "@effect/vitest"
import {
  type BoundaryDescriptor,
  type Channel,
  type CoreBoundaryId,
  coreBoundaries,
  coreCodes,
  defaultRunPolicy,
  everythingProfile,
  type HookAnswer,
  HookEffects,
  type MergedEffects,
  noEffects,
  type RefusalContext,
  reduce,
  refuse
} from "@pawl/core"
import * as Schema from "effect/Schema"
import { denies, honouring } from "./support.ts"

const at = (id: CoreBoundaryId, more: Partial<RefusalContext> = {}): RefusalContext => ({
  boundary: { id, ...coreBoundaries[id] },
  profile: honouring("verdict", "notice"),
  surface: "interactive",
  policy: defaultRunPolicy,
  ...more
})

const answer = (binding: string, effects: Partial<HookEffects>): HookAnswer => ({
  binding,
  effects: { ...noEffects, ...effects }
})

const merged = (effects: Partial<HookEffects>): MergedEffects => reduce([answer("a", effects)])

const reason = (text: string) => ({ text, author: "hook", cause: "hook" }) as const

/** One request for each channel that controls something besides the verdict, and what is left of it when refused. */
const requests = [
  ["replacement-input", { replacementInput: { command: "ls" } }, "asked to replace the input of the action"],
  ["replacement-result", { replacementResult: "other" }, "asked to replace the result of the action"],
  ["halt", { halt: reason("stop") }, "asked to stop the turn"],
  ["continuation", { continuation: { message: "more", loopLimit: 1 } }, "asked to go on with the turn"]
] as const satisfies ReadonlyArray<readonly [Channel, Partial<HookEffects>, string]>

const keyOf = { "replacement-input": "replacementInput", "replacement-result": "replacementResult" } as const

const held = (effects: MergedEffects, channel: (typeof requests)[number][0]): unknown =>
  channel === "halt" || channel === "continuation" ? effects[channel] : effects[keyOf[channel]]

const findings = (effects: MergedEffects) =>
  effects.diagnostics.map(({ binding, code, severity }) => [code, severity, binding])

describe("refuse, before an operation (CORE-52)", () => {
  it.each(requests)("denies what asks for %s and names the hook", (channel, effects, asked) => {
    const refused = refuse(merged(effects), at("tool.pre"))
    assert.deepStrictEqual(refused.verdict, {
      _tag: "Deny",
      reason: {
        text: `The hook a ${asked}, which this host does not support here`,
        author: "engine",
        cause: "unsupported-effect",
        binding: "a"
      }
    })
    assert.isUndefined(held(refused, channel), "the host must not find the value")
    assert.deepStrictEqual(findings(refused), [[coreCodes.refused, "warning", "a"]])
    assert.include(refused.diagnostics[0]?.message, "not applied, and the action is denied")
  })

  it.each(requests)("leaves alone what asks for %s where the host honours it", (channel, effects) => {
    const before = merged(effects)
    assert.strictEqual(refuse(before, at("tool.pre", { profile: honouring("verdict", channel) })), before)
  })

  it("names several channels of one hook in one reason, and what it returned beside what it asked for", () => {
    const { verdict } = refuse(
      merged({
        replacementInput: 1,
        continuation: { message: "more", loopLimit: null },
        unsupported: [{ channel: "halt", field: "continue" }]
      }),
      at("tool.pre")
    )
    assert.strictEqual(
      verdict._tag === "Deny" && verdict.reason.text,
      "The hook a asked to replace the input of the action and asked to go on with the turn, which this host does not " +
        "support here; it also returned a field that controls whether the turn continues, which this event does not accept"
    )
  })

  it("words a field that the event does not accept by its purpose, without claiming that the hook asked", () => {
    const { unsupported, verdict } = refuse(
      merged({ verdict: "allow", unsupported: [{ channel: "halt", field: "continue" }] }),
      at("tool.pre")
    )
    assert.strictEqual(
      verdict._tag === "Deny" && verdict.reason.text,
      "The hook a returned a field that controls whether the turn continues, which this event does not accept"
    )
    assert.deepStrictEqual(unsupported, [{ binding: "a", channel: "halt", field: "continue" }])
  })

  it("refuses a field also where the host would honour its channel", () => {
    const context = at("tool.pre", { profile: everythingProfile })
    const refused = refuse(merged({ unsupported: [{ channel: "replacement-input", field: "updated" }] }), context)
    assert.strictEqual(refused.verdict._tag, "Deny")
  })

  it("says one thing once when a hook both filled a channel and returned its field", () => {
    const { reasons } = refuse(
      merged({ replacementInput: 1, unsupported: [{ channel: "replacement-input", field: "updated" }] }),
      at("tool.pre")
    )
    assert.deepStrictEqual(
      reasons.map((each) => each.text),
      ["The hook a asked to replace the input of the action, which this host does not support here"]
    )
  })

  it("keeps the reason of a hook's own denial in front, and its own after it", () => {
    const { reasons, verdict } = refuse(
      reduce([answer("a", { replacementInput: 1 }), answer("b", denies("no pushing"))]),
      at("tool.pre")
    )
    assert.strictEqual(verdict._tag === "Deny" && verdict.reason.text, "no pushing")
    assert.deepStrictEqual(
      reasons.map(({ binding, cause }) => [binding, cause]),
      [
        ["b", "hook"],
        ["a", "unsupported-effect"]
      ]
    )
  })

  it("turns a question into a denial when the hook also asked for what cannot be had", () => {
    const { verdict } = refuse(merged({ verdict: "ask", halt: reason("stop") }), at("tool.pre"))
    assert.strictEqual(verdict._tag, "Deny")
  })

  it("lets the first hook in snapshot order supply the reason, whatever the order of channels", () => {
    const effects = reduce([
      answer("first", { unsupported: [{ channel: "halt", field: "f" }] }),
      answer("second", { replacementInput: 1 })
    ])
    const { verdict } = refuse(effects, at("tool.pre", { order: ["first", "second"] }))
    assert.strictEqual(verdict._tag === "Deny" && verdict.reason.binding, "first")
  })

  it.each([
    ["a headless surface", { surface: "fleet-run" }, "and this run has no one to take it up"],
    ["the strict policy", { policy: { strict: true, headlessAsk: "deny" } }, "which the strict policy does not accept"]
  ] as const)("denies a deferral on %s", (_, context, why) => {
    const { reasons, verdict } = refuse(merged({ verdict: "defer" }), at("tool.pre", context))
    assert.strictEqual(verdict._tag, "Deny")
    assert.deepStrictEqual(reasons, [
      {
        text: `The hook a deferred its decision, ${why}`,
        author: "engine",
        cause: "deferral-unsupported",
        binding: "a"
      }
    ])
  })

  it("ignores a deferral where somebody is there, with the finding of the reducer", () => {
    const deferred = refuse(merged({ verdict: "defer" }), at("tool.pre"))
    assert.strictEqual(deferred.verdict._tag, "None")
    assert.deepStrictEqual(findings(deferred), [[coreCodes.deferred, "warning", "a"]])
  })

  it("lets a denial stand where the host takes no verdict, and refuses a question", () => {
    const nothing = at("tool.pre", { profile: honouring("notice") })
    const denied = refuse(merged(denies("no")), nothing)
    assert.strictEqual(denied.verdict._tag === "Deny" && denied.verdict.reason.text, "no")
    assert.deepStrictEqual(findings(denied), [[coreCodes.refused, "warning", "a"]])
    const asked = refuse(merged({ verdict: "ask", reasons: [reason("sure?")] }), nothing)
    assert.strictEqual(
      asked.verdict._tag === "Deny" && asked.verdict.reason.text,
      "The hook a asked to decide on the action, which this host does not support here"
    )
    assert.strictEqual(asked.reasons[0]?.text, "sure?")
  })

  it("lets a denial stand at a moment whose gate takes no verdict", () => {
    const boundary: BoundaryDescriptor = { id: "tool.pre", beforeOperation: true, gate: "none", defaultTimeoutMs: 1 }
    assert.strictEqual(refuse(merged(denies("no")), { ...at("tool.pre"), boundary }).verdict._tag, "Deny")
  })

  it("drops an allow where no verdict is taken, with a hint", () => {
    const refused = refuse(merged({ verdict: "allow" }), at("tool.pre", { profile: honouring() }))
    assert.strictEqual(refused.verdict._tag, "None")
    assert.deepStrictEqual(findings(refused), [[coreCodes.notDelivered, "hint", "a"]])
  })
})

describe("refuse, on a prompt (CORE-52)", () => {
  const prompt = (more: Partial<RefusalContext> = {}) => at("prompt.submit", { profile: honouring("halt"), ...more })

  it("holds the prompt for what cannot be honoured", () => {
    const refused = refuse(merged({ continuation: { message: "more", loopLimit: null } }), prompt())
    assert.strictEqual(refused.halt?.cause, "unsupported-effect")
    assert.strictEqual(refused.verdict._tag, "None")
    assert.isUndefined(refused.continuation)
    assert.include(refused.diagnostics[0]?.message, "the prompt is held")
  })

  it("makes a denial a halt with the hook's own reason, and a question a halt with ours", () => {
    const denied = refuse(merged(denies("no")), prompt())
    assert.strictEqual(denied.halt?.text, "no")
    assert.strictEqual(denied.verdict._tag, "None")
    assert.strictEqual(refuse(merged({ verdict: "ask" }), prompt()).halt?.cause, "unsupported-effect")
  })

  it("keeps the halt of a hook in front of its own", () => {
    const refused = refuse(
      reduce([answer("a", { replacementInput: 1 }), answer("b", { halt: reason("stop") })]),
      prompt()
    )
    assert.strictEqual(refused.halt?.text, "stop")
    assert.strictEqual(refused.reasons.length, 2)
  })

  it("leaves a halt to a host that says it cannot hold prompts, and says so", () => {
    const refused = refuse(merged({ halt: reason("stop") }), prompt({ profile: honouring() }))
    assert.strictEqual(refused.halt?.text, "stop")
    assert.deepStrictEqual(findings(refused), [[coreCodes.refused, "warning", "a"]])
  })

  it("holds the prompt for a deferral that nobody can take up", () => {
    const refused = refuse(merged({ verdict: "defer" }), prompt({ surface: "command-line-run" }))
    assert.strictEqual(refused.halt?.cause, "deferral-unsupported")
  })
})

describe("refuse, after the fact (CORE-52)", () => {
  it.each(requests)("only reports what asks for %s", (channel, effects) => {
    const refused = refuse(merged(effects), at("tool.result"))
    assert.strictEqual(refused.verdict._tag, "None")
    assert.isUndefined(held(refused, channel))
    assert.deepStrictEqual(findings(refused), [[coreCodes.notHonoured, "warning", "a"]])
  })

  it("reports a verdict that comes too late, and a deferral on any surface", () => {
    for (const verdict of ["ask", "deny"] as const) {
      const refused = refuse(merged({ verdict }), at("tool.result"))
      assert.strictEqual(refused.verdict._tag, "None")
      assert.deepStrictEqual(findings(refused), [[coreCodes.notHonoured, "warning", "a"]])
    }
    const deferred = refuse(merged({ verdict: "defer" }), at("tool.result", { surface: "fleet-run" }))
    assert.deepStrictEqual(findings(deferred), [[coreCodes.deferred, "warning", "a"]])
  })
})

describe("refuse, what controls nothing (CORE-52)", () => {
  it.each([
    ["notices", { notices: [{ text: "look", author: "hook", level: "info" }] }],
    ["modelContext", { modelContext: "context" }],
    ["sessionEnv", { sessionEnv: { A: "1" } }]
  ] as const satisfies ReadonlyArray<readonly [string, Partial<HookEffects>]>)(
    "leaves %s out with a hint, before an operation as well",
    (key, effects) => {
      const refused = refuse(merged(effects), at("tool.pre", { profile: honouring("verdict") }))
      assert.strictEqual(refused.verdict._tag, "None")
      assert.deepStrictEqual(refused[key], [])
      assert.deepStrictEqual(findings(refused), [[coreCodes.notDelivered, "hint", "a"]])
    }
  )

  it("leaves out a field that controls nothing with a hint", () => {
    const refused = refuse(merged({ unsupported: [{ channel: "model-context", field: "context" }] }), at("tool.pre"))
    assert.strictEqual(refused.verdict._tag, "None")
    assert.deepStrictEqual(findings(refused), [[coreCodes.notDelivered, "hint", "a"]])
  })

  it("keeps the extensions that a host has registered, and reports each other one", () => {
    const extensions = [
      { id: "acme/known", value: 1 },
      { id: "acme/other", value: 2 }
    ]
    const profile = { ...honouring("extension", "verdict"), extensions: ["acme/known"] }
    const refused = refuse(merged({ extensions }), at("tool.pre", { profile }))
    assert.deepStrictEqual(
      refused.extensions.map((each) => each.id),
      ["acme/known"]
    )
    assert.deepStrictEqual(findings(refused), [[coreCodes.notDelivered, "warning", "a"]])
    assert.include(refused.diagnostics[0]?.message, "acme/other")
    const nowhere = refuse(merged({ extensions }), at("tool.pre", { profile: { ...profile, ...honouring("verdict") } }))
    assert.deepStrictEqual(nowhere.extensions, [])
  })

  it("refuses session variables that are never taken where they are set (CORE-53)", () => {
    const refused = refuse(
      merged({ sessionEnv: { PATH: "/tmp", ACME_ROOT: "/", KEPT: "yes" } }),
      at("session.start", { profile: honouring("session-env"), reserved: ["ACME_"] })
    )
    assert.deepStrictEqual(refused.sessionEnv, [{ binding: "a", variables: { KEPT: "yes" } }])
    assert.deepStrictEqual(findings(refused), [
      [coreCodes.sessionEnvRefused, "warning", "a"],
      [coreCodes.sessionEnvRefused, "warning", "a"]
    ])
  })
})

describe("refuse, over generated answers (CORE-52)", () => {
  const Answers = Schema.Array(Schema.Struct({ binding: Schema.String, effects: HookEffects })).check(
    Schema.isMaxLength(4)
  )
  const Honours = Schema.Array(Schema.Literals(["verdict", "halt", "continuation", "replacement-input", "extension"]))
  const strictness = { None: 0, Allow: 0, Ask: 1, Deny: 2 } as const

  it.prop(
    "never lowers strictness before an operation or on a prompt",
    { answers: Answers, honours: Honours },
    (all) => {
      const before = reduce(all.answers)
      const profile = honouring(...all.honours)
      const pre = refuse(before, at("tool.pre", { profile }))
      assert.isAtLeast(strictness[pre.verdict._tag], strictness[before.verdict._tag])
      const prompt = refuse(before, at("prompt.submit", { profile }))
      if (before.halt !== undefined || strictness[before.verdict._tag] > 0) assert.isDefined(prompt.halt)
    }
  )

  it.prop(
    "leaves nothing for a host to find that it does not honour",
    { answers: Answers, honours: Honours },
    (all) => {
      const profile = honouring(...all.honours)
      for (const id of ["tool.pre", "tool.result"] as const) {
        const refused = refuse(reduce(all.answers), at(id, { profile }))
        const has = (channel: Channel) => profile.boundaries[id]?.honours.includes(channel) === true
        if (!has("replacement-input")) assert.isUndefined(refused.replacementInput)
        if (!has("halt")) assert.isUndefined(refused.halt)
        if (!has("continuation")) assert.isUndefined(refused.continuation)
        assert.isUndefined(refused.replacementResult)
        assert.deepStrictEqual(refused.notices, [])
        assert.deepStrictEqual(refused.modelContext, [])
        assert.deepStrictEqual(refused.sessionEnv, [])
        assert.deepStrictEqual(refused.extensions, [])
      }
    }
  )

  it.prop("loses no reason, and tells at least as much as it takes away", { answers: Answers }, ({ answers }) => {
    const before = reduce(answers)
    const after = refuse(before, at("tool.pre"))
    assert.deepStrictEqual(after.reasons.slice(0, before.reasons.length), before.reasons)
    const taken =
      (before.replacementInput === undefined ? 0 : 1) +
      (before.replacementResult === undefined ? 0 : 1) +
      (before.halt === undefined ? 0 : 1) +
      (before.continuation === undefined ? 0 : 1)
    if (taken > 0) assert.strictEqual(after.verdict._tag, "Deny")
    if (taken > 0) assert.isAbove(after.diagnostics.length, before.diagnostics.length)
  })
})
