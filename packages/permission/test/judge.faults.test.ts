import { assert, describe, it } from "@effect/vitest"
import {
  type Envelope,
  everythingProfile,
  GuardedFiles,
  HookDispatcher,
  type HookEffects,
  HookFormats,
  HookRegistry,
  type HostProfile,
  Messenger,
  noEffects,
  SourceCheck
} from "@pawl/core"
import {
  type AdapterScript,
  diesWith,
  promptSubmit,
  RecordingMessenger,
  type RunnerScript,
  sessionEnd,
  toolPre,
  toolResult,
  turnStop
} from "@pawl/core/testing"
import {
  ContinuationBudget,
  CurrentPolicy,
  type HostDecision,
  type JudgingHost,
  judge,
  lastOutcome
} from "@pawl/permission"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { asksFirst, hostOf, id, install, type JudgingOptions, judging, notices, says, shell } from "./judging.ts"

const broken = (): never => {
  throw new Error("it broke")
}
const dies: Effect.Effect<never> = Effect.suspend(broken)

const before = shell("ls")
const prompt = promptSubmit("hello")
const after = toolResult()

const everyMoment = [{}, { boundary: "prompt.submit" }, { boundary: "tool.result" }]
const answer = (effects: HookEffects): AdapterScript => ({
  answers: Object.fromEntries(everyMoment.map(({ boundary }) => [id(0, boundary), effects]))
})

/** What is denied, held or reported, and what the person and the log are told of it. */
const fault = (envelope: Envelope, host: JudgingHost) =>
  Effect.gen(function* () {
    const { decision } = yield* judge({ envelope }, host)
    const denied = (yield* notices).filter(({ level }) => level === "denied")
    const events = yield* RecordingMessenger.use(({ events }) => events)
    const reported = events.some((event) => event._tag === "DiagnosticFound" && event.diagnostic.severity === "error")
    return { decision, denied, reported }
  })

const isDenied = ({ decision, denied, reported }: Effect.Success<ReturnType<typeof fault>>, as: "Deny" | "Halt") => {
  assert.strictEqual(decision._tag, as)
  assert.deepInclude("reason" in decision ? decision.reason : {}, { cause: "engine", author: "engine" })
  assert.notInclude("reason" in decision ? decision.reason.text : "", "it broke")
  assert.lengthOf(denied, 1)
  assert.isTrue(reported)
}

const isReported = ({ decision, denied, reported }: Effect.Success<ReturnType<typeof fault>>) => {
  assert.strictEqual(decision._tag, "None")
  assert.lengthOf(denied, 0)
  assert.isTrue(reported)
}

/** A profile that cannot be read where what a host cannot honour is refused. */
const unreadable: HostProfile = {
  ...everythingProfile,
  get extensions() {
    return broken()
  }
}

/** Where the way of any moment through the house can break, and how it is broken there. */
const steps: { readonly [step: string]: JudgingOptions } = {
  match: { adapter: { faults: { select: new Error("it broke") } } },
  encode: { adapter: { faults: { encode: new Error("it broke") } } },
  aliases: { adapter: { faults: { aliases: new Error("it broke") } } },
  run: { runs: () => diesWith(new Error("it broke")) },
  decode: { adapter: { faults: { decode: new Error("it broke") } } },
  reduce: {
    adapter: answer({
      ...noEffects,
      get notices() {
        return broken()
      }
    })
  },
  refuse: {
    profile: unreadable,
    adapter: answer({ ...noEffects, extensions: [{ id: "acme/colour", value: "red" }] })
  }
}

describe("a defect of our own at a step of a dispatch (PERM-24, CORE-11)", () => {
  it.effect.each(Object.entries(steps))("%s: a denial, a halt, a report", ([, options]) =>
    Effect.gen(function* () {
      const at = (envelope: Envelope) =>
        Effect.andThen(install(everyMoment), fault(envelope, hostOf().host)).pipe(Effect.provide(judging(options)))
      isDenied(yield* at(before), "Deny")
      isDenied(yield* at(prompt), "Halt")
      isReported(yield* at(after))
    })
  )

  it.effect("reading a replaced input: a denial", () =>
    Effect.gen(function* () {
      yield* install([{}])
      isDenied(yield* fault(before, hostOf().host), "Deny")
    }).pipe(
      Effect.provide(
        judging({
          adapter: { faults: { rewritten: new Error("it broke") } },
          runs: { [id(0)]: says({ input: { command: "dir" } }) }
        })
      )
    )
  )

  it.effect("does not lift what another hook says", () =>
    Effect.gen(function* () {
      yield* install([{}, {}])
      const { decision } = yield* judge({ envelope: before }, hostOf().host)
      assert.strictEqual("reason" in decision && decision.reason.text, "no")
    }).pipe(
      Effect.provide(
        judging({
          runs: { [id(0)]: says({ verdict: "deny", reason: "no" }), [id(1)]: diesWith("it broke") }
        })
      )
    )
  )
})

describe("a defect of a part of the gate (PERM-24)", () => {
  type Judged = ReturnType<typeof fault>
  const parts: { readonly [part: string]: (judged: Judged) => Judged } = {
    "the policy": (judged) => Effect.provideService(judged, CurrentPolicy, { get: dies, set: () => Effect.void }),
    "the registry": (judged) =>
      Effect.updateService(judged, HookRegistry, (registry) => ({ ...registry, snapshot: dies })),
    "the dispatcher": (judged) => Effect.provideService(judged, HookDispatcher, { dispatch: broken }),
    "the formats": (judged) =>
      Effect.updateService(
        judged,
        HookFormats,
        (formats) =>
          new Map(
            [...formats].map(([name, adapter]) => [
              name,
              {
                ...adapter,
                get boundaries() {
                  return broken()
                }
              }
            ])
          )
      )
  }

  it.effect.each(Object.entries(parts))("%s: a denial, a halt, a report", ([, breakIn]) =>
    Effect.gen(function* () {
      const at = (envelope: Envelope) => breakIn(fault(envelope, hostOf().host)).pipe(Effect.provide(judging()))
      isDenied(yield* at(before), "Deny")
      isDenied(yield* at(prompt), "Halt")
      isReported(yield* at(after))
    })
  )

  it.effect(
    "the check whether anything has changed: a denial, a halt, and nothing to a moment that it is not for",
    () =>
      Effect.gen(function* () {
        isDenied(yield* fault(before, hostOf().host), "Deny")
        const held = yield* judge({ envelope: prompt }, hostOf().host)
        assert.strictEqual(held.decision._tag, "Halt")
        assert.strictEqual((yield* judge({ envelope: after }, hostOf().host)).decision._tag, "None")
      }).pipe(Effect.provide(judging({ check: Layer.succeed(SourceCheck, { refresh: dies }) })))
  )

  it.effect("the check after a yes: a denial", () => {
    let looks = 0
    const refresh = Effect.suspend(() => (++looks === 2 ? broken() : Effect.void))
    return Effect.gen(function* () {
      isDenied(yield* fault(before, hostOf(asksFirst, [true]).host), "Deny")
    }).pipe(Effect.provide(judging({ check: Layer.succeed(SourceCheck, { refresh }) })))
  })

  it.effect("who knows the guarded files: a denial of what might change one, and nothing to anything else", () =>
    Effect.gen(function* () {
      const edit = toolPre({ _tag: "FileEdit", path: "a", content: "" })
      isDenied(yield* fault(edit, hostOf().host), "Deny")
      assert.strictEqual((yield* judge({ envelope: before }, hostOf().host)).decision._tag, "Execute")
    }).pipe(Effect.provide(judging({ guarded: Layer.succeed(GuardedFiles, { touchedBy: broken }) })))
  )

  it.effect("the budget of follow-ups: a report, and nothing goes on", () =>
    Effect.gen(function* () {
      yield* install([{ boundary: "turn.stop" }])
      const broke: ContinuationBudget["Service"] = { take: broken, giveBack: broken, forget: broken }
      const judged = (envelope: Envelope) =>
        judge({ envelope }, hostOf().host).pipe(Effect.provideService(ContinuationBudget, broke))
      const ended = yield* judged(turnStop())
      assert.strictEqual(ended.decision._tag, "None")
      assert.lengthOf(ended.rounds, 1)
      assert.isUndefined(lastOutcome(ended)?.merged.continuation)
      const events = yield* RecordingMessenger.use(({ events }) => events)
      assert.isTrue(events.some((event) => event._tag === "DiagnosticFound" && event.diagnostic.severity === "error"))
      assert.strictEqual((yield* judged(sessionEnd())).decision._tag, "None")
    }).pipe(Effect.provide(judging({ runs: () => says({ followUp: "go on" }) })))
  )

  it.effect("the moment itself: a denial", () =>
    Effect.gen(function* () {
      const moment: Envelope = {
        ...before,
        get payload() {
          return broken()
        }
      }
      isDenied(yield* fault(moment, hostOf().host), "Deny")
    }).pipe(Effect.provide(judging()))
  )
})

describe("a defect of the host's own part (PERM-24)", () => {
  const execute = hostOf().host
  const asks = hostOf(asksFirst).host
  const parts: { readonly [part: string]: JudgingHost } = {
    "its decision": { ...execute, hostDecision: () => dies },
    "its decision, before there is any effect": { ...execute, hostDecision: broken },
    "a decision that cannot be read": hostOf(() => ({
      _tag: "Deny",
      get reason() {
        return broken()
      }
    })).host,
    "its question": { ...asks, confirm: () => dies },
    "its question, before there is any effect": { ...asks, confirm: broken },
    "its floors": { ...asks, floors: broken }
  }

  it.effect.each(Object.entries(parts))("%s: a denial", ([, host]) =>
    Effect.gen(function* () {
      yield* install([{}])
      isDenied(yield* fault(before, host), "Deny")
    }).pipe(Effect.provide(judging({ runs: { [id(0)]: says({ verdict: "allow" }) } })))
  )

  it.effect("at a prompt: a halt", () =>
    Effect.gen(function* () {
      isDenied(yield* fault(prompt, { ...execute, hostDecision: () => dies }), "Halt")
    }).pipe(Effect.provide(judging()))
  )

  it.effect("composing with a decision out of the vocabulary: a denial, on a prompt a halt", () =>
    Effect.gen(function* () {
      const execute: HostDecision = { _tag: "Execute" }
      const { host } = hostOf(() => Object.assign(execute, { _tag: "Whatever" }))
      isDenied(yield* fault(before, host).pipe(Effect.provide(judging())), "Deny")
      isDenied(yield* fault(prompt, host).pipe(Effect.provide(judging())), "Halt")
    })
  )
})

describe("a messenger that fails (PERM-24)", () => {
  const failing = Layer.succeed(Messenger, { send: () => dies, subscribe: dies })
  const throwing = Layer.succeed(Messenger, { send: broken, subscribe: dies })
  const verdicts: { readonly [name: string]: RunnerScript } = {
    none: {},
    allow: { [id(0)]: says({ verdict: "allow", notice: "fine" }) },
    ask: { [id(0)]: says({ verdict: "ask", reason: "really?", notice: "hm" }) },
    deny: { [id(0)]: says({ verdict: "deny", reason: "no", notice: "not at all" }) },
    rewrite: { [id(0)]: says({ input: { command: "dir" } }) }
  }

  it.effect.each(Object.entries(verdicts))("changes nothing of a judgement with a hook that says %s", ([, runs]) =>
    Effect.gen(function* () {
      const judged = Effect.gen(function* () {
        yield* install([{ match: "ls" }])
        const { decision, envelope, isRewritten } = yield* judge({ envelope: before }, hostOf(undefined, [true]).host)
        return { decision, envelope, isRewritten }
      })
      const healthy = yield* judged.pipe(Effect.provide(judging({ runs })))
      for (const messenger of [failing, throwing]) {
        assert.deepStrictEqual(yield* judged.pipe(Effect.provide(judgingWith(messenger, runs))), healthy)
      }
    })
  )

  /** The parts are given their messenger when they are made, so the dispatcher has the failing one as well. */
  const judgingWith = (messenger: Layer.Layer<Messenger>, runs: RunnerScript) =>
    HookDispatcher.layer.pipe(Layer.provideMerge(messenger), Layer.provideMerge(judging({ runs })))
})
