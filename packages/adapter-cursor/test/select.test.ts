import { assert, describe, it } from "@effect/vitest"
import { cursorAdapter, cursorEvents } from "@pawl/adapter-cursor"
import {
  type Action,
  type Envelope,
  everythingProfile,
  execProfile,
  type HostProfile,
  referenceProfile,
  type Selection
} from "@pawl/core"
import {
  mcpCall,
  promptSubmit,
  sampleActions,
  sampleEnvelopes,
  sampleResults,
  shellRun,
  subagentStart,
  subagentStop,
  toolFailure,
  toolPre,
  toolResult
} from "@pawl/core/testing"
import { type PlatformEngine, PlatformRegexEngine } from "@pawl/format-kit"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { hooksFile, load } from "./support.ts"

/** Whether the only hook of an event, with this matcher, runs at a moment. */
const selectOne = Effect.fnUntraced(function* (
  event: string,
  matcher: string | undefined,
  envelope: Envelope,
  profile: HostProfile = everythingProfile
) {
  const { bindings } = yield* load(
    hooksFile({ [event]: [{ command: "x", ...(matcher === undefined ? {} : { matcher }) }] }),
    { profile }
  )
  const [selection] = yield* cursorAdapter.select(envelope, bindings)
  assert.isDefined(selection)
  return selection
})

const runs = (event: string, matcher: string | undefined, envelope: Envelope) =>
  Effect.map(selectOne(event, matcher, envelope), ({ _tag }) => _tag === "Run")

const hasNoTarget = (name: string): boolean =>
  cursorEvents.some((event) => event.name === name && event.target._tag === "Everything")

const why = (selection: Selection): string => (selection._tag === "Run" ? "" : selection.why)

describe("beforeShellExecution", () => {
  it.effect.each([
    [undefined, "git push", true],
    ["", "git push", true],
    ["*", "git push", true],
    ["push", "git push --force", true],
    ["^git", "git push", true],
    ["^git", "sudo git push", false],
    ["GIT", "git push", false],
    ["git push.*--force", "git push origin --force", true],
    ["git push.*--force", "git push origin", false],
    ["rm -rf|git push", "git push", true],
    ["^timeout", "git commit -F - <<M\ntimeout was the symptom\nM", false],
    ["a.c", "a\nc", false],
    ["docker compose down", "echo 'never docker compose down' > note.md", true]
  ] as const)("the matcher %s against the whole command %s: %s (CUR-31, CUR-32)", ([matcher, command, expected]) =>
    Effect.map(runs("beforeShellExecution", matcher, shellRun(command)), (actual) =>
      assert.strictEqual(actual, expected)
    )
  )

  it.effect("is about shell commands that are run, and nothing else (CUR-32)", () =>
    Effect.gen(function* () {
      for (const action of Object.values(sampleActions)) {
        const selected = yield* runs("beforeShellExecution", undefined, toolPre(action))
        assert.strictEqual(selected, action._tag === "ShellRun", action._tag)
      }
    })
  )

  it.effect("says why it does not run (CUR-34)", () =>
    Effect.gen(function* () {
      const [other, edit, prompt] = [
        yield* selectOne("beforeShellExecution", "^rm", shellRun("ls")),
        yield* selectOne("beforeShellExecution", undefined, toolPre(sampleActions.FileEdit)),
        yield* selectOne("beforeShellExecution", undefined, promptSubmit("hello"))
      ]
      assert.strictEqual(why(other), 'the matcher "^rm" does not match this command')
      assert.strictEqual(why(edit), "beforeShellExecution is not about Write")
      assert.strictEqual(why(prompt), "beforeShellExecution is not about prompt.submit")
    })
  )
})

describe("preToolUse", () => {
  const custom = (name: string): Action => ({ _tag: "Custom", name, input: {}, denied: "text" })

  it.effect.each([
    [sampleActions.ShellRun, ["Shell"]],
    [sampleActions.FileRead, ["Read"]],
    [sampleActions.FileEdit, ["Write", "StrReplace", "ApplyPatch"]],
    [sampleActions.FileDelete, ["Delete"]],
    [sampleActions.Grep, ["Grep"]],
    [sampleActions.Glob, ["Glob"]],
    [sampleActions.CodeSearch, ["SearchCodebase", "CodeSearch"]],
    [sampleActions.RunAgents, ["Task", "RunAgents"]],
    [sampleActions.WebFetch, ["WebFetch"]],
    [sampleActions.WebSearch, ["WebSearch"]],
    [sampleActions.McpTool, ["MCP:create_issue"]],
    [sampleActions.McpResource, ["MCPResource:readme"]],
    [custom("InitProject"), ["InitProject"]]
  ] as const)("sees every name of a tool: %o (CUR-33)", ([action, names]) =>
    Effect.gen(function* () {
      for (const name of names) {
        assert.isTrue(yield* runs("preToolUse", `^${name}$`, toolPre(action)), name)
      }
      assert.isFalse(yield* runs("preToolUse", "^(Bash|Edit|MultiEdit)$", toolPre(action)))
    })
  )

  it.effect.each([
    [undefined, true],
    ["", true],
    ["*", true],
    ["Shell", true],
    ["She", true],
    ["shell", false],
    ["Write|Shell", true],
    ["^(Write|Delete)$", false],
    ["Grep", false]
  ] as const)("the matcher %s against a shell command whose text is grep: %s (CUR-31)", ([matcher, expected]) =>
    Effect.map(runs("preToolUse", matcher, shellRun("Grep --all")), (actual) => assert.strictEqual(actual, expected))
  )

  it.effect("an unanchored name matches inside the name of an MCP tool too (CUR-31)", () =>
    Effect.map(runs("preToolUse", "Shell", mcpCall("run_Shell")), (actual) => assert.isTrue(actual))
  )

  it.effect("names the tool that a matcher does not match (CUR-34)", () =>
    Effect.map(selectOne("preToolUse", "^Write$", shellRun("ls")), (selection) =>
      assert.strictEqual(why(selection), 'the matcher "^Write$" does not match Shell')
    )
  )
})

describe("postToolUse and postToolUseFailure", () => {
  it.effect("are tested against the names of the tool, as preToolUse is (CUR-33)", () =>
    Effect.gen(function* () {
      assert.isTrue(yield* runs("postToolUse", "^Shell$", toolResult()))
      assert.isFalse(yield* runs("postToolUse", "^Write$", toolResult()))
      assert.isTrue(yield* runs("postToolUse", "^StrReplace$", toolResult(sampleActions.FileEdit)))
      assert.isTrue(yield* runs("postToolUseFailure", "^MCP:create_issue$", toolFailure(sampleActions.McpTool)))
      assert.isFalse(yield* runs("postToolUseFailure", undefined, toolResult()))
      assert.isFalse(yield* runs("postToolUse", undefined, toolFailure()))
    })
  )
})

describe("afterShellExecution", () => {
  const ended = (state: "finished" | "recovered" | "snapshot") =>
    toolResult(sampleActions.ShellRun, { _tag: "ShellResult", state })

  it.effect("is about commands that have ended, once each (CUR-32)", () =>
    Effect.gen(function* () {
      assert.isTrue(yield* runs("afterShellExecution", "^git status$", ended("finished")))
      assert.isTrue(yield* runs("afterShellExecution", undefined, ended("recovered")))
      assert.isFalse(yield* runs("afterShellExecution", "^git push$", ended("finished")))
      const running = yield* selectOne("afterShellExecution", undefined, ended("snapshot"))
      assert.strictEqual(why(running), "afterShellExecution is not about a command that has not ended")
      for (const action of [sampleActions.ShellInput, sampleActions.ShellRead, sampleActions.FileRead]) {
        assert.isFalse(yield* runs("afterShellExecution", undefined, toolResult(action)), action._tag)
      }
      assert.isFalse(yield* runs("afterShellExecution", undefined, toolFailure()))
      assert.isFalse(yield* runs("afterShellExecution", undefined, shellRun("git status")))
    })
  )
})

describe("the MCP events", () => {
  it.effect("are tested against the tool's own name, without the prefix (CUR-30, CUR-80)", () =>
    Effect.gen(function* () {
      const after = toolResult(sampleActions.McpTool, sampleResults.McpErrored)
      for (const [event, moment] of [
        ["beforeMCPExecution", mcpCall("create_issue")],
        ["afterMCPExecution", after]
      ] as const) {
        assert.isTrue(yield* runs(event, "^create_issue$", moment), event)
        assert.isTrue(yield* runs(event, undefined, moment), event)
        assert.isFalse(yield* runs(event, "MCP:", moment), event)
        assert.strictEqual(
          why(yield* selectOne(event, "^delete", moment)),
          'the matcher "^delete" does not match create_issue'
        )
      }
    })
  )

  it.effect("are not about resources, nor about other tools (CUR-80)", () =>
    Effect.gen(function* () {
      for (const action of Object.values(sampleActions)) {
        const isMcp = action._tag === "McpTool"
        assert.strictEqual(yield* runs("beforeMCPExecution", undefined, toolPre(action)), isMcp, action._tag)
        assert.strictEqual(yield* runs("afterMCPExecution", undefined, toolResult(action)), isMcp, action._tag)
      }
    })
  )
})

describe("events of one word", () => {
  it.effect.each([
    ["beforeReadFile", "Read", "file.exposure"],
    ["beforeSubmitPrompt", "UserPromptSubmit", "prompt.submit"],
    ["stop", "Stop", "turn.stop"],
    ["afterAgentResponse", "AgentResponse", "agent.response"],
    ["afterAgentThought", "AgentThought", "agent.thought"],
    ["beforeTabFileRead", "TabRead", "tab.read"],
    ["afterTabFileEdit", "TabWrite", "tab.edit"]
  ] as const)("%s is tested against %s (CUR-80)", ([event, word, boundary]) =>
    Effect.gen(function* () {
      const moment = sampleEnvelopes[boundary]
      for (const matcher of [undefined, "", "*", word, `^${word}$`, word.slice(1)]) {
        assert.isTrue(yield* runs(event, matcher, moment), String(matcher))
      }
      assert.isFalse(yield* runs(event, word.toLowerCase(), moment))
      assert.strictEqual(why(yield* selectOne(event, "main", moment)), `the matcher "main" does not match ${word}`)
    })
  )

  it.effect("afterFileEdit is about edits of files and is tested against Write (CUR-80)", () =>
    Effect.gen(function* () {
      for (const action of Object.values(sampleActions)) {
        const isEdit = action._tag === "FileEdit"
        assert.strictEqual(yield* runs("afterFileEdit", "^Write$", toolResult(action)), isEdit, action._tag)
      }
      assert.isFalse(yield* runs("afterFileEdit", "main", toolResult(sampleActions.FileEdit)))
    })
  )
})

describe("events without a target", () => {
  it.effect.each([
    ["sessionStart", "session.start"],
    ["sessionEnd", "session.end"],
    ["preCompact", "context.compact"],
    ["workspaceOpen", "workspace.open"]
  ] as const)("%s runs every time, whatever its matcher says (CUR-16, CUR-30)", ([event, boundary]) =>
    Effect.gen(function* () {
      for (const matcher of [undefined, "", "nothing like it"]) {
        assert.isTrue(yield* runs(event, matcher, sampleEnvelopes[boundary]))
      }
    })
  )
})

describe("the subagent events", () => {
  it.effect("are tested against the type of the subagent (CUR-30)", () =>
    Effect.gen(function* () {
      for (const [event, moment] of [
        ["subagentStart", subagentStart()],
        ["subagentStop", subagentStop()]
      ] as const) {
        assert.isTrue(yield* runs(event, "explore|shell", moment), event)
        assert.isFalse(yield* runs(event, "generalPurpose", moment), event)
      }
    })
  )

  it.effect("of a type that is not known: a guard looks, and nobody goes on (CUR-80)", () =>
    Effect.gen(function* () {
      const start = yield* selectOne("subagentStart", "explore", subagentStart({}))
      assert.strictEqual(start._tag, "RunUnsure")
      const stop = yield* selectOne("subagentStop", "explore", subagentStop({ status: "completed" }))
      assert.strictEqual(stop._tag, "Skip")
      assert.isTrue(yield* runs("subagentStart", undefined, subagentStart({})))
      assert.isTrue(yield* runs("subagentStop", "*", subagentStop({ status: "error" })))
    })
  )
})

describe("moments and hosts", () => {
  it.effect("no hook matches another boundary than its own (CUR-34)", () =>
    Effect.gen(function* () {
      const boundaries = Object.entries(sampleEnvelopes)
      for (const { boundary: own, facet, name } of cursorEvents) {
        for (const [boundary, envelope] of boundaries) {
          const expected = boundary === own && (facet === undefined || facet === "shell")
          assert.strictEqual(yield* runs(name, undefined, envelope), expected, `${name} at ${boundary}`)
        }
      }
    })
  )

  it.effect(
    "the reference host's twelve events match, and the six that it knows and does not report never do (CUR-24)",
    () =>
      Effect.gen(function* () {
        const text = hooksFile(Object.fromEntries(cursorEvents.map(({ name }) => [name, [{ command: "x" }]])))
        const { bindings } = yield* load(text, { profile: referenceProfile, reading: "asWritten" })
        const ran: Array<string> = []
        const silent: Array<string> = []
        for (const hook of bindings) {
          const event = cursorEvents.find(({ name }) => name === hook.event)
          assert.isDefined(event)
          if (event === undefined) continue
          const action = {
            shell: sampleActions.ShellRun,
            mcp: sampleActions.McpTool,
            "file.edit": sampleActions.FileEdit
          }
          const about = event.facet === undefined ? undefined : action[event.facet]
          const moment =
            about === undefined
              ? sampleEnvelopes[event.boundary]
              : event.boundary === "tool.pre"
                ? toolPre(about)
                : toolResult(about, event.facet === "shell" ? sampleResults.ShellResult : sampleResults.TextReturned)
          const [selection] = yield* cursorAdapter.select(moment, [hook])
          if (selection?._tag === "Run") ran.push(hook.event)
          else if (selection !== undefined) silent.push(why(selection))
        }
        assert.deepStrictEqual(ran, [
          "sessionStart",
          "preToolUse",
          "postToolUse",
          "postToolUseFailure",
          "beforeShellExecution",
          "afterShellExecution",
          "beforeMCPExecution",
          "afterMCPExecution",
          "beforeSubmitPrompt",
          "stop",
          "afterAgentResponse",
          "afterAgentThought"
        ])
        assert.deepStrictEqual(
          silent,
          ["sessionEnd", "subagentStart", "subagentStop", "beforeReadFile", "afterFileEdit", "preCompact"].map(
            (event) => `this host does not report ${event}`
          )
        )
      })
  )

  it.effect("a guard of any event that can block denies or holds its moment when it cannot be used (CUR-69)", () =>
    Effect.gen(function* () {
      for (const { boundary, control, facet, name } of cursorEvents) {
        const blocks = control._tag === "Permission" || control._tag === "PromptHalt"
        for (const definition of [
          { command: "x", matcher: "(", failClosed: true },
          { type: "prompt", prompt: "p", failClosed: true },
          { command: "", failClosed: "yes" }
        ]) {
          const { bindings } = yield* load(hooksFile({ [name]: [definition] }))
          if (definition.matcher !== undefined && hasNoTarget(name)) continue
          assert.lengthOf(bindings, blocks ? 1 : 0, name)
          if (!blocks) continue
          const [guard] = bindings
          assert.deepInclude(guard?.standing, { _tag: "Withheld", denies: "always", cause: "configuration" })
          const moment = facet === "mcp" ? mcpCall("t") : sampleEnvelopes[boundary]
          assert.deepStrictEqual(yield* cursorAdapter.select(moment, bindings), [{ _tag: "Run" }], name)
        }
      }
    })
  )

  it.effect("a hook never matches where the host does not report its event (CUR-24)", () =>
    Effect.gen(function* () {
      const profile: HostProfile = {
        ...execProfile,
        boundaries: { "tool.pre": { reports: true, facets: [], honours: ["verdict", "notice"] } }
      }
      const shell = yield* selectOne("beforeShellExecution", undefined, shellRun("ls"), profile)
      assert.strictEqual(why(shell), "this host does not report beforeShellExecution")
      assert.strictEqual((yield* selectOne("preToolUse", undefined, shellRun("ls"), profile))._tag, "Run")
    })
  )

  it.effect("a guard with a bad matcher judges its whole event (CUR-69)", () =>
    Effect.gen(function* () {
      const { bindings } = yield* load(
        hooksFile({ beforeShellExecution: [{ command: "x", matcher: "(", failClosed: true }] })
      )
      const selections = yield* cursorAdapter.select(shellRun("anything"), bindings)
      assert.deepStrictEqual(selections, [{ _tag: "Run" }])
    })
  )

  it.effect("a guard that is void for another reason judges what its matcher matches (CUR-69)", () =>
    Effect.gen(function* () {
      const { bindings } = yield* load(
        hooksFile({ beforeShellExecution: [{ command: "", matcher: "^rm", failClosed: true }] })
      )
      const tags = Effect.fnUntraced(function* (command: string) {
        return (yield* cursorAdapter.select(shellRun(command), bindings)).map(({ _tag }) => _tag)
      })
      assert.deepStrictEqual([yield* tags("rm x"), yield* tags("ls")], [["Run"], ["Skip"]])
    })
  )

  it.effect("selections come in the order of the hooks, one for each (CUR-34)", () =>
    Effect.gen(function* () {
      const { bindings } = yield* load(
        hooksFile({
          preToolUse: [{ command: "a", matcher: "^Write$" }, { command: "b" }, { command: "c", matcher: "^Sh.ll$" }],
          beforeShellExecution: [
            { command: "d", matcher: "^r.?m" },
            { command: "e", matcher: "l.?s" }
          ]
        })
      )
      const selections = yield* cursorAdapter.select(shellRun("ls"), bindings)
      assert.deepStrictEqual(
        selections.map(({ _tag }) => _tag),
        ["Skip", "Run", "Run", "Skip", "Run"]
      )
    })
  )
})

describe("matchers that only JavaScript's engine can run", () => {
  const engine = (answer: "match" | "no-match" | "out-of-time"): PlatformEngine => ({
    compile: (source) => Result.succeed({ source }),
    runAll: (tests) => Effect.succeed(tests.map(() => answer))
  })
  const selectUnder = (answer: "match" | "no-match" | "out-of-time", matcher = "^(?!rm )") =>
    selectOne("beforeShellExecution", matcher, shellRun("git push")).pipe(
      Effect.provideService(PlatformRegexEngine, engine(answer))
    )

  it.effect("run where they match, and are skipped where they do not (CUR-68)", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* selectUnder("match"))._tag, "Run")
      assert.strictEqual((yield* selectUnder("no-match"))._tag, "Skip")
    })
  )

  it.effect("run all the same when the bound is hit before an operation (CUR-68)", () =>
    Effect.gen(function* () {
      const selection = yield* selectUnder("out-of-time")
      assert.strictEqual(selection._tag, "RunUnsure")
      assert.include(why(selection), 'the matcher "^(?!rm )" gave no answer')
    })
  )
})
