import { spawnSync } from "node:child_process"
import * as fs from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { bundle, pawl, type Ran, run } from "../support/pawl.ts"
import type { Project } from "../support/project.ts"
import { atTerminal, hasTerminal, pawlInShell } from "../support/terminal.ts"
import { fire, projectWith, push } from "./support.ts"

const isRoot = process.getuid?.() === 0
/** What starts a program as root that may not read everything: root without these two rights. */
const withoutRights = ["setpriv", "--bounding-set", "-dac_override,-dac_read_search"]
const canDropRights = spawnSync("setpriv", [...withoutRights.slice(1), "true"]).status === 0

/** Exit code 2, one sentence by Pawl, no stack trace, and no hook has run. */
const refused = (project: Project, ran: Ran, text: RegExp) => {
  assert.strictEqual(ran.code, 2, ran.stdout + ran.stderr)
  assert.match(ran.stderr, text)
  assert.match(ran.stderr, /^pawl: fire: [^\n]* See pawl fire --help\.\n$/)
  assert.strictEqual(ran.stdout, "")
  assert.isUndefined(project.read("ran"))
}

const guarded = projectWith({ beforeShellExecution: [{ command: "touch ran" }] })

describe("calls that cannot be followed: one clear sentence and 2 (CLI-45, CLI-46)", () => {
  it.live("an event that there is not, with the one that was meant, or with all", () =>
    Effect.gen(function* () {
      const project = yield* guarded
      for (const [event, text] of [
        ["beforeShelExecution", /there is no event beforeShelExecution; did you mean beforeShellExecution\? See/],
        ["PreToolUse", /did you mean preToolUse\?/],
        ["UserPromptSubmit", /did you mean beforeSubmitPrompt\?/],
        ["Notification", /there is no event Notification; there are sessionStart, sessionEnd, .*, workspaceOpen\. See/],
        ["x\u001b[2J\u202e", /there is no event x\\x1b\[2J\\u202e;/]
      ] as const) {
        refused(project, yield* fire(project, event, push), text)
      }
    })
  )

  it.live("no payload where the event needs one, with the field and an example", () =>
    Effect.gen(function* () {
      const project = yield* guarded
      refused(
        project,
        yield* fire(project, "beforeShellExecution", undefined),
        /beforeShellExecution needs a payload: "command" must be a text, and is missing; for example: echo '\{"command":"git push --force origin main"\}' \| pawl fire beforeShellExecution --payload -\./
      )
      refused(
        project,
        yield* fire(project, "stop", undefined),
        /stop needs a payload: "status" must be "completed", .*missing/
      )
    })
  )

  it.live("a payload that does not fit the event", () =>
    Effect.gen(function* () {
      const project = yield* guarded
      for (const [payload, text] of [
        ["", /this is no payload of beforeShellExecution: the payload is empty; for example: echo/],
        ["git push", /the payload is not JSON: /],
        ['{"command":"a"} {"command":"b"}', /the payload is not JSON: /],
        ['["git push"]', /the payload is no JSON object/],
        ["null", /the payload is no JSON object/],
        ["{}", /"command" must be a text, and is missing/],
        ['{"command":1}', /"command" must be a text;/],
        [`{"hook_event_name":"stop","status":"completed"}`, /the payload is one of stop, not of beforeShellExecution/],
        [`${"[".repeat(100_000)}`, /the payload is not JSON: /]
      ] as const) {
        refused(project, yield* fire(project, "beforeShellExecution", payload), text)
      }
      const bytes = `printf '{"command":"\\377"}' | "$0" "$1" fire beforeShellExecution --trust-project --payload -`
      const notUtf8 = yield* run("/bin/sh", ["-c", bytes, process.execPath, bundle], { cwd: project.folder })
      refused(project, notUtf8, /the payload is not UTF-8/)
    })
  )

  it.live("a payload that is no file, or a file that is too large, at once", () =>
    Effect.gen(function* () {
      const project = yield* guarded
      fs.mkdirSync(project.file("folder"))
      yield* run("mkfifo", [project.file("fifo")])
      fs.truncateSync(project.write("large.json", ""), 50 * 1024 * 1024)
      fs.symlinkSync("nowhere", project.file("link"))
      for (const [name, text] of [
        ["none.json", /there is no file none\.json\./],
        ["link", /there is no file link\./],
        ["none.json/x", /there is no file none\.json\/x\./],
        ["folder", /folder is a directory, not a file\./],
        ["fifo", /fifo is a FIFO; pipe it into pawl and write --payload -\./],
        ["/dev/zero", /\/dev\/zero is a device, not a file; pipe it/],
        ["large.json", /large\.json is larger than 4194304 bytes, the most that a payload may have\./]
      ] as const) {
        const words = ["--trust-project", "--payload", name]
        refused(project, yield* fire(project, "beforeShellExecution", undefined, words), text)
      }
    })
  )

  it.live.skipIf(isRoot && !canDropRights)("a payload that may not be read", () =>
    Effect.gen(function* () {
      const project = yield* guarded
      project.write("secret.json", JSON.stringify(push), 0o000)
      const words = [process.execPath, bundle, "fire", "beforeShellExecution", "--payload", "secret.json"]
      const [program = "", ...rest] = isRoot ? [...withoutRights, ...words] : words
      refused(project, yield* run(program, rest, { cwd: project.folder }), /secret\.json may not be read\./)
    })
  )

  it.live("a standard input that goes on for ever, is a directory, or is closed", () =>
    Effect.gen(function* () {
      const project = yield* guarded
      for (const [line, text] of [
        [`yes | "$0" "$1" fire beforeShellExecution --payload -`, /standard input is larger than 4194304 bytes/],
        [`"$0" "$1" fire beforeShellExecution --payload - < .`, /standard input is a directory, not a file\./],
        [`"$0" "$1" fire beforeShellExecution --payload - <&-`, /the payload is empty/]
      ] as const) {
        const ran = yield* run("/bin/sh", ["-c", line, process.execPath, bundle], { cwd: project.folder })
        refused(project, ran, text)
      }
    })
  )

  it.live.skipIf(!hasTerminal)("a standard input that is a terminal (needs script(1))", () =>
    Effect.gen(function* () {
      const project = yield* guarded
      const session = yield* atTerminal(`${pawlInShell} fire stop --payload -`, { cwd: project.folder })
      assert.strictEqual((yield* session.end).code, 2)
      assert.include(session.screen(), "standard input is a terminal; pipe a payload into pawl, or name a file.")
    })
  )

  it.live("wrong words, none, or one too many", () =>
    Effect.gen(function* () {
      const project = yield* guarded
      for (const [words, text] of [
        [[], /there is no EVENT; write pawl fire EVENT\./],
        [["stop", "stop"], /there is one EVENT too many, stop/],
        [["stop", "--host", "exce"], /there is no host exce; did you mean exec\?/],
        [["stop", "--reading=x"], /there is no reading x; there are as-written, tight, shipped\./],
        [["stop", "--trust"], /there is no flag --trust/]
      ] as const) {
        refused(project, yield* pawl(["fire", ...words], { cwd: project.folder }), text)
      }
    })
  )
})
