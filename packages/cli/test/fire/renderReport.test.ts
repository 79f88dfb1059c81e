import { assert, describe, it } from "@effect/vitest"
import { type Diagnostic, type DispatchOutcome, type InvocationRecord, nothingMerged, reduce } from "@pawl/core"
import { record } from "@pawl/core/testing"
import type { Decision } from "@pawl/permission"
import * as Result from "effect/Result"
import type { Fired } from "pawl/fire/fire"
import { denial, makeReport, notAsked } from "pawl/fire/makeReport"
import { type FireCall, parseCall } from "pawl/fire/parseCall"
import { renderReport } from "pawl/fire/renderReport"
import { noPaint } from "pawl/render/paint"

const callOf = (...words: ReadonlyArray<string>): FireCall => {
  const call = Result.getOrThrow(parseCall(words))
  if (call === "help") throw new Error("a call was expected")
  return call
}

const about = { event: "beforeShellExecution", boundary: "tool.pre", host: "everything", reading: "tight" } as const

const outcomeOf = (records: ReadonlyArray<InvocationRecord>, more: Partial<DispatchOutcome> = {}): DispatchOutcome => ({
  ...notAsked(about, 1),
  records,
  merged: records.length === 0 ? nothingMerged : reduce(records),
  ...more
})

interface Given {
  readonly outcome?: DispatchOutcome
  readonly decision?: Decision
  readonly findings?: ReadonlyArray<Diagnostic>
  readonly stdout?: Readonly<Record<string, string>>
  readonly headless?: boolean
  readonly call?: FireCall
}

const rendered = ({ call = callOf("beforeShellExecution"), ...given }: Given): ReadonlyArray<string> => {
  const {
    decision = { _tag: "Execute" },
    findings = [],
    headless = false,
    outcome = outcomeOf([]),
    stdout = {}
  } = given
  const outputs = new Map(Object.entries(stdout).map(([binding, text]) => [binding, new TextEncoder().encode(text)]))
  const fired: Fired = { report: makeReport(about, outcome, decision, findings), decision, outputs, headless }
  const text = renderReport(fired, call, noPaint)
  assert.isTrue(text.endsWith("\n"))
  return text.slice(0, -1).split("\n")
}

const h = "/repo/hooks.json#beforeShellExecution[0]"
const denied = { text: "not today", author: "hook", cause: "hook", binding: h } as const

describe("the report of pawl fire for people (CLI-51)", () => {
  it("is the call, each hook, each other hook, what they come to, and the decision", () => {
    const ran: InvocationRecord = {
      ...record(
        { verdict: "deny", reasons: [denied], notices: [{ text: "look", author: "hook", level: "denied" }] },
        h
      ),
      command: "./guard.sh",
      durationMs: 12.4,
      queuedMs: 0.6,
      stderrTail: "one\ntwo\n"
    }
    const outcome = outcomeOf([ran], { notMatched: [{ binding: "other", why: "it is for another one" }] })
    const decision: Decision = { _tag: "Deny", reason: denied }
    assert.deepStrictEqual(rendered({ outcome, decision, stdout: { [h]: '{"permission":"deny"}\n' } }), [
      "beforeShellExecution (tool.pre)",
      "  host     everything: one that reports and honours all there is",
      "  reading  tight",
      "  policy   a hook that fails counts as its definition says; somebody is there to answer a question",
      "  payload  none: the moment is made from where you stand",
      `hook ${h}`,
      "  command  ./guard.sh",
      "  ended    exit 0, after 12 ms (1 ms in the queue)",
      '  stdout   {"permission":"deny"}',
      "  stderr   one",
      "           | two",
      "  answer   deny",
      "  reason   by the hook: not today",
      "  notice   by the hook: look",
      "not run other: it is for another one",
      "all hooks together",
      `  verdict  deny by ${h}`,
      `decision: deny (hook), by hook ${h}: not today`
    ])
  })

  it("says how the call was made", () => {
    const call = callOf("beforeShellExecution", "--strict", "--payload", "a\u001b.json")
    const lines = rendered({ call, headless: true })
    assert.include(lines, "  policy   strict: a hook that fails to answer denies; nobody is there to answer a question")
    assert.include(lines, "  payload  a\\x1b.json")
  })

  it.each([
    [{ kind: "exited", code: 3 }, "exit 3, after 1 ms (0 ms in the queue)"],
    [{ kind: "signalled", signal: "SIGKILL" }, "died of SIGKILL, after 1 ms (0 ms in the queue)"],
    [{ kind: "timedOut" }, "its time was over, after 1 ms (0 ms in the queue)"],
    [
      { kind: "timedOut", lateCode: 2 },
      "its time was over, exit 2 when it was asked to end, after 1 ms (0 ms in the queue)"
    ],
    [
      { kind: "spawnFailed", errno: "ENOENT", message: "no\u001b such" },
      "could not be started (ENOENT): no\\x1b such, after 1 ms (0 ms in the queue)"
    ],
    [{ kind: "lost" }, "lost before it answered, after 1 ms (0 ms in the queue)"],
    [{ kind: "notStarted" }, "not started"]
  ] as const)("says how a hook has ended: %j", (exit, text) => {
    assert.include(rendered({ outcome: outcomeOf([{ ...record({}, h), exit }]) }), `  ended    ${text}`)
  })

  it("says that a hook has answered nothing, and a reason to halt once", () => {
    assert.include(rendered({ outcome: outcomeOf([record({}, h)]) }), "  answer   none")
    const halt = { text: "stop", author: "hook", cause: "hook" } as const
    const lines = rendered({ outcome: outcomeOf([record({ halt, reasons: [halt] }, h)]) })
    assert.strictEqual(lines.filter((line) => line.endsWith(": stop")).length, 1)
  })

  it("shows everything else that a hook can answer; of variables the names alone", () => {
    const effects = {
      replacementInput: { command: "ls" },
      replacementResult: [1],
      modelContext: "be brief\nand kind",
      sessionEnv: { TOKEN: "secret", B: "2" },
      halt: { text: "stop", author: "hook", cause: "hook" },
      continuation: { message: "go on", loopLimit: 5 },
      extensions: [{ id: "acme/paths", value: ["/p"] }]
    } as const
    const lines = rendered({ outcome: outcomeOf([record(effects, h)]) })
    for (const line of [
      "  halt     by the hook: stop",
      '  input    {"command":"ls"}',
      "  result   [1]",
      "  context  be brief",
      "           | and kind",
      "  env      TOKEN, B",
      "  go on    at most 5 times in a turn: go on",
      '  acme/paths ["/p"]',
      `  input    {"command":"ls"} by ${h}`,
      `  env      TOKEN, B by ${h}`,
      `  halt     held by ${h}`
    ]) {
      assert.include(lines, line)
    }
    assert.notInclude(lines.join("\n"), "secret")
    assert.isFalse(lines.some((line) => line.startsWith("  answer ")))
  })

  it("has what was found about a hook below it, about the files above, and the rest before the decision", () => {
    const finding = (message: string, more: Partial<Diagnostic>): Diagnostic => ({
      code: "a/b",
      severity: "warning",
      message,
      ...more
    })
    const command = "./guard.sh"
    const outcome = outcomeOf([{ ...record({}, h), command }], {
      diagnostics: [
        finding(`beforeShellExecution[0] (${command}): exit 1; that counts as no opinion`, {
          binding: h,
          hint: "look"
        }),
        finding("it is nested", {})
      ]
    })
    const findings = [
      finding("stop[0]: it is odd", { file: "/repo/hooks.json", place: { line: 3, column: 4, at: "stop[0]" } }),
      finding("stop[1]: it is odd", { file: "/repo/hooks.json" }),
      finding("never fires", { file: "/repo/hooks.json", binding: "/repo/hooks.json#stop[0]", dependsOnHost: true }),
      finding("not honoured", { file: "/repo/hooks.json", binding: h, dependsOnHost: true }),
      finding("a hint", { file: "/repo/hooks.json", severity: "hint" })
    ]
    const lines = rendered({ outcome, findings })
    assert.strictEqual(lines[5], "warning: /repo/hooks.json:3:4: stop[0]: it is odd [a/b] (and 1 more like it)")
    assert.strictEqual(lines[6], "warning: /repo/hooks.json: not honoured [a/b]")
    assert.strictEqual(lines[7], `hook ${h}`)
    const at = lines.indexOf("  warning  exit 1; that counts as no opinion [a/b]")
    assert.strictEqual(lines[at + 1], "           Look")
    assert.strictEqual(lines.at(-2), "warning: it is nested [a/b]")
  })

  it.each([
    [{ _tag: "Execute" }, "decision: execute: no hook was asked"],
    [{ _tag: "Proceed" }, "decision: proceed: no hook was asked"],
    [{ _tag: "None" }, "decision: none: nothing is decided here"],
    [denial("untrusted", "nobody\nhas"), "decision: deny (untrusted): nobody\\nhas"],
    [
      { _tag: "Halt", reason: { ...denied, author: "engine", text: "no answer" } },
      `decision: halt (hook), because of hook ${h}: no answer`
    ]
  ] as const)("ends with the decision: %j", (decision, line) => {
    assert.strictEqual(rendered({ decision }).at(-1), line)
  })

  it("does not call it allowed when no hook stands against it", () => {
    const lines = rendered({ outcome: outcomeOf([record({ verdict: "allow" }, h)]) })
    assert.strictEqual(lines.at(-1), "decision: execute: no hook stands against it")
    assert.notInclude(lines.at(-1) ?? "", "allow")
  })
})
