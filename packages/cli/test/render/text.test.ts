import { assert, describe, it } from "@effect/vitest"
import type { InvocationRecord } from "@pawl/core"
import { noEffects } from "@pawl/core"
import { confirmQuestion } from "pawl/exec/questions"
import { configurationText, eventText, findingText, gateText, notSearchedText } from "pawl/exec/report"
import { diagnosticText } from "pawl/render/diagnostic"
import { foreignText } from "pawl/render/foreignText"
import { sentence } from "pawl/render/sentence"

const nasty = "no\u001b[2K\r\npawl: allowed\u202e"

describe("text that Pawl did not write (CLI-6)", () => {
  it("is shown with what cannot be seen in it, and every line of it stands behind a margin", () => {
    assert.strictEqual(foreignText(nasty, "> "), "no\\x1b[2K\n> pawl: allowed\\u202e")
    assert.strictEqual(sentence(nasty), "pawl: no\\x1b[2K\\r\\npawl: allowed\\u202e\n")
  })

  it("is escaped wherever a finding quotes it", () => {
    const text = diagnosticText({
      code: "a/b\u0007",
      severity: "error",
      message: "bad \u001b",
      file: "/x\n/hooks.json",
      place: { line: 2, column: 3, at: "stop[0].\u001b" }
    })
    assert.strictEqual(text, "/x\\n/hooks.json:2:3: stop[0].\\x1b: bad \\x1b [a/b\\x07]")
  })

  it("is behind its author in a question, with the command as it is", () => {
    const text = confirmQuestion(
      { text: "rm -rf ~\u001b[8m", program: "rm", arguments: [] },
      { text: "sure?\nRun it? [y/N] y", author: "hook", cause: "hook", binding: "f#e[0]" }
    )
    assert.strictEqual(
      text,
      [
        "pawl: A hook asks (f#e[0]):",
        "pawl:   sure?",
        "pawl:   Run it? [y/N] y",
        "pawl: before this is run:",
        "pawl:   rm -rf ~\\x1b[8m",
        "pawl: Run it? [y/N] "
      ].join("\n")
    )
  })
})

describe("what is said about a finding (CLI-15)", () => {
  const finding = {
    code: "a/b",
    message: "stop[0]: it is odd",
    file: "/h.json",
    place: { line: 1, column: 2, at: "stop[0].x" }
  }

  it("names the definition once", () => {
    assert.strictEqual(diagnosticText({ ...finding, severity: "warning" }), "/h.json:1:2: stop[0].x: it is odd [a/b]")
  })

  it("has a line for errors and warnings, and none for advice", () => {
    assert.strictEqual(
      findingText({ ...finding, severity: "error" }),
      "pawl: error: /h.json:1:2: stop[0].x: it is odd [a/b]\n"
    )
    assert.isUndefined(findingText({ ...finding, severity: "hint" }))
  })
})

describe("what is said of the hooks files before a command (CLI-15)", () => {
  it("is each error, and one line for the warnings of a file", () => {
    const of = (severity: "error" | "warning" | "hint", file: string) =>
      ({ code: "a/b", severity, message: "odd", file }) as const
    assert.deepStrictEqual(
      configurationText([
        of("warning", "/a.json"),
        of("error", "/b.json"),
        of("warning", "/a.json"),
        of("hint", "/a.json"),
        of("warning", "/b.json")
      ]),
      [
        "pawl: error: /b.json: odd [a/b]\n",
        "pawl: /a.json: 2 warnings; pawl check shows what they are\n",
        "pawl: /b.json: 1 warning; pawl check shows what they are\n"
      ]
    )
  })
})

describe("what the engine and hooks say (CLI-15)", () => {
  const notice = (level: "info" | "warning" | "denied", author: "hook" | "engine", binding?: string) =>
    eventText({
      _tag: "NoticeSent",
      notice: { text: "text", level, author, ...(binding === undefined ? {} : { binding }) }
    })

  it.each([
    ["denied", "hook", "h", "pawl: denied by hook h: text\n"],
    ["denied", "engine", "h", "pawl: denied because of hook h: text\n"],
    ["denied", "engine", undefined, "pawl: denied: text\n"],
    ["warning", "hook", "h", "pawl: warning from hook h: text\n"],
    ["warning", "engine", "h", "pawl: warning about hook h: text\n"],
    ["info", "hook", "h", "pawl: from hook h: text\n"],
    ["info", "engine", undefined, "pawl: text\n"]
  ] as const)("says whose words they are: %s by %s about %s", (level, author, binding, text) => {
    assert.strictEqual(notice(level, author, binding), text)
  })
})

describe("the line that names the gate (CLI-15, CLI-7)", () => {
  const record = (verdict: "allow" | "none"): InvocationRecord => ({
    binding: "h",
    event: "e",
    command: "c",
    exit: { kind: "exited", code: 0 },
    durationMs: 1,
    queuedMs: 0,
    stdoutBytes: 0,
    stdoutTruncated: false,
    stderrTail: "",
    stderrTruncated: false,
    removedEnv: [],
    leftRunning: [],
    effects: { ...noEffects, verdict }
  })
  const unsearched = [
    { kind: "team", places: [], why: "" },
    { kind: "user", places: [], why: "" },
    { kind: "user", places: [], why: "" }
  ] as const

  it.each([
    [[record("allow")], 1, "pawl: 1 hook; team and user files were not searched\n"],
    [[record("allow"), record("none")], 3, "pawl: 2 hooks, 1 gave no answer; team and user files were not searched\n"],
    [[], 2, "pawl: none of 2 hooks is for this command; team and user files were not searched\n"]
  ] as const)("counts hooks and missing answers", (records, inForce, text) => {
    assert.strictEqual(gateText(records, inForce, unsearched), text)
  })

  it("says nothing of files when all were searched", () => {
    assert.strictEqual(gateText([record("allow")], 1, []), "pawl: 1 hook\n")
    assert.strictEqual(notSearchedText([]), "")
  })
})
