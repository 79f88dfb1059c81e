import { assert, describe, it } from "@effect/vitest"
import { cursorAdapter } from "@pawl/adapter-cursor"
import { limits } from "@pawl/core"
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { allReadings, codes, findingsOf, hooksFile, load, onlyFinding as only, projectFile } from "./support.ts"

const parse = cursorAdapter.parse

const shell = (definition: unknown) => hooksFile({ beforeShellExecution: [definition] })

describe("the file as a whole", () => {
  it.effect("a minimal file has one definition and no finding (CUR-8)", () =>
    Effect.gen(function* () {
      const parsed = yield* parse(shell({ command: "./guard.sh" }))
      assert.strictEqual(parsed.format, "cursor")
      assert.isFalse(parsed.voided)
      assert.strictEqual(parsed.definitions, 1)
      assert.deepStrictEqual(parsed.findings, [])
    })
  )

  it.effect("a file without hooks is an empty file, not an error (CUR-11)", () =>
    Effect.gen(function* () {
      const parsed = yield* parse('{ "version": 1 }')
      assert.isFalse(parsed.voided)
      assert.deepStrictEqual([parsed.definitions, parsed.findings.length], [0, 0])
    })
  )

  it.effect.each([
    ["missing", '{ "hooks": {} }', "is missing", "1:1 version"],
    ["0", '{ "version": 0 }', "is 0", "1:14 version"],
    ["2", '{ "version": 2 }', "is 2", "1:14 version"],
    ["a fraction", '{ "version": 1.5 }', "is 1.5", "1:14 version"],
    ["a text", '{ "version": "1" }', 'is "1"', "1:14 version"],
    ["null", '{ "version": null }', "is null", "1:14 version"],
    ["negative", '{ "version": -1 }', "is -1", "1:14 version"]
  ] as const)("a version that is %s voids the file and says what to write (CUR-11)", ([, text, message, where]) =>
    Effect.gen(function* () {
      assert.isTrue((yield* parse(text)).voided)
      const found = yield* only(text)
      assert.strictEqual(found.code, "cursor/wrong-version")
      assert.strictEqual(found.severity, "error")
      assert.include(found.message, message)
      assert.include(found.hint ?? "", '"version": 1')
      assert.strictEqual(found.where, where)
    })
  )

  it.effect("1.0 is the version 1 (CUR-11)", () =>
    Effect.map(parse('{ "version": 1.0 }'), (parsed) => assert.isFalse(parsed.voided))
  )

  it.effect.each([
    ["a list", "[]", "cursor/root-not-object"],
    ["a text", '"hooks"', "cursor/root-not-object"],
    ["null", "null", "cursor/root-not-object"],
    ["nothing at all", "", "cursor/not-json"],
    ["a broken object", '{ "version": 1, "hooks": {', "cursor/not-json"],
    [
      "a bare quote inside a text",
      '{ "version": 1, "hooks": { "stop": [{ "command": "bash -c "x"" }] } }',
      "cursor/not-json"
    ]
  ] as const)("a file that holds %s is void (CUR-11)", ([, text, code]) =>
    Effect.gen(function* () {
      assert.isTrue((yield* parse(text)).voided)
      const found = yield* only(text)
      assert.strictEqual(found.code, code)
      assert.isDefined(found.place)
    })
  )

  it.effect.each([["[]"], ["null"], ['"x"'], ["3"]] as const)("hooks that are %s void the file (CUR-11)", ([value]) =>
    Effect.gen(function* () {
      const text = `{ "version": 1, "hooks": ${value} }`
      assert.isTrue((yield* parse(text)).voided)
      const found = yield* only(text)
      assert.strictEqual(found.code, "cursor/hooks-not-object")
      assert.strictEqual(found.where, "1:26 hooks")
    })
  )

  it.effect("the place of broken JSON is near what broke it (CUR-11)", () =>
    Effect.gen(function* () {
      const found = yield* only('{\n  "version": 1,\n  "hooks": { "stop": [ { "command": "a" "b" } ] }\n}')
      assert.strictEqual(found.place?.line, 3)
    })
  )

  it.effect.each([
    ["a comment", '{ "version": 1 // mine\n}'],
    ["a trailing comma", '{ "version": 1, }'],
    ["a byte-order mark", '\ufeff{ "version": 1 }'],
    ["Windows line ends", '{ "version": 1\r\n}']
  ] as const)("%s is read, with a hint that Cursor may refuse it (CUR-12)", ([, text]) =>
    Effect.gen(function* () {
      assert.isFalse((yield* parse(text)).voided)
      const found = yield* only(text)
      assert.strictEqual(found.code, "cursor/lenient-json")
      assert.strictEqual(found.severity, "hint")
      assert.include(found.hint ?? "", "Cursor may refuse")
    })
  )

  it.effect("keys for editors and comments beside hooks say nothing, other keys get a hint (CUR-12)", () =>
    Effect.gen(function* () {
      const found = yield* findingsOf(
        '{ "$schema": "x", "_comment": "y", "//": "z", "version": 1, "description": "mine" }'
      )
      assert.deepStrictEqual(codes(found), ["cursor/unknown-key"])
      assert.strictEqual(found[0]?.severity, "hint")
    })
  )

  it.effect("an event beside hooks is a warning that says where it belongs (CUR-12)", () =>
    Effect.gen(function* () {
      const found = yield* only('{ "version": 1, "beforeShellExecution": [] }')
      assert.strictEqual(found.code, "cursor/events-outside-hooks")
      assert.include(found.hint ?? "", '"hooks"')
    })
  )

  it.effect("a text over the limit is void without being read (CUR-18)", () =>
    Effect.gen(function* () {
      const found = yield* only(`${shell({ command: "x" })}${" ".repeat(limits.hooksFileBytes)}`)
      assert.strictEqual(found.code, "cursor/file-too-large")
    })
  )

  it.effect("more than 1,000 definitions are an error for the file (CUR-18)", () =>
    Effect.gen(function* () {
      const definitions = Array.from({ length: limits.definitions + 1 }, () => ({ command: "x" }))
      const parsed = yield* parse(hooksFile({ beforeShellExecution: definitions }))
      assert.isTrue(parsed.voided)
      assert.deepStrictEqual(codes(parsed.findings), ["cursor/too-many-definitions"])
      assert.strictEqual(parsed.definitions, limits.definitions + 1)
      const enough = yield* parse(hooksFile({ beforeShellExecution: definitions.slice(1) }))
      assert.isFalse(enough.voided)
    })
  )

  it.effect("a command over the limit is an error for the file, in bytes and not in characters (CUR-18)", () =>
    Effect.gen(function* () {
      const fits = yield* parse(shell({ command: "é".repeat(limits.commandBytes / 2) }))
      assert.isFalse(fits.voided)
      assert.deepStrictEqual(codes(fits.findings), ["cursor/command-cannot-start"])
      assert.isEmpty((yield* parse(shell({ command: "x".repeat(131_071) }))).findings)
      for (const command of ["x".repeat(131_072), "a\0b"]) {
        assert.strictEqual((yield* only(shell({ command }))).code, "cursor/command-cannot-start")
      }
      const found = yield* only(shell({ command: "é".repeat(limits.commandBytes / 2 + 1) }))
      assert.strictEqual(found.code, "cursor/command-too-long")
      assert.strictEqual(found.place?.at, "beforeShellExecution[0].command")
    })
  )
})

describe("a flood of findings", () => {
  it.effect("is read in time, told of by its first 20, and counted (CUR-6)", () =>
    Effect.gen(function* () {
      const fields = Object.fromEntries(Array.from({ length: 40_000 }, (_, index) => [`f${index}`, 1]))
      const begun = performance.now()
      const { findings } = yield* parse(shell({ command: "true", ...fields }))
      assert.isBelow(performance.now() - begun, 4_000)
      assert.strictEqual(findings.length, 21)
      assert.match(findings.at(-1)?.message ?? "", /^39980 more findings/)
      const events = yield* parse(hooksFile(fields))
      assert.strictEqual(events.findings.length, 21)
    })
  )
})

describe("events", () => {
  it.effect.each([
    ["beforeMcpExecution", 'Did you mean "beforeMCPExecution"?'],
    ["SessionStart", 'Did you mean "sessionStart"?'],
    ["PreToolUse", 'Did you mean "preToolUse"?'],
    ["UserPromptSubmit", 'Did you mean "beforeSubmitPrompt"?'],
    ["userPromptSubmit", 'Did you mean "beforeSubmitPrompt"?'],
    ["PreCompact", 'Did you mean "preCompact"?'],
    ["Notification", "no counterpart"],
    ["PermissionRequest", "no counterpart"],
    ["beforeShellExecuton", 'Did you mean "beforeShellExecution"?'],
    ["beforeFileEdit", 'Did you mean "preToolUse" with "matcher"'],
    ["preToolUse:Write", 'Write "preToolUse" with "matcher": "Write"'],
    ["__proto__", "Cursor's events are"],
    ["constructor", "Cursor's events are"],
    ["", "Cursor's events are"]
  ] as const)("the unknown event %s is a warning that says what to write (CUR-10)", ([name, hint]) =>
    Effect.gen(function* () {
      const text = `{ "version": 1, "hooks": { ${JSON.stringify(name)}: [{ "command": "x" }] } }`
      assert.isFalse((yield* parse(text)).voided)
      const found = yield* only(text)
      assert.strictEqual(found.code, "cursor/unknown-event")
      assert.strictEqual(found.severity, "warning")
      assert.include(found.hint ?? "", hint)
      assert.include(found.hint ?? "", "drops a whole file for one unknown event")
      assert.strictEqual(found.where, `1:28 ${name}`.trim())
    })
  )

  const guard = { command: "x", failClosed: true }
  const group = { matcher: "Bash", hooks: [{ type: "command", command: "x", failClosed: true }] }

  it.effect.each([
    ["PreToolUse", [guard], '"preToolUse"'],
    ["pretooluse", [guard], '"preToolUse"'],
    ["beforeMcpExecution", [guard], '"beforeMCPExecution"'],
    ["beforeShellExecuton", [guard], '"beforeShellExecution"'],
    ["preToolUse:Write", [guard], 'Write "preToolUse" with "matcher": "Write"'],
    ["PreToolUse:Write", [guard], 'Write "preToolUse" with "matcher": "Write"'],
    ["UserPromptSubmit", [guard], '"beforeSubmitPrompt"'],
    ["PreToolUse", [{ command: "x" }, { command: "x", failClosed: "yes" }], '"preToolUse"'],
    ["PreToolUse", [{ command: "x", failClosed: null }], '"preToolUse"'],
    ["PreToolUse", [group], '"preToolUse"'],
    ["PreToolUse", guard, '"preToolUse"']
  ] as const)(
    "the unknown event %s holds a definition that says failClosed: an error that a guard is lost (CUR-72)",
    ([name, value, hint]) =>
      Effect.gen(function* () {
        const text = hooksFile({ stop: [], [name]: value })
        assert.isFalse((yield* parse(text)).voided)
        const found = yield* only(text)
        assert.strictEqual(found.code, "cursor/guard-lost")
        assert.strictEqual(found.severity, "error")
        assert.include(found.message, `Cursor has no event "${name}"`)
        assert.include(found.message, "a guard is lost")
        assert.include(found.hint ?? "", hint)
        assert.strictEqual(found.where, `1:${text.indexOf(`"${name}"`) + 1} ${name}`)
      })
  )

  it.effect.each([
    ["PreToolUse", [{ command: "x", failClosed: false }]],
    ["PreToolUse", [{ command: "x" }]],
    ["PreToolUse", { command: "x" }],
    ["SessionStart", [guard]],
    ["Notification", [guard]],
    ["onLaunch", [guard]],
    ["__proto__", [guard]],
    ["constructor", [guard]]
  ] as const)("the unknown event %s is no lost guard, and a warning as ever (CUR-10, CUR-72)", ([name, value]) =>
    Effect.gen(function* () {
      const text = `{ "version": 1, "hooks": { ${JSON.stringify(name)}: ${JSON.stringify(value)} } }`
      const found = yield* only(text)
      assert.deepStrictEqual([found.code, found.severity], ["cursor/unknown-event", "warning"])
    })
  )

  it.effect.each([["beforeShellExecution"], ["PreToolUse"]] as const)(
    "%s beside hooks loses a guard as well, where it says failClosed (CUR-72)",
    ([name]) =>
      Effect.gen(function* () {
        const found = yield* only(JSON.stringify({ version: 1, [name]: [guard] }))
        assert.deepStrictEqual([found.code, found.severity], ["cursor/guard-lost", "error"])
        assert.include(found.message, "a guard is lost")
        assert.include(found.hint ?? "", '"hooks"')
      })
  )

  it.effect("a guard under a wrong spelling of hooks is lost, too (CUR-72)", () =>
    Effect.gen(function* () {
      const found = yield* only(JSON.stringify({ version: 1, Hooks: { beforeShellExecution: [guard] } }))
      assert.deepStrictEqual([found.code, found.severity, found.hint], ["cursor/guard-lost", "error", 'Write "hooks".'])
      const open = yield* only(JSON.stringify({ version: 1, Hooks: { beforeShellExecution: [{ command: "x" }] } }))
      assert.strictEqual(open.code, "cursor/unknown-key")
    })
  )

  it.effect("a lost guard voids nothing, in any reading (CUR-72)", () =>
    Effect.gen(function* () {
      const text = hooksFile({ PreToolUse: [guard], preToolUse: [{ command: "y" }] })
      for (const reading of allReadings) {
        const { bindings, diagnostics } = yield* load(text, { reading })
        assert.deepStrictEqual([bindings.map(({ id }) => id), diagnostics], [[`${projectFile.path}#preToolUse[0]`], []])
      }
    })
  )

  it.effect("an event that holds no list is a fault that says what to write (CUR-13)", () =>
    Effect.gen(function* () {
      const found = yield* only(hooksFile({ beforeShellExecution: { command: "x" } }))
      assert.strictEqual(found.code, "cursor/event-not-array")
      assert.include(found.hint ?? "", '"beforeShellExecution": [ {')
    })
  )

  it.effect("two lists of one event are both loaded, in order, with a finding at the second (CUR-15)", () =>
    Effect.gen(function* () {
      const parsed = yield* parse(
        '{ "version": 1, "hooks": { "preToolUse": [{ "command": "a" }],\n"preToolUse": [{ "command": "b" }] } }'
      )
      assert.strictEqual(parsed.definitions, 2)
      assert.deepStrictEqual(codes(parsed.findings), ["cursor/repeated-event"])
      assert.strictEqual(parsed.findings[0]?.place?.line, 2)
    })
  )

  it.effect("the hooks of two hooks objects are all loaded, with a finding (CUR-15)", () =>
    Effect.gen(function* () {
      const one = '"hooks": { "preToolUse": [{ "command": "a" }] }'
      const parsed = yield* parse(`{ "version": 1, ${one}, ${one} }`)
      assert.strictEqual(parsed.definitions, 2)
      assert.deepStrictEqual(codes(parsed.findings), ["cursor/repeated-field", "cursor/repeated-event"])
    })
  )
})

describe("definitions", () => {
  const faults = [
    ["no command", {}, "cursor/missing-command", ""],
    ["a blank command", { command: " \t\n" }, "cursor/missing-command", "command"],
    ["a number as command", { command: 5 }, "cursor/command-not-text", "command"],
    ["words as command", { command: ["sh", "x.sh"] }, "cursor/command-not-text", "command"],
    ["an unknown type", { command: "x", type: "http" }, "cursor/unknown-type", "type"],
    ["a type that is no text", { command: "x", type: 1 }, "cursor/unknown-type", "type"],
    ["a timeout of 0", { command: "x", timeout: 0 }, "cursor/bad-timeout", "timeout"],
    ["a negative timeout", { command: "x", timeout: -1 }, "cursor/bad-timeout", "timeout"],
    ["a text as timeout", { command: "x", timeout: "30" }, "cursor/bad-timeout", "timeout"],
    ["null as timeout", { command: "x", timeout: null }, "cursor/bad-timeout", "timeout"],
    ["a number as prompt", { command: "x", prompt: 5 }, "cursor/field-not-text", "prompt"],
    ["null as model", { command: "x", model: null }, "cursor/field-not-text", "model"],
    ["a number as matcher", { command: "x", matcher: 5 }, "cursor/matcher-not-text", "matcher"],
    ["a text as failClosed", { command: "x", failClosed: "yes" }, "cursor/bad-fail-closed", "failClosed"],
    ["null as failClosed", { command: "x", failClosed: null }, "cursor/bad-fail-closed", "failClosed"],
    ["Claude's layout", { matcher: "git", hooks: [{ command: "x" }] }, "cursor/nested-group", "hooks"]
  ] as const

  it.effect.each(faults)(
    "%s is an error of that definition that says what to write (CUR-13, CUR-99)",
    ([, value, code, field]) =>
      Effect.gen(function* () {
        const text = hooksFile({ beforeShellExecution: [{ command: "fine" }, value] })
        assert.isFalse((yield* parse(text)).voided)
        const found = yield* only(text)
        assert.strictEqual(found.code, code)
        assert.strictEqual(found.severity, "error")
        assert.strictEqual(found.place?.at, `beforeShellExecution[1]${field === "" ? "" : `.${field}`}`)
        assert.match(found.message, /^beforeShellExecution\[1\]: /u)
        assert.isNotEmpty(found.hint)
      })
  )

  it.effect.each([[null], ["./guard.sh"], [3], [[]]] as const)("%s is no definition (CUR-13)", ([value]) =>
    Effect.gen(function* () {
      const found = yield* only(shell(value))
      assert.strictEqual(found.code, "cursor/definition-not-object")
      assert.include(found.hint ?? "", '{ "command":')
    })
  )

  it.effect("a fault of the file's layout says that its definition cannot be used (CUR-94)", () =>
    Effect.gen(function* () {
      const found = yield* only(shell({ timeout: 5 }))
      assert.strictEqual(found.message, 'beforeShellExecution[0]: "command" is missing; this definition cannot be used')
    })
  )

  it.effect("a group in Claude's layout is told how to write its first hook (CUR-13)", () =>
    Effect.gen(function* () {
      const group = { matcher: "Shell", hooks: [{ type: "command", command: "./a b.sh" }, { command: "./c.sh" }] }
      const found = yield* only(hooksFile({ preToolUse: [group] }))
      assert.strictEqual(
        found.hint,
        'Write each of its hooks into the list itself: { "matcher": "Shell", "command": "./a b.sh" }.'
      )
    })
  )

  it.effect("words as command are told how to be written as one text (CUR-13)", () =>
    Effect.gen(function* () {
      const found = yield* only(shell({ command: ["pwsh", "-File", "x.ps1"] }))
      assert.include(found.hint ?? "", '"pwsh -File x.ps1"')
      const blank = yield* only(shell({ command: ["node", "my guard.js", 3] }))
      assert.include(blank.hint ?? "", `"node 'my guard.js' …"`)
    })
  )

  it.effect("a timeout that overflows is no number of seconds (CUR-13)", () =>
    Effect.gen(function* () {
      const found = yield* only('{ "version": 1, "hooks": { "preToolUse": [{ "command": "x", "timeout": 1e999 }] } }')
      assert.strictEqual(found.code, "cursor/bad-timeout")
      assert.include(found.message, "too large to read")
    })
  )

  it.effect("a timeout above the ceiling is a warning that suspects milliseconds (CUR-5)", () =>
    Effect.gen(function* () {
      const found = yield* only(shell({ command: "x", timeout: 60000 }))
      assert.strictEqual(found.code, "cursor/timeout-ceiling")
      assert.strictEqual(found.severity, "warning")
      assert.include(found.hint ?? "", "if milliseconds were meant, write 60")
    })
  )

  it.effect.each([
    [1000, "16 minutes and 40 seconds", "write 1."],
    [1500, "25 minutes", "write 1.5."],
    [3000, "50 minutes", "write 3."],
    [3500, "58 minutes and 20 seconds", "write 3.5."]
  ] as const)("a timeout of %s is a hint that Cursor counts seconds (CUR-5)", ([timeout, long, meant]) =>
    Effect.gen(function* () {
      const text = shell({ command: "x", timeout })
      const found = yield* only(text)
      assert.strictEqual(found.code, "cursor/timeout-looks-like-ms")
      assert.strictEqual(found.severity, "hint")
      assert.include(found.message, `"timeout" is ${timeout} s, which is ${long}`)
      assert.include(found.hint ?? "", "Cursor counts seconds")
      assert.include(found.hint ?? "", meant)
      assert.strictEqual(found.where, `1:${text.indexOf(String(timeout)) + 1} beforeShellExecution[0].timeout`)
    })
  )

  it.effect.each([[1], [0.5], [500], [999], [1001], [1200], [1800], [3600]] as const)(
    "a timeout of %s seconds is fine (CUR-5)",
    ([timeout]) => Effect.map(findingsOf(shell({ command: "x", timeout })), (found) => assert.isEmpty(found))
  )

  it.effect("a prompt hook is a warning that names it, and its other fields are no errors (CUR-13)", () =>
    Effect.gen(function* () {
      const found = yield* only(shell({ type: "prompt", prompt: "ok? $ARGUMENTS", model: 5, timeout: 15 }))
      assert.strictEqual(found.code, "cursor/prompt-hook")
      assert.strictEqual(found.severity, "warning")
      assert.strictEqual(found.message, "beforeShellExecution[0]: prompt hooks are not supported yet; it was skipped")
    })
  )

  it.effect("prompt and model on a command hook are accepted silently (CUR-13)", () =>
    Effect.map(findingsOf(shell({ command: "x", prompt: "p", model: "m" })), (found) => assert.isEmpty(found))
  )

  it.effect("each unknown field is a warning; a wrongly spelled one says what was meant (CUR-13)", () =>
    Effect.gen(function* () {
      const found = yield* findingsOf(shell({ command: "x", description: "d", failclosed: true, "loop-limit": 1 }))
      assert.deepStrictEqual(codes(found), ["cursor/unknown-field", "cursor/unknown-field", "cursor/unknown-field"])
      assert.deepStrictEqual(
        found.map(({ hint }) => /Did you mean "(\w+)"/u.exec(hint ?? "")?.[1]),
        [undefined, "failClosed", "loop_limit"]
      )
    })
  )

  it.effect("a field that occurs twice is a warning (CUR-15)", () =>
    Effect.gen(function* () {
      const found = yield* only('{ "version": 1, "hooks": { "preToolUse": [{ "command": "a", "command": "b" }] } }')
      assert.strictEqual(found.code, "cursor/repeated-field")
      assert.strictEqual(found.place?.at, "preToolUse[0].command")
    })
  )

  it.effect("a matcher that is no regular expression names its construct and column (CUR-16)", () =>
    Effect.gen(function* () {
      const found = yield* only(shell({ command: "x", matcher: "rm (-rf" }))
      assert.strictEqual(found.code, "cursor/bad-matcher")
      assert.strictEqual(found.severity, "warning")
      assert.include(found.message, '"(" at column 4')
    })
  )

  it.effect("a matcher that only JavaScript's engine can run shows the construct (CUR-16)", () =>
    Effect.gen(function* () {
      const found = yield* only(shell({ command: "x", matcher: "^(?!git)" }))
      assert.strictEqual(found.code, "cursor/matcher-needs-engine")
      assert.include(found.message, '"(?!" at column 2')
    })
  )

  it.effect("the place of a bad matcher is its value's, and its column is one of the pattern (CUR-16)", () =>
    Effect.gen(function* () {
      const text = `{ "version": 1, "hooks": {
  "beforeShellExecution": [
    { "command": "x",
      "matcher": "\\\\brm (-rf" }
  ]
} }`
      const found = yield* only(text)
      assert.strictEqual(found.code, "cursor/bad-matcher")
      assert.strictEqual(found.where, "4:18 beforeShellExecution[0].matcher")
      assert.include(found.message, 'the matcher "\\\\brm (-rf" cannot be used')
      assert.include(found.message, '"(" at column 6 of the matcher')
    })
  )

  const preTool = (matcher: string) => hooksFile({ preToolUse: [{ command: "x", matcher }] })

  it.effect.each([
    ["Bash|Grep", '"Bash"', 'Write "Shell" for "Bash".'],
    [
      "Read|Bash|MultiEdit",
      '"Bash" and "MultiEdit"',
      'Write "Shell" for "Bash" and "Write" or "StrReplace" for "MultiEdit".'
    ],
    ["bash|Read|Execute", '"bash" and "Execute"', 'Write "Shell" for "bash" and "Shell" for "Execute".'],
    ["Read|Edit", '"Edit"', '"Write" or "StrReplace" for "Edit"'],
    ["^(Edit|MultiEdit|Shell)$", '"Edit" and "MultiEdit"', '"Write" or "StrReplace" for "MultiEdit"'],
    ["^(?:Read|LS)$", '"LS"', 'Write "Grep" for "LS".'],
    ["Read|Bash", '"Bash"', 'Write "Shell" for "Bash".'],
    ["^(run_terminal_cmd|Read)$", '"run_terminal_cmd"', 'Write "Shell" for "run_terminal_cmd".'],
    ["Read|mcp__files__read", '"mcp__files__read"', 'Write "MCP:<tool>" for "mcp__files__read".'],
    ["Read|mcp__files__.*", '"mcp__files__"', "MCP:<tool>"],
    ["^(shell|read|Write)$", '"shell" and "read"', 'Write "Shell" for "shell" and "Read" for "read".']
  ] as const)(
    "the matcher %s of a tool event names, beside others, tools that Cursor never reports: a hint with Cursor's names (CUR-16)",
    ([pattern, branches, instead]) =>
      Effect.gen(function* () {
        const found = yield* only(preTool(pattern))
        assert.strictEqual(found.code, "cursor/matcher-names-no-tool")
        assert.strictEqual(found.severity, "hint")
        assert.match(found.message, new RegExp(`that Cursor never reports: ${branches}$`, "u"))
        assert.include(found.hint ?? "", instead)
        assert.include(found.where, "preToolUse[0].matcher")
      })
  )

  it.effect.each([
    ["Shell"],
    ["Bash|Shell"],
    ["Write|Edit|MultiEdit"],
    ["Write|StrReplace|MultiEdit"],
    ["^(Shell|Write|Delete)$"],
    ["MCP:read_file"],
    ["MCP:.*"],
    ["read|write"],
    ["Multi(Edit|Write)"],
    [".*"],
    ["."],
    ["Web.*"],
    ["my_own_tool"],
    ["MCP:files/read"]
  ] as const)("the matcher %s of a tool event may do what it says (CUR-16, CUR-71)", ([pattern]) =>
    Effect.map(findingsOf(preTool(pattern)), (found) => assert.isEmpty(found))
  )

  it.effect.each([
    ["preToolUse", "\\.(py|ts)$", "the name of the tool"],
    ["preToolUse", "\\.env", "the name of the tool"],
    ["preToolUse", ".py$", "the name of the tool"],
    ["preToolUse", "src/.*", "the name of the tool"],
    ["preToolUse", "^(src|test)/", "the name of the tool"],
    ["postToolUse", "\\.tsx?$", "the name of the tool"],
    ["beforeReadFile", "\\.env", 'the word "Read"'],
    ["afterFileEdit", "\\.(py|ts)$", 'the word "Write"'],
    ["stop", "completed", 'the word "Stop"'],
    ["beforeShellExecution", "Shell", "the text of the command"],
    ["beforeShellExecution", "^Shell$", "the text of the command"],
    ["beforeShellExecution", "Bash", "the text of the command"],
    ["beforeShellExecution", "Shell|Bash|run_terminal_cmd", "the text of the command"],
    ["beforeShellExecution", "^(Write|StrReplace)$", "the text of the command"],
    ["afterShellExecution", "Shell", "the text of the command"]
  ] as const)(
    "at %s the matcher %s misses what it is tested against, which is a warning (CUR-71)",
    ([event, matcher, target]) =>
      Effect.gen(function* () {
        const found = yield* only(hooksFile({ [event]: [{ command: "x", matcher }] }))
        assert.strictEqual(found.code, "cursor/matcher-misses-target")
        assert.strictEqual(found.severity, "warning")
        assert.include(found.message, `tested against ${target}`)
        assert.isNotEmpty(found.hint)
        assert.include(found.where, `${event}[0].matcher`)
      })
  )

  it.effect.each([
    ["beforeShellExecution", "git push|rm -rf"],
    ["beforeShellExecution", "bash"],
    ["beforeShellExecution", "Shell|git push"],
    ["beforeShellExecution", "\\.env"],
    ["beforeShellExecution", "grep|task"],
    ["preToolUse", "Write|\\.env$"],
    ["beforeReadFile", "TabRead"],
    ["afterFileEdit", "^Write$"],
    ["stop", "(?!x)Stop"]
  ] as const)("at %s the matcher %s can match (CUR-71)", ([event, matcher]) =>
    Effect.map(findingsOf(hooksFile({ [event]: [{ command: "x", matcher }] })), (found) =>
      assert.notInclude(codes(found), "cursor/matcher-misses-target")
    )
  )

  it.effect(
    "a matcher where there is nothing to match is dropped with a warning, one for everything silently (CUR-16)",
    () =>
      Effect.gen(function* () {
        const found = yield* only(hooksFile({ sessionStart: [{ command: "x", matcher: "compact" }] }))
        assert.strictEqual(found.code, "cursor/matcher-without-target")
        assert.isEmpty(yield* findingsOf(hooksFile({ sessionStart: [{ command: "x", matcher: "" }] })))
        assert.isEmpty(yield* findingsOf(hooksFile({ preCompact: [{ command: "x", matcher: "*" }] })))
        assert.isEmpty(yield* findingsOf(hooksFile({ sessionEnd: [{ command: "x", matcher: "^.*$" }] })))
      })
  )

  it.effect.each([[0], [1], [8], [100], [null]] as const)("a loop_limit of %s is fine on stop (CUR-17)", ([limit]) =>
    Effect.map(findingsOf(hooksFile({ stop: [{ command: "x", loop_limit: limit }] })), (found) => assert.isEmpty(found))
  )

  it.effect.each([[-1], [1.5], ["3"], [true], [{}]] as const)(
    "a loop_limit of %s is an error on stop (CUR-17)",
    ([limit]) =>
      Effect.gen(function* () {
        const found = yield* only(hooksFile({ stop: [{ command: "x", loop_limit: limit }] }))
        assert.strictEqual(found.code, "cursor/bad-loop-limit")
        assert.strictEqual(found.place?.at, "stop[0].loop_limit")
      })
  )

  it.effect.each([[3], [null], ["many"]] as const)(
    "a loop_limit of %s is ignored with a warning elsewhere (CUR-17)",
    ([limit]) =>
      Effect.gen(function* () {
        const found = yield* only(shell({ command: "x", loop_limit: limit }))
        assert.strictEqual(found.code, "cursor/loop-limit-unused")
        assert.strictEqual(found.severity, "warning")
      })
  )

  it.effect("findings come in the order of the text (CUR-6)", () =>
    Effect.gen(function* () {
      const text = `{ "version": 1, "hooks": {
        "stop": [{ "command": "" }],
        "NoEvent": [],
        "preToolUse": [{ "command": "x", "timeout": 0 }, { "command": "x", "matcher": "(" }]
      } }`
      const found = yield* findingsOf(text)
      assert.deepStrictEqual(codes(found), [
        "cursor/missing-command",
        "cursor/unknown-event",
        "cursor/bad-timeout",
        "cursor/bad-matcher"
      ])
    })
  )
})

describe("anything at all", () => {
  it.effect.prop("any text is parsed, with places inside it (CUR-8)", [Arbitrary.schema(Schema.String)], ([text]) =>
    Effect.gen(function* () {
      const { findings } = yield* parse(text)
      const lines = text.split("\n").length
      for (const { place } of findings) assert.isAtMost(place?.line ?? 1, lines)
    })
  )

  it.effect.prop("any value of any event is parsed (CUR-8)", [Arbitrary.schema(Schema.Json)], ([value]) =>
    Effect.gen(function* () {
      for (const hooks of [value, { preToolUse: value, stop: value }, { beforeShellExecution: [value] }]) {
        const parsed = yield* parse(JSON.stringify({ version: 1, hooks }))
        assert.isAtLeast(parsed.definitions, 0)
      }
    })
  )
})
