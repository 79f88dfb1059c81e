import { assert, describe, it } from "@effect/vitest"
import { cursorEvents } from "@pawl/adapter-cursor"
import type { Ending, HookEffects, Reading } from "@pawl/core"
import { outcome } from "@pawl/core/testing"
import * as Effect from "effect/Effect"
import { decodeOutcome, only, texts } from "../support.ts"

const permissionEvents = cursorEvents.filter(({ control }) => control._tag === "Permission").map(({ name }) => name)
const prompt = "beforeSubmitPrompt"
const tighter: ReadonlyArray<Reading> = ["tight", "shipped"]

const one: Ending = { _tag: "Exited", code: 1 }
const well: Ending = { _tag: "Exited", code: 0 }
const failures: ReadonlyArray<Ending> = [
  one,
  { _tag: "Signalled", signal: "SIGKILL" },
  { _tag: "TimedOut", phase: "running" }
]

const holds = ({ halt, unsupported, verdict }: HookEffects): boolean =>
  verdict === "deny" || halt !== undefined || unsupported.length > 0

const read = (event: string, stdout: string | Uint8Array, ending: Ending, reading: Reading = "tight") =>
  Effect.map(only(event, { command: "./h.sh" }, reading), (hook) => decodeOutcome(hook, outcome({ ending, stdout })))

const denial = '{"permission":"deny","agent_message":"no keys here"}'

const denials: ReadonlyArray<readonly [how: string, stdout: string | Uint8Array]> = [
  ["a word in front of it", `checked ${denial}`],
  ["a line end inside of its message", denial.replace("keys", "keys\n")],
  ["a line in front of many", 'checked\n{\n  "permission" :\n    "deny"\n'],
  ["a list around it", `[${denial}]`],
  ["a list around it behind a line", `checked\n[${denial}]`],
  ["its end cut off", '{"permission":"deny","agent_message":"the secr'],
  ["its brace cut off", '{"permission":"deny"'],
  ["colours around it", `\u001b[31m${denial}\u001b[0m`],
  ["colours inside of it", denial.replace("deny", "\u001b[1mdeny\u001b[0m")],
  ["a colour that eats its quote", `\u001b[${denial.slice(1)}`],
  ["another object on its line", `{"level":"info"} ${denial}`],
  ["a consent on its line", `${denial} {"permission":"allow"}`],
  ["a semicolon", `${denial};`],
  ["a server-sent event", `data: ${denial}\n\n`],
  ["a call", `callback(${denial})`],
  ["a non-breaking space", `\u00a0${denial}`],
  ["a form feed", `\f${denial}`],
  ["UTF-16", Uint8Array.from(Buffer.from(`\ufeff${denial}`, "utf16le"))],
  ["a trailing comma", `${denial.slice(0, -1)},}`],
  ["a dict of Python", "{'permission': 'deny', 'agent_message': \"it's not\"}"],
  ["an object as Node shows one", "{\n  permission: 'deny',\n  agent_message: 'no'\n}"],
  ["two objects on many lines", '{\n"permission": "deny"\n}\n{\n"permission": "allow"\n}'],
  ["another case", '{"permission":"Deny"}'],
  ["a list for a word", '{"permission":["deny"]}'],
  ["an object for a word", '{"permission":{"value":"deny"}}'],
  ["a word of another agent", '{"decision":"block"} done'],
  ["Claude's shape", 'ok {"hookSpecificOutput":{"permissionDecision":"deny"}}'],
  ["false", "{'permission': False}"],
  ["an object inside of another", `{"output":${denial}}`],
  ["a text that holds the object", JSON.stringify(denial)],
  ["a letter written as an escape", 'x {"permission":"\\u0064eny"}']
]

/** Text of a payload that is handed back: what it holds is no answer. */
const echoes: ReadonlyArray<readonly [how: string, stdout: string]> = [
  ["a text", JSON.stringify({ command: `echo '${denial}'`, prompt: '{"continue":false}' })],
  ["a text with single quotes", JSON.stringify({ command: "print({'permission': 'deny', 'continue': False})" })],
  ["a text without quotes", JSON.stringify({ command: "{permission: deny, continue: false}" })],
  ["a text behind words", `got ${JSON.stringify({ command: `${denial} {continue: false} {'decision': 'block'}` })}`],
  ["a text of a text", JSON.stringify({ tool_input: JSON.stringify({ command: denial, continue: false }) })],
  ["a text on many lines", JSON.stringify({ command: `echo '${denial}'`, a: '{"continue":false}' }, null, 2)],
  ["words of people", "permission denied: blocked by policy, continue? no"],
  ["other words", '{"permission":"denylist","decision":"asked","continue":"yes"} x'],
  ["a key as a value", '{"key":"permission","value":"deny","next":"continue"} x']
]

describe("a denial of a failed run counts wherever it stands (CUR-114)", () => {
  it.effect.each(denials)("with %s", ([, stdout]) =>
    Effect.gen(function* () {
      for (const event of [...permissionEvents, prompt]) {
        for (const ending of failures) {
          for (const reading of tighter) assert.isTrue(holds(yield* read(event, stdout, ending, reading)), event)
        }
        assert.isFalse(holds(yield* read(event, stdout, one, "asWritten")), event)
      }
    })
  )

  it.effect.each(echoes)("and not as part of %s", ([, stdout]) =>
    Effect.gen(function* () {
      for (const event of [...permissionEvents, prompt]) {
        assert.isFalse(holds(yield* read(event, stdout, one)), event)
      }
      assert.isFalse(holds(yield* read(prompt, stdout, well)))
    })
  )

  it.effect.each([
    [denial.replace("no", "\\u006eo\\n"), "no\n keys here"],
    ['x {"agent_message":"first","permission":"deny"}', "first"],
    ['{"permission":"deny","agent_message":"the secr', "the secr"],
    ["{'permission': 'deny', 'agent_message': \"it's not\"}", "it's not"],
    ['x {"permission":"deny"} {"permission":"allow","agent_message":"fine"}', "Denied by hook ./h.sh."],
    [`[${denial}]`, "no keys here"],
    [`{"output":${denial}}`, "no keys here"]
  ])("%s has the reason %j", ([stdout, reason]) =>
    Effect.gen(function* () {
      const { reasons } = yield* read("beforeShellExecution", `${stdout}`, one)
      assert.deepStrictEqual(texts(reasons), [`${reason}`])
    })
  )

  it.effect("a question is one, and a denial beside it counts", () =>
    Effect.gen(function* () {
      const ask = yield* read("beforeShellExecution", 'x {"permission":"ask","agent_message":"sure?"}', one)
      assert.deepStrictEqual([ask.verdict, texts(ask.reasons)], ["ask", ["sure?"]])
      const both = yield* read("beforeShellExecution", 'x {"permission":"ask"} {"permission":"deny"}', one)
      assert.strictEqual(both.verdict, "deny")
      assert.strictEqual((yield* read("subagentStart", 'x {"permission":"ask"}', one)).verdict, "deny")
    })
  )

  it.effect("looking for one takes a time that grows with the output and no faster", () =>
    Effect.gen(function* () {
      const shell = yield* only("beforeShellExecution", { command: "./h.sh" })
      const blanks = (length: number) => `"permission":${" ".repeat(length)}`
      for (const piece of [
        "{permission:ask,",
        "'decision':'ask' ",
        '"continue" ',
        "\u001b]",
        blanks(1_000),
        "{ ",
        '"'
      ] as const) {
        const stdout = piece.repeat(Math.floor(1_000_000 / piece.length))
        const begun = performance.now()
        decodeOutcome(shell, outcome({ ending: one, stdout }))
        decodeOutcome(shell, outcome({ ending: one, stdout: blanks(1_000_000) }))
        assert.isBelow(performance.now() - begun, 5_000, piece)
      }
    })
  )
})

describe("a prompt is held by an answer that does not fit and says no (CUR-115)", () => {
  it.effect.each([
    ["{'continue': False, 'user_message': 'x'}"],
    ['{"continue":"false"}'],
    ['[{"continue":false}]'],
    ['{"continue":0}'],
    ['{"continue":null}'],
    ['{"continue":"no"}'],
    ['{"Continue":false}'],
    ["{continue:false}"],
    [JSON.stringify('{"continue":false}')],
    ['{"output":{"continue":false}}'],
    ['checked {"permission":"deny"}'],
    ['{"continue":true} {"continue":false}']
  ])("%s", ([stdout]) =>
    Effect.gen(function* () {
      for (const reading of tighter) {
        for (const ending of [well, one]) assert.isTrue(holds(yield* read(prompt, `${stdout}`, ending, reading)))
      }
      assert.isFalse(holds(yield* read(prompt, `${stdout}`, well, "asWritten")))
    })
  )

  it.effect("in UTF-16, with the message that can be read", () =>
    Effect.gen(function* () {
      const stdout = Uint8Array.from(Buffer.from('{"continue":false,"user_message":"a key"}', "utf16le"))
      assert.strictEqual((yield* read(prompt, stdout, well)).halt?.text, "a key")
    })
  )
})

describe("a refusal beside an allow counts in any spelling (CUR-116)", () => {
  it.effect.each([
    ['"Permission":"deny"'],
    ['"permissionDecision":"deny"'],
    ['"permission_decision":"Ask"'],
    ['"decision":"Block"'],
    ['"decision":"reject"'],
    ['"decision":false'],
    ['"Continue":false'],
    ['"hookSpecificOutput":{"permissionDecision":"Deny"}'],
    ['"hookSpecificOutput":{"permissionDecision":"block"}'],
    ['"hookSpecificOutput":{"permission":"deny"}'],
    ['"hookSpecificOutput":{"decision":{"behavior":"deny"}}'],
    ['"hookSpecificOutput":{"decision":"block","continue":false}']
  ])("%s", ([member]) =>
    Effect.gen(function* () {
      for (const event of permissionEvents) {
        for (const reading of tighter) {
          for (const ending of [well, one]) {
            assert.isTrue(holds(yield* read(event, `{"permission":"allow",${member}}`, ending, reading)), event)
          }
        }
      }
    })
  )

  it.effect.each([
    ['"Permission":"allow"'],
    ['"permissionDecision":"allow"'],
    ['"decision":"approve"'],
    ['"Continue":true'],
    ['"note":{"permission":"deny"}'],
    ['"note":"permission: deny"']
  ])("and %s is none", ([member]) =>
    Effect.gen(function* () {
      for (const event of permissionEvents) {
        assert.isFalse(holds(yield* read(event, `{"permission":"allow",${member}}`, well)), event)
      }
    })
  )
})

describe("keys of an answer", () => {
  it.effect("are quoted as far as a person reads them, and so many of them (CUR-120)", () =>
    Effect.gen(function* () {
      const many = Array.from({ length: 1_000 }, (_, index) => `"message${index}${"x".repeat(500)}":"m"`)
      const stdout = `{"permission":"deny",${many.join()}}`
      for (const ending of [well, one]) {
        const { diagnostics } = yield* read("beforeShellExecution", stdout, ending)
        const unread = diagnostics.find(({ code }) => code === "cursor/unread-field")
        assert.include(unread?.message ?? "", "995 more")
        for (const { hint = "", message } of diagnostics) assert.isBelow(message.length + hint.length, 2_000)
      }
    })
  )
})

describe("another input", () => {
  const input = '{"command":"ls"}'

  it.effect.each([[`"updatedInput":${input}`], [`"updated-input":${input}`], [`"UpdatedInput":"ls"`]])(
    "under a name that is not read denies and names the key: %s (CUR-117)",
    ([member]) =>
      Effect.gen(function* () {
        for (const event of permissionEvents) {
          for (const reading of tighter) {
            const effects = yield* read(event, `{"permission":"allow",${member}}`, well, reading)
            assert.strictEqual(effects.verdict, "deny", event)
            assert.isUndefined(effects.replacementInput)
            const key = /"([^"]+)"/u.exec(`${member}`)?.[1] ?? ""
            assert.include(texts(effects.reasons).join(), `"${key}"`)
            const found = effects.diagnostics.find(({ code }) => code === "cursor/renamed-input")
            assert.include(found?.hint ?? "", event === "preToolUse" ? 'Write "updated_input"' : "takes no other input")
          }
          const written = yield* read(event, `{"permission":"allow",${member}}`, well, "asWritten")
          assert.strictEqual(written.verdict, "allow")
        }
      })
  )

  it.effect(
    "under Claude's name counts in Claude's object, also beside the same one, and not beside another (CUR-117)",
    () =>
      Effect.gen(function* () {
        const nested = (more: string) => `{"permission":"allow","hookSpecificOutput":{"updatedInput":${input}}${more}}`
        for (const more of ["", `,"updated_input":${input}`]) {
          const effects = yield* read("preToolUse", nested(more), well)
          assert.deepStrictEqual([effects.verdict, effects.replacementInput], ["allow", { command: "ls" }])
        }
        assert.strictEqual(
          (yield* read("preToolUse", nested(',"updated_input":{"command":"rm"}'), well)).verdict,
          "deny"
        )
        const none = yield* read("preToolUse", '{"permission":"allow","updatedInput":null}', well)
        assert.strictEqual(none.verdict, "allow")
      })
  )

  it.effect.each([
    ['{"permission":"allow","updated_input":{"command":"ls","command":"rm -rf /"}}'],
    ['{"permission":"allow","updated_input":{"a":[{"b":{"c":1,"d":2,"c":3}}]}}'],
    ['{"hookSpecificOutput":{"permissionDecision":"allow","updatedInput":{"command":"ls","command":"rm"}}}']
  ])("that holds a key twice does not fit: %s (CUR-118)", ([stdout]) =>
    Effect.gen(function* () {
      for (const reading of tighter) {
        const effects = yield* read("preToolUse", `${stdout}`, well, reading)
        assert.deepStrictEqual([effects.verdict, effects.replacementInput], ["deny", undefined])
      }
      const written = yield* read("preToolUse", `${stdout}`, well, "asWritten")
      assert.isDefined(written.replacementInput)
    })
  )
})
