import { assert, describe, it } from "@effect/vitest"
import { bindingsOf, diagnosticsOf, HookRegistry } from "@pawl/core"
import { nodeHookRunner } from "@pawl/runner-node"
import * as Effect from "effect/Effect"
import { askAbout, type LiveHost, liveHost, load } from "./support/liveHost.ts"
import { emptyProject, hooksText, type Project } from "./support/project.ts"

const says = (permission: string, message: string) =>
  hooksText({ command: `echo '{"permission":"${permission}","agent_message":"${message}"}'` })

/** Asks the hooks in force about a command: the verdict, and the text of the first reason. */
const judge = ({ folder }: Project) =>
  Effect.map(askAbout(folder), ({ outcome: { merged } }) => [merged.verdict._tag, merged.reasons[0]?.text])

/** One test with a project, a registry and the real runner. */
const registry = (name: string, body: (project: Project) => Effect.Effect<unknown, unknown, LiveHost>) =>
  it.live(name, () =>
    Effect.flatMap(emptyProject, (project) => Effect.provide(body(project), liveHost(project.folder, nodeHookRunner())))
  )

describe("files that change while a registry holds them, with real files, hooks and processes (CLI-9)", () => {
  registry("a file that is loaded again has its hooks replaced, and those of another file are left alone", (project) =>
    Effect.gen(function* () {
      project.write("a.json", says("deny", "the old one"))
      project.write("b.json", says("allow", ""))
      assert.deepStrictEqual(yield* load(project.folder, "a.json", "b.json"), [])
      assert.deepStrictEqual(yield* judge(project), ["Deny", "the old one"])
      project.write("a.json", says("deny", "the new one"))
      assert.deepStrictEqual(yield* load(project.folder, "a.json", "b.json"), [])
      assert.deepStrictEqual(yield* judge(project), ["Deny", "the new one"])
      assert.lengthOf(bindingsOf(yield* (yield* HookRegistry).snapshot), 2)
      project.write("a.json", says("allow", ""))
      yield* load(project.folder, "a.json", "b.json")
      assert.deepStrictEqual((yield* judge(project))[0], "Allow")
    })
  )

  registry("a file that has become invalid or missing changes nothing but what is said about it", (project) =>
    Effect.gen(function* () {
      project.write("a.json", says("deny", "still in force"))
      yield* load(project.folder, "a.json")
      const { snapshot } = yield* HookRegistry
      const before = yield* snapshot
      for (const text of ["{", '{"version":2,"hooks":{}}', undefined]) {
        if (text === undefined) yield* Effect.sync(() => project.remove("a.json"))
        else project.write("a.json", text)
        const [failure] = yield* load(project.folder, "a.json")
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
      const failures = yield* load(project.folder, "broken.json", "missing.json")
      assert.lengthOf(failures, 2)
      assert.lengthOf(bindingsOf(yield* (yield* HookRegistry).snapshot), 0)
    })
  )
})
