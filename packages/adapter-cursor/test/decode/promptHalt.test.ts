import { assert, describe, it } from "@effect/vitest"
import { type Binding, defaultRunPolicy, noEffects, type Reading } from "@pawl/core"
import { exited, outcome } from "@pawl/core/testing"
import * as Effect from "effect/Effect"
import { allReadings, codes, decodeAnswer, decodeOutcome, only, strictPolicy, texts } from "../support.ts"

const prompt = (definition: object = {}, reading: Reading = "tight") =>
  only("beforeSubmitPrompt", { command: "./p.sh", ...definition }, reading)

const tighter = ["tight", "shipped"] as const

describe("the answer of a beforeSubmitPrompt hook", () => {
  it.effect("holds the prompt with the hook's message, or a sentence of the engine (CUR-79)", () =>
    Effect.gen(function* () {
      for (const reading of allReadings) {
        const hook = yield* prompt({}, reading)
        const said = { text: "take it out", author: "hook", cause: "hook", binding: hook.id } as const
        assert.deepStrictEqual(decodeAnswer(hook, { continue: false, user_message: " take it\u0007 out" }), {
          ...noEffects,
          halt: said,
          reasons: [said]
        })
        const silent = decodeAnswer(hook, { continue: false })
        assert.deepStrictEqual([silent.halt?.text, silent.halt?.author], ["Prompt stopped by hook ./p.sh.", "engine"])
      }
    })
  )

  it.effect("lets the prompt go, with the message as a notice (CUR-79)", () =>
    Effect.gen(function* () {
      for (const reading of allReadings) {
        const hook = yield* prompt({ failClosed: true }, reading)
        assert.deepStrictEqual(decodeAnswer(hook, { continue: true }, strictPolicy), noEffects)
        assert.deepStrictEqual(decodeAnswer(hook, { continue: true, user_message: "sent" }), {
          ...noEffects,
          notices: [{ text: "sent", author: "hook", level: "info", binding: hook.id }]
        })
      }
    })
  )

  it.effect("names the keys that were meant as a message (CUR-53)", () =>
    Effect.gen(function* () {
      const effects = decodeAnswer(yield* prompt(), { continue: false, stopReason: "no" })
      assert.deepStrictEqual(codes(effects.diagnostics), ["cursor/unread-field"])
    })
  )

  it.effect("reads the older spelling of its message in the tighter readings, with a warning (CUR-63)", () =>
    Effect.gen(function* () {
      for (const reading of allReadings) {
        const { diagnostics, halt } = decodeAnswer(yield* prompt({}, reading), { continue: false, userMessage: "no" })
        assert.strictEqual(halt?.text, reading === "asWritten" ? "Prompt stopped by hook ./p.sh." : "no")
        assert.include(codes(diagnostics), reading === "asWritten" ? "cursor/unread-field" : "cursor/older-spelling")
      }
    })
  )

  it.effect(
    "that is exit 2 holds the prompt, with a message or the last line of the error output (CUR-47, CUR-79)",
    () =>
      Effect.gen(function* () {
        for (const reading of allReadings) {
          const hook = yield* prompt({}, reading)
          const said = decodeOutcome(hook, exited(2, '{"continue":true,"user_message":"not this"}'))
          assert.strictEqual(said.halt?.text, "not this")
          for (const stdout of ["", "noise", "[]", '{"continue":false}']) {
            const run = outcome({ ending: { _tag: "Exited", code: 2 }, stdout, stderrTail: "found a key\n" })
            const effects = decodeOutcome(hook, run)
            assert.deepStrictEqual(texts(effects.reasons), ["Prompt stopped by hook ./p.sh (exit 2).", "found a key"])
            assert.strictEqual(effects.reasons[1]?.author, "hook")
          }
        }
      })
  )

  it.effect.each([
    ["nothing", "", "cursor/no-answer"],
    ["an empty object", "{}", "cursor/malformed-answer"],
    ["a message alone", '{"user_message":"m"}', "cursor/malformed-answer"],
    ["no JSON", "fine", "cursor/malformed-answer"],
    ["a list", "[]", "cursor/malformed-answer"],
    ["a text for continue", '{"continue":"true"}', "cursor/malformed-answer"],
    ["a number for the message", '{"continue":true,"user_message":5}', "cursor/malformed-answer"],
    ["continue twice", '{"continue":true,"continue":true}', "cursor/malformed-answer"],
    ["true after noise", 'hi\n{"continue":true}', "cursor/malformed-answer"]
  ] as const)("that is %s follows failClosed and the strict policy (CUR-4, CUR-79)", ([, stdout, code]) =>
    Effect.gen(function* () {
      for (const reading of allReadings) {
        for (const failClosed of [false, true]) {
          const hook = yield* prompt({ failClosed }, reading)
          for (const policy of [defaultRunPolicy, strictPolicy]) {
            const effects = decodeOutcome(hook, outcome({ stdout }), policy)
            assert.strictEqual(effects.halt !== undefined, failClosed || policy.strict)
            assert.include(codes(effects.diagnostics), code)
            assert.strictEqual(effects.verdict, "none")
            if (effects.halt !== undefined) assert.match(effects.halt.text, /^Prompt stopped: .*\.\/p\.sh/u)
          }
        }
      }
    })
  )

  it.effect("that was run and failed follows failClosed and the strict policy (CUR-79)", () =>
    Effect.gen(function* () {
      const endings = [
        { _tag: "Exited", code: 1 },
        { _tag: "Exited", code: 127 },
        { _tag: "Signalled", signal: "SIGKILL" },
        { _tag: "TimedOut", phase: "running" },
        { _tag: "SpawnFailed", errno: "EAGAIN", message: "no" }
      ] as const
      for (const reading of allReadings) {
        for (const failClosed of [false, true]) {
          const hook = yield* prompt({ failClosed }, reading)
          for (const ending of endings) {
            for (const policy of [defaultRunPolicy, strictPolicy]) {
              const effects = decodeOutcome(hook, outcome({ ending, stdout: '{"continue":true}' }), policy)
              assert.strictEqual(effects.halt !== undefined, failClosed || policy.strict)
              assert.deepStrictEqual(codes(effects.diagnostics), ["cursor/hook-failed"])
              assert.isEmpty(effects.notices)
            }
          }
        }
      }
    })
  )

  it.effect("was never started for want of a place: the engine's fault, and a halt (CUR-49, CUR-67)", () =>
    Effect.gen(function* () {
      const run = outcome({ ending: { _tag: "TimedOut", phase: "queued" } })
      for (const reading of allReadings) {
        const { halt } = decodeOutcome(yield* prompt({}, reading), run)
        assert.strictEqual(halt?.cause, reading === "asWritten" ? undefined : "engine")
      }
      const lost = outcome({ ending: { _tag: "Lost", message: "gone" } })
      for (const reading of allReadings) {
        assert.strictEqual(decodeOutcome(yield* prompt({}, reading), lost).halt?.cause, "engine")
      }
    })
  )
})

describe("a halt is never lost in the tighter readings", () => {
  const halting = '{"continue":false,"user_message":"no"}'

  const runs = [
    ["exit 1", exited(1, halting)],
    ["exit 1 after noise", exited(1, `noise\n${halting}\nbye`)],
    ["a signal", outcome({ ending: { _tag: "Signalled", signal: "SIGTERM" }, stdout: halting })],
    ["a timeout", outcome({ ending: { _tag: "TimedOut", phase: "running" }, stdout: halting })],
    ["noise", exited(0, `noise\n${halting}`)],
    ["a true beside it", exited(0, '{"continue":false,"user_message":"no","continue":true}')],
    ["a true on the next line", exited(0, `${halting}\n{"continue":true}`)],
    ["a cut", outcome({ stdout: halting, stdoutTruncated: true })]
  ] as const

  it.effect.each(runs)("not by %s; as written it follows failClosed (CUR-61)", ([, run]) =>
    Effect.gen(function* () {
      for (const reading of tighter) {
        assert.deepStrictEqual(decodeOutcome(yield* prompt({}, reading), run).halt?.text, "no")
      }
      assert.isUndefined(decodeOutcome(yield* prompt({}, "asWritten"), run).halt)
      assert.isDefined(decodeOutcome(yield* prompt({ failClosed: true }, "asWritten"), run).halt)
    })
  )

  it.effect("not by a message of another type, which is malformed as written (CUR-61)", () =>
    Effect.gen(function* () {
      const answer = { continue: false, user_message: 5 }
      for (const reading of tighter) {
        assert.isDefined(decodeAnswer(yield* prompt({}, reading), answer).halt)
      }
      assert.isUndefined(decodeAnswer(yield* prompt({}, "asWritten"), answer).halt)
    })
  )

  it.effect("output that was cut holds the prompt, whatever the exit and whatever is left of it (CUR-61)", () =>
    Effect.gen(function* () {
      for (const reading of tighter) {
        const hook = yield* prompt({}, reading)
        for (const code of [0, 1, 2]) {
          const run = outcome({ ending: { _tag: "Exited", code }, stdout: '{"contin', stdoutTruncated: true })
          assert.isDefined(decodeOutcome(hook, run).halt)
        }
      }
    })
  )

  it.effect("a field of another event that would deny is refused, also after a failure (CUR-51, CUR-61)", () =>
    Effect.gen(function* () {
      const denies = (hook: Binding, code: number) =>
        decodeOutcome(hook, exited(code, '{"continue":true,"permission":"deny"}')).unsupported
      for (const reading of allReadings) {
        const hook = yield* prompt({}, reading)
        assert.deepStrictEqual(denies(hook, 0), [{ channel: "verdict", field: "permission" }])
        assert.lengthOf(denies(hook, 1), reading === "asWritten" ? 0 : 1)
      }
    })
  )
})
