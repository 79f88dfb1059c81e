import { assert, describe, it } from "@effect/vitest"
import { cursorAdapter } from "@pawl/adapter-cursor"
import {
  type Action,
  type ActionResult,
  type Binding,
  defaultRunPolicy,
  type Ending,
  type Envelope,
  everythingProfile,
  type HookEffects,
  type Reading
} from "@pawl/core"
import {
  agentResponse,
  envelope,
  mcpCall,
  outcome,
  promptSubmit,
  sampleActions,
  sampleResults,
  sessionStart,
  shellRun,
  toolPre,
  toolResult
} from "@pawl/core/testing"
import { PlatformRegexEngine } from "@pawl/format-kit"
import * as VmRegexEngine from "@pawl/format-kit/vm"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { allReadings, decodeOutcome, hooksFile, load, only, strictPolicy } from "./support.ts"

/** One value for each reading. */
type InEach<A> = { readonly [R in Reading]: A }

const each = <A>(asWritten: A, tighter: A, shipped: A = tighter): InEach<A> => ({ asWritten, tight: tighter, shipped })

const inEach = <A, E>(of: (reading: Reading) => Effect.Effect<A, E>): Effect.Effect<InEach<A>, E> =>
  Effect.all({ asWritten: of("asWritten"), tight: of("tight"), shipped: of("shipped") })

/** What an answer of a hook comes to, in few words. */
const inWords = ({ halt, reasons, unsupported, verdict }: HookEffects): string => {
  const does = halt === undefined ? verdict : "halt"
  const refused = unsupported.map(({ field }) => field)
  const said = reasons.some(({ author }) => author === "hook") ? ", in its own words" : ""
  return `${does}${said}${refused.length === 0 ? "" : `, refused: ${refused.join(", ")}`}`
}

interface Answer {
  readonly row: string
  readonly what: string
  readonly event: string
  readonly stdout: string
  readonly ending?: Ending
  readonly cut?: true
  readonly closed?: true
  readonly moment?: Envelope
  readonly means: InEach<string>
}

const well: Ending = { _tag: "Exited", code: 0 }
const one: Ending = { _tag: "Exited", code: 1 }
const killed: Ending = { _tag: "Signalled", signal: "SIGKILL" }
const late: Ending = { _tag: "TimedOut", phase: "running" }
const lateRefusal: Ending = { ...late, lateCode: 2 }
const queued: Ending = { _tag: "TimedOut", phase: "queued" }

const shell = "beforeShellExecution"
const prompt = "beforeSubmitPrompt"
const deny = '{"permission":"deny","agent_message":"no"}'
const ask = '{"permission":"ask","agent_message":"sure?"}'
const halt = '{"continue":false,"user_message":"no"}'
const denies = each("none", "deny, in its own words")

/** Every difference in what an answer means, with the ones beside it that are none. Rule: CUR-60 */
const answers: ReadonlyArray<Answer> = [
  { row: "a", what: "a denial, then exit 1", event: shell, stdout: deny, ending: one, means: denies },
  { row: "a", what: "a denial, then a signal", event: shell, stdout: deny, ending: killed, means: denies },
  { row: "a", what: "a denial, then a hang", event: "preToolUse", stdout: deny, ending: late, means: denies },
  {
    row: "a",
    what: "an allow, then a hang, and exit 2 when it is asked to end",
    event: shell,
    stdout: '{"permission":"allow"}',
    ending: lateRefusal,
    means: each("none", "deny")
  },
  {
    row: "a",
    what: "a hang, and exit 2 when it is asked to end",
    event: prompt,
    stdout: "",
    ending: lateRefusal,
    means: each("none", "halt")
  },
  {
    row: "a",
    what: "a denial amid noise, then exit 1",
    event: "beforeMCPExecution",
    stdout: `hi\n${deny}\nbye`,
    ending: one,
    means: denies
  },
  {
    row: "a",
    what: "a denial with a word glued to it, then exit 1",
    event: shell,
    stdout: `checked ${deny}`,
    ending: one,
    means: denies
  },
  {
    row: "a",
    what: "a halt that is no JSON",
    event: prompt,
    stdout: "{'continue': False}",
    means: each("none", "halt")
  },
  {
    row: "h",
    what: "a refusal in another spelling beside an allow",
    event: shell,
    stdout: '{"permission":"allow","Permission":"deny"}',
    means: each("allow", "allow, refused: Permission")
  },
  {
    row: "h",
    what: "another input under a name that is not read",
    event: "preToolUse",
    stdout: '{"permission":"allow","updatedInput":{"command":"ls"}}',
    means: each("allow", "deny")
  },
  {
    row: "h",
    what: "another input with a key twice",
    event: "preToolUse",
    stdout: '{"permission":"allow","updated_input":{"command":"ls","command":"rm"}}',
    means: each("allow", "deny")
  },
  {
    row: "a",
    what: "a question, then exit 1",
    event: shell,
    stdout: ask,
    ending: one,
    means: each("none", "ask, in its own words")
  },
  {
    row: "a",
    what: "a question, then exit 1, fail closed",
    event: shell,
    stdout: ask,
    ending: one,
    closed: true,
    means: each("deny", "deny, in its own words")
  },
  {
    row: "a",
    what: "an allow, then exit 1",
    event: shell,
    stdout: '{"permission":"allow"}',
    ending: one,
    means: each("none", "none")
  },
  {
    row: "a",
    what: "a foreign halt, then exit 1",
    event: shell,
    stdout: '{"permission":"allow","continue":false}',
    ending: one,
    means: each("none", "none, refused: continue")
  },
  {
    row: "a",
    what: "a rewrite, then exit 1",
    event: "preToolUse",
    stdout: '{"permission":"allow","updated_input":{}}',
    ending: one,
    means: each("none", "none")
  },
  {
    row: "a",
    what: "a halt, then exit 1",
    event: prompt,
    stdout: halt,
    ending: one,
    means: each("none", "halt, in its own words")
  },
  {
    row: "a",
    what: "a halt after noise",
    event: prompt,
    stdout: `hi\n${halt}`,
    means: each("none", "halt, in its own words")
  },
  {
    row: "a",
    what: "a denial after noise",
    event: shell,
    stdout: `hi\n${deny}`,
    means: each("deny", "deny, in its own words")
  },
  {
    row: "a",
    what: "output that was cut, on exit 1",
    event: shell,
    stdout: "",
    ending: one,
    cut: true,
    means: each("none", "deny")
  },
  {
    row: "a",
    what: "output that was cut, on exit 0",
    event: shell,
    stdout: "",
    cut: true,
    means: each("deny", "deny")
  },
  {
    row: "a",
    what: "output that was cut, on a prompt",
    event: prompt,
    stdout: "",
    cut: true,
    means: each("none", "halt")
  },

  {
    row: "b",
    what: "ask on preToolUse",
    event: "preToolUse",
    stdout: ask,
    means: each("none", "ask, in its own words")
  },
  {
    row: "b",
    what: "ask on beforeShellExecution",
    event: shell,
    stdout: ask,
    means: each("ask, in its own words", "ask, in its own words")
  },
  {
    row: "b",
    what: "ask on subagentStart",
    event: "subagentStart",
    stdout: '{"permission":"ask"}',
    means: each("deny", "deny")
  },

  {
    row: "c",
    what: "agentMessage of a denial",
    event: shell,
    stdout: '{"permission":"deny","agentMessage":"no"}',
    means: each("deny", "deny, in its own words")
  },
  {
    row: "c",
    what: "userMessage of a halt",
    event: prompt,
    stdout: '{"continue":false,"userMessage":"no"}',
    means: each("halt", "halt, in its own words")
  },
  {
    row: "c",
    what: "decision: deny with a reason on preToolUse",
    event: "preToolUse",
    stdout: '{"decision":"deny","reason":"no"}',
    means: each("deny", "deny, in its own words")
  },
  {
    row: "c",
    what: "decision: deny beside an allow on preToolUse",
    event: "preToolUse",
    stdout: '{"permission":"allow","decision":"deny"}',
    means: each("allow", "deny")
  },
  {
    row: "c",
    what: "decision: deny beside an allow elsewhere (CUR-97)",
    event: shell,
    stdout: '{"permission":"allow","decision":"deny"}',
    means: each("allow", "allow, refused: decision")
  },
  {
    row: "c",
    what: "decision: block beside an allow (CUR-97)",
    event: shell,
    stdout: '{"permission":"allow","decision":"block"}',
    means: each("allow, refused: decision", "allow, refused: decision")
  },
  {
    row: "c",
    what: "decision: approve beside an allow (CUR-97)",
    event: shell,
    stdout: '{"permission":"allow","decision":"approve"}',
    means: each("allow", "allow")
  },
  {
    row: "c",
    what: "decision: deny on stop (CUR-97)",
    event: "stop",
    stdout: '{"decision":"deny","reason":"no"}',
    means: each("none", "none, refused: decision")
  },

  { row: "shipped", what: "no output", event: shell, stdout: "", means: each("none", "none", "deny") },
  {
    row: "shipped",
    what: "no output, fail closed",
    event: shell,
    stdout: "",
    closed: true,
    means: each("deny", "deny")
  },
  { row: "shipped", what: "no output on a prompt", event: prompt, stdout: "", means: each("none", "none") },
  { row: "shipped", what: "no output on stop", event: "stop", stdout: "", means: each("none", "none") },

  {
    row: "queue",
    what: "a time that was over in the queue",
    event: shell,
    stdout: "",
    ending: queued,
    means: each("none", "deny")
  },
  { row: "queue", what: "the same on a prompt", event: prompt, stdout: "", ending: queued, means: each("none", "halt") }
]

describe("what an answer means, in each reading", () => {
  it.effect.each(answers.map((row) => [`(${row.row}) ${row.what}`, row] as const))(
    "%s (CUR-61 to CUR-63, CUR-66, CUR-67)",
    ([, { closed = false, cut = false, ending = well, event, means, moment, stdout }]) =>
      Effect.gen(function* () {
        const found = yield* inEach((reading) =>
          Effect.map(only(event, { command: "./h.sh", failClosed: closed }, reading), (hook) =>
            inWords(decodeOutcome(hook, outcome({ ending, stdout, stdoutTruncated: cut }), defaultRunPolicy, moment))
          )
        )
        assert.deepStrictEqual(found, means)
      })
  )
})

describe("(d) a rewrite, in each reading", () => {
  const rewrite = '{"permission":"allow","updated_input":{"a":1}}'
  const output = '{"updated_mcp_tool_output":{"a":1}}'
  const mcp = toolResult(sampleActions.McpTool, sampleResults.McpReturned)
  interface Rewrite {
    readonly carried: Schema.Json | undefined
    readonly refused: ReadonlyArray<string>
  }
  const carried: Rewrite = { carried: { a: 1 }, refused: [] }
  const refused = (field: string, also?: Schema.Json): Rewrite => ({ carried: also, refused: [field] })
  const both = refused("updated_input", { a: 1 })

  it.effect.each([
    ["on preToolUse", "preToolUse", rewrite, undefined, each(carried, carried)],
    ["on beforeShellExecution", shell, rewrite, undefined, each(both, refused("updated_input"))],
    ["on subagentStart", "subagentStart", rewrite, undefined, each(both, refused("updated_input"))],
    ["of an MCP result", "postToolUse", output, mcp, each(carried, carried)],
    ["of another result", "postToolUse", output, toolResult(), each(carried, refused("updated_mcp_tool_output"))]
  ] as const)("%s (CUR-64)", ([, event, stdout, moment, means]) =>
    Effect.gen(function* () {
      const found = yield* inEach((reading) =>
        Effect.map(only(event, { command: "x" }, reading), (hook) => {
          const effects = decodeOutcome(hook, outcome({ stdout }), defaultRunPolicy, moment)
          return {
            carried: effects.replacementInput ?? effects.replacementResult,
            refused: effects.unsupported.map(({ field }) => field)
          }
        })
      )
      assert.deepStrictEqual(found, means)
    })
  )
})

describe("(e) what a hook reads, in each reading", () => {
  const decoder = new TextDecoder("utf-8", { fatal: true })
  const record = Schema.Record(Schema.String, Schema.Json)
  type Fields = typeof record.Type
  const asPayload = Schema.decodeUnknownSync(Schema.fromJsonString(record))
  const raw: Fields = { command: "ls", working_directory: "/repo", explanation: "looks" }
  const run: Action = { _tag: "ShellRun", command: "ls", cwd: "/repo", raw }
  const view: Fields = { command: "ls", cwd: "/repo" }
  const usage = { input: 9, output: 3 }
  const returned: ActionResult = { _tag: "McpReturned", result: { content: [] }, isError: false }

  const read = Effect.fnUntraced(function* (event: string, moment: Envelope, reading: Reading, key: string) {
    const hook = yield* only(event, { command: "x" }, reading)
    const value = asPayload(decoder.decode(Result.getOrThrow(cursorAdapter.encode(moment, hook)).stdin))[key]
    return key === "tool_output" && typeof value === "string" ? asPayload(value) : value
  })

  const shellView: Fields = { kind: "shell_result", state: "finished", output: "ok\n", exit_code: 0 }
  const mcpView: Fields = { kind: "mcp_returned", result: { content: [] }, is_error: false }
  const captured = { ...shellRun("ls"), opaque: { sandbox: true } }

  type Value = Schema.Json | undefined
  const rows: ReadonlyArray<readonly [string, string, Envelope, string, InEach<Value>]> = [
    ["the host's own JSON of the call", "preToolUse", toolPre(run), "tool_input", each(view, raw)],
    [
      "a call that was rewritten",
      "preToolUse",
      toolPre({ ...run, command: "pwd" }),
      "tool_input",
      each({ ...view, command: "pwd" }, { ...view, command: "pwd" })
    ],
    [
      "a call that hides something",
      "preToolUse",
      toolPre({ ...run, secretFields: ["cwd"] }),
      "tool_input",
      each({ command: "ls" }, { command: "ls" })
    ],
    ["session_id of a command", shell, shellRun("ls"), "session_id", each(undefined, "conversation-1")],
    ["session_id of a session", "sessionStart", sessionStart(), "session_id", each("conversation-1", "conversation-1")],
    ["the name of the host", shell, shellRun("ls"), "host_name", each(undefined, "test-host")],
    ["the version of the host", shell, shellRun("ls"), "host_version", each("1.2.3", "1.2.3")],
    ["the version under Cursor's key", shell, shellRun("ls"), "cursor_version", each("1.2.3", "1.2.3")],
    [
      "the keys of a shell command's result",
      "postToolUse",
      toolResult(),
      "tool_output",
      each(shellView, { ...shellView, exitCode: 0 })
    ],
    [
      "the keys of an MCP tool's result",
      "postToolUse",
      toolResult(sampleActions.McpTool, returned),
      "tool_output",
      each(mcpView, { ...mcpView, content: [], isError: false })
    ],
    [
      "counters",
      "afterAgentResponse",
      { ...agentResponse("x"), payload: { _tag: "agent.response", text: "x", usage } },
      "input_tokens",
      each(undefined, 9)
    ],
    [
      "the mode of a prompt",
      prompt,
      { ...promptSubmit("x"), payload: { _tag: "prompt.submit", prompt: "x", attachments: [], mode: "ask" } },
      "composer_mode",
      each(undefined, "ask")
    ],
    [
      "the mode of a session that nobody names",
      "sessionStart",
      sessionStart(),
      "composer_mode",
      each("agent", undefined)
    ],
    ["what else a captured payload held", shell, captured, "sandbox", each(undefined, true)]
  ]

  it.effect.each(rows)("%s (CUR-65)", ([, event, moment, key, means]) =>
    Effect.map(
      inEach((reading) => read(event, moment, reading, key)),
      (found) => assert.deepStrictEqual(found, means)
    )
  )
})

describe("(f) what a fault voids, in each reading", () => {
  const fine = { command: "fine" }

  /** The standing of each hook, in the order of the file. */
  const standings = (bindings: ReadonlyArray<Binding>) =>
    bindings.map(({ standing }) => (standing._tag === "Withheld" ? `denies: ${standing.denies}` : "runs"))

  const rows: ReadonlyArray<readonly [string, string, object, InEach<ReadonlyArray<string>>]> = [
    ["a bad field of a guard", shell, { command: "x", timeout: 0 }, each([], ["runs", "denies: strict"])],
    [
      "a bad field of a guard that says failClosed",
      shell,
      { command: "x", timeout: 0, failClosed: true },
      each([], ["runs", "denies: always"])
    ],
    ["failClosed of another type", shell, { command: "x", failClosed: "yes" }, each([], ["runs", "denies: always"])],
    ["a bad field before a prompt", prompt, { command: "", failClosed: true }, each([], ["runs", "denies: always"])],
    [
      "a bad field where nothing can be prevented",
      "stop",
      { command: "x", loop_limit: -1, failClosed: true },
      each([], ["runs"])
    ],
    [
      "a prompt hook",
      shell,
      { type: "prompt", prompt: "ok?", failClosed: true },
      each(["runs"], ["runs", "denies: always"])
    ],
    ["a bad matcher", shell, { command: "x", matcher: "(" }, each(["runs"], ["runs", "denies: strict"])]
  ]

  it.effect.each(rows)("%s (CUR-69)", ([, event, definition, means]) =>
    Effect.gen(function* () {
      const text = hooksFile({ [event]: [fine, definition] })
      const found = yield* inEach((reading) =>
        Effect.map(load(text, { reading }), ({ bindings }) => standings(bindings))
      )
      assert.deepStrictEqual(found, means)
    })
  )

  it.effect.each([["{"], ["[]"], ['{"version":2,"hooks":{}}'], ['{"version":1,"hooks":[]}']] as const)(
    "%s voids the file in every reading (CUR-11)",
    ([text]) =>
      Effect.gen(function* () {
        const found = yield* inEach((reading) => Effect.map(load(text, { reading }), ({ parsed }) => parsed.voided))
        assert.deepStrictEqual(found, each(true, true))
      })
  )

  it.effect("parse finds the same in every reading: it is asked for none (CUR-8)", () =>
    Effect.gen(function* () {
      const text = hooksFile({ [shell]: [{ command: "", matcher: "(" }, { type: "prompt" }] })
      const found = yield* inEach((reading) => Effect.map(load(text, { reading }), ({ parsed }) => parsed.findings))
      assert.deepStrictEqual(found.tight, found.asWritten)
      assert.deepStrictEqual(found.shipped, found.asWritten)
    })
  )
})

describe("(g) a look-ahead, in each reading", () => {
  const text = hooksFile({ [shell]: [{ command: "x", matcher: "^(?!git)" }] })
  const hooks = (reading: Reading) =>
    Effect.map(load(text, { reading }), ({ bindings }) => bindings.map(({ standing }) => standing._tag))

  it.effect("with JavaScript's engine (CUR-68)", () =>
    Effect.gen(function* () {
      const found = yield* inEach(hooks)
      assert.deepStrictEqual(found, each<ReadonlyArray<string>>([], ["Active"]))
    }).pipe(Effect.provideService(PlatformRegexEngine, VmRegexEngine.makeVmRegexEngine()))
  )

  it.effect("without it (CUR-68)", () =>
    Effect.map(inEach(hooks), (found) => assert.deepStrictEqual(found, each<ReadonlyArray<string>>([], ["Withheld"])))
  )
})

describe("what no reading changes", () => {
  it.effect("is matching, and what the strict policy makes of a run that failed (CUR-34, CUR-43)", () =>
    Effect.gen(function* () {
      for (const reading of allReadings) {
        const { bindings } = yield* load(hooksFile({ [shell]: [{ command: "x", matcher: "push" }] }), {
          reading,
          profile: everythingProfile
        })
        const tags = Effect.fnUntraced(function* (moment: Envelope) {
          return (yield* cursorAdapter.select(moment, bindings)).map(({ _tag }) => _tag)
        })
        assert.deepStrictEqual(yield* tags(shellRun("git push")), ["Run"])
        assert.deepStrictEqual(yield* tags(shellRun("git PUSH")), ["Skip"])
        assert.deepStrictEqual(yield* tags(mcpCall("push")), ["Skip"])
        assert.deepStrictEqual(yield* tags(envelope({ _tag: "workspace.open" })), ["Skip"])
        const [hook] = bindings
        assert.isDefined(hook)
        assert.strictEqual(decodeOutcome(hook, outcome({ ending: one }), strictPolicy).verdict, "deny")
      }
    })
  )
})
