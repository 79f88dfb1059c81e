import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { CursorAdapter } from "@pawl/adapter-cursor"
import {
  type Action,
  CurrentHost,
  everythingProfile,
  HookDispatcher,
  HookFormats,
  HookRegistry,
  type Surface,
  TrustPolicy
} from "@pawl/core"
import { RecordingMessenger, ScriptedRunner, toolPre } from "@pawl/core/testing"
import { ContinuationBudget, CurrentPolicy, type JudgeServices, judge } from "@pawl/permission"
import { discover, installAll, layerGuardedFiles, layerSourceCheck } from "@pawl/sources"
import { NodeSystem, SyncFileSystem } from "@pawl/sources/node"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Path from "effect/Path"

const hooks = JSON.stringify({
  version: 1,
  hooks: {
    preToolUse: [{ command: "true" }],
    beforeShellExecution: [{ command: 'bash "$CURSOR_PROJECT_DIR"/.cursor/hooks/guard.sh --list=deny.txt' }]
  }
})

const project = Effect.acquireRelease(
  Effect.sync(() => {
    const home = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "pawl-guarded-")))
    for (const [file, text] of [
      [".cursor/hooks.json", hooks],
      [".cursor/hooks/guard.sh", "exit 0\n"],
      ["deny.txt", "git push\n"],
      [".git/HEAD", "ref: refs/heads/main\n"],
      [".git/objects/info/packs", ""],
      [".git/refs/heads/main", ""],
      ["src/main.ts", "code\n"]
    ] as const) {
      fs.mkdirSync(path.dirname(path.join(home, file)), { recursive: true })
      fs.writeFileSync(path.join(home, file), text)
    }
    return home
  }),
  (home) => Effect.sync(() => fs.rmSync(home, { recursive: true }))
)

const files = Layer.mergeAll(SyncFileSystem.layer, NodeSystem.layer, Path.layer)

const services = (home: string) =>
  Layer.mergeAll(HookDispatcher.layer, layerGuardedFiles).pipe(
    Layer.provideMerge(HookRegistry.layer),
    Layer.provideMerge(ScriptedRunner.layer()),
    Layer.provideMerge(HookFormats.layer(CursorAdapter.layer)),
    Layer.provideMerge(RecordingMessenger.layer),
    Layer.provideMerge(Layer.succeed(CurrentHost, { profile: everythingProfile, roots: [home] })),
    Layer.provideMerge(
      Layer.mergeAll(TrustPolicy.layerThisCall, CurrentPolicy.layer(), ContinuationBudget.layer, files)
    )
  )

/** What an agent's action in the project comes to, and what the person was asked. */
const judged = Effect.fnUntraced(function* (
  home: string,
  action: Action,
  options: { readonly surface?: Surface; readonly answer?: boolean } = {}
) {
  const asked: Array<string> = []
  const { decision } = yield* judge(
    { envelope: toolPre(action, { cwd: home, surface: options.surface ?? "interactive" }) },
    {
      hostDecision: () => Effect.succeed({ _tag: "Execute" }),
      confirm: ({ reason }) =>
        Effect.sync(() => {
          asked.push(reason.text)
          return options.answer ?? false
        })
    }
  )
  return { decision, asked }
})

const inProject = <E>(test: (home: string) => Effect.Effect<void, E, JudgeServices>) =>
  Effect.gen(function* () {
    const home = yield* project
    yield* Effect.gen(function* () {
      const discovery = yield* discover({ cwd: home })
      yield* installAll(discovery)
      yield* test(home).pipe(Effect.provide(layerSourceCheck(discovery)))
    }).pipe(Effect.provide(services(home)))
  })

const edit = (file: string): Action => ({ _tag: "FileEdit", path: file, content: "{}" })

describe("a judgement of an agent that would change what guards it (PERM-25, SRC-27, SRC-28)", () => {
  it.live.each([
    [".cursor/hooks.json", "a hooks file that is in force"],
    [".cursor/hooks/guard.sh", "a file that the command of a hook names"],
    ["deny.txt", "a file that the command of a hook names"],
    ["src/.cursor/hooks.json", "a place where a project's hooks are looked for"],
    [".git/HEAD", "what tells where a project begins"],
    ["src/.git", "what tells where a project begins"]
  ] as const)("asks about an edit of %s", ([file, what]) =>
    inProject((home) =>
      Effect.gen(function* () {
        const no = yield* judged(home, edit(file))
        assert.strictEqual(no.decision._tag, "Deny")
        assert.deepStrictEqual(no.asked, [
          `This would change ${path.join(home, file)}, ${what}: what guards the agent is not the agent's to change`
        ])
        const yes = yield* judged(home, edit(path.join(home, file)), { answer: true })
        assert.strictEqual(yes.decision._tag, "Execute")
        assert.lengthOf(yes.asked, 1)
      })
    )
  )

  it.live("denies it where nobody can answer, and a delete of the folder as well", () =>
    inProject((home) =>
      Effect.gen(function* () {
        for (const action of [edit(".cursor/hooks.json"), { _tag: "FileDelete", paths: [".cursor"] }] as const) {
          const { asked, decision } = yield* judged(home, action, { surface: "command-line-run", answer: true })
          assert.strictEqual(decision._tag === "Deny" && decision.reason.cause, "approval-unavailable")
          assert.isEmpty(asked)
        }
      })
    )
  )

  it.live("asks before the folder where the search for hooks ends is moved, from above and from below (SRC-31)", () =>
    inProject((home) =>
      Effect.gen(function* () {
        const begins = "what tells where a project begins: what guards the agent is not the agent's to change"
        for (const [action, at] of [
          [{ _tag: "FileDelete", paths: [path.join(home, ".git")] }, ".git"],
          [edit("src/.git/HEAD"), "src/.git"],
          [edit("src/.git/objects/x"), "src/.git"],
          [edit(`file://${home}/src/%2Egit/refs/x?y`), "src/.git"]
        ] as const) {
          const asked = yield* judged(home, action)
          assert.deepStrictEqual(asked.asked, [`This would change ${path.join(home, at)}, ${begins}`])
          const { decision } = yield* judged(home, action, { surface: "hidden-child", answer: true })
          assert.strictEqual(decision._tag === "Deny" && decision.reason.cause, "approval-unavailable")
        }
      })
    )
  )

  it.live("asks about the address of a hooks file like about its path (SRC-32)", () =>
    inProject((home) =>
      Effect.gen(function* () {
        const file = path.join(home, ".cursor", "hooks.json")
        for (const address of [
          `file://${file.replace(".json", "%2Ejson")}`,
          `file://${file}?x#y`,
          `file:${file}`,
          `file://localhost${file}`
        ]) {
          for (const action of [edit(address), { _tag: "FileDelete", paths: [address] }] as const) {
            const { asked, decision } = yield* judged(home, action)
            assert.strictEqual(decision._tag, "Deny", address)
            assert.lengthOf(asked, 1)
            assert.include(asked[0], `${file}, a hooks file that is in force`)
          }
        }
      })
    )
  )

  it.live("asks about nothing else", () =>
    inProject((home) =>
      Effect.gen(function* () {
        for (const file of ["src/main.ts", ".cursor/rules/style.md", "hooks.json", ".git/info/exclude", ".gitignore"]) {
          const { asked, decision } = yield* judged(home, edit(file))
          assert.strictEqual(decision._tag, "Execute", file)
          assert.isEmpty(asked)
        }
      })
    )
  )
})
