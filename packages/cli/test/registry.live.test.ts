import { assert, describe, it } from "@effect/vitest"
import {
  bindingsOf,
  CurrentHost,
  defaultRunPolicy,
  diagnosticsOf,
  execProfile,
  HookDispatcher,
  HookRegistry,
  Messenger,
  TrustPolicy
} from "@pawl/core"
import { nodeHookRunner } from "@pawl/runner-node"
import { discover, installAll } from "@pawl/sources"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { before } from "pawl/exec/moment"
import { FileServices } from "pawl/FileServices"
import { formats } from "pawl/formats"
import { emptyProject, hooksText, type Project } from "./support/project.ts"

const says = (permission: string, message: string) =>
  hooksText({ command: `echo '{"permission":"${permission}","agent_message":"${message}"}'` })

const engine = (root: string) =>
  HookDispatcher.layer.pipe(
    Layer.provideMerge(HookRegistry.layer),
    Layer.provide(nodeHookRunner()),
    Layer.provide(Messenger.layer),
    Layer.provide(TrustPolicy.layer),
    Layer.provide(Layer.succeed(CurrentHost, { profile: execProfile, roots: [root] })),
    Layer.provideMerge(formats),
    Layer.provideMerge(FileServices)
  )

/** Loads the named files as they are now. */
const load = ({ folder }: Project, ...files: ReadonlyArray<string>) =>
  Effect.flatMap(discover({ cwd: folder, explicit: files.map((path) => ({ path })), only: true }), installAll)

/** Asks the hooks in force about a command: the verdict, and the text of the first reason. */
const judge = Effect.fnUntraced(function* ({ folder }: Project) {
  const snapshot = yield* (yield* HookRegistry).snapshot
  const command = { text: "ls", program: "ls", arguments: [] }
  const moment = yield* before({ id: "exec-1", command, cwd: folder, root: folder, surface: "command-line-run" })
  const { merged } = yield* (yield* HookDispatcher).dispatch(moment, { policy: defaultRunPolicy, snapshot })
  return [merged.verdict._tag, merged.reasons[0]?.text]
})

/** One test with a project, a registry and the real runner. */
const registry = (
  name: string,
  body: (
    project: Project
  ) => Effect.Effect<
    unknown,
    unknown,
    HookRegistry | HookDispatcher | Layer.Success<typeof FileServices> | Layer.Success<typeof formats>
  >
) =>
  it.live(name, () => Effect.flatMap(emptyProject, (project) => Effect.provide(body(project), engine(project.folder))))

describe("files that change while a registry holds them, with real files, hooks and processes (CLI-9)", () => {
  registry("a file that is loaded again has its hooks replaced, and those of another file are left alone", (project) =>
    Effect.gen(function* () {
      project.write("a.json", says("deny", "the old one"))
      project.write("b.json", says("allow", ""))
      assert.deepStrictEqual(yield* load(project, "a.json", "b.json"), [])
      assert.deepStrictEqual(yield* judge(project), ["Deny", "the old one"])
      project.write("a.json", says("deny", "the new one"))
      assert.deepStrictEqual(yield* load(project, "a.json", "b.json"), [])
      assert.deepStrictEqual(yield* judge(project), ["Deny", "the new one"])
      assert.lengthOf(bindingsOf(yield* (yield* HookRegistry).snapshot), 2)
      project.write("a.json", says("allow", ""))
      yield* load(project, "a.json", "b.json")
      assert.deepStrictEqual((yield* judge(project))[0], "Allow")
    })
  )

  registry("a file that has become invalid or missing changes nothing but what is said about it", (project) =>
    Effect.gen(function* () {
      project.write("a.json", says("deny", "still in force"))
      yield* load(project, "a.json")
      const { snapshot } = yield* HookRegistry
      const before = yield* snapshot
      for (const text of ["{", '{"version":2,"hooks":{}}', undefined]) {
        if (text === undefined) yield* Effect.sync(() => project.remove("a.json"))
        else project.write("a.json", text)
        const [failure] = yield* load(project, "a.json")
        assert.strictEqual(failure?.error._tag, "SourceRejected")
        const after = yield* snapshot
        assert.deepStrictEqual(bindingsOf(after), bindingsOf(before))
        assert.isAbove(after.revision, before.revision)
        assert.isNotEmpty(diagnosticsOf(after))
        assert.deepStrictEqual(yield* judge(project), ["Deny", "still in force"])
      }
    })
  )

  registry("a missing or invalid file that was never good puts nothing in force", (project) =>
    Effect.gen(function* () {
      project.write("broken.json", "[]")
      const failures = yield* load(project, "broken.json", "missing.json")
      assert.lengthOf(failures, 2)
      assert.lengthOf(bindingsOf(yield* (yield* HookRegistry).snapshot), 0)
    })
  )
})
