import { assert, describe, it } from "@effect/vitest"
import type { Diagnostic, InvocationRecord, Reason } from "@pawl/core"
import { record } from "@pawl/core/testing"
import * as Arbitrary from "effect/Arbitrary"
import * as Schema from "effect/Schema"
import { notRunBecause } from "pawl/exec/NotRun"
import { type CommandQuestion, confirmQuestion } from "pawl/exec/questions"
import { configurationText, findingText, gateText, noticeText, reasonText } from "pawl/exec/report"
import { notSearchedText } from "pawl/hooks/notSearchedText"
import { diagnosticText } from "pawl/render/diagnostic"
import { foreignText } from "pawl/render/foreignText"
import { sentence } from "pawl/render/sentence"

const question = (command: string, more: Partial<CommandQuestion> = {}) =>
  confirmQuestion({ command, folder: undefined, isRewritten: false, isAgain: false, reasons: [], ...more })

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
    const text = question("rm -rf ~\u001b[8m", {
      reasons: [
        { text: "sure?\nRun it? [y/N] y", author: "hook", cause: "hook", binding: "f#e[0]" },
        { text: "Hook x asks.", author: "engine", cause: "hook", binding: "f#e[1]" }
      ]
    })
    assert.strictEqual(
      text,
      [
        "pawl: A hook asks (f#e[0]):",
        "pawl:   sure?",
        "pawl:   Run it? [y/N] y",
        "pawl: Pawl asks (f#e[1]):",
        "pawl:   Hook x asks.",
        "pawl: before this is run:",
        "pawl:   rm -rf ~\\x1b[8m",
        "pawl: Run it? [y/N] "
      ].join("\n")
    )
  })
})

describe("the command in a question (CLI-14)", () => {
  it("stands with the folder that a hook has named, with who has put it there, and why one is asked again", () => {
    assert.strictEqual(
      question("ls", { folder: "/tmp/\u001bx", isRewritten: true, isAgain: true }),
      [
        "pawl: What judges the command, or the command, has changed meanwhile, so this is asked again.",
        "pawl: before this is run in /tmp/\\x1bx, which a hook has put in the place of your command:",
        "pawl:   ls",
        "pawl: Run it? [y/N] "
      ].join("\n")
    )
  })

  const textOf = (text: string) => question(text)
  const Command = Arbitrary.map(
    Arbitrary.array(Arbitrary.schema(Schema.Literals(["\\", "n", "x1b", "\n", "\u001b", "\u200b", "u200b", "a"])), {
      maxLength: 6
    }),
    (pieces) => pieces.join("")
  )

  it("tells a line break from a backslash and an n", () => {
    assert.include(textOf("a\nb"), "pawl:   a\\nb\n")
    assert.include(textOf("a\\nb"), "pawl:   a\\\\nb\n")
  })

  it.prop("is never the same for two different commands", [Command, Command], ([one, other]) => {
    assert.strictEqual(textOf(one) === textOf(other), one === other)
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

describe("a finding about a run of a hook (CLI-6)", () => {
  const about = (message: string): Diagnostic => ({
    code: "a/b",
    severity: "warning",
    message,
    binding: "/h.json#stop[0]"
  })

  it.each([
    [
      "the hook /h.json#stop[0] matches and was not run: stop[0]: it is odd",
      "the hook /h.json#stop[0] matches and was not run: it is odd [a/b]"
    ],
    ["stop[0] (./x.sh): exit 1", "/h.json#stop[0] (./x.sh): exit 1 [a/b]"],
    ["stop[0]: exit 1", "/h.json#stop[0]: exit 1 [a/b]"],
    ["no end", "/h.json#stop[0]: no end [a/b]"]
  ])("names the hook once: %s", (message, text) => {
    assert.strictEqual(diagnosticText(about(message)), text)
  })
})

describe("what stands against running a command (CLI-8)", () => {
  const error = (message: string, hint?: string): Diagnostic => ({
    code: "a/b",
    severity: "error",
    file: "/h.json",
    place: { line: 1, column: 2 },
    message,
    ...(hint === undefined ? {} : { hint })
  })

  it.each([
    [error("it is odd", "write , between two values"), "/h.json:1:2: it is odd. Write , between two values.\n"],
    [error("It is odd.", "Write it otherwise."), "/h.json:1:2: It is odd. Write it otherwise.\n"],
    [error("it is odd"), "/h.json:1:2: it is odd\n"]
  ])("is what happened and what to do about it, in a sentence each", (finding, text) => {
    assert.strictEqual(notRunBecause(126, [finding]).text, `pawl: not run: ${text}`)
  })
})

describe("what is said of the hooks files before a command (CLI-15)", () => {
  const of = (severity: "error" | "warning" | "hint", file: string, message: string, more: Partial<Diagnostic> = {}) =>
    ({ code: "a/b", severity, message, file, ...more }) as const

  it("is each error, and each warning once for its kind and file, in the order of the files", () => {
    assert.deepStrictEqual(
      configurationText([
        of("warning", "/a.json", "first"),
        of("error", "/a.json", "wrong"),
        of("error", "/a.json", "wrong too"),
        of("warning", "/a.json", "second"),
        of("warning", "/a.json", "another", { code: "c/d" }),
        of("warning", "/a.json", "third"),
        of("hint", "/a.json", "advice"),
        of("warning", "/b.json", "first")
      ]),
      [
        "pawl: warning: /a.json: first [a/b] (and 2 more like it)\n",
        "pawl: error: /a.json: wrong [a/b]\n",
        "pawl: error: /a.json: wrong too [a/b]\n",
        "pawl: warning: /a.json: another [c/d]\n",
        "pawl: warning: /b.json: first [a/b]\n"
      ]
    )
  })

  it("is nothing of what only this host makes of a file, unless that is an error", () => {
    const here = { dependsOnHost: true }
    assert.deepStrictEqual(
      configurationText([
        of("warning", "/a.json", "never fires", here),
        of("hint", "/a.json", "advice", here),
        of("error", "/a.json", "nothing is used", here)
      ]),
      ["pawl: error: /a.json: nothing is used [a/b]\n"]
    )
  })
})

describe("what the engine and hooks say (CLI-15)", () => {
  const notice = (level: "info" | "warning" | "denied", author: "hook" | "engine", binding?: string) =>
    noticeText({ text: "text", level, author, ...(binding === undefined ? {} : { binding }) })

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

  it("says so of reasons too, and leaves the hook's name out of a text of Pawl's that follows it", () => {
    const reason: Reason = {
      text: "stop[0]: it is odd",
      author: "engine",
      cause: "configuration",
      binding: "/h#stop[0]"
    }
    assert.strictEqual(reasonText("denied", reason), "pawl: denied because of hook /h#stop[0]: it is odd\n")
    assert.strictEqual(
      reasonText("denied", { ...reason, author: "hook" }),
      "pawl: denied by hook /h#stop[0]: stop[0]: it is odd\n"
    )
    assert.strictEqual(reasonText("asked", { ...reason, text: "why" }), "pawl: question of hook /h#stop[0]: why\n")
    assert.strictEqual(
      reasonText("asked", { ...reason, author: "hook", text: "sure?" }),
      "pawl: question by hook /h#stop[0]: sure?\n"
    )
  })
})

describe("the line that names the gate (CLI-15, CLI-7)", () => {
  const answered = record({ verdict: "allow" })
  const silent = record({ verdict: "none" })
  const withheld: InvocationRecord = { ...silent, exit: { kind: "notStarted" } }
  const unsearched = [
    { kind: "team", places: [], why: "" },
    { kind: "user", places: [], why: "" },
    { kind: "user", places: [], why: "" }
  ] as const

  const receipts = (records: ReadonlyArray<InvocationRecord>) =>
    records.map(({ effects, ...record }) => ({ ...record, verdict: effects.verdict }))
  const gate = (records: ReadonlyArray<InvocationRecord>, inForce: number, verdict = "none") =>
    gateText({ invocations: receipts(records), verdict }, inForce, unsearched)

  it.each([
    [[answered], 1, "1 hook asked"],
    [[answered, silent], 3, "2 hooks asked, 1 gave no answer"],
    [[answered, withheld], 3, "1 hook asked, 1 could not be run"],
    [[withheld], 1, "no hook was asked, 1 could not be run"],
    [[], 2, "none of 2 hooks is for this command"],
    [[], 1, "the only hook is not for this command"]
  ] as const)("counts hooks and missing answers", (records, inForce, text) => {
    assert.strictEqual(gate(records, inForce), `pawl: ${text}; team and user files were not searched\n`)
  })

  it("says nothing of what hooks are for when none was asked about it", () => {
    assert.strictEqual(gate([], 2, "deny"), "pawl: no hook was asked; team and user files were not searched\n")
  })

  it("says nothing of files when all were searched", () => {
    assert.strictEqual(gateText({ invocations: receipts([answered]), verdict: "none" }, 1, []), "pawl: 1 hook asked\n")
    assert.strictEqual(notSearchedText([]), "")
  })
})
