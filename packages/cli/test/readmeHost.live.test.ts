import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { cursorEvents } from "@pawl/adapter-cursor"
import { type Action, Channel, coreBoundaries } from "@pawl/core"
import * as Effect from "effect/Effect"
import { type Agent, converse } from "./readme/host.ts"

const root = path.resolve(import.meta.dirname, "../../..")

const guard = `input=$(cat)
case $input in
  *'"command":"git push --force"'*) echo '{"permission":"allow","updated_input":{"command":"git push --dry-run"}}' ;;
  *'"command":"rm -rf /'*) echo '{"permission":"deny","user_message":"not the root"}' ;;
  *'"command":"deploy'*) echo "{\\"permission\\":\\"ask\\",\\"user_message\\":\\"deploy for $TEAM?\\"}" ;;
  *) echo '{"permission":"allow"}' ;;
esac
`
const hooks = {
  version: 1,
  hooks: {
    sessionStart: [{ command: `cat > /dev/null; echo '{"env":{"TEAM":"blue"},"additional_context":"be careful"}'` }],
    preToolUse: [{ command: "sh .cursor/guard.sh" }],
    postToolUse: [{ command: `cat > /dev/null; echo '{"additional_context":"it was run"}'` }],
    stop: [{ command: `cat > /dev/null; echo '{"followup_message":"run the tests"}'`, loop_limit: 1 }]
  }
}

const repository = Effect.acquireRelease(
  Effect.sync(() => {
    const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "pawl-host-")))
    for (const [file, text] of [
      [".cursor/hooks.json", JSON.stringify(hooks)],
      [".cursor/guard.sh", guard],
      [".git/HEAD", "ref: refs/heads/main\n"],
      [".git/objects/info/packs", ""],
      [".git/refs/heads/main", ""]
    ] as const) {
      fs.mkdirSync(path.dirname(path.join(folder, file)), { recursive: true })
      fs.writeFileSync(path.join(folder, file), text)
    }
    return folder
  }),
  (folder) => Effect.sync(() => fs.rmSync(folder, { recursive: true }))
)

/** An agent that keeps what happens to it; the person agrees to what `agrees` says. */
const scripted = (agrees: (lines: ReadonlyArray<string>) => boolean) => {
  const asked: Array<string> = []
  const shown: Array<string> = []
  const model: Array<string> = []
  const ran: Array<Action> = []
  const seen = { asked, shown, model, ran }
  const agent: Agent = {
    askPerson: (lines) =>
      Effect.sync(() => {
        seen.asked.push(lines.join("\n"))
        return agrees(lines)
      }),
    showPerson: (line) => Effect.sync(() => void seen.shown.push(line)),
    tellModel: (text) => Effect.sync(() => void seen.model.push(text)),
    run: (action) =>
      Effect.sync(() => {
        seen.ran.push(action)
        return { _tag: "ShellResult", state: "finished", output: "done", exitCode: 0 }
      })
  }
  return { agent, seen }
}

const shell = (command: string): Action => ({ _tag: "ShellRun", command })
const edit = (file: string): Action => ({ _tag: "FileEdit", path: file, content: "{}" })

describe("the host that docs/judging.md shows", () => {
  const page = fs.readFileSync(path.join(root, "docs/judging.md"), "utf8")

  it("is the file that is run here", () => {
    const text = fs.readFileSync(path.join(import.meta.dirname, "readme/host.ts"), "utf8")
    assert.include(page, `\`\`\`ts\n${text}\`\`\``)
  })

  it("stands beside a table of every channel that hooks of the format can fill, at every boundary (CORE-26)", () => {
    const channelsAt = (id: string) => [
      ...new Set(cursorEvents.filter(({ boundary }) => boundary === id).flatMap(({ channels }) => channels))
    ]
    const rows = Object.keys(coreBoundaries).flatMap((id) => {
      const channels = channelsAt(id).map((channel) => `\`${channel}\``)
      return channels.length === 0 ? [] : [`| \`${id}\` | ${channels.join(", ")} |`]
    })
    assert.include(page, `| boundary | channels |\n| --- | --- |\n${rows.join("\n")}\n\n`)
    for (const channel of Channel.literals) assert.include(page, `\n| \`${channel}\` | `)
  })

  it.live(
    "runs what was judged, shows a rewrite, and hands on variables, context and follow-ups (PERM-19, CORE-88)",
    () =>
      Effect.gen(function* () {
        const folder = yield* repository
        const { agent, seen } = scripted(() => true)
        yield* converse(folder, agent, ({ act, endTurn }) =>
          Effect.gen(function* () {
            assert.lengthOf(seen.asked, 1)
            assert.include(seen.asked[0], `Run the hooks of ${folder}/.cursor/hooks.json?`)
            assert.deepStrictEqual(seen.model, ["be careful"])

            yield* act(shell("git push --force"))
            assert.deepStrictEqual(seen.ran, [shell("git push --dry-run")])
            assert.include(seen.shown.at(-1), "A hook has replaced this")
            assert.include(seen.shown.at(-1), "git push --dry-run")
            assert.deepStrictEqual(seen.model, ["be careful", "it was run"])

            const denied = yield* act(shell("rm -rf /"))
            assert.deepStrictEqual(denied, {
              _tag: "Failure",
              failure: { _tag: "DeniedByHook", message: "not the root" }
            })
            assert.include(seen.shown, "denied, says the hook: not the root")

            // What the start of the session has set reaches the hooks of later moments.
            yield* act(shell("deploy\u202e"))
            assert.deepStrictEqual(seen.asked.at(-1)?.split("\n"), [
              "The hook asks: deploy for blue?",
              '{"_tag":"ShellRun","command":"deploy\\u202e"}'
            ])
            assert.lengthOf(seen.ran, 2)

            yield* act(edit("src/main.ts"))
            assert.deepStrictEqual(seen.ran.at(-1), edit("src/main.ts"))
            assert.lengthOf(seen.asked, 2)

            assert.strictEqual(yield* endTurn(0), "run the tests")
            assert.isUndefined(yield* endTurn(1))
            assert.strictEqual(yield* endTurn(0), "run the tests")
          })
        )
      })
  )

  it.live("asks before the agent changes what guards it, and runs nothing on a no (PERM-25)", () =>
    Effect.gen(function* () {
      const folder = yield* repository
      const { agent, seen } = scripted(([line]) => line?.startsWith("Run the hooks") === true)
      yield* converse(folder, agent, ({ act }) =>
        Effect.gen(function* () {
          for (const file of [".cursor/hooks.json", ".cursor/guard.sh", "sub/.git/HEAD"]) {
            const ended = yield* act(edit(file))
            assert.deepStrictEqual(ended, {
              _tag: "Text",
              text: "Denied by the host: The person who was asked did not confirm it"
            })
            assert.include(seen.asked.at(-1), "The engine asks: This would change")
          }
          assert.isEmpty(seen.ran)
        })
      )
    })
  )

  it.live("runs nothing past hooks that nobody has approved, there from the start or not (PERM-46)", () =>
    Effect.gen(function* () {
      const folder = yield* repository
      const cwd = path.join(folder, "sub")
      fs.mkdirSync(cwd)
      const no = scripted(() => false)
      yield* converse(cwd, no.agent, ({ act }) => act(shell("ls")))
      assert.isEmpty(no.seen.ran)
      assert.include(no.seen.shown.join("\n"), "denied, says the engine")

      const yes = scripted(() => true)
      yield* converse(cwd, yes.agent, ({ act }) =>
        Effect.gen(function* () {
          yield* act(shell("ls"))
          assert.deepStrictEqual(yes.seen.ran, [shell("ls")])
          fs.mkdirSync(path.join(cwd, ".cursor"))
          fs.writeFileSync(path.join(cwd, ".cursor/hooks.json"), JSON.stringify(hooks))
          yield* act(shell("ls -l"))
          assert.lengthOf(yes.seen.ran, 1)
        })
      )
    })
  )

  it.live("asks the hooks that were approved while their file cannot be read (CORE-90)", () =>
    Effect.gen(function* () {
      const folder = yield* repository
      const { agent, seen } = scripted(() => true)
      yield* converse(folder, agent, ({ act }) =>
        Effect.gen(function* () {
          fs.writeFileSync(path.join(folder, ".cursor/hooks.json"), "{")
          yield* act(shell("rm -rf /"))
          yield* act(shell("ls"))
        })
      )
      assert.deepStrictEqual(seen.ran, [shell("ls")])
    })
  )
})
