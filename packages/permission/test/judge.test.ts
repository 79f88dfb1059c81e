import { assert, describe, it } from "@effect/vitest"
import { type Envelope, HookRegistry } from "@pawl/core"
import {
  agentResponse,
  fileExposure,
  promptSubmit,
  referenceHost,
  sampleEnvelopes,
  subagentStart,
  toolResult,
  turnStop
} from "@pawl/core/testing"
import { judge, lastOutcome } from "@pawl/permission"
import * as Effect from "effect/Effect"
import { hooksFile, hostOf, id, install, judging, nothingRuns, says, shell, told } from "./judging.ts"

describe("a judgement (PERM-19)", () => {
  it.effect("runs what no hook objects to, asked once", () =>
    Effect.gen(function* () {
      yield* install([{}])
      const { host } = hostOf()
      const moment = shell("ls")
      const judged = yield* judge({ envelope: moment }, host)
      assert.deepStrictEqual(judged.decision, { _tag: "Execute" })
      assert.strictEqual(judged.envelope, moment)
      assert.isFalse(judged.isRewritten)
      assert.lengthOf(judged.rounds, 1)
      assert.deepStrictEqual(yield* told, [])
    }).pipe(Effect.provide(judging()))
  )

  it.effect("is the stricter of host and hooks, whichever that is", () =>
    Effect.gen(function* () {
      yield* install([{}])
      const denies = yield* judge({ envelope: shell("ls") }, hostOf(() => ({ _tag: "Deny", reason: "not now" })).host)
      assert.deepStrictEqual(denies.decision, {
        _tag: "Deny",
        reason: { text: "not now", author: "host", cause: "host" }
      })
    }).pipe(Effect.provide(judging({ runs: { [id(0)]: says({ verdict: "allow" }) } })))
  )

  it.effect("hands back what the host honours besides a verdict", () =>
    Effect.gen(function* () {
      yield* install([{}])
      const judged = yield* judge({ envelope: shell("ls") }, hostOf().host)
      assert.deepStrictEqual(lastOutcome(judged)?.merged.modelContext, [{ binding: id(0), text: "read the rules" }])
    }).pipe(Effect.provide(judging({ runs: { [id(0)]: says({ context: "read the rules" }) } })))
  )

  it.effect("can be made again: it keeps no state", () =>
    Effect.gen(function* () {
      yield* install([{}])
      const judging = judge({ envelope: shell("ls") }, hostOf().host)
      assert.deepStrictEqual((yield* judging).decision, (yield* judging).decision)
      assert.lengthOf((yield* nothingRuns).started, 2)
    }).pipe(Effect.provide(judging({ runs: { [id(0)]: says({ verdict: "deny", reason: "no" }) } })))
  )

  it.effect("runs a file once that is reached twice", () =>
    Effect.gen(function* () {
      const delivered = hooksFile([{}])
      yield* install([{}])
      yield* HookRegistry.use((registry) =>
        registry.install({ ...delivered, source: { ...delivered.source, order: 1 } })
      )
      yield* judge({ envelope: shell("ls") }, hostOf().host)
      assert.deepStrictEqual((yield* nothingRuns).started, [id(0)])
    }).pipe(Effect.provide(judging()))
  )

  it.effect("is a denial where a snapshot holds a source twice, and nothing is run twice", () =>
    Effect.gen(function* () {
      yield* install([{}])
      const good = yield* HookRegistry.use(({ snapshot }) => snapshot)
      const twice = { ...good, sources: [...good.sources, ...good.sources] }
      const registry = yield* HookRegistry
      const { decision } = yield* Effect.provideService(judge({ envelope: shell("ls") }, hostOf().host), HookRegistry, {
        ...registry,
        snapshot: Effect.succeed(twice)
      })
      assert.strictEqual(decision._tag === "Deny" && decision.reason.cause, "engine")
      assert.deepStrictEqual((yield* nothingRuns).started, [])
    }).pipe(Effect.provide(judging()))
  )
})

describe("a judgement of a prompt (PERM-13)", () => {
  const judged = (answer: object) =>
    Effect.gen(function* () {
      yield* install([{ boundary: "prompt.submit" }])
      return (yield* judge({ envelope: promptSubmit("hello") }, hostOf().host)).decision
    }).pipe(Effect.provide(judging({ runs: { [id(0, "prompt.submit")]: says(answer) } })))

  it.effect("is to proceed, or to halt", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* judged({}), { _tag: "Proceed" })
      const halted = yield* judged({ halt: "holds a secret" })
      assert.strictEqual(halted._tag, "Halt")
      assert.strictEqual("reason" in halted && halted.reason.text, "holds a secret")
    })
  )

  it.effect("halts for whatever would ask elsewhere: nobody is shown a prompt once more", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* judged({ verdict: "ask", reason: "sure?" }))._tag, "Halt")
      const { host, questions } = hostOf(() => ({ _tag: "RequireConfirmation" }))
      const alone = yield* judge({ envelope: promptSubmit("hello") }, host).pipe(Effect.provide(judging()))
      assert.strictEqual(alone.decision._tag, "Halt")
      assert.deepStrictEqual(questions, [])
    })
  )
})

describe("a judgement where nothing is decided (PERM-14)", () => {
  it.effect("has no decision, asks the hooks once and the host not at all, and tells what they say", () =>
    Effect.gen(function* () {
      yield* install([{ boundary: "tool.result" }, { boundary: "turn.stop" }, { boundary: "agent.response" }])
      let asked = 0
      const host = hostOf(() => {
        asked++
        return { _tag: "Deny", reason: "no" }
      }).host
      for (const envelope of [toolResult(), turnStop(), agentResponse("done")]) {
        const judged = yield* judge({ envelope }, host)
        assert.deepStrictEqual(judged.decision, { _tag: "None" })
        assert.lengthOf(judged.rounds, 1)
      }
      assert.strictEqual(asked, 0)
      assert.lengthOf((yield* nothingRuns).started, 3)
      assert.deepStrictEqual(yield* told, ["info: seen", "info: seen", "info: seen"])
    }).pipe(
      // What judges changes all the time, and there is nothing to judge again.
      Effect.provide(judging({ runs: () => says({ notice: "seen" }) }))
    )
  )

  it.effect("hands a follow-up to the host", () =>
    Effect.gen(function* () {
      yield* install([{ boundary: "turn.stop" }])
      const judged = yield* judge({ envelope: turnStop() }, hostOf().host)
      assert.strictEqual(lastOutcome(judged)?.merged.continuation?.message, "go on")
    }).pipe(Effect.provide(judging({ runs: { [id(0, "turn.stop")]: says({ followUp: "go on" }) } })))
  )
})

describe("every moment (PERM-6)", () => {
  const kinds: { readonly [tag: string]: ReadonlyArray<string> } = {
    verdict: ["Execute", "Deny"],
    halt: ["Proceed", "Halt"],
    continuation: ["None", "None"],
    none: ["None", "None"]
  }
  const gates: { readonly [boundary: string]: string } = {
    "prompt.submit": "halt",
    "tool.pre": "verdict",
    "tool.permission_request": "verdict",
    "file.exposure": "verdict",
    "subagent.start": "verdict",
    "tab.read": "verdict",
    "subagent.stop": "continuation",
    "turn.stop": "continuation"
  }

  it.effect.each(Object.entries(sampleEnvelopes))(
    "%s goes on, or is prevented where it can be",
    ([boundary, envelope]) =>
      Effect.gen(function* () {
        const [goesOn, prevented] = kinds[gates[boundary] ?? "none"] ?? []
        assert.strictEqual((yield* judge({ envelope }, hostOf().host)).decision._tag, goesOn)
        yield* install([{ boundary }])
        assert.strictEqual((yield* judge({ envelope }, hostOf().host)).decision._tag, prevented)
      }).pipe(Effect.provide(judging({ runs: () => says({ verdict: "deny", reason: "no" }) })))
  )
})

describe("a judgement on the reference host (CORE-29)", () => {
  const on = (envelope: Envelope, answer: object, boundary: string) =>
    Effect.gen(function* () {
      yield* install([{ boundary }])
      return yield* judge({ envelope }, hostOf().host)
    }).pipe(Effect.provide(judging({ profile: referenceHost.profile, runs: () => says(answer) })))

  it.effect("is taken to the hooks at the moments that it reports, and at no other", () =>
    Effect.gen(function* () {
      const deny = { verdict: "deny", reason: "no" }
      assert.strictEqual((yield* on(shell("ls"), deny, "tool.pre")).decision._tag, "Deny")
      assert.strictEqual((yield* on(fileExposure("/repo/a"), deny, "file.exposure")).decision._tag, "Execute")
      assert.strictEqual((yield* on(subagentStart(), deny, "subagent.start")).decision._tag, "Execute")
      assert.strictEqual((yield* on(promptSubmit("hi"), { halt: "no" }, "prompt.submit")).decision._tag, "Halt")
    })
  )

  it.effect("denies every tool of it alike", () =>
    Effect.forEach(referenceHost.tools, ({ action }) =>
      Effect.gen(function* () {
        const { decision } = yield* on(
          { ...shell("ls"), payload: { _tag: "tool.pre", action } },
          { verdict: "deny", reason: "no" },
          "tool.pre"
        )
        assert.strictEqual("reason" in decision && decision.reason.text, "no")
      })
    )
  )
})

describe("hooks that nobody has approved (CORE-58)", () => {
  const project = (policyIsStrict: boolean) =>
    Effect.gen(function* () {
      const file = hooksFile([{}])
      yield* HookRegistry.use((registry) => registry.install({ ...file, source: { ...file.source, kind: "project" } }))
      return (yield* judge({ envelope: shell("ls") }, hostOf().host)).decision
    }).pipe(Effect.provide(judging({ policy: { strict: policyIsStrict, headlessAsk: "deny" } })))

  it.effect("are not run, and under the strict policy what they would judge is denied", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* project(false))._tag, "Execute")
      const strict = yield* project(true)
      assert.strictEqual(strict._tag === "Deny" && strict.reason.cause, "untrusted")
    })
  )
})
