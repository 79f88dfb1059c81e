import { assert, describe, it } from "@effect/vitest"
import { type Envelope, GuardedFiles, isHeadless, Surface } from "@pawl/core"
import { endsWith, exited, RecordingMessenger, toolPre } from "@pawl/core/testing"
import { type Floors, type HostDecision, type Judgement, judge, NOT_CONFIRMED_REASON } from "@pawl/permission"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { asksFirst, commandOf, hostOf, id, install, judging, says, shell, told } from "./judging.ts"

const reason = ({ decision }: Judgement) => ("reason" in decision ? decision.reason : undefined)
const asking = { runs: { [id(0)]: says({ verdict: "ask", reason: "deploys to production" }) } }
const attended = Surface.literals.filter((surface) => !isHeadless(surface))
const headless = Surface.literals.filter(isHeadless)

describe("a question of a hook (PERM-23)", () => {
  it.effect.each(attended)("is put to the person of a conversation that is %s, with its reason", (surface) =>
    Effect.gen(function* () {
      yield* install([{}])
      const { host, questions } = hostOf(undefined, [true])
      const judged = yield* judge({ envelope: shell("deploy", { surface }) }, host)
      assert.deepStrictEqual(judged.decision, { _tag: "Execute" })
      assert.deepStrictEqual(questions, [
        {
          envelope: judged.envelope,
          reason: { text: "deploys to production", author: "hook", cause: "hook", binding: id(0) },
          others: [],
          isRewritten: false
        }
      ])
    }).pipe(Effect.provide(judging(asking)))
  )

  it.effect("is a denial without a yes", () =>
    Effect.gen(function* () {
      yield* install([{}])
      const judged = yield* judge({ envelope: shell("deploy") }, hostOf(undefined, [false]).host)
      assert.deepStrictEqual(reason(judged), { text: NOT_CONFIRMED_REASON, author: "host", cause: "host" })
    }).pipe(Effect.provide(judging(asking)))
  )

  it.effect.each([1, "yes", {}, null, undefined])(
    "is a yes only with true, from a host without types too: not %s",
    (given) =>
      Effect.gen(function* () {
        yield* install([{}])
        const { host } = hostOf()
        const untyped = Object.assign({ ...host }, { confirm: () => Effect.succeed(given) })
        const calling: typeof host = untyped
        assert.strictEqual((yield* judge({ envelope: shell("deploy") }, calling)).decision._tag, "Deny")
      }).pipe(Effect.provide(judging(asking)))
  )

  it.effect("is satisfied by an approval of exactly this input, and not put (PERM-8)", () =>
    Effect.gen(function* () {
      yield* install([{}])
      const { host, questions } = hostOf(asksFirst)
      const judged = yield* judge({ envelope: shell("deploy"), approved: true }, host)
      assert.deepStrictEqual(judged.decision, { _tag: "Execute" })
      assert.deepStrictEqual(questions, [])
    }).pipe(Effect.provide(judging(asking)))
  )

  it.effect("comes with all that speaks for it, each once, the first hook's reason in front", () =>
    Effect.gen(function* () {
      yield* install([{}, {}, {}])
      const { host, questions } = hostOf(asksFirst)
      yield* judge({ envelope: shell("deploy") }, host)
      assert.deepStrictEqual(
        questions.map(({ others, reason }) => [reason.text, ...others.map(({ text }) => text)]),
        [["deploys to production", "is Friday"]]
      )
    }).pipe(
      Effect.provide(judging({ runs: { ...asking.runs, [id(2)]: says({ verdict: "ask", reason: "is Friday" }) } }))
    )
  )

  it.effect("does not reach a host that denies by itself", () =>
    Effect.gen(function* () {
      yield* install([{}])
      const { host, questions } = hostOf(() => ({ _tag: "Deny", reason: "not now" }))
      assert.deepInclude(reason(yield* judge({ envelope: shell("deploy") }, host)), { text: "not now" })
      assert.deepStrictEqual(questions, [])
    }).pipe(Effect.provide(judging(asking)))
  )
})

describe("a question that nobody can answer (PERM-9)", () => {
  it.effect.each(headless)(
    "is a denial on a surface that is %s, with the hook's reason inside, approved or not",
    (surface) =>
      Effect.gen(function* () {
        yield* install([{}])
        for (const approved of [false, true]) {
          const { host, questions } = hostOf(asksFirst, [true])
          const judged = yield* judge({ envelope: shell("deploy", { surface }), approved }, host)
          assert.deepStrictEqual(reason(judged), {
            text: "Approval unavailable: an agent hook asked for confirmation (deploys to production) and this run has no one to ask",
            author: "engine",
            cause: "approval-unavailable",
            binding: id(0)
          })
          assert.deepStrictEqual(questions, [])
        }
      }).pipe(Effect.provide(judging(asking)))
  )

  it.effect(
    "is one by the conversation, not by the process: a hidden child is denied while its parent is asked (PERM-18)",
    () =>
      Effect.gen(function* () {
        yield* install([{}])
        const { host, questions } = hostOf(undefined, [true])
        const parent = shell("deploy", { conversationId: "parent", surface: "interactive" })
        const child = shell("deploy", { conversationId: "child", surface: "hidden-child" })
        assert.strictEqual((yield* judge({ envelope: child }, host)).decision._tag, "Deny")
        assert.strictEqual((yield* judge({ envelope: parent }, host)).decision._tag, "Execute")
        assert.deepStrictEqual(
          questions.map(({ envelope }) => envelope.conversationId),
          ["parent"]
        )
      }).pipe(Effect.provide(judging(asking)))
  )

  const unavailable = (headlessAsk: "deny" | "fail-run", envelope: Envelope) =>
    Effect.gen(function* () {
      yield* install([{}])
      const judged = yield* judge({ envelope }, hostOf().host)
      assert.strictEqual(judged.decision._tag, "Deny")
      const events = yield* RecordingMessenger.use(({ events }) => events)
      return events.flatMap((event) => (event._tag === "ApprovalUnavailable" ? [event] : []))
    }).pipe(Effect.provide(judging({ ...asking, policy: { strict: false, headlessAsk } })))

  it.effect("is told to the owner of the run under fail-run, and still denied (PERM-15)", () =>
    Effect.gen(function* () {
      const moment = shell("deploy", { surface: "fleet-run", conversationId: "c1" })
      assert.deepStrictEqual(yield* unavailable("deny", moment), [])
      const [event, ...more] = yield* unavailable("fail-run", moment)
      assert.deepStrictEqual(more, [])
      assert.strictEqual(event?.conversationId, "c1")
      assert.include(event?.reason.text, "deploys to production")
      assert.deepStrictEqual(
        yield* unavailable("fail-run", shell("deploy")),
        [],
        "a person who says no is no such case"
      )
    })
  )
})

describe("the host's own question (PERM-1)", () => {
  it.effect("is put with the host's words", () =>
    Effect.gen(function* () {
      const { host, questions } = hostOf(asksFirst, [true])
      const judged = yield* judge({ envelope: shell("ls") }, host)
      assert.deepStrictEqual(judged.decision, { _tag: "Execute" })
      assert.deepStrictEqual(
        questions.map(({ reason }) => reason),
        [{ text: "the host wants to know", author: "host", cause: "host" }]
      )
    }).pipe(Effect.provide(judging()))
  )

  it.effect("is not answered by a hook that allows (PERM-10)", () =>
    Effect.gen(function* () {
      yield* install([{}])
      const { host, questions } = hostOf(asksFirst)
      yield* judge({ envelope: shell("ls") }, host)
      assert.lengthOf(questions, 1)
    }).pipe(Effect.provide(judging({ runs: { [id(0)]: says({ verdict: "allow" }) } })))
  )
})

describe("floors (PERM-3)", () => {
  const floors: Floors = { commandDenylistHit: true }
  const readWith = (answer: object | undefined, hostDecision: HostDecision) =>
    Effect.gen(function* () {
      if (answer !== undefined) yield* install([{}])
      let read = 0
      const { host, questions } = hostOf(() => hostDecision)
      const judged = yield* judge(
        { envelope: shell("ls") },
        {
          ...host,
          floors: () => {
            read++
            return floors
          }
        }
      )
      return { read, shown: questions.map((question) => question.floors), kept: judged.rounds.at(-1)?.floors }
    }).pipe(Effect.provide(judging({ runs: { [id(0)]: says(answer ?? {}) } })))

  it.effect(
    "are read where a hook has a verdict and the host would not run it by itself, and shown with the question",
    () =>
      Effect.gen(function* () {
        for (const verdict of ["allow", "ask"]) {
          assert.deepStrictEqual(yield* readWith({ verdict }, asksFirst()), { read: 1, shown: [floors], kept: floors })
        }
        const denied = yield* readWith({ verdict: "deny" }, asksFirst())
        assert.deepStrictEqual(denied, { read: 1, shown: [], kept: floors })
      })
  )

  it.effect("are not read without hooks, without a verdict, and where the host runs it", () =>
    Effect.gen(function* () {
      for (const [answer, decision] of [
        [undefined, asksFirst()],
        [{}, asksFirst()],
        [{ verdict: "ask" }, { _tag: "Execute" }]
      ] as const) {
        const { kept, read, shown } = yield* readWith(answer, decision)
        assert.strictEqual(read, 0)
        assert.isUndefined(kept)
        for (const one of shown) assert.isUndefined(one)
      }
    })
  )
})

describe("a file that guards consist of (PERM-25)", () => {
  const guarded = Layer.succeed(GuardedFiles, {
    touchedBy: ({ payload }: Envelope) =>
      Effect.succeed(
        JSON.stringify(payload).includes("hooks.json")
          ? [{ path: "/repo/.x/hooks.json", what: "a hooks file that is in force" }]
          : []
      )
  })
  const edit = toolPre({ _tag: "FileEdit", path: ".x/hooks.json", content: "{}" })
  const remove = toolPre({ _tag: "FileDelete", paths: ["a", ".x/hooks.json"] })

  it.effect.each([
    ["edited", edit],
    ["deleted", remove]
  ] as const)("is asked about when it is %s, also without any hook", ([, envelope]) =>
    Effect.gen(function* () {
      const { host, questions } = hostOf(undefined, [true])
      const judged = yield* judge({ envelope }, host)
      assert.deepStrictEqual(judged.decision, { _tag: "Execute" })
      assert.deepInclude(questions[0]?.reason, { author: "engine", cause: "configuration" })
      assert.include(questions[0]?.reason.text, "/repo/.x/hooks.json")
      assert.include(questions[0]?.reason.text, "a hooks file that is in force")
      assert.deepStrictEqual(yield* told, [`warning: ${questions[0]?.reason.text}`])
    }).pipe(Effect.provide(judging({ guarded })))
  )

  it.effect.each(headless)("is not changed where nobody can answer: %s", (surface) =>
    Effect.gen(function* () {
      const { host, questions } = hostOf(undefined, [true])
      const judged = yield* judge({ envelope: { ...edit, surface }, approved: true }, host)
      assert.deepInclude(reason(judged), { author: "engine", cause: "approval-unavailable" })
      assert.deepStrictEqual(questions, [])
    }).pipe(Effect.provide(judging({ guarded })))
  )

  it.effect("is left alone by a hook that allows, and by an approval only when it is of exactly this", () =>
    Effect.gen(function* () {
      yield* install([{}])
      const { host, questions } = hostOf()
      assert.strictEqual((yield* judge({ envelope: edit }, host)).decision._tag, "Deny")
      assert.lengthOf(questions, 1)
      assert.strictEqual((yield* judge({ envelope: edit, approved: true }, host)).decision._tag, "Execute")
    }).pipe(Effect.provide(judging({ guarded, runs: { [id(0)]: says({ verdict: "allow" }) } })))
  )

  it.effect("is asked about when a hook's rewrite reaches it", () =>
    Effect.gen(function* () {
      yield* install([{}])
      const { host, questions } = hostOf()
      yield* judge({ envelope: toolPre({ _tag: "FileEdit", path: "a", content: "{}" }) }, host)
      assert.lengthOf(questions, 1)
      assert.isTrue(questions[0]?.isRewritten)
    }).pipe(
      Effect.provide(judging({ guarded, runs: { [id(0)]: says({ input: { path: ".x/hooks.json", content: "{}" } }) } }))
    )
  )

  it.effect("is asked about where a target has become one while something else was asked", () => {
    let isLink = false
    const target = Layer.succeed(GuardedFiles, {
      touchedBy: () => Effect.sync(() => (isLink ? [{ path: "/repo/.x/hooks.json", what: "a hooks file" }] : []))
    })
    return Effect.gen(function* () {
      yield* install([{}])
      const { host, questions } = hostOf(undefined, [true])
      const meddled: typeof host = {
        ...host,
        confirm: (question) =>
          Effect.tap(host.confirm(question), () =>
            Effect.sync(() => {
              isLink = true
            })
          )
      }
      const judged = yield* judge({ envelope: toolPre({ _tag: "FileEdit", path: "a", content: "" }) }, meddled)
      assert.strictEqual(judged.decision._tag, "Deny")
      assert.lengthOf(questions, 2)
      assert.isTrue(questions[1]?.others.some(({ text }) => text.includes("/repo/.x/hooks.json")))
    }).pipe(Effect.provide(judging({ ...asking, guarded: target })))
  })

  it.effect("is nothing to an action that reads it, nor to a file beside it", () =>
    Effect.gen(function* () {
      const { host, questions } = hostOf()
      for (const action of [
        { _tag: "FileRead", paths: [".x/hooks.json"] },
        { _tag: "FileEdit", path: ".x/other.json", content: "{}" }
      ] as const) {
        assert.strictEqual((yield* judge({ envelope: toolPre(action) }, host)).decision._tag, "Execute")
      }
      assert.deepStrictEqual(questions, [])
    }).pipe(Effect.provide(judging({ guarded })))
  )
})

describe("a run under the strict policy (CORE-25)", () => {
  const policy = { strict: true, headlessAsk: "deny" } as const

  it.effect("denies for a hook that fails, and asks for one that asks", () =>
    Effect.gen(function* () {
      yield* install([{ match: "fails" }, { match: "asks" }])
      const { host, questions } = hostOf(undefined, [true])
      assert.strictEqual((yield* judge({ envelope: shell("fails") }, host)).decision._tag, "Deny")
      assert.strictEqual((yield* judge({ envelope: shell("asks") }, host)).decision._tag, "Execute")
      assert.deepStrictEqual(
        questions.map(({ envelope }) => commandOf(envelope)),
        ["asks"]
      )
    }).pipe(
      Effect.provide(judging({ policy, runs: { [id(0)]: endsWith(exited(1)), [id(1)]: says({ verdict: "ask" }) } }))
    )
  )

  it.effect.each([
    ["interactive", false, "Execute"],
    ["interactive", true, "Deny"],
    ["hidden-child", false, "Deny"]
  ] as const)("a deferral where the surface is %s and strict is %s comes to %s (PERM-11)", ([surface, strict, tag]) =>
    Effect.gen(function* () {
      yield* install([{}])
      const judged = yield* judge({ envelope: shell("ls", { surface }) }, hostOf().host)
      assert.strictEqual(judged.decision._tag, tag)
      if (tag === "Deny") assert.strictEqual(reason(judged)?.cause, "deferral-unsupported")
    }).pipe(
      Effect.provide(
        judging({ policy: { strict, headlessAsk: "deny" }, runs: { [id(0)]: says({ verdict: "defer" }) } })
      )
    )
  )
})
