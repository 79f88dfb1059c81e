import { assert, describe, it } from "@effect/vitest"
import { coreCodes, type Envelope, HookDispatcher, noEffects, nothingMerged, referenceProfile } from "@pawl/core"
import { dispatchOutcome, mcpCall, RecordingMessenger, toolPre } from "@pawl/core/testing"
import { judge } from "@pawl/permission"
import * as Effect from "effect/Effect"
import type * as Schema from "effect/Schema"
import {
  asksFirst,
  commandOf,
  commandRead,
  finds,
  hostOf,
  id,
  install,
  type JudgingOptions,
  judging,
  nothingRuns,
  says,
  shell
} from "./judging.ts"

const replacedBy = (command: string) => says({ input: { command } })
/** A hook that replaces the input by anything at all. */
const answering = (replacementInput: Schema.Json): JudgingOptions => ({
  adapter: { answers: { [id(0)]: { ...noEffects, replacementInput } } }
})

const reason = (judged: { readonly decision: object }) =>
  "reason" in judged.decision ? judged.decision.reason : undefined

describe("a replaced input (PERM-21)", () => {
  it.effect("is judged by every hook and by the host, and handed back", () =>
    Effect.gen(function* () {
      yield* install([{ match: "ls" }, {}])
      const seen: Array<string | undefined> = []
      const { host } = hostOf((envelope) => {
        seen.push(commandOf(envelope))
        return { _tag: "Execute" }
      })
      const judged = yield* judge({ envelope: shell("ls") }, host)
      assert.deepStrictEqual(judged.decision, { _tag: "Execute" })
      assert.strictEqual(commandOf(judged.envelope), "dir")
      assert.isTrue(judged.isRewritten)
      assert.deepStrictEqual(seen, ["ls", "dir"])
      assert.deepStrictEqual((yield* nothingRuns).started, [id(0), id(1), id(1)])
      assert.deepStrictEqual(
        judged.rounds.map(({ restart }) => restart),
        ["rewrite", undefined]
      )
    }).pipe(Effect.provide(judging({ runs: { [id(0)]: replacedBy("dir") } })))
  )

  it.effect("is denied when another hook denies it", () =>
    Effect.gen(function* () {
      yield* install([{ match: "ls" }, { match: "rm" }])
      const judged = yield* judge({ envelope: shell("ls") }, hostOf().host)
      assert.deepInclude(reason(judged), { text: "not that", author: "hook", binding: id(1) })
      assert.strictEqual(commandOf(judged.envelope), "rm -r .")
    }).pipe(
      Effect.provide(
        judging({ runs: { [id(0)]: replacedBy("rm -r ."), [id(1)]: says({ verdict: "deny", reason: "not that" }) } })
      )
    )
  )

  it.effect("is denied when the host denies it", () =>
    Effect.gen(function* () {
      yield* install([{ match: "ls" }])
      const { host } = hostOf((envelope) =>
        commandOf(envelope) === "ls" ? { _tag: "Execute" } : { _tag: "Deny", reason: "not that" }
      )
      assert.deepInclude(reason(yield* judge({ envelope: shell("ls") }, host)), { text: "not that", author: "host" })
    }).pipe(Effect.provide(judging({ runs: { [id(0)]: replacedBy("dir") } })))
  )

  it.effect("does not lift a hook's denial of what was there before, although the hook would let it pass", () =>
    Effect.gen(function* () {
      yield* install([{ match: "ls" }, { match: "ls" }])
      const judged = yield* judge({ envelope: shell("ls") }, hostOf().host)
      assert.deepInclude(reason(judged), { text: "no listings", binding: id(1) })
      assert.isFalse(judged.isRewritten)
      assert.strictEqual(commandOf(judged.envelope), "ls")
      assert.deepStrictEqual((yield* nothingRuns).started, [id(0), id(1)])
    }).pipe(
      Effect.provide(
        judging({ runs: { [id(0)]: replacedBy("dir"), [id(1)]: says({ verdict: "deny", reason: "no listings" }) } })
      )
    )
  )

  it.effect("does not lift the host's denial of what was there before, although the host would let it pass", () =>
    Effect.gen(function* () {
      yield* install([{ match: "ls" }])
      const { host } = hostOf((envelope) =>
        commandOf(envelope) === "ls" ? { _tag: "Deny", reason: "no listings" } : { _tag: "Execute" }
      )
      assert.deepInclude(reason(yield* judge({ envelope: shell("ls") }, host)), { text: "no listings", author: "host" })
    }).pipe(Effect.provide(judging({ runs: { [id(0)]: replacedBy("dir") } })))
  )

  it.effect("that the host would ask about is asked about, and shown as it would be run", () =>
    Effect.gen(function* () {
      yield* install([{ match: "ls" }])
      const { host, questions } = hostOf(
        (envelope) => (commandOf(envelope) === "ls" ? { _tag: "Execute" } : asksFirst()),
        [true]
      )
      const judged = yield* judge({ envelope: shell("ls") }, host)
      assert.deepStrictEqual(judged.decision, { _tag: "Execute" })
      const [question, ...more] = questions
      assert.deepStrictEqual(more, [])
      assert.strictEqual(question && commandOf(question.envelope), "dir")
      assert.isTrue(question?.isRewritten)
      assert.strictEqual(commandOf(judged.envelope), "dir")
    }).pipe(Effect.provide(judging({ runs: { [id(0)]: replacedBy("dir") } })))
  )

  it.effect(
    "does not answer the question that a hook had about what was there before: it is put about the final one",
    () =>
      Effect.gen(function* () {
        yield* install([{ match: "ls" }, { match: "ls" }])
        const { host, questions } = hostOf(undefined, [true])
        const judged = yield* judge({ envelope: shell("ls") }, host)
        assert.deepStrictEqual(judged.decision, { _tag: "Execute" })
        assert.deepStrictEqual(
          questions.map(({ envelope, reason }) => [commandOf(envelope), reason.text]),
          [["dir", "really?"]]
        )
        assert.lengthOf(judged.rounds, 2)
      }).pipe(
        Effect.provide(
          judging({ runs: { [id(0)]: replacedBy("dir"), [id(1)]: says({ verdict: "ask", reason: "really?" }) } })
        )
      )
  )

  it.effect("is worth no approval of what was there before (PERM-22)", () =>
    Effect.gen(function* () {
      yield* install([{ match: "ls" }])
      const { host, questions } = hostOf(asksFirst)
      const judged = yield* judge({ envelope: shell("ls"), approved: true }, host)
      assert.deepStrictEqual(
        questions.map(({ envelope }) => commandOf(envelope)),
        ["dir"]
      )
      assert.strictEqual(judged.decision._tag, "Deny")
    }).pipe(Effect.provide(judging({ runs: { [id(0)]: replacedBy("dir") } })))
  )

  it.effect("asks where a hook's question about what was there before had been approved (PERM-22)", () =>
    Effect.gen(function* () {
      yield* install([{ match: "ls" }, { match: "ls" }])
      const { host, questions } = hostOf()
      yield* judge({ envelope: shell("ls"), approved: true }, host)
      assert.deepStrictEqual(
        questions.map(({ envelope, reason }) => [commandOf(envelope), reason.text]),
        [["dir", "really?"]]
      )
    }).pipe(
      Effect.provide(
        judging({ runs: { [id(0)]: replacedBy("dir"), [id(1)]: says({ verdict: "ask", reason: "really?" }) } })
      )
    )
  )

  it.effect(
    "is followed also where what judges has changed meanwhile: what a hook has taken out stays out (PERM-20)",
    () =>
      Effect.gen(function* () {
        yield* install([{ match: "ls" }])
        const judged = yield* judge({ envelope: shell("ls") }, hostOf().host)
        assert.deepStrictEqual(judged.decision, { _tag: "Execute" })
        assert.strictEqual(commandOf(judged.envelope), "dir")
        assert.isTrue(judged.isRewritten)
        assert.deepStrictEqual(
          judged.rounds.map(({ envelope, restart }) => [commandOf(envelope), restart]),
          [
            ["ls", "configuration"],
            ["dir", undefined]
          ]
        )
      }).pipe(Effect.provide(judging({ runs: { [id(0)]: replacedBy("dir") }, check: finds([]) })))
  )
})

describe("two replaced inputs (CORE-51)", () => {
  it.effect("the first in order counts, and the other is told", () =>
    Effect.gen(function* () {
      yield* install([{ match: "ls" }, { match: "ls" }])
      const judged = yield* judge({ envelope: shell("ls") }, hostOf().host)
      assert.strictEqual(commandOf(judged.envelope), "one")
      const found = yield* RecordingMessenger.use(({ events }) => events)
      const overridden = found.flatMap((event) =>
        event._tag === "DiagnosticFound" && event.diagnostic.code === coreCodes.overridden ? [event.diagnostic] : []
      )
      assert.lengthOf(overridden, 1)
      assert.include(overridden[0]?.message, id(0))
      assert.include(overridden[0]?.message, id(1))
    }).pipe(Effect.provide(judging({ runs: { [id(0)]: replacedBy("one"), [id(1)]: replacedBy("two") } })))
  )

  it.effect("one that changes nothing does not stand in the way of one that does (CORE-71)", () =>
    Effect.gen(function* () {
      yield* install([{}, {}])
      const judged = yield* judge({ envelope: shell("ls") }, hostOf().host)
      assert.strictEqual(commandOf(judged.envelope), "ls --safe")
      assert.lengthOf(judged.rounds, 2)
    }).pipe(
      Effect.provide(
        judging({
          runs: (invocation) => replacedBy(invocation.binding === id(0) ? commandRead(invocation) : "ls --safe")
        })
      )
    )
  )
})

describe("a replaced input that loops (PERM-20)", () => {
  it.effect("between two hooks is denied on the fourth time that it would begin anew", () =>
    Effect.gen(function* () {
      yield* install([{ match: "ping" }, { match: "pong" }])
      const judged = yield* judge({ envelope: shell("ping") }, hostOf().host)
      assert.deepInclude(reason(judged), { author: "engine", cause: "engine" })
      assert.deepStrictEqual(
        judged.rounds.map(({ envelope }) => commandOf(envelope)),
        ["ping", "pong", "ping", "pong"]
      )
      assert.lengthOf((yield* nothingRuns).started, 4)
    }).pipe(Effect.provide(judging({ runs: { [id(0)]: replacedBy("pong"), [id(1)]: replacedBy("ping") } })))
  )

  it.effect("three times and then holds still is run", () =>
    Effect.gen(function* () {
      yield* install([{}])
      const judged = yield* judge({ envelope: shell("a") }, hostOf().host)
      assert.strictEqual(judged.decision._tag, "Execute")
      assert.strictEqual(commandOf(judged.envelope), "aaaa")
      assert.lengthOf(judged.rounds, 4)
    }).pipe(
      Effect.provide(judging({ runs: (invocation, nth) => replacedBy(commandRead(invocation) + (nth < 3 ? "a" : "")) }))
    )
  )

  it.effect("counts together with changes of what judges", () =>
    Effect.gen(function* () {
      yield* install([{}])
      const judged = yield* judge({ envelope: shell("a") }, hostOf().host)
      assert.deepInclude(reason(judged), { author: "engine", cause: "engine" })
      assert.deepStrictEqual(
        judged.rounds.map(({ restart }) => restart),
        ["configuration", "rewrite", "configuration", undefined]
      )
    }).pipe(
      Effect.provide(
        judging({
          runs: (invocation) => replacedBy(`${commandRead(invocation)}a`),
          check: finds([{ timeoutMs: 1 }], undefined, [{ timeoutMs: 2 }])
        })
      )
    )
  )
})

describe("a replaced input that cannot be run (CORE-67)", () => {
  const refused = (moment: Envelope, input: Schema.Json) =>
    Effect.gen(function* () {
      yield* install([{}])
      const judged = yield* judge({ envelope: moment }, hostOf().host)
      assert.lengthOf(judged.rounds, 1)
      assert.deepInclude(reason(judged), { author: "engine", cause: "rewrite-unsupported", binding: id(0) })
    }).pipe(Effect.provide(judging(answering(input))))

  it.effect.each([
    ["another kind of action", shell("ls"), { _tag: "FileDelete", paths: ["/repo"] }],
    [
      "another tool of the host",
      toolPre({ _tag: "Custom", name: "a", input: {}, denied: "text" }),
      { name: "b", input: {}, denied: "text" }
    ],
    ["another MCP tool", mcpCall("read", {}), { tool: "write", input: {} }],
    ["another MCP server", mcpCall("read", {}), { tool: "read", input: {}, serverName: "elsewhere" }],
    [
      "another server of a resource",
      toolPre({ _tag: "McpResource", name: "a", serverName: "here" }),
      { name: "a", serverName: "there" }
    ],
    ["something without the tool's input", shell("ls"), { order: "dir" }],
    ["a wrong type", shell("ls"), { command: 1 }],
    ["no object", shell("ls"), "dir"],
    ["null", shell("ls"), null]
  ] as const)("is a denial: %s", ([, moment, input]) => refused(moment, input))

  it.effect("is a denial when a dispatcher has not read it as an action (PERM-12)", () =>
    Effect.gen(function* () {
      const merged = { ...nothingMerged, replacementInput: { binding: id(0), value: { command: "dir" } } }
      const judged = yield* judge({ envelope: shell("ls") }, hostOf().host).pipe(
        Effect.provideService(HookDispatcher, { dispatch: () => Effect.succeed(dispatchOutcome({ merged })) })
      )
      assert.deepInclude(reason(judged), { cause: "rewrite-unsupported", binding: id(0) })
    }).pipe(Effect.provide(judging()))
  )

  it.effect("is a denial by a host that honours none, also when it changes nothing (CORE-52)", () =>
    Effect.forEach(["dir", "ls"], (command) =>
      Effect.gen(function* () {
        yield* install([{}])
        const judged = yield* judge({ envelope: shell("ls") }, hostOf().host)
        assert.deepInclude(reason(judged), { cause: "unsupported-effect", binding: id(0) })
      }).pipe(Effect.provide(judging({ profile: referenceProfile, runs: { [id(0)]: replacedBy(command) } })))
    )
  )
})

describe("a replaced input that changes nothing (CORE-67)", () => {
  it.effect.each([
    ["the same command", shell("ls"), { command: "ls" }],
    [
      "the same keys in another order",
      mcpCall("t", { a: 1, b: { c: [1], d: null } }),
      { tool: "t", input: { b: { d: null, c: [1] }, a: 1 } }
    ]
  ] as const)("goes through: %s", ([, moment, input]) =>
    Effect.gen(function* () {
      yield* install([{}])
      const judged = yield* judge({ envelope: moment }, hostOf().host)
      assert.deepStrictEqual(judged.decision, { _tag: "Execute" })
      assert.strictEqual(judged.envelope, moment)
      assert.isFalse(judged.isRewritten)
      assert.lengthOf(judged.rounds, 1)
    }).pipe(Effect.provide(judging(answering(input))))
  )

  it.effect("keeps what the hook says besides", () =>
    Effect.gen(function* () {
      yield* install([{}])
      const judged = yield* judge({ envelope: shell("ls") }, hostOf().host)
      assert.deepInclude(reason(judged), { text: "no" })
    }).pipe(
      Effect.provide(
        judging({
          adapter: {
            answers: {
              [id(0)]: {
                ...noEffects,
                verdict: "deny",
                reasons: [{ text: "no", author: "hook", cause: "hook" }],
                replacementInput: { command: "ls" }
              }
            }
          }
        })
      )
    )
  )
})
