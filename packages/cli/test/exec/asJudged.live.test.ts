import * as fs from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import { RecordingAdapter } from "@pawl/core/testing"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { exec } from "pawl/exec/exec"
import { parseCall } from "pawl/exec/parseCall"
import { Terminal } from "pawl/exec/Terminal"
import { FileServices } from "pawl/FileServices"
import { Signals } from "pawl/Signals"
import { heardOutput } from "../support/heardOutput.ts"
import { emptyProject } from "../support/project.ts"

const hook = (command: string, more: object = {}) => JSON.stringify({ boundary: "tool.pre", command, ...more })
const answer = (value: object) => `echo '${JSON.stringify(value)}'`

describe("a hooks file that is back to what it was when the call began (CLI-19)", () => {
  it.live("denies for what it was judged by in between is not in force any more", () =>
    Effect.gen(function* () {
      const project = yield* emptyProject
      const file = project.file("hooks.recording")
      const other = project.write(
        "other.recording",
        hook(answer({ verdict: "allow", input: { command: `touch ${project.file("danger")}` } }))
      )
      const first = [
        hook(`cp ${other} ${file}; ${answer({ verdict: "allow" })}`),
        hook(answer({ verdict: "deny", reason: "no danger" }), { match: "danger" })
      ].join("\n")
      project.write("hooks.recording", first)
      const said: Array<string> = []
      // Said when the judgement is over and nothing has been started: the moment for somebody to put the first file back.
      const say = (text: string) =>
        Effect.sync(() => {
          said.push(text)
          if (/asked again/.test(text)) fs.writeFileSync(file, first)
        })
      const call = yield* Effect.fromResult(parseCall(["--hooks", file, "--hooks-only", "--", "true"]))
      if (call === "help") return yield* Effect.die("help")
      const ending = yield* exec(call).pipe(
        Effect.catchTag("NotRun", ({ code, text }) => Effect.as(say(text), { _tag: "Exit", code } as const)),
        Effect.provide(
          Layer.mergeAll(
            FileServices,
            RecordingAdapter.layerFormats(),
            Signals.layer,
            heardOutput(say),
            Layer.succeed(Terminal, { present: Effect.succeed(false), confirm: () => Effect.succeed(false) })
          )
        )
      )
      assert.isTrue(said.some((text) => /asked again/.test(text)))
      assert.deepStrictEqual(ending, { _tag: "Exit", code: 126 })
      assert.match(said.join(""), /^pawl: not run: the hooks files are not what the command was judged by any more$/m)
      assert.isUndefined(project.read("danger"))
    })
  )
})
