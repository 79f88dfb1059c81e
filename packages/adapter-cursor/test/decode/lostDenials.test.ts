import { assert, describe, it } from "@effect/vitest"
import { cursorEvents } from "@pawl/adapter-cursor"
import type { Ending, HookEffects } from "@pawl/core"
import { outcome } from "@pawl/core/testing"
import * as Effect from "effect/Effect"
import { codes, decodeAnswer, decodeOutcome, only } from "../support.ts"

const exited = (code: number): Ending => ({ _tag: "Exited", code })

/** Whether an operation cannot go on after an answer: a refusal is a denial. */
const holds = ({ halt, unsupported, verdict }: HookEffects): boolean =>
  verdict === "deny" || halt !== undefined || unsupported.length > 0

const permissionEvents = cursorEvents.filter(({ control }) => control._tag === "Permission").map(({ name }) => name)
const blocking = [...permissionEvents, "beforeSubmitPrompt"]

const failures: ReadonlyArray<Ending> = [
  exited(1),
  { _tag: "Signalled", signal: "SIGTERM" },
  { _tag: "TimedOut", phase: "running" }
]

/** What the failed runs with an output come to, at each of the events. */
const eachFailure = (
  events: ReadonlyArray<string>,
  stdout: string | Uint8Array,
  check: (effects: HookEffects, event: string) => void
) =>
  Effect.gen(function* () {
    for (const event of events) {
      const binding = yield* only(event, { command: "./h.sh" })
      for (const ending of failures) check(decodeOutcome(binding, outcome({ ending, stdout })), event)
    }
  })

describe("a foreign decision", () => {
  it.effect("that denies or asks is refused at every event, and one that approves is a log line (CUR-51)", () =>
    Effect.gen(function* () {
      for (const { claude, name, olderDecision } of cursorEvents) {
        const binding = yield* only(name, { command: "./h.sh" })
        const allow = name === "beforeSubmitPrompt" ? { continue: true } : { permission: "allow" }
        for (const decision of ["deny", "ask"]) {
          if (decision === "deny" && olderDecision) continue
          const { unsupported } = decodeAnswer(binding, { ...allow, decision })
          assert.deepInclude(unsupported, { channel: "verdict", field: "decision" }, `${name} ${decision}`)
        }
        for (const decision of ["allow", "approve"]) {
          const { diagnostics, unsupported } = decodeAnswer(binding, { ...allow, decision })
          assert.notDeepInclude(unsupported, { channel: "verdict", field: "decision" }, name)
          if (claude !== "follow-up") assert.include(codes(diagnostics), "cursor/undocumented-field", name)
        }
      }
    })
  )
})

describe("a failed run", () => {
  it.effect("keeps a denial in any of several objects or words of Claude's (CUR-61)", () =>
    Effect.gen(function* () {
      const deny = '"hookSpecificOutput":{"permissionDecision":"deny"}'
      const allow = '"hookSpecificOutput":{"permissionDecision":"allow"}'
      for (const stdout of [
        `{${deny},${allow}}`,
        `{${allow},${deny}}`,
        `{${deny},"hookSpecificOutput":null}`,
        '{"hookSpecificOutput":{"permissionDecision":"deny","permissionDecision":"allow"}}'
      ]) {
        yield* eachFailure(blocking, stdout, (effects, event) => assert.isTrue(holds(effects), `${event} ${stdout}`))
      }
    })
  )

  const many = (word: string) => `{\n  "permission": "${word}",\n  "continue": ${word !== "deny"}\n}`

  it.effect("keeps a denial whose bytes are damaged, or that NUL bytes follow, and no allow (CUR-61)", () =>
    Effect.gen(function* () {
      const latin = (word: string) =>
        Buffer.from(`{"permission":"${word}","continue":${word !== "deny"},"agent_message":"f\u00fcr"}`, "latin1")
      const padded = (word: string) => `{"permission":"${word}","continue":${word !== "deny"}}\0\0`
      for (const write of [latin, padded]) {
        yield* eachFailure(blocking, write("deny"), (effects, event) => assert.isTrue(holds(effects), event))
        yield* eachFailure(permissionEvents, write("allow"), (effects) => assert.strictEqual(effects.verdict, "none"))
        for (const event of permissionEvents) {
          const binding = yield* only(event, { command: "./h.sh" })
          assert.strictEqual(decodeOutcome(binding, outcome({ stdout: write("allow") })).verdict, "deny", event)
        }
      }
    })
  )

  it.effect("keeps a denial on many lines with noise around it, and no allow (CUR-61)", () =>
    Effect.gen(function* () {
      for (const around of [(text: string) => `loading\n${text}`, (text: string) => `a }\n${text}\ndone\r\n`]) {
        yield* eachFailure(blocking, around(many("deny")), (effects, event) => assert.isTrue(holds(effects), event))
        yield* eachFailure(permissionEvents, around(many("allow")), (effects) =>
          assert.strictEqual(effects.verdict, "none")
        )
      }
    })
  )

  it.effect("looks at lines up to the first denial, and keeps few words of a flood (CUR-61)", () =>
    Effect.gen(function* () {
      const shell = yield* only("beforeShellExecution", { command: "./h.sh" })
      const failed = (line: string, last = "") =>
        decodeOutcome(shell, outcome({ ending: exited(1), stdout: `${`${line}\n`.repeat(5_000)}${last}` }))
      assert.strictEqual(failed('{"permission":"deny"}').reasons.length, 1)
      const asks = failed('{"permission":"ask"}')
      assert.deepStrictEqual([asks.verdict, asks.reasons.length], ["ask", 20])
      assert.strictEqual(failed('{"permission":"ask"}', '{"permission":"deny"}').verdict, "deny")
      assert.strictEqual(failed('{"continue":false}').unsupported.length, 20)
      const prompt = yield* only("beforeSubmitPrompt", { command: "./h.sh" })
      const halts = outcome({ ending: exited(1), stdout: '{"continue":false}\n'.repeat(5_000) })
      assert.strictEqual(decodeOutcome(prompt, halts).reasons.length, 1)
    })
  )
})
