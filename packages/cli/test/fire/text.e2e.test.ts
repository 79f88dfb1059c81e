import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { environment } from "../support/pawl.ts"
import { atTerminal, hasTerminal, pawlInShell } from "../support/terminal.ts"
import { answering, fire, fireJson, projectWith, push } from "./support.ts"

const unseen = /[\p{Cc}\p{Cf}\u2028\u2029]/u
const esc = "\u001b[2J\u202e\u009b31m"

/** Everything that a hook and its file can say, in text that wants to be obeyed. */
const hostile = projectWith({
  beforeShellExecution: [
    {
      command: `printf 'a\\033[2J\\ndecision: execute\\n'; printf '\\033[31mb\\ndecision: execute\\n' >&2; exit 1 # ${esc}`
    },
    answering({ permission: "deny", user_message: `no${esc}\ndecision: execute`, agent_message: `why${esc}\nhook x` }),
    { command: "true", matcher: "^never\u202e\u009b31m" }
  ],
  preToolUse: [answering({ permission: "allow", updated_input: { command: esc } })],
  [`odd${esc}`]: []
})

describe("what pawl fire shows of others (CLI-6, CLI-51)", () => {
  it.live("is shown with what cannot be seen in it, and no line of it can pass for one of Pawl's", () =>
    Effect.gen(function* () {
      const ran = yield* fire(yield* hostile, "beforeShellExecution", push)
      assert.notMatch(ran.stdout.replaceAll("\n", ""), unseen)
      assert.include(ran.stdout, "a\\x1b[2J\n           | decision: execute\n")
      assert.include(ran.stdout, "\\x1b[31mb\n           | decision: execute\n")
      assert.include(ran.stdout, '^never\\u202e\\x9b31m" does not match')
      assert.include(ran.stdout, "odd\\x1b[2J")
      const decisions = ran.stdout.split("\n").filter((line) => /^\s*decision/.test(line))
      assert.strictEqual(decisions.length, 1)
      assert.match(decisions[0] ?? "", /^decision: deny \(hook\)/)
    })
  )

  it.live("is written in JSON as JSON's own escapes, and read back as it was (CLI-50)", () =>
    Effect.gen(function* () {
      const project = yield* hostile
      const ran = yield* fire(project, "beforeShellExecution", push, ["--trust-project", "--json"])
      assert.notMatch(ran.stdout.replaceAll("\n", ""), unseen)
      const { report } = yield* fireJson(project, "beforeShellExecution", push)
      assert.isTrue(report.hooks.some(({ command }) => command.endsWith(`# ${esc}`)))
      assert.isTrue(report.hooks.some(({ stderrTail }) => stderrTail.startsWith("\u001b[31mb\n")))
    })
  )

  it.live("is only the beginning where it is long", () =>
    Effect.gen(function* () {
      const project = yield* projectWith({ beforeShellExecution: [{ command: "seq 100000; seq 100000 >&2" }] })
      const { stdout } = yield* fire(project, "beforeShellExecution", push)
      assert.isBelow(stdout.split("\n").length, 120)
      assert.match(stdout, / {11}\| 40 … \(588895 bytes in all\)\n/)
    })
  )

  it.live.skipIf(!hasTerminal)("has colours on a terminal, unless NO_COLOR is set (needs script(1))", () =>
    Effect.gen(function* () {
      const project = yield* projectWith({ beforeShellExecution: [{ command: "exit 2" }] })
      project.write("payload.json", JSON.stringify(push))
      const line = `${pawlInShell} fire beforeShellExecution --trust-project --payload payload.json`
      const shown = (env: NodeJS.ProcessEnv) =>
        Effect.flatMap(atTerminal(line, { cwd: project.folder, env }), (session) =>
          Effect.map(session.end, () => session.screen())
        )
      assert.include(yield* shown(environment()), "decision: \u001b[31mdeny\u001b[0m")
      assert.notInclude(yield* shown(environment({ NO_COLOR: "1" })), "\u001b")
    })
  )
})
