import { assert, describe, it } from "@effect/vitest"
import { noEffects } from "@pawl/core"
import { promptSubmit } from "@pawl/core/testing"
import { type Judgement, judge, type Question } from "@pawl/permission"
import * as Effect from "effect/Effect"
import {
  asksFirst,
  commandOf,
  finds,
  hostOf,
  id,
  install,
  type JudgingOptions,
  judging,
  notices,
  says,
  shell,
  told
} from "./judging.ts"

const asks = (text: string) => says({ verdict: "ask", reason: text })

describe("the reason of a question (PERM-26)", () => {
  it.effect("is a warning, told before the question is put", () =>
    Effect.gen(function* () {
      yield* install([{}])
      const before: Array<ReadonlyArray<string>> = []
      yield* judge(
        { envelope: shell("ls") },
        {
          hostDecision: () => Effect.succeed({ _tag: "Execute" }),
          confirm: () => Effect.map(told, (so) => before.push(so) > 0)
        }
      )
      assert.deepStrictEqual(before, [["warning: really?"]])
      assert.deepInclude((yield* notices)[0], { author: "hook", binding: id(0) })
      assert.lengthOf(yield* notices, 1, "a yes is not told")
    }).pipe(Effect.provide(judging({ runs: { [id(0)]: asks("really?") } })))
  )

  it.effect("is told once in a judgement, however often the question is put", () =>
    Effect.gen(function* () {
      yield* install([{}])
      const { host, questions } = hostOf(undefined, [true, true, true])
      yield* judge({ envelope: shell("ls") }, host)
      assert.lengthOf(questions, 3)
      assert.deepStrictEqual(yield* told, ["warning: really?"])
    }).pipe(
      Effect.provide(
        judging({
          runs: { [id(0)]: asks("really?") },
          check: finds(undefined, [{ timeoutMs: 7 }], undefined, [{ timeoutMs: 8 }])
        })
      )
    )
  )

  it.effect("is told once in each judgement", () =>
    Effect.gen(function* () {
      yield* install([{}])
      const { host } = hostOf(undefined, [true, true])
      yield* judge({ envelope: shell("ls") }, host)
      yield* judge({ envelope: shell("ls") }, host)
      assert.deepStrictEqual(yield* told, ["warning: really?", "warning: really?"])
    }).pipe(Effect.provide(judging({ runs: { [id(0)]: asks("really?") } })))
  )

  it.effect("of the host is not repeated: it is on the host's own card (PERM-16)", () =>
    Effect.gen(function* () {
      yield* judge({ envelope: shell("ls") }, hostOf(asksFirst, [true]).host)
      assert.deepStrictEqual(yield* told, [])
    }).pipe(Effect.provide(judging()))
  )

  it.effect("of a hook is told although the host had asked about an earlier input", () =>
    Effect.gen(function* () {
      yield* install([{ match: "ls" }, { match: "dir" }])
      const { host, questions } = hostOf(
        (envelope) => (commandOf(envelope) === "ls" ? asksFirst() : { _tag: "Execute" }),
        [true]
      )
      yield* judge({ envelope: shell("ls") }, host)
      assert.deepStrictEqual(
        questions.map(({ others, reason }) => [reason.text, ...others.map(({ text }) => text)]),
        [["the host wants to know", "really?"]]
      )
      assert.deepStrictEqual(yield* told, ["warning: really?"])
    }).pipe(
      Effect.provide(judging({ runs: { [id(0)]: says({ input: { command: "dir" } }), [id(1)]: asks("really?") } }))
    )
  )

  it.effect("of a hook is told although the host alone had asked the first time", () =>
    Effect.gen(function* () {
      yield* install([])
      const { host, questions } = hostOf(asksFirst, [true, true])
      yield* judge({ envelope: shell("ls") }, host)
      assert.lengthOf(questions, 2)
      assert.deepStrictEqual(yield* told, ["warning: really?"])
    }).pipe(Effect.provide(judging({ runs: { [id(0)]: asks("really?") }, check: finds(undefined, [{}]) })))
  )
})

describe("a denial (PERM-16)", () => {
  const denials: {
    readonly [why: string]: JudgingOptions & { readonly question?: Question; readonly host?: ReturnType<typeof hostOf> }
  } = {
    "of a hook": { runs: { [id(0)]: says({ verdict: "deny", reason: "no" }) } },
    "of a hook that says it twice": {
      adapter: {
        answers: {
          [id(0)]: {
            ...noEffects,
            verdict: "deny",
            reasons: [{ text: "no", author: "hook", cause: "hook" }],
            notices: [
              { text: "no", author: "hook", level: "denied" },
              { text: "not at all", author: "hook", level: "denied" }
            ]
          }
        }
      }
    },
    "of the host": { host: hostOf(() => ({ _tag: "Deny", reason: "no" })) },
    "of the person": { host: hostOf(asksFirst, [false]) },
    "of a question of a hook by the person": { runs: { [id(0)]: asks("really?") } },
    "for want of somebody to ask": {
      runs: { [id(0)]: asks("really?") },
      question: { envelope: shell("ls", { surface: "fleet-run" }) }
    },
    "of what keeps changing": { check: finds(...[1, 2, 3, 4].map((timeoutMs) => [{ timeoutMs }])) },
    "of a rewrite that cannot be run": { runs: { [id(0)]: says({ input: { order: 1 } }) } },
    "by a fault of Pawl": { adapter: { faults: { decode: new Error("broken") } } },
    "of a prompt": {
      runs: { [id(0, "prompt.submit")]: says({ halt: "no" }) },
      question: { envelope: promptSubmit("hello") }
    },
    "of an input that a hook had replaced": {
      runs: (invocation) =>
        invocation.stdin.includes(0x2b) ? says({ verdict: "deny", reason: "no" }) : says({ input: { command: "+" } })
    }
  }

  it.effect.each(Object.entries(denials))(
    "%s is told once as one, with its reason",
    ([, { host = hostOf(), question = { envelope: shell("ls") }, ...options }]) =>
      Effect.gen(function* () {
        yield* install([{}, { boundary: "prompt.submit" }])
        const { decision }: Judgement = yield* judge(question, host.host)
        assert.include(["Deny", "Halt"], decision._tag)
        const denied = (yield* notices).filter(({ level }) => level === "denied")
        assert.deepStrictEqual(
          denied.map(({ text }) => text),
          ["reason" in decision ? decision.reason.text : undefined]
        )
      }).pipe(Effect.provide(judging(options)))
  )

  it.effect("has one more for each judgement, and none for what goes on", () =>
    Effect.gen(function* () {
      yield* install([{ match: "push" }])
      const { host } = hostOf()
      yield* judge({ envelope: shell("push") }, host)
      yield* judge({ envelope: shell("ls") }, host)
      yield* judge({ envelope: shell("push") }, host)
      assert.deepStrictEqual(yield* told, ["denied: no", "denied: no"])
    }).pipe(Effect.provide(judging({ runs: { [id(0)]: says({ verdict: "deny", reason: "no" }) } })))
  )
})

describe("what hooks have to say besides (PERM-26)", () => {
  it.effect("is told once, although they are asked again and say it again", () =>
    Effect.gen(function* () {
      yield* install([{}])
      const judged = yield* judge({ envelope: shell("ls") }, hostOf(asksFirst, [true, true]).host)
      assert.lengthOf(judged.rounds, 3)
      assert.deepStrictEqual(yield* told, ["info: mind the gap"])
    }).pipe(
      Effect.provide(
        judging({
          runs: { [id(0)]: says({ notice: "mind the gap" }) },
          check: finds([{ timeoutMs: 7 }], undefined, [{ timeoutMs: 8 }])
        })
      )
    )
  )

  it.effect("is told of every round, in order", () =>
    Effect.gen(function* () {
      yield* install([{}])
      yield* judge({ envelope: shell("ls") }, hostOf().host)
      assert.deepStrictEqual(yield* told, ["info: run 0", "info: run 1"])
    }).pipe(
      Effect.provide(judging({ runs: (_, nth) => says({ notice: `run ${nth}` }), check: finds([{ timeoutMs: 7 }]) }))
    )
  )

  it.effect("is told after the reason of a denial, and before a question is put", () =>
    Effect.gen(function* () {
      yield* install([{}, {}])
      yield* judge({ envelope: shell("ls") }, hostOf().host)
      assert.deepStrictEqual(yield* told, ["denied: no", "info: mind the gap"])
    }).pipe(
      Effect.provide(
        judging({
          runs: { [id(0)]: says({ notice: "mind the gap" }), [id(1)]: says({ verdict: "deny", reason: "no" }) }
        })
      )
    )
  )

  it.effect("is told although a fault of Pawl ends the judgement (PERM-24)", () =>
    Effect.gen(function* () {
      yield* install([{}])
      const { host } = hostOf(asksFirst)
      const judged = yield* judge({ envelope: shell("ls") }, { ...host, confirm: () => Effect.die("no card") })
      assert.lengthOf(judged.rounds, 1)
      assert.deepStrictEqual(
        (yield* told).map((each) => each.slice(0, 18)),
        ["info: mind the gap", "denied: Pawl faile"]
      )
    }).pipe(Effect.provide(judging({ runs: { [id(0)]: says({ notice: "mind the gap" }) } })))
  )
})
