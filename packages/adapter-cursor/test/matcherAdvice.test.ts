import { assert, describe, it } from "@effect/vitest"
import * as VmRegexEngine from "@pawl/format-kit/vm"
import * as Effect from "effect/Effect"
import { codes, findingsOf, hooksFile, onlyFinding as only } from "./support.ts"

const preTool = (matcher: string) => hooksFile({ preToolUse: [{ command: "x", matcher }] })

describe("what is said of a matcher that can be used", () => {
  it.effect.each([
    ["Bash", '"Bash"', 'Write "Shell" for "Bash".'],
    ["Bash|MultiEdit", '"Bash" and "MultiEdit"', '"Write" or "StrReplace" for "MultiEdit"'],
    ["^(Edit|MultiEdit)$", '"Edit" and "MultiEdit"', '"Write" or "StrReplace" for "Edit"'],
    ["mcp__files__.*", '"mcp__files__"', 'Write "MCP:<tool>" for "mcp__files__".'],
    ["^(shell|read)$", '"shell" and "read"', 'Write "Shell" for "shell" and "Read" for "read".']
  ] as const)(
    "the matcher %s of a tool event names only tools that Cursor never reports: a warning with Cursor's names (CUR-71)",
    ([pattern, branches, instead]) =>
      Effect.gen(function* () {
        const found = yield* only(preTool(pattern))
        assert.strictEqual(found.code, "cursor/matcher-misses-target")
        assert.strictEqual(found.severity, "warning")
        assert.match(found.message, new RegExp(`that Cursor never reports: ${branches}, so the hook`, "u"))
        assert.include(found.hint ?? "", instead)
      })
  )

  it.effect.each([
    ["preToolUse", "MCP:*", "MCP:.*", '":"'],
    ["preToolUse", "Web*|Grep", "Web.*|Grep", '"b"'],
    ["beforeShellExecution", "git * --force", "git .* --force", '" "'],
    ["beforeShellExecution", "rm -rf build/*", "rm -rf build/.*", '"/"'],
    ["beforeMCPExecution", "issue_*", "issue_.*", '"_"']
  ] as const)(
    "at %s the matcher %s is written like a glob: a hint with the regular expression (CUR-92)",
    ([event, pattern, instead, repeated]) =>
      Effect.gen(function* () {
        const found = yield* only(hooksFile({ [event]: [{ command: "x", matcher: pattern }] }))
        assert.deepStrictEqual([found.code, found.severity], ["cursor/matcher-like-glob", "hint"])
        assert.include(found.message, `its "*" is any number of ${repeated}, or none`)
        assert.strictEqual(found.hint, `Write ".*" for any text: ${JSON.stringify(instead)}.`)
      })
  )

  it.effect.each([
    ["*"],
    ["git *push"],
    ["git.*--force"],
    ["a*b+"],
    ["(ab)*"],
    ["[a-z]*"],
    ["x\\*"],
    ["Write.*|a*"]
  ] as const)("the matcher %s is written like a regular expression (CUR-92)", ([matcher]) =>
    Effect.map(findingsOf(hooksFile({ beforeShellExecution: [{ command: "x", matcher }] })), (found) =>
      assert.isEmpty(found)
    )
  )

  it.effect("a long pattern is not written out again (CUR-92)", () =>
    Effect.map(only(preTool(`${"Grep|".repeat(50)}Web*`)), ({ hint, message }) => {
      assert.strictEqual(hint, 'Write ".*" for any text.')
      assert.isBelow(message.length, 250)
    })
  )

  it.effect("a glob in Claude's name of an MCP tool is told of as both (CUR-71, CUR-92)", () =>
    Effect.map(findingsOf(preTool("mcp__files__*")), (found) =>
      assert.deepStrictEqual(codes(found), ["cursor/matcher-misses-target", "cursor/matcher-like-glob"])
    )
  )

  it.effect.each([
    ["(?i)shell", '"(?i)" at its column 1', 'write both cases, such as "[Ss]hell"'],
    ["Sh(?P<rest>ell)", "at its column 3", "write it without that"]
  ] as const)(
    "the matcher %s is read as RE2, with a hint that Cursor refuses it (CUR-96)",
    ([pattern, what, instead]) =>
      Effect.gen(function* () {
        const found = yield* only(preTool(pattern))
        assert.deepStrictEqual([found.code, found.severity], ["cursor/matcher-not-javascript", "hint"])
        assert.include(found.message, what)
        assert.strictEqual(found.hint, `Cursor runs JavaScript and refuses it: ${instead}.`)
      })
  )

  it.effect.each([
    ["\\Arm", '"\\\\A" at its column 1 is the letter "A", not the start of the text', 'Write "^" for "\\\\A" (before'],
    ["rm[[:space:]]", '"[:space:]" at its column 4 is these characters one by one', 'Write "\\s" for "[:space:]"'],
    ["\\p{L}ush", '"\\\\p{L}" at its column 1 is the letter "p", not a class of Unicode', 'such as "[A-Za-z]"'],
    ["C:\\Users", '"\\\\U" at its column 3 is the letter "U"', "two backslashes for one"],
    ["\\<rm\\z", '"\\\\z" at its column 5 is the letter "z"', 'Write "\\b" for "\\\\<" and "$" for "\\\\z"']
  ] as const)("the matcher %s looks for letters, which is a warning (CUR-119)", ([matcher, what, instead]) =>
    Effect.gen(function* () {
      for (const event of ["beforeShellExecution", "beforeMCPExecution", "subagentStart"]) {
        const { code, hint = "", message, severity } = yield* only(hooksFile({ [event]: [{ command: "x", matcher }] }))
        assert.deepStrictEqual([code, severity], ["cursor/matcher-taken-literally", "warning"])
        assert.include(message, what)
        assert.include(hint, instead)
      }
    })
  )

  const withEngine = Effect.provide(VmRegexEngine.layer)

  it.effect.each([
    ["preToolUse", "the hook runs"],
    ["postToolUse", "the hook does not run"]
  ] as const)("at %s a matcher under a bound says what the bound means (CUR-96)", ([event, hit]) =>
    Effect.gen(function* () {
      const matcher = "Shell|MCP:(?!files_)"
      const found = yield* withEngine(only(hooksFile({ [event]: [{ command: "x", matcher }] })))
      assert.strictEqual(found.code, "cursor/matcher-bounded")
      assert.include(
        found.message,
        `needs JavaScript's engine for "(?!" at its column 11 and is run under a time bound`
      )
      assert.strictEqual(
        found.hint,
        `When the bound is hit, ${hit} and a warning says so. A host without that engine cannot use the definition. ` +
          "Alternatives that need none can stand in a definition of their own."
      )
      const skipped = yield* only(hooksFile({ [event]: [{ command: "x", matcher }] }))
      assert.strictEqual(skipped.code, "cursor/matcher-needs-engine")
      assert.strictEqual(
        skipped.hint,
        "Cursor itself runs it. Alternatives that need none can stand in a definition of their own."
      )
    })
  )

  it.effect.each([
    ["sessionStart", "compact", "Remove it: Claude matches how a session began, and Cursor does not tell that."],
    ["preCompact", "manual", 'Remove it, and look at "trigger" of the payload in the hook.'],
    ["sessionEnd", "logout", 'Remove it, and look at "reason" of the payload in the hook.'],
    ["workspaceOpen", "src", "Remove it, and look at the payload in the hook."],
    ["afterFileEdit", "\\.py$", 'Leave it out, and look at "file_path" of the payload in the hook.'],
    ["beforeSubmitPrompt", "password", 'Leave it out, and look at "prompt" of the payload in the hook.'],
    ["stop", "aborted", 'Leave it out, and look at "status" of the payload in the hook.']
  ] as const)("at %s the matcher %s is told where to look instead (CUR-95)", ([event, matcher, hint]) =>
    Effect.map(only(hooksFile({ [event]: [{ command: "x", matcher }] })), (found) =>
      assert.strictEqual(found.hint, hint)
    )
  )
})
