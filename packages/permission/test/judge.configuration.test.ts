import { assert, describe, it } from "@effect/vitest"
import { type Envelope, HookRegistry, SourceCheck } from "@pawl/core"
import { endsWith, exited, ScriptedRunner } from "@pawl/core/testing"
import { CurrentPolicy, type Judgement, judge } from "@pawl/permission"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import { TestClock } from "effect/testing"
import {
  asksFirst,
  commandOf,
  finds,
  hooksFile,
  hostOf,
  id,
  install,
  judging,
  nothingRuns,
  says,
  shell
} from "./judging.ts"

const reason = ({ decision }: Judgement) => ("reason" in decision ? decision.reason : undefined)
const causes = ({ rounds }: Judgement) => rounds.map(({ restart }) => restart)
const guard = { match: "push", command: "./guard" }

describe("what judges changes while hooks are asked (PERM-20)", () => {
  it.effect("is asked about again, and what judges now counts", () =>
    Effect.gen(function* () {
      yield* install([{}])
      const fiber = yield* Effect.forkChild(judge({ envelope: shell("git push") }, hostOf().host), {
        startImmediately: true
      })
      yield* install([{}, guard])
      yield* TestClock.adjust(100)
      yield* TestClock.adjust(100)
      const judged = yield* Fiber.join(fiber)
      assert.deepInclude(reason(judged), { text: "no pushes", binding: id(1) })
      assert.deepStrictEqual(causes(judged), ["configuration", undefined])
      assert.deepStrictEqual((yield* nothingRuns).started, [id(0), id(0), id(1)])
    }).pipe(
      Effect.provide(
        judging({
          runs: { [id(0)]: endsWith(exited(0), 100), [id(1)]: says({ verdict: "deny", reason: "no pushes" }, 50) }
        })
      )
    )
  )

  it.effect("is found by the check alone: nobody has to watch (CORE-68)", () =>
    Effect.gen(function* () {
      yield* install([{}])
      const judged = yield* judge({ envelope: shell("git push") }, hostOf().host)
      assert.deepInclude(reason(judged), { text: "no pushes" })
      assert.deepStrictEqual(causes(judged), ["configuration", undefined])
    }).pipe(
      Effect.provide(
        judging({ runs: { [id(1)]: says({ verdict: "deny", reason: "no pushes" }) }, check: finds([{}, guard]) })
      )
    )
  )

  it.effect("asks once more and no more when it changes once", () =>
    Effect.gen(function* () {
      yield* install([{}])
      const judged = yield* judge({ envelope: shell("ls") }, hostOf().host)
      assert.deepStrictEqual(judged.decision, { _tag: "Execute" })
      assert.lengthOf((yield* nothingRuns).started, 2)
    }).pipe(Effect.provide(judging({ check: finds([{ timeoutMs: 7 }]) })))
  )

  it.effect("does not take back a denial, although nothing is left that would deny (PERM-21)", () =>
    Effect.gen(function* () {
      yield* install([guard])
      const fiber = yield* Effect.forkChild(judge({ envelope: shell("git push") }, hostOf().host), {
        startImmediately: true
      })
      yield* install([])
      yield* TestClock.adjust(100)
      const judged = yield* Fiber.join(fiber)
      assert.deepInclude(reason(judged), { text: "no pushes" })
      assert.lengthOf(judged.rounds, 1)
    }).pipe(Effect.provide(judging({ runs: { [id(0)]: says({ verdict: "deny", reason: "no pushes" }, 100) } })))
  )

  it.effect("does not take back a question, although nothing is left that would ask (PERM-21)", () =>
    Effect.gen(function* () {
      yield* install([guard])
      const { host, questions } = hostOf(undefined, [true])
      const judged = yield* judge({ envelope: shell("git push") }, host)
      assert.deepStrictEqual(judged.decision, { _tag: "Execute" })
      assert.deepStrictEqual(
        questions.map(({ reason }) => reason.text),
        ["really?"]
      )
    }).pipe(
      Effect.provide(judging({ runs: { [id(0)]: says({ verdict: "ask", reason: "really?" }) }, check: finds([]) }))
    )
  )

  it.effect("in a loop ends in a denial by the engine on the fourth time that it would begin anew", () =>
    Effect.gen(function* () {
      yield* install([{}])
      const judged = yield* judge({ envelope: shell("ls") }, hostOf().host)
      assert.deepInclude(reason(judged), { author: "engine", cause: "engine" })
      assert.lengthOf(judged.rounds, 4)
      assert.lengthOf((yield* nothingRuns).started, 4)
    }).pipe(Effect.provide(judging({ check: finds(...[1, 2, 3, 4, 5, 6].map((timeoutMs) => [{ timeoutMs }])) })))
  )

  it.effect("three times and then holds still is run", () =>
    Effect.gen(function* () {
      yield* install([{}])
      const judged = yield* judge({ envelope: shell("ls") }, hostOf().host)
      assert.strictEqual(judged.decision._tag, "Execute")
      assert.lengthOf(judged.rounds, 4)
    }).pipe(Effect.provide(judging({ check: finds(...[1, 2, 3].map((timeoutMs) => [{ timeoutMs }])) })))
  )

  it.effect("also holds a prompt that keeps being judged anew", () =>
    Effect.gen(function* () {
      const moment: Envelope = { ...shell("ls"), payload: { _tag: "prompt.submit", prompt: "hello", attachments: [] } }
      const judged = yield* judge({ envelope: moment }, hostOf().host)
      assert.strictEqual(judged.decision._tag, "Halt")
      assert.deepInclude(reason(judged), { cause: "engine" })
    }).pipe(Effect.provide(judging({ check: finds(...[1, 2, 3, 4].map((timeoutMs) => [{ timeoutMs }])) })))
  )

  it.effect("is a change as well when a file appears, is gone, or cannot be loaded any more", () =>
    Effect.forEach(
      [
        (registry: HookRegistry["Service"]) =>
          Effect.result(registry.install(hooksFile([{}], "/repo/other.recording"))),
        (registry: HookRegistry["Service"]) => Effect.result(registry.remove("/repo/hooks.recording")),
        (registry: HookRegistry["Service"]) =>
          Effect.result(registry.install({ ...hooksFile([{}]), contents: { _tag: "Unreadable", diagnostics: [] } }))
      ],
      (change) => {
        let isFirst = true
        const check = Layer.effect(
          SourceCheck,
          Effect.map(HookRegistry, (registry) => ({
            refresh: Effect.suspend((): Effect.Effect<void> => {
              if (!isFirst) return Effect.void
              isFirst = false
              return Effect.asVoid(change(registry))
            })
          }))
        )
        return Effect.gen(function* () {
          yield* install([{}])
          const judged = yield* judge({ envelope: shell("ls") }, hostOf().host)
          assert.deepStrictEqual(causes(judged), ["configuration", undefined])
        }).pipe(Effect.provide(judging({ check })))
      }
    )
  )
})

describe("what does not hold a judgement up (CORE-68, CORE-70)", () => {
  it.effect("the same bytes", () =>
    Effect.gen(function* () {
      yield* install([{}])
      const judged = yield* judge({ envelope: shell("ls") }, hostOf().host)
      assert.lengthOf(judged.rounds, 1)
      assert.lengthOf((yield* nothingRuns).started, 1)
    }).pipe(Effect.provide(judging({ check: finds([{}], [{}], [{}]) })))
  )

  const elsewhere = (root: string) => {
    let next = 0
    return Layer.effect(
      SourceCheck,
      Effect.map(HookRegistry, (registry) => ({
        refresh: Effect.suspend(() =>
          Effect.asVoid(
            Effect.orDie(
              registry.install(hooksFile([{ timeoutMs: ++next }], `${root}/hooks.recording`, { _tag: "Within", root }))
            )
          )
        )
      }))
    )
  }

  it.effect("a file of another project that changes in a loop", () =>
    Effect.gen(function* () {
      yield* install([{}])
      const judged = yield* judge({ envelope: shell("ls") }, hostOf().host)
      assert.strictEqual(judged.decision._tag, "Execute")
      assert.lengthOf(judged.rounds, 1)
    }).pipe(Effect.provide(judging({ check: elsewhere("/elsewhere") })))
  )

  it.effect("but one whose project the action reaches does", () =>
    Effect.gen(function* () {
      yield* install([{}])
      const judged = yield* judge({ envelope: shell("ls", { cwd: "/elsewhere/src" }) }, hostOf().host)
      assert.deepInclude(reason(judged), { cause: "engine" })
    }).pipe(Effect.provide(judging({ check: elsewhere("/elsewhere") })))
  )
})

describe("what judges changes while a person is asked (PERM-22, PERM-23)", () => {
  it.effect("the yes is worth nothing any more, and the question is put again", () =>
    Effect.gen(function* () {
      yield* install([{}])
      const { host, questions } = hostOf(asksFirst, [true, true])
      const judged = yield* judge({ envelope: shell("ls") }, host)
      assert.lengthOf(questions, 2)
      assert.deepStrictEqual(judged.decision, { _tag: "Execute" })
      assert.deepStrictEqual(causes(judged), ["configuration", undefined])
    }).pipe(Effect.provide(judging({ check: finds(undefined, [{ timeoutMs: 7 }]) })))
  )

  it.effect("a no to the second question counts, whatever was said to the first", () =>
    Effect.gen(function* () {
      yield* install([{}])
      const judged = yield* judge({ envelope: shell("ls") }, hostOf(asksFirst, [true, false]).host)
      assert.deepInclude(reason(judged), { author: "host", cause: "host" })
    }).pipe(Effect.provide(judging({ check: finds(undefined, [{ timeoutMs: 7 }]) })))
  )

  it.effect("a guard that came meanwhile denies what a person has agreed to", () =>
    Effect.gen(function* () {
      yield* install([{}])
      const { host, questions } = hostOf(asksFirst, [true, true])
      const judged = yield* judge({ envelope: shell("git push") }, host)
      assert.deepInclude(reason(judged), { text: "no pushes", author: "hook" })
      assert.lengthOf(questions, 1)
    }).pipe(
      Effect.provide(
        judging({
          runs: { [id(1)]: says({ verdict: "deny", reason: "no pushes" }) },
          check: finds(undefined, [{}, guard])
        })
      )
    )
  )

  it.effect("each time ends in a denial, and no more questions", () =>
    Effect.gen(function* () {
      yield* install([{}])
      const { host, questions } = hostOf(asksFirst, [true, true, true, true, true])
      const judged = yield* judge({ envelope: shell("ls") }, host)
      assert.deepInclude(reason(judged), { cause: "engine" })
      assert.lengthOf(questions, 4)
    }).pipe(
      Effect.provide(judging({ check: finds(...[1, 2, 3, 4, 5].flatMap((timeoutMs) => [undefined, [{ timeoutMs }]])) }))
    )
  )

  it.effect("an approval that came with the question lapses, on the restarted round as well", () =>
    Effect.gen(function* () {
      yield* install([{}])
      const { host, questions } = hostOf(asksFirst)
      const judged = yield* judge({ envelope: shell("ls"), approved: true }, host)
      assert.lengthOf(questions, 1)
      assert.strictEqual(judged.decision._tag, "Deny")
    }).pipe(Effect.provide(judging({ check: finds([{ timeoutMs: 7 }]) })))
  )

  it.effect("a question of a hook that had been approved is put after a change", () =>
    Effect.gen(function* () {
      yield* install([guard])
      const { host, questions } = hostOf()
      yield* judge({ envelope: shell("git push"), approved: true }, host)
      assert.deepStrictEqual(
        questions.map(({ envelope, reason }) => [commandOf(envelope), reason.text]),
        [["git push", "really?"]]
      )
    }).pipe(
      Effect.provide(judging({ runs: { [id(0)]: says({ verdict: "ask", reason: "really?" }) }, check: finds([]) }))
    )
  )
})

describe("the policy of a run (PERM-18)", () => {
  const strict = { strict: true, headlessAsk: "deny" } as const
  const failing = { runs: { [id(0)]: endsWith(exited(1), 100) } }

  it.effect("takes effect at the next dispatch", () =>
    Effect.gen(function* () {
      yield* install([{}])
      const first = yield* Effect.forkChild(judge({ envelope: shell("ls") }, hostOf().host), { startImmediately: true })
      yield* CurrentPolicy.use(({ set }) => set(strict))
      yield* TestClock.adjust(100)
      assert.strictEqual((yield* Fiber.join(first)).decision._tag, "Execute", "ends as it began")
      const next = yield* Effect.forkChild(judge({ envelope: shell("ls") }, hostOf().host), { startImmediately: true })
      yield* TestClock.adjust(100)
      assert.strictEqual((yield* Fiber.join(next)).decision._tag, "Deny")
    }).pipe(Effect.provide(judging(failing)))
  )

  it.effect("takes effect when a judgement begins anew", () =>
    Effect.gen(function* () {
      yield* install([{}])
      const fiber = yield* Effect.forkChild(judge({ envelope: shell("ls") }, hostOf().host), { startImmediately: true })
      yield* CurrentPolicy.use(({ set }) => set(strict))
      yield* install([{ timeoutMs: 900 }])
      yield* TestClock.adjust(100)
      yield* TestClock.adjust(100)
      assert.strictEqual((yield* Fiber.join(fiber)).decision._tag, "Deny")
    }).pipe(Effect.provide(judging(failing)))
  )

  it.effect("when it is strict turns a failure into a denial, and weakens none", () =>
    Effect.gen(function* () {
      yield* install([{}, guard])
      const judged = (command: string) => judge({ envelope: shell(command) }, hostOf().host)
      assert.strictEqual((yield* judged("ls")).decision._tag, "Execute")
      assert.strictEqual(reason(yield* judged("git push"))?.text, "no pushes")
      yield* CurrentPolicy.use(({ set }) => set(strict))
      assert.strictEqual((yield* judged("ls")).decision._tag, "Deny")
      assert.strictEqual((yield* judged("git push")).decision._tag, "Deny")
    }).pipe(
      Effect.provide(
        judging({ runs: { [id(0)]: endsWith(exited(1)), [id(1)]: says({ verdict: "deny", reason: "no pushes" }) } })
      )
    )
  )
})

describe("a command in a batch (PERM-19)", () => {
  it.effect("is matched against the folder that it runs in, when the one before has changed it", () =>
    Effect.gen(function* () {
      yield* install([{}], "/repo/a/hooks.recording", { _tag: "Within", root: "/repo/a" })
      const runs = ["/repo/b", "/repo/a", "/repo/b"]
      const rounds = yield* Effect.forEach(runs, (cwd) => judge({ envelope: shell("make", { cwd }) }, hostOf().host))
      assert.deepStrictEqual(
        rounds.map(({ decision }) => decision._tag),
        ["Execute", "Deny", "Execute"]
      )
      const { invocations } = yield* ScriptedRunner.use(({ record }) => record)
      assert.lengthOf(invocations, 1)
    }).pipe(Effect.provide(judging({ runs: () => says({ verdict: "deny", reason: "no" }) })))
  )
})
