import * as fs from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { environment, pawl } from "../support/pawl.ts"
import { emptyProject, hooksText } from "../support/project.ts"
import { answering, decided, fire, fireJson, projectWith, push } from "./support.ts"

const fixtures = new URL("../../../../fixtures/cursor/", import.meta.url)
const captured = fs
  .readdirSync(fixtures)
  .filter((name) => fs.existsSync(new URL(`${name}/stdin.json`, fixtures)))
  .map((event) => ({ event, text: fs.readFileSync(new URL(`${event}/stdin.json`, fixtures), "utf8") }))

const prompt = { prompt: "Rotate the key." }
const allow = { permission: "allow" }
const tool = { tool_name: "Shell", tool_input: push }

describe("pawl fire runs the hooks of one moment (CLI-44)", () => {
  it.live("and says what each did, why each other one did not run, and the decision in the last line (CLI-51)", () =>
    Effect.gen(function* () {
      const project = yield* projectWith({
        beforeShellExecution: [
          {
            ...answering({ permission: "deny", agent_message: "Not on a Friday." }, "; echo because >&2"),
            matcher: "push"
          },
          { command: "true", matcher: "^npm" }
        ]
      })
      const ran = yield* fire(project, "beforeShellExecution", push)
      const binding = `${project.file(".cursor/hooks.json")}#beforeShellExecution`
      assert.strictEqual(ran.code, 1)
      assert.strictEqual(ran.stderr, "")
      const lines = ran.stdout.trimEnd().split("\n")
      assert.strictEqual(lines[0], "beforeShellExecution (tool.pre)")
      for (const line of [
        "  host     everything: one that reports and honours all there is",
        "  reading  tight",
        `hook ${binding}[0]`,
        `  stdout   {"permission":"deny","agent_message":"Not on a Friday."}`,
        "  stderr   because",
        "  answer   deny",
        "  reason   by the hook: Not on a Friday.",
        `not run ${binding}[1]: the matcher "^npm" does not match this command`,
        `  verdict  deny by ${binding}[0]`
      ]) {
        assert.include(lines, line)
      }
      assert.match(ran.stdout, /^ {2}ended {4}exit 0, after \d+ ms \(\d+ ms in the queue\)$/m)
      assert.strictEqual(lines.at(-1), `decision: deny (hook), by hook ${binding}[0]: Not on a Friday.`)
    })
  )

  it.live("and says why an answer does not fit, and what to write instead (CLI-51)", () =>
    Effect.gen(function* () {
      const project = yield* projectWith({
        beforeShellExecution: [{ command: `echo checked; echo '{"permission":"allow"}'` }]
      })
      const ran = yield* fire(project, "beforeShellExecution", push)
      assert.match(ran.stdout, /^ {2}stdout {3}checked\n {11}\| \{"permission":"allow"\}$/m)
      assert.match(
        ran.stdout,
        /^ {2}warning {2}there is text before or after the JSON: checked .* \[cursor\/malformed-answer\]\n {11}Write \{/m
      )
      assert.strictEqual(ran.code, 1)
    })
  )

  it.live("and says what is wrong with the files, which may be why a hook did not run (CLI-51)", () =>
    Effect.gen(function* () {
      const project = yield* projectWith({
        beforeShelExecution: [{ command: "true" }],
        stop: [{ command: "true" }],
        beforeShellExecution: [{ command: "true", matcher: "(" }]
      })
      const ran = yield* fire(project, "beforeShellExecution", push)
      assert.match(
        ran.stdout,
        /^warning: .*hooks\.json:1:\d+: beforeShelExecution: .*\[cursor\/unknown-event\]\n {2}Did you/m
      )
      assert.match(ran.stdout, /\[cursor\/bad-matcher\]/)
      const { report } = yield* fireJson(project, "beforeShellExecution", push)
      assert.includeMembers(
        report.diagnostics.map(({ code }) => code),
        ["cursor/unknown-event", "cursor/bad-matcher"]
      )
    })
  )

  it.live.each([
    ["execute", allow, ["execute", undefined, 0]],
    ["deny", { permission: "deny" }, ["deny", "hook", 1]],
    ["confirm", { permission: "ask" }, ["confirm", "hook", 1]]
  ] as const)("%s before an operation", ([, answer, expected]) =>
    Effect.gen(function* () {
      const project = yield* projectWith({ beforeShellExecution: [answering(answer)] })
      assert.deepStrictEqual(yield* decided(project, "beforeShellExecution", push), expected)
    })
  )

  it.live.each([
    ["proceed", { continue: true }, ["proceed", undefined, 0]],
    ["halt", { continue: false, user_message: "It holds a key." }, ["halt", "hook", 1]]
  ] as const)("%s on a prompt", ([, answer, expected]) =>
    Effect.gen(function* () {
      const project = yield* projectWith({ beforeSubmitPrompt: [answering(answer)] })
      assert.deepStrictEqual(yield* decided(project, "beforeSubmitPrompt", prompt), expected)
    })
  )

  it.live("none where nothing can be prevented, whatever the hook does", () =>
    Effect.gen(function* () {
      const project = yield* projectWith({
        stop: [answering({ followup_message: "Run the tests." })],
        afterShellExecution: [{ command: "exit 2" }]
      })
      const { code, report } = yield* fireJson(project, "stop", { status: "completed" })
      assert.deepStrictEqual([report.decision, code], [{ kind: "none" }, 0])
      assert.strictEqual(report.merged.continuation?.message, "Run the tests.")
      assert.deepStrictEqual(yield* decided(project, "afterShellExecution", push), ["none", undefined, 0])
    })
  )

  it.live("all hooks of the same moment, of whichever event (CLI-47)", () =>
    Effect.gen(function* () {
      const project = yield* projectWith({
        preToolUse: [answering({ permission: "deny", agent_message: "no shell" })],
        beforeShellExecution: [answering(allow)],
        beforeMCPExecution: [{ command: "touch mcp" }]
      })
      const { report } = yield* fireJson(project, "beforeShellExecution", push)
      assert.deepStrictEqual(
        report.hooks.map(({ binding, effects }) => [binding.replace(/.*#/, ""), effects.verdict]),
        [
          ["preToolUse[0]", "deny"],
          ["beforeShellExecution[0]", "allow"]
        ]
      )
      assert.match(report.notMatched[0]?.why ?? "", /beforeMCPExecution is not about Shell/)
      assert.isUndefined(project.read("mcp"))
      assert.strictEqual(report.decision.reason, "no shell")
    })
  )

  it.live("and nothing that the moment is about", () =>
    Effect.gen(function* () {
      const project = yield* projectWith({ beforeShellExecution: [answering(allow)] })
      assert.deepStrictEqual(yield* decided(project, "beforeShellExecution", { command: "touch has-run" }), [
        "execute",
        undefined,
        0
      ])
      assert.isUndefined(project.read("has-run"))
    })
  )

  it.live("of the files that are named, before those of the project, or only these", () =>
    Effect.gen(function* () {
      const project = yield* projectWith({ beforeShellExecution: [answering(allow)] })
      project.write("mine.json", hooksText({ command: `echo '{"permission":"deny","agent_message":"mine"}'` }))
      const both = yield* fireJson(project, "beforeShellExecution", push, ["--trust-project", "--hooks", "mine.json"])
      assert.deepStrictEqual(
        both.report.hooks.map(({ effects }) => effects.verdict),
        ["deny", "allow"]
      )
      const only = yield* fireJson(project, "beforeShellExecution", push, ["--hooks-only", "--hooks", "mine.json"])
      assert.deepStrictEqual(
        only.report.hooks.map(({ command }) => command.includes("mine")),
        [true]
      )
    })
  )

  it.live("and says so when there is none, and where it has looked (CLI-51)", () =>
    Effect.gen(function* () {
      const empty = yield* emptyProject
      const nothing = yield* fire(empty, "beforeShellExecution", push)
      assert.match(nothing.stdout, /^warning: no hooks files were found; hooks were looked for at .*hooks\.json \[/m)
      assert.match(nothing.stdout, /^hint: .*user files were not searched \[pawl\/not-searched\]$/m)
      assert.match(nothing.stdout, /\ndecision: execute: no hook was asked\n$/)
      assert.strictEqual(nothing.code, 0)
      const other = yield* projectWith({ stop: [{ command: "true" }] })
      assert.match(
        (yield* fire(other, "beforeShellExecution", push)).stdout,
        /^warning: there is no hook for the moment tool\.pre; hooks were looked for at .*hooks\.json/m
      )
    })
  )

  it.live("and names the hooks whose files are not for this moment (CLI-51)", () =>
    Effect.gen(function* () {
      const project = yield* emptyProject
      project.write("a/.cursor/hooks.json", hooksText({ command: "exit 2" }))
      const here = { cwd: project.file("a") }
      const words = ["--trust-project"]
      const elsewhere = yield* fireJson(project, "beforeShellExecution", { ...push, cwd: "/elsewhere" }, words, here)
      assert.deepStrictEqual(elsewhere.report.hooks, [])
      assert.match(elsewhere.report.notMatched[0]?.why ?? "", /its file is for what happens in .*\/a, and the payload/)
      assert.deepStrictEqual(yield* decided(project, "beforeShellExecution", push, words, here), ["deny", "hook", 1])
    })
  )
})

describe("the payload of pawl fire (CLI-46)", () => {
  it.live.each(captured)("replays a captured one of $event: the hook reads every key of it again", ({ event, text }) =>
    Effect.gen(function* () {
      const project = yield* projectWith({ [event]: [{ command: "cat > read.json" }] })
      project.write("captured.json", text)
      const words = ["--trust-project", "--payload", "captured.json"]
      const { code, report, stderr } = yield* fireJson(project, event, undefined, words)
      assert.strictEqual(code, 0, stderr)
      assert.strictEqual(report.hooks.length, 1, JSON.stringify(report))
      const read = JSON.parse(project.read("read.json") ?? "")
      const payload = JSON.parse(text)
      assert.deepStrictEqual(Object.fromEntries(Object.keys(payload).map((key) => [key, read[key]])), payload)
    })
  )

  it.live("is filled in with what is known where one stands", () =>
    Effect.gen(function* () {
      const project = yield* projectWith({ beforeShellExecution: [{ command: "cat > read.json" }] })
      fs.mkdirSync(project.file("below"))
      yield* fire(project, "beforeShellExecution", push, ["--trust-project"], { cwd: project.file("below") })
      const read = JSON.parse(project.read("read.json") ?? "")
      assert.match(read.conversation_id, /^fire-/)
      const { version } = JSON.parse(fs.readFileSync(new URL("../../package.json", import.meta.url), "utf8"))
      assert.deepInclude(read, {
        ...push,
        generation_id: read.conversation_id,
        session_id: read.conversation_id,
        hook_event_name: "beforeShellExecution",
        workspace_roots: [project.folder],
        host_name: "pawl",
        host_version: version
      })
    })
  )

  it.live("may be left out where an event needs nothing", () =>
    Effect.gen(function* () {
      const project = yield* projectWith({
        sessionStart: [{ command: "cat > read.json" }],
        workspaceOpen: [{ command: "cat > open.json" }]
      })
      assert.deepStrictEqual(yield* decided(project, "sessionStart", undefined), ["none", undefined, 0])
      assert.strictEqual(JSON.parse(project.read("read.json") ?? "").hook_event_name, "sessionStart")
      assert.deepStrictEqual(yield* decided(project, "workspaceOpen", undefined), ["none", undefined, 0])
      assert.notProperty(JSON.parse(project.read("open.json") ?? ""), "conversation_id")
    })
  )

  it.live("may begin with a byte-order mark, as on Windows", () =>
    Effect.gen(function* () {
      const project = yield* projectWith({ beforeShellExecution: [{ command: "exit 2" }] })
      assert.deepStrictEqual(yield* decided(project, "beforeShellExecution", `\ufeff${JSON.stringify(push)}`), [
        "deny",
        "hook",
        1
      ])
    })
  )

  it.live("of the help works for each event, without a change (CLI-45)", () =>
    Effect.gen(function* () {
      const project = yield* emptyProject
      const { stdout } = yield* pawl(["fire", "--help"])
      const lines = stdout
        .split("\n")
        .flatMap((line) => /^ {2}(?:echo '(.*)' \| )?pawl fire (\w+)(?: --payload -)?$/.exec(line) ?? [])
      const examples = Array.from({ length: lines.length / 3 }, (_, index) => lines.slice(3 * index + 1, 3 * index + 3))
      assert.strictEqual(new Set(examples.map(([, event]) => event)).size, 21)
      for (const [payload, event = ""] of examples) {
        const ran = yield* fire(project, event, payload)
        assert.strictEqual(ran.code, 0, event + ran.stderr)
      }
    })
  )
})

describe("the readings (CLI-47)", () => {
  const under = Effect.fnUntraced(function* (event: string, payload: object, definition: { readonly command: string }) {
    const project = yield* projectWith({ [event]: [definition] })
    const kinds: Array<string> = []
    for (const reading of ["as-written", "tight", "shipped"]) {
      const { report } = yield* fireJson(project, event, payload, ["--trust-project", "--reading", reading])
      assert.strictEqual(report.reading, reading)
      kinds.push(report.decision.kind)
    }
    return kinds
  })

  it.live("differ about a question of a preToolUse hook", () =>
    Effect.gen(function* () {
      const kinds = yield* under("preToolUse", tool, answering({ permission: "ask" }))
      assert.deepStrictEqual(kinds, ["execute", "confirm", "confirm"])
    })
  )

  it.live("differ about a denial of a run that fails", () =>
    Effect.gen(function* () {
      const kinds = yield* under("beforeShellExecution", push, answering({ permission: "deny" }, "; exit 1"))
      assert.deepStrictEqual(kinds, ["execute", "deny", "deny"])
    })
  )

  it.live("differ about a hook that says nothing", () =>
    Effect.gen(function* () {
      const kinds = yield* under("beforeShellExecution", push, { command: "true" })
      assert.deepStrictEqual(kinds, ["execute", "execute", "deny"])
    })
  )
})

describe("the hosts and the policy (CLI-47)", () => {
  it.live("a host that never reports the event runs nothing and decides nothing, which is said (CLI-48)", () =>
    Effect.gen(function* () {
      const project = yield* projectWith({
        workspaceOpen: [{ command: "touch ran" }],
        beforeMCPExecution: [{ command: "touch ran" }]
      })
      const mcp = { tool_name: "create_issue", tool_input: "{}" }
      for (const [event, payload, host] of [
        ["workspaceOpen", {}, "reference"],
        ["beforeMCPExecution", mcp, "exec"]
      ] as const) {
        const words = ["--trust-project", "--host", host]
        const { code, report } = yield* fireJson(project, event, payload, words)
        assert.deepStrictEqual([report.decision, report.host, code], [{ kind: "none" }, host, 0])
        assert.include(
          report.diagnostics.map(({ message }) => message),
          `the host "${host}" never reports ${event}, so that no hook was run`
        )
        assert.match((yield* fire(project, event, payload, words)).stdout, /^ {2}host {5}(reference|exec)$/m)
      }
      assert.isUndefined(project.read("ran"))
      yield* fire(project, "beforeMCPExecution", mcp, ["--trust-project", "--host", "mcp"])
      assert.isDefined(project.read("ran"))
    })
  )

  it.live("a host that cannot honour an answer refuses it; one that can is shown what it would do (CLI-49)", () =>
    Effect.gen(function* () {
      const project = yield* projectWith({ preToolUse: [answering({ ...allow, updated_input: { command: "ls" } })] })
      const everything = yield* fireJson(project, "preToolUse", tool)
      assert.deepStrictEqual([everything.report.decision, everything.code], [{ kind: "execute" }, 0])
      assert.deepStrictEqual(everything.report.merged.replacementInput?.value, { command: "ls" })
      assert.strictEqual(everything.report.hooks.length, 1)
      assert.include(
        everything.report.diagnostics.map(({ code }) => code),
        "pawl/rewrite-not-followed"
      )
      const shown = yield* fire(project, "preToolUse", tool)
      assert.match(shown.stdout, /^ {2}input {4}\{"command":"ls"\}$/m)
      assert.match(shown.stdout, /the decision is about the input as it came/)
      const exec = yield* decided(project, "preToolUse", tool, ["--trust-project", "--host", "exec"])
      assert.deepStrictEqual(exec, ["execute", undefined, 0])
      const reference = yield* decided(project, "preToolUse", tool, ["--trust-project", "--host", "reference"])
      assert.deepStrictEqual(reference, ["deny", "unsupported-effect", 1])
    })
  )

  it.live("an input that changes nothing is no rewrite, and one that is none of the tool's denies (CLI-49)", () =>
    Effect.gen(function* () {
      const same = yield* projectWith({ preToolUse: [answering({ ...allow, updated_input: push })] })
      const { code, report } = yield* fireJson(same, "preToolUse", tool)
      assert.deepStrictEqual([report.decision.kind, code], ["execute", 0])
      assert.notInclude(
        report.diagnostics.map((finding) => finding.code),
        "pawl/rewrite-not-followed"
      )
      const other = yield* projectWith({ preToolUse: [answering({ ...allow, updated_input: { path: "x" } })] })
      assert.deepStrictEqual(yield* decided(other, "preToolUse", tool), ["deny", "rewrite-unsupported", 1])
    })
  )

  it.live("a denial stands beside a replaced input (CLI-49)", () =>
    Effect.gen(function* () {
      const project = yield* projectWith({
        preToolUse: [answering({ ...allow, updated_input: { command: "ls" } }), answering({ permission: "deny" })]
      })
      assert.deepStrictEqual(yield* decided(project, "preToolUse", tool), ["deny", "hook", 1])
    })
  )

  it.live("--strict makes a failing hook deny", () =>
    Effect.gen(function* () {
      const project = yield* projectWith({ beforeShellExecution: [{ command: "exit 1" }] })
      assert.deepStrictEqual(yield* decided(project, "beforeShellExecution", push), ["execute", undefined, 0])
      const strict = yield* decided(project, "beforeShellExecution", push, ["--trust-project", "--strict"])
      assert.deepStrictEqual(strict, ["deny", "hook", 1])
    })
  )

  it.live("--headless, or PAWL_HEADLESS, makes a question a denial", () =>
    Effect.gen(function* () {
      const project = yield* projectWith({ beforeShellExecution: [answering({ permission: "ask" })] })
      const unanswered = ["deny", "approval-unavailable", 1] as const
      const words = ["--trust-project"]
      assert.deepStrictEqual(
        yield* decided(project, "beforeShellExecution", push, [...words, "--headless"]),
        unanswered
      )
      const env = environment({ PAWL_HEADLESS: "1" })
      assert.deepStrictEqual(yield* decided(project, "beforeShellExecution", push, words, { env }), unanswered)
    })
  )
})
