import { assert, describe, it } from "@effect/vitest"
import { type Binding, type Ending, type HookEffects, limits, type Reading } from "@pawl/core"
import { exited, outcome } from "@pawl/core/testing"
import * as Effect from "effect/Effect"
import { allReadings, codes, decodeAnswer, decodeOutcome, only, strictPolicy, texts } from "../support.ts"

const command = "./guard.sh --all"
const shell = (definition: object = {}, reading?: Reading) =>
  only("beforeShellExecution", { command, ...definition }, reading)
const tool = (definition: object = {}, reading?: Reading) => only("preToolUse", { command, ...definition }, reading)

/** The text, author and hook of each reason. */
const reasons = ({ reasons: all }: HookEffects) => all.map(({ author, cause, text }) => [text, author, cause])
const hookSays = (text: string) => [[text, "hook", "hook"]]
const engineSays = (text: string) => [[text, "engine", "hook"]]

/** The same for both events and in every reading. */
const everywhere = (check: (binding: Binding, reading: Reading) => void) =>
  Effect.gen(function* () {
    for (const reading of allReadings) {
      check(yield* shell({}, reading), reading)
      check(yield* tool({}, reading), reading)
    }
  })

describe("a denial", () => {
  it.effect("gives the agent's message as its reason and the user's as a notice (CUR-42)", () =>
    everywhere((binding) => {
      const effects = decodeAnswer(binding, { permission: "deny", agent_message: "use CI", user_message: "Stopped." })
      assert.deepStrictEqual(reasons(effects), hookSays("use CI"))
      assert.deepStrictEqual(effects.notices, [
        { text: "Stopped.", author: "hook", level: "denied", binding: binding.id }
      ])
      assert.isEmpty(effects.diagnostics)
    })
  )

  it.effect("gives the user's message as its reason where there is no other, and no notice (CUR-42)", () =>
    everywhere((binding) => {
      for (const agent of [{}, { agent_message: "" }, { agent_message: " \u001b[0m\n" }]) {
        const effects = decodeAnswer(binding, { permission: "deny", user_message: "Stopped.", ...agent })
        assert.deepStrictEqual(reasons(effects), hookSays("Stopped."))
        assert.isEmpty(effects.notices)
      }
    })
  )

  it.effect("shows one text once, when both messages are the same (CUR-42)", () =>
    everywhere((binding) => {
      const effects = decodeAnswer(binding, { permission: "deny", user_message: " no\n", agent_message: "no" })
      assert.deepStrictEqual([texts(effects.reasons), effects.notices], [["no"], []])
    })
  )

  it.effect("without a message names the hook by its command (CUR-45)", () =>
    everywhere((binding) => {
      const effects = decodeAnswer(binding, { permission: "deny" })
      assert.deepStrictEqual(reasons(effects), engineSays("Denied by hook ./guard.sh --all."))
    })
  )

  it.effect("by exit 2 with nothing written says so (CUR-45)", () =>
    everywhere((binding) => {
      const effects = decodeOutcome(binding, exited(2))
      assert.deepStrictEqual(reasons(effects), engineSays("Denied by hook ./guard.sh --all (exit 2)."))
      assert.isEmpty(effects.diagnostics)
    })
  )

  it.effect("by exit 2 reads the messages of a JSON object, whatever its decision says (CUR-43)", () =>
    everywhere((binding) => {
      for (const permission of [{ permission: "deny" }, { permission: "allow" }, { permission: 5 }, {}]) {
        const answer = JSON.stringify({ ...permission, agent_message: "no", user_message: "Stopped." })
        const effects = decodeOutcome(binding, exited(2, answer))
        assert.deepStrictEqual(reasons(effects), hookSays("no"))
        assert.deepStrictEqual(texts(effects.notices), ["Stopped."])
      }
    })
  )

  it.effect.each([["go away"], ["[1]"], ['{"agent_message":5}'], ['noise\n{"agent_message":"no"}'], ['"no"']] as const)(
    "by exit 2 with %s has the engine's reason (CUR-43)",
    ([stdout]) =>
      everywhere((binding) =>
        assert.deepStrictEqual(
          reasons(decodeOutcome(binding, exited(2, stdout))),
          engineSays("Denied by hook ./guard.sh --all (exit 2).")
        )
      )
  )

  it.effect("by exit 2 shows what the error output ends with, signed by the hook, and no error (CUR-47)", () =>
    Effect.gen(function* () {
      const stderrTail = "python3: can't open file 'missing.py': No such file\n"
      const effects = decodeOutcome(yield* shell(), outcome({ ending: { _tag: "Exited", code: 2 }, stderrTail }))
      assert.deepStrictEqual(reasons(effects), [
        ...engineSays("Denied by hook ./guard.sh --all (exit 2)."),
        ...hookSays("python3: can't open file 'missing.py': No such file")
      ])
      assert.deepStrictEqual(codes(effects.diagnostics), ["cursor/denied-without-message"])
      assert.strictEqual(effects.diagnostics[0]?.severity, "hint")
      assert.include(effects.diagnostics[0]?.message ?? "", "can't open file")
    })
  )

  const unread = ({ diagnostics }: HookEffects) => diagnostics.filter(({ code }) => code === "cursor/unread-field")
  const nested = (key: string) => ({ hookSpecificOutput: { permissionDecision: "deny", [key]: "use trash" } })

  it.effect.each([
    ["message", "shell", { permission: "deny", message: "unsafe" }],
    ["reason", "shell", { permission: "deny", reason: "unsafe" }],
    ["reason", "tool", { permission: "deny", reason: "unsafe" }],
    ["message", "shell", { permission: "deny", user_message: " \u001b[0m", message: "unsafe" }],
    ["message", "shell", { permission: "ask", message: "unsafe" }],
    ["hookSpecificOutput.userMessage", "tool", nested("userMessage")],
    ["hookSpecificOutput.permissionDecisionReason", "shell", nested("permissionDecisionReason")],
    [
      "hookSpecificOutput.permissionDecisionReason",
      "shell",
      { permission: "deny", ...nested("permissionDecisionReason") }
    ]
  ] as const)(
    "has its message under %s, which nobody reads: a warning with the keys that are read (CUR-53)",
    ([key, event, answer]) =>
      Effect.gen(function* () {
        for (const reading of allReadings) {
          const binding = yield* event === "shell" ? shell({}, reading) : tool({}, reading)
          const effects = decodeAnswer(binding, answer)
          assert.notStrictEqual(effects.verdict, "none")
          assert.strictEqual(effects.reasons[0]?.author, "engine")
          const [found, ...more] = unread(effects)
          assert.isEmpty(more)
          assert.strictEqual(found?.severity, "warning")
          // The message alone is what a person sees at the moment of the run.
          assert.include(found?.message ?? "", `"${key}" is not read; "user_message"`)
          assert.match(found?.message ?? "", /"agent_message"(?: and "[^"]+")? are$/u)
          assert.match(found?.hint ?? "", /^Write "user_message"(?:,| or) "agent_message"/u)
        }
      })
  )

  it.effect("by exit 2, and by a run that failed, tells of a message that nobody reads as well (CUR-53)", () =>
    Effect.gen(function* () {
      const stdout = '{"permission":"deny","message":"unsafe","reason":"r"}'
      for (const ending of [{ _tag: "Exited", code: 2 } as const, { _tag: "Exited", code: 1 } as const]) {
        const effects = decodeOutcome(yield* shell(), outcome({ ending, stdout }))
        assert.strictEqual(effects.verdict, "deny")
        assert.include(unread(effects)[0]?.message ?? "", '"message", "reason" are not read')
      }
    })
  )

  it.effect("with a message that is read says nothing of another (CUR-53)", () =>
    everywhere((binding) => {
      const answer = { permission: "deny", user_message: "no", message: "unsafe" }
      assert.isEmpty(unread(decodeAnswer(binding, answer)))
      assert.isEmpty(unread(decodeAnswer(binding, { permission: "allow", message: "fine" })))
    })
  )

  it.effect("without a message has the error output's last line as a second reason, signed by the hook (CUR-47)", () =>
    Effect.gen(function* () {
      const stderrTail = "first\nno pushes today\n"
      const silent = ["", '{"permission":"deny"}', '{"permission":"deny","user_message":" "}', "noise"]
      const endings: ReadonlyArray<Ending> = [
        { _tag: "Exited", code: 2 },
        { _tag: "Exited", code: 1 },
        { _tag: "Signalled", signal: "SIGKILL" },
        { _tag: "TimedOut", phase: "running" }
      ]
      for (const reading of allReadings) {
        for (const failClosed of [false, true]) {
          for (const make of [shell, tool]) {
            const binding = yield* make({ failClosed }, reading)
            for (const ending of endings) {
              for (const stdout of silent) {
                for (const stdoutTruncated of [false, true]) {
                  const effects = decodeOutcome(binding, outcome({ ending, stdout, stderrTail, stdoutTruncated }))
                  if (effects.verdict !== "deny") continue
                  const of = JSON.stringify([reading, failClosed, binding.event, ending, stdout, stdoutTruncated])
                  assert.strictEqual(effects.reasons[0]?.author, "engine", of)
                  assert.deepStrictEqual(reasons(effects).slice(-1), hookSays("no pushes today"), of)
                }
              }
            }
          }
        }
      }
    })
  )

  it.effect("by a run that failed and gave its message needs no second reason (CUR-47)", () =>
    Effect.gen(function* () {
      const run = outcome({
        ending: { _tag: "Exited", code: 1 },
        stdout: '{"permission":"deny","agent_message":"use CI"}',
        stderrTail: "jq: error"
      })
      assert.deepStrictEqual(reasons(decodeOutcome(yield* shell(), run)), hookSays("use CI"))
    })
  )

  it.effect("by silence where it is closed has the error output's last line, too (CUR-47)", () =>
    Effect.gen(function* () {
      const run = outcome({ stderrTail: "no pushes today" })
      const effects = decodeOutcome(yield* shell({ failClosed: true }), run)
      assert.deepStrictEqual(reasons(effects).slice(1), hookSays("no pushes today"))
    })
  )
})

describe("a question", () => {
  it.effect("on a shell command keeps its messages as a denial does, in every reading (CUR-41, CUR-42)", () =>
    Effect.gen(function* () {
      for (const reading of allReadings) {
        const binding = yield* shell({}, reading)
        const effects = decodeAnswer(binding, { permission: "ask", agent_message: "risky", user_message: "Sure?" })
        assert.strictEqual(effects.verdict, "ask")
        assert.deepStrictEqual(reasons(effects), hookSays("risky"))
        assert.deepStrictEqual(effects.notices, [{ text: "Sure?", author: "hook", level: "info", binding: binding.id }])
        const quiet = decodeAnswer(binding, { permission: "ask" })
        assert.deepStrictEqual(reasons(quiet), engineSays("Hook ./guard.sh --all asks before this shell command."))
      }
    })
  )

  it.effect("on a tool call is no opinion as written, with a log line for each text that is dropped (CUR-62)", () =>
    Effect.gen(function* () {
      const binding = yield* tool({}, "asWritten")
      const effects = decodeAnswer(binding, { permission: "ask", agent_message: "a", user_message: "u" })
      assert.deepStrictEqual([effects.verdict, effects.reasons, effects.notices], ["none", [], []])
      assert.deepStrictEqual(codes(effects.diagnostics), [
        "cursor/ask-not-honoured",
        "cursor/message-dropped",
        "cursor/message-dropped"
      ])
      assert.isTrue(effects.diagnostics.every(({ severity }) => severity === "hint"))
    })
  )

  it.effect("on a tool call asks under the strict policy, and in the tighter readings (CUR-62)", () =>
    Effect.gen(function* () {
      const answer = { permission: "ask", user_message: "Sure?" }
      assert.strictEqual(decodeAnswer(yield* tool({}, "asWritten"), answer, strictPolicy).verdict, "ask")
      for (const reading of ["tight", "shipped"] as const) {
        const effects = decodeAnswer(yield* tool({}, reading), answer)
        assert.strictEqual(effects.verdict, "ask")
        assert.deepStrictEqual(reasons(effects), hookSays("Sure?"))
        assert.isEmpty(effects.diagnostics)
      }
    })
  )
})

describe("an allow", () => {
  it.effect("on a shell command shows the user's message and drops the agent's with a log line (CUR-42)", () =>
    Effect.gen(function* () {
      for (const reading of allReadings) {
        const binding = yield* shell({}, reading)
        const effects = decodeAnswer(binding, { permission: "allow", user_message: "Fine.", agent_message: "a" })
        assert.strictEqual(effects.verdict, "allow")
        assert.deepStrictEqual(effects.notices, [{ text: "Fine.", author: "hook", level: "info", binding: binding.id }])
        assert.isEmpty(effects.reasons)
        assert.isUndefined(effects.modelContext)
        assert.deepStrictEqual(codes(effects.diagnostics), ["cursor/message-dropped"])
      }
    })
  )

  it.effect("on a tool call drops both messages with log lines (CUR-42)", () =>
    Effect.gen(function* () {
      for (const reading of allReadings) {
        const binding = yield* tool({}, reading)
        const effects = decodeAnswer(binding, { permission: "allow", user_message: "Fine.", agent_message: "a" })
        assert.deepStrictEqual([effects.verdict, effects.notices, effects.reasons], ["allow", [], []])
        assert.deepStrictEqual(codes(effects.diagnostics), ["cursor/message-dropped", "cursor/message-dropped"])
      }
    })
  )

  it.effect("carries a rewrite on a tool call in every reading, whole (CUR-64)", () =>
    Effect.gen(function* () {
      for (const reading of allReadings) {
        const effects = decodeAnswer(yield* tool({}, reading), {
          permission: "allow",
          updated_input: { command: "ls", deep: [1, { a: null }] }
        })
        assert.deepStrictEqual(effects.replacementInput, { command: "ls", deep: [1, { a: null }] })
        assert.isEmpty(effects.unsupported)
      }
    })
  )

  it.effect("with a rewrite on a shell command is refused; as written the rewrite is carried as well (CUR-64)", () =>
    Effect.gen(function* () {
      const answer = { permission: "allow", updated_input: { command: "ls" } }
      for (const reading of allReadings) {
        const effects = decodeAnswer(yield* shell({}, reading), answer)
        assert.deepStrictEqual(effects.unsupported, [{ channel: "replacement-input", field: "updated_input" }])
        assert.deepStrictEqual(
          effects.replacementInput,
          reading === "asWritten" ? { command: "ls" } : undefined,
          reading
        )
      }
    })
  )

  it.effect("a rewrite of a denial is not carried (CUR-64)", () =>
    Effect.gen(function* () {
      const effects = decodeAnswer(yield* tool(), { permission: "deny", updated_input: { command: "ls" } })
      assert.isUndefined(effects.replacementInput)
    })
  )
})

describe("Claude's shape on a tool call", () => {
  it.effect("stands in for the flat fields that are absent (CUR-48)", () =>
    Effect.gen(function* () {
      for (const reading of allReadings) {
        const binding = yield* tool({}, reading)
        const denied = decodeAnswer(binding, {
          hookSpecificOutput: { permissionDecision: "deny", permissionDecisionReason: "generated" }
        })
        assert.deepStrictEqual([denied.verdict, reasons(denied)], ["deny", hookSays("generated")])
        const allowed = decodeAnswer(binding, {
          hookSpecificOutput: { permissionDecision: "allow", updatedInput: { command: "ls" } }
        })
        assert.deepStrictEqual([allowed.verdict, allowed.replacementInput], ["allow", { command: "ls" }])
        const flat = decodeAnswer(binding, {
          permission: "deny",
          user_message: "flat",
          hookSpecificOutput: { permissionDecision: "allow", permissionDecisionReason: "nested" }
        })
        assert.deepStrictEqual([flat.verdict, reasons(flat)], ["deny", hookSays("flat")])
        const beside = decodeAnswer(binding, {
          permission: "allow",
          hookSpecificOutput: { permissionDecision: "allow", permissionDecisionReason: 5 }
        })
        assert.deepStrictEqual([beside.verdict, beside.diagnostics], ["allow", []])
      }
    })
  )

  it.effect("beside a flat allow is no word of anybody's, and denies in the tighter readings (CUR-116)", () =>
    Effect.gen(function* () {
      for (const reading of allReadings) {
        for (const permissionDecision of ["defer", "Deny", "block", 5, null]) {
          const answer = { permission: "allow", hookSpecificOutput: { permissionDecision } }
          const { verdict } = decodeAnswer(yield* tool({}, reading), answer)
          assert.strictEqual(verdict, reading === "asWritten" ? "allow" : "deny", `${permissionDecision} ${reading}`)
        }
      }
    })
  )

  it.effect("beside a flat allow counts where it is stricter, with a warning (CUR-54)", () =>
    Effect.gen(function* () {
      for (const reading of allReadings) {
        const effects = decodeAnswer(yield* tool({}, reading), {
          permission: "allow",
          hookSpecificOutput: { permissionDecision: "deny" }
        })
        assert.strictEqual(effects.verdict, "deny")
        assert.include(codes(effects.diagnostics), "cursor/contradiction")
      }
    })
  )
})

describe("spellings that Cursor has given up", () => {
  it.effect("give a reason in the tighter readings, with a warning, and none as written (CUR-63)", () =>
    Effect.gen(function* () {
      const answer = { permission: "deny", userMessage: "old user", agentMessage: "old agent" }
      for (const reading of allReadings) {
        const effects = decodeAnswer(yield* shell({}, reading), answer)
        if (reading === "asWritten") {
          assert.deepStrictEqual(reasons(effects), engineSays("Denied by hook ./guard.sh --all."))
          assert.isEmpty(effects.notices)
        } else {
          assert.deepStrictEqual(reasons(effects), hookSays("old agent"))
          assert.deepStrictEqual(texts(effects.notices), ["old user"])
          assert.deepStrictEqual(codes(effects.diagnostics), ["cursor/older-spelling", "cursor/older-spelling"])
        }
      }
    })
  )

  it.effect("stand behind the spellings of now (CUR-63)", () =>
    Effect.gen(function* () {
      const effects = decodeAnswer(yield* shell(), { permission: "deny", agent_message: "new", agentMessage: "old" })
      assert.deepStrictEqual(reasons(effects), hookSays("new"))
    })
  )

  it.effect("never bring a notice with an allow (CUR-63)", () =>
    Effect.gen(function* () {
      const effects = decodeAnswer(yield* shell(), { permission: "allow", userMessage: "old" })
      assert.deepStrictEqual([effects.verdict, effects.notices], ["allow", []])
    })
  )

  it.effect(
    "a tool call's decision: deny denies with its reason, in the tighter readings with a warning (CUR-63)",
    () =>
      Effect.gen(function* () {
        for (const reading of allReadings) {
          const effects = decodeAnswer(yield* tool({}, reading), { decision: "deny", reason: "old reason" })
          assert.strictEqual(effects.verdict, "deny")
          assert.strictEqual(effects.reasons[0]?.author, reading === "asWritten" ? "engine" : "hook")
          assert.include(
            codes(effects.diagnostics),
            reading === "asWritten" ? "cursor/malformed-answer" : "cursor/older-spelling"
          )
        }
      })
  )
})

describe("what does not fit", () => {
  const shapes = [
    ["text", "not json", "it is not JSON"],
    ["a list", "[]", "it is no JSON object"],
    ["no decision", "{}", '"permission" is missing'],
    ["an unknown word", '{"permission":"maybe"}', '"permission" must be exactly "allow", "deny" or "ask"'],
    ["a wrong type", '{"permission":"allow","user_message":5}', '"user_message" must be a text'],
    ["a key twice", '{"permission":"deny","permission":"allow"}', '"permission" occurs 2 times']
  ] as const

  it.effect.each(shapes)(
    "%s denies although the definition fails open, in words of the engine (CUR-40)",
    ([, stdout, problem]) =>
      everywhere((binding) => {
        const effects = decodeAnswer(binding, stdout)
        assert.strictEqual(effects.verdict, "deny")
        assert.deepStrictEqual(
          reasons(effects),
          engineSays(`Denied: the answer of hook ./guard.sh --all does not fit its event (${problem}).`)
        )
        assert.deepStrictEqual(codes(effects.diagnostics), ["cursor/malformed-answer"])
      })
  )

  it.effect("is quoted in the finding, never in the engine's reason (CUR-40)", () =>
    Effect.gen(function* () {
      const effects = decodeAnswer(yield* shell(), { permission: "approved by the host" })
      assert.notInclude(effects.reasons[0]?.text ?? "", "approved by the host")
      assert.include(effects.diagnostics[0]?.message ?? "", "approved by the host")
    })
  )

  it.effect("gives the hook's own message as reason in the tighter readings, unless it says allow (CUR-61)", () =>
    Effect.gen(function* () {
      const noisy = 'loading\n{"permission":"deny","agent_message":"no","user_message":"Stopped."}'
      const unsaid = '{"continue":false,"user_message":"Secret-like."}'
      const allowing = '{"permission":"allow","agent_message":"fine","user_message":5}'
      for (const reading of allReadings) {
        const binding = yield* shell({}, reading)
        const found = [noisy, unsaid, allowing].map((stdout) => texts(decodeAnswer(binding, stdout).reasons)[0])
        const engine = /^Denied: the answer of hook/u
        if (reading === "asWritten") for (const text of found) assert.match(text ?? "", engine)
        else {
          assert.deepStrictEqual(found.slice(0, 2), ["no", "Secret-like."])
          assert.match(found[2] ?? "", engine)
        }
      }
    })
  )

  it.effect("says that there is text around the JSON (CUR-40)", () =>
    Effect.gen(function* () {
      const effects = decodeAnswer(yield* shell(), 'hello\n{"permission":"allow"}')
      assert.include(effects.diagnostics[0]?.message ?? "", "there is text before or after the JSON")
    })
  )

  it.effect(
    "because it was cut denies on exit 0 in every reading, and after a failure in the tighter ones (CUR-61)",
    () =>
      Effect.gen(function* () {
        for (const reading of allReadings) {
          const binding = yield* shell({}, reading)
          const run = { stdout: '{"permission":"allow"}', stdoutTruncated: true }
          const whole = decodeOutcome(binding, outcome(run))
          assert.deepStrictEqual(
            reasons(whole),
            engineSays("Denied: the output of hook ./guard.sh --all was cut, so its decision is not known.")
          )
          const failed = decodeOutcome(binding, outcome({ ...run, ending: { _tag: "Exited", code: 1 } }))
          assert.strictEqual(failed.verdict, reading === "asWritten" ? "none" : "deny")
        }
      })
  )
})

describe("a run that is no answer", () => {
  const endings: ReadonlyArray<readonly [string, Ending, string]> = [
    ["exit 1", { _tag: "Exited", code: 1 }, "exit 1"],
    ["a missing command", { _tag: "Exited", code: 127 }, "exit 127"],
    ["a signal", { _tag: "Signalled", signal: "SIGSEGV" }, "ended by SIGSEGV"],
    ["a timeout", { _tag: "TimedOut", phase: "running" }, "no end within 30 s"],
    ["a failed start", { _tag: "SpawnFailed", errno: "EMFILE", message: "too many" }, "could not be started (EMFILE)"]
  ]

  it.effect.each(endings)("%s is no opinion where the definition fails open, and told (CUR-43)", ([, ending, what]) =>
    everywhere((binding) => {
      const effects = decodeOutcome(binding, outcome({ ending }))
      assert.deepStrictEqual([effects.verdict, effects.reasons, effects.notices], ["none", [], []])
      assert.deepStrictEqual(codes(effects.diagnostics), ["cursor/hook-failed"])
      assert.strictEqual(effects.diagnostics[0]?.severity, "warning")
      assert.include(effects.diagnostics[0]?.message ?? "", what)
      assert.include(effects.diagnostics[0]?.message ?? "", "counts as no opinion")
    })
  )

  it.effect.each(endings)(
    "%s denies where failClosed or the run says so, with what happened (CUR-43)",
    ([, ending, what]) =>
      Effect.gen(function* () {
        for (const reading of allReadings) {
          const closed = yield* shell({ failClosed: true }, reading)
          const open = yield* shell({}, reading)
          for (const effects of [
            decodeOutcome(closed, outcome({ ending })),
            decodeOutcome(open, outcome({ ending }), strictPolicy)
          ]) {
            assert.strictEqual(effects.verdict, "deny")
            assert.deepStrictEqual(
              reasons(effects),
              engineSays(`Denied: hook ./guard.sh --all did not decide on this shell command (${what}).`)
            )
          }
        }
      })
  )

  it.effect("shows the last line of the error output that says something, signed by the hook (CUR-47)", () =>
    Effect.gen(function* () {
      const binding = yield* tool({ failClosed: true })
      const stderrTail =
        "\u001b[31mError: no such table\u001b[0m\n    at query (db.js:3:1)\n    at main (db.js:9:1)\n\nNode.js v24.1.0\n"
      const effects = decodeOutcome(binding, outcome({ ending: { _tag: "Exited", code: 7 }, stderrTail }))
      assert.deepStrictEqual(reasons(effects), [
        ...engineSays("Denied: hook ./guard.sh --all did not decide on this tool call (exit 7)."),
        ...hookSays("Error: no such table")
      ])
      const [found] = effects.diagnostics
      assert.strictEqual(found?.message, "preToolUse[0] (./guard.sh --all): exit 7: Error: no such table; that denies")
      assert.strictEqual(found?.binding, binding.id)
    })
  )

  it.effect.each([
    [
      "node:internal/modules/cjs/loader:1478\n  throw err;\n  ^\n\nError: Cannot find module '/repo/x.mjs'\n    at f (node:a:1:1)\n    at node:b:2:2 {\n  code: 'MODULE_NOT_FOUND',\n  requireStack: []\n}\n\nNode.js v24.1.0\n",
      "Error: Cannot find module '/repo/x.mjs'"
    ],
    ["Error: no {\n  at: { a: 1 }\n}\n", "Error: no {"],
    ["}\n", "}"],
    ["{\n}\n", "{"],
    ["a\n}\nno pushes today\n", "no pushes today"]
  ] as const)("shows of %j the line that says something (CUR-47)", ([stderrTail, line]) =>
    Effect.gen(function* () {
      const effects = decodeOutcome(yield* shell(), outcome({ ending: { _tag: "Exited", code: 1 }, stderrTail }))
      assert.include(effects.diagnostics[0]?.message ?? "", `exit 1: ${line};`)
    })
  )

  it.effect("explains exit 126 and 127 (CUR-47)", () =>
    Effect.gen(function* () {
      const hint = (binding: Binding, code: number) =>
        decodeOutcome(binding, outcome({ ending: { _tag: "Exited", code } })).diagnostics[0]?.hint ?? ""
      const binding = yield* shell()
      assert.include(hint(binding, 126), "executable")
      assert.include(hint(binding, 127), "not found")
      assert.strictEqual(hint(binding, 1), "")
    })
  )

  it.effect("with no output and exit 0 is a missing decision, and what was written to stderr is told (CUR-4)", () =>
    Effect.gen(function* () {
      for (const reading of allReadings) {
        const open = yield* shell({}, reading)
        const effects = decodeOutcome(open, outcome({ stderrTail: "sh: 1: jq: not found\n" }))
        assert.strictEqual(effects.verdict, reading === "shipped" ? "deny" : "none")
        assert.deepStrictEqual(codes(effects.diagnostics), ["cursor/no-answer"])
        assert.include(effects.diagnostics[0]?.message ?? "", "jq: not found")
        const closed = decodeOutcome(yield* shell({ failClosed: true }, reading), outcome())
        assert.deepStrictEqual(
          reasons(closed),
          engineSays("Denied: hook ./guard.sh --all gave no decision on this shell command.")
        )
      }
    })
  )

  it.effect("never reads its error output as an answer (CUR-43)", () =>
    everywhere((binding) => {
      const stderrTail = '{"permission":"deny","agent_message":"no"}\n'
      assert.strictEqual(
        decodeOutcome(binding, outcome({ ending: { _tag: "Exited", code: 1 }, stderrTail })).verdict,
        "none"
      )
    })
  )

  it.effect("keeps a denial or a question that it has printed, in the tighter readings (CUR-61)", () =>
    Effect.gen(function* () {
      const denied = 'log\n{"permission":"deny","agent_message":"no","user_message":"Stopped."}\nlog'
      for (const [, ending] of endings) {
        for (const reading of ["tight", "shipped"] as const) {
          const open = yield* shell({}, reading)
          const effects = decodeOutcome(open, outcome({ ending, stdout: denied }))
          assert.deepStrictEqual([effects.verdict, reasons(effects)], ["deny", hookSays("no")])
          assert.deepStrictEqual(texts(effects.notices), ["Stopped."])
          assert.include(codes(effects.diagnostics), "cursor/hook-failed")
          const asked = decodeOutcome(open, outcome({ ending, stdout: '{"permission":"ask","user_message":"Sure?"}' }))
          assert.deepStrictEqual([asked.verdict, reasons(asked)], ["ask", hookSays("Sure?")])
          const closed = decodeOutcome(
            yield* shell({ failClosed: true }, reading),
            outcome({ ending, stdout: '{"permission":"ask","user_message":"Sure?"}' })
          )
          assert.strictEqual(closed.verdict, "deny")
          assert.strictEqual(closed.reasons[0]?.author, "engine")
        }
      }
    })
  )

  it.effect("is our own fault when it was never started, whatever the definition says (CUR-49, CUR-67)", () =>
    Effect.gen(function* () {
      const queued: Ending = { _tag: "TimedOut", phase: "queued" }
      const lost: Ending = { _tag: "Lost", message: "the helper died" }
      for (const reading of allReadings) {
        const binding = yield* shell({}, reading)
        const late = decodeOutcome(binding, outcome({ ending: queued }))
        const gone = decodeOutcome(binding, outcome({ ending: lost }))
        assert.deepStrictEqual([gone.verdict, gone.reasons[0]?.cause], ["deny", "engine"])
        if (reading === "asWritten") {
          assert.strictEqual(late.verdict, "none")
          assert.include(late.diagnostics[0]?.message ?? "", "not started within 30 s")
        } else assert.deepStrictEqual([late.verdict, late.reasons[0]?.cause], ["deny", "engine"])
      }
    })
  )
})

describe("fields of other events", () => {
  it.effect("that ask for something are handed to core by name, and never applied (CUR-51)", () =>
    everywhere((binding) => {
      const effects = decodeAnswer(binding, {
        permission: "allow",
        continue: false,
        followup_message: "go on",
        updated_mcp_tool_output: {},
        decision: "block"
      })
      assert.deepStrictEqual(effects.unsupported, [
        { channel: "halt", field: "continue" },
        { channel: "continuation", field: "followup_message" },
        { channel: "replacement-result", field: "updated_mcp_tool_output" },
        { channel: "verdict", field: "decision" }
      ])
      assert.deepStrictEqual(
        [effects.halt, effects.continuation, effects.replacementResult],
        [undefined, undefined, undefined]
      )
    })
  )

  it.effect("that ask for nothing, or only observe, are log lines (CUR-51)", () =>
    everywhere((binding) => {
      const effects = decodeAnswer(binding, {
        permission: "allow",
        continue: true,
        followup_message: "",
        decision: "approve",
        additional_context: "c",
        env: { A: "b" }
      })
      assert.isEmpty(effects.unsupported)
      assert.deepStrictEqual(new Set(codes(effects.diagnostics)), new Set(["cursor/undocumented-field"]))
      assert.lengthOf(effects.diagnostics, 5)
      assert.isTrue(effects.diagnostics.every(({ severity }) => severity === "hint"))
      assert.deepStrictEqual([effects.modelContext, effects.sessionEnv], [undefined, undefined])
    })
  )

  it.effect("are looked at also when the documented part does not fit (CUR-52)", () =>
    everywhere((binding) => {
      const effects = decodeAnswer(binding, { continue: false })
      assert.strictEqual(effects.verdict, "deny")
      assert.deepStrictEqual(effects.unsupported, [{ channel: "halt", field: "continue" }])
    })
  )
})

describe("texts", () => {
  it.effect("are clean and no longer than a reason may be, which is told (CUR-44)", () =>
    Effect.gen(function* () {
      const long = `\u001b[31m${"é".repeat(limits.reasonBytes)}\u001b[0m`
      const effects = decodeAnswer(yield* shell(), {
        permission: "deny",
        agent_message: long,
        user_message: "a\u202eb\u0007"
      })
      assert.strictEqual(effects.reasons[0]?.text, "é".repeat(limits.reasonBytes / 2))
      assert.deepStrictEqual(texts(effects.notices), ["ab"])
      assert.deepStrictEqual(codes(effects.diagnostics), ["cursor/text-cut"])
    })
  )

  it.effect("keep line ends and tabs inside (CUR-44)", () =>
    Effect.gen(function* () {
      const effects = decodeAnswer(yield* shell(), { permission: "deny", agent_message: "  a\n\tb\u0000  " })
      assert.deepStrictEqual(texts(effects.reasons), ["a\n\tb"])
    })
  )

  it.effect("of the engine name a hook by its cleaned command, or by its id where nothing is left (CUR-46)", () =>
    Effect.gen(function* () {
      const escaping = yield* shell({ command: "\u001b[2J./x.sh\u0007" })
      assert.deepStrictEqual(texts(decodeAnswer(escaping, { permission: "deny" }).reasons), ["Denied by hook ./x.sh."])
      const invisible = yield* shell({ command: "\u001b[0m" })
      assert.deepStrictEqual(texts(decodeAnswer(invisible, { permission: "deny" }).reasons), [
        "Denied by hook /repo/.cursor/hooks.json#beforeShellExecution[0]."
      ])
      const long = yield* shell({ command: "x".repeat(20_000) })
      const [text] = texts(decodeOutcome(long, exited(2)).reasons)
      assert.match(text ?? "", /^Denied by hook x+… \(exit 2\)\.$/u)
    })
  )
})

describe("a hook of an event that Cursor does not have", () => {
  it.effect("is never decoded as an answer (CUR-49)", () =>
    Effect.gen(function* () {
      const binding = { ...(yield* shell()), event: "beforeFileEdit" }
      const effects = decodeAnswer(binding, { permission: "allow" })
      assert.deepStrictEqual([effects.verdict, effects.reasons[0]?.cause], ["deny", "engine"])
      const after = decodeAnswer({ ...binding, boundary: "turn.stop" }, { followup_message: "go on" })
      assert.deepStrictEqual([after.verdict, after.continuation], ["none", undefined])
      assert.deepStrictEqual(codes(after.diagnostics), ["cursor/unknown-event"])
    })
  )
})
