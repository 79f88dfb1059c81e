import { assert, describe, it } from "@effect/vitest"
import { coreCodes, type Envelope, type Snapshot } from "@pawl/core"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { codes, dispatch } from "./dispatching.ts"
import { binding, envelope, loaded, seen, snapshotOf, snapshotWith, source, testAdapter } from "./support.ts"

describe("HookDispatcher.dispatch, what a hook is given (CORE-30, CORE-56)", () => {
  const identityOf = (snapshot: Snapshot, moment: Envelope, roots: ReadonlyArray<string> = []) =>
    Effect.gen(function* () {
      const log = seen()
      const encode = () => Result.succeed({ stdin: new Uint8Array([1]), env: { OWN: "encoder" } })
      const adapter = testAdapter(
        { a: { encode } },
        { aliases: (identity) => ({ ACME_DIR: identity.projectDirectory }) }
      )
      yield* dispatch(snapshot, { adapters: [adapter], seen: log, moment, roots })
      const [invocation] = log.invocations
      assert.isDefined(invocation)
      return invocation
    })

  it.effect("the whole of it, for a project's hook: its own root, and a local run is not remote", () =>
    Effect.gen(function* () {
      const own = source("/a", {
        kind: "project",
        scope: { _tag: "Within", root: "/repo" },
        workingDirectory: "/repo"
      })
      const moment = envelope(undefined, {
        cwd: "/repo/sub",
        workspaceRoots: ["/other"],
        surface: "command-line-run",
        runId: "run-1",
        user: { email: "a@b" },
        sessionEnv: [
          { source: "/a", variables: { TOKEN: "1", ACME_X: "2", PATH: "/tmp" } },
          { source: "/b", variables: { FOREIGN: "1" } }
        ]
      })
      const invocation = yield* identityOf(snapshotOf(loaded(own, [binding("a")])), moment)
      assert.deepStrictEqual(invocation, {
        binding: "a",
        format: "test",
        event: "event",
        handler: { _tag: "Shell", command: "run a" },
        workingDirectory: "/repo",
        sessionEnv: { TOKEN: "1" },
        identityEnv: {
          PAWL_PROJECT_DIR: "/repo",
          PAWL_FORMAT: "test",
          PAWL_EVENT: "event",
          PAWL_BINDING: "a",
          PAWL_RUN_ID: "run-1",
          PAWL_USER_EMAIL: "a@b",
          ACME_DIR: "/repo",
          OWN: "encoder"
        },
        notInherited: ["ACME_DIR"],
        outerInvocations: [],
        stdin: new Uint8Array([1]),
        timeoutMs: 1_000,
        beforeOperation: true
      })
    })
  )

  it.effect("what other formats call the identity is not inherited either, whichever of them fails (RUN-60)", () =>
    Effect.gen(function* () {
      const log = seen()
      const named = (format: string, name: string) => testAdapter({}, { format, aliases: () => ({ [name]: "1" }) })
      const broken = testAdapter(
        {},
        {
          format: "broken",
          aliases: () => {
            throw new Error("it broke")
          }
        }
      )
      const adapters = [named("test", "ACME_DIR"), broken, named("other", "OTHER_USER")]
      yield* dispatch(snapshotWith(binding("a")), { adapters, seen: log })
      assert.deepStrictEqual(log.invocations[0]?.notInherited, ["ACME_DIR", "OTHER_USER"])
    })
  )

  it.effect("a run in a fleet is remote", () =>
    Effect.gen(function* () {
      const invocation = yield* identityOf(snapshotWith(binding("a")), envelope(undefined, { surface: "fleet-run" }))
      assert.strictEqual(invocation.identityEnv.PAWL_REMOTE, "1")
    })
  )

  it.effect("any other hook: the operation's project, else the working directory, else its own", () =>
    Effect.gen(function* () {
      const directory = (moment: Partial<Envelope>) =>
        Effect.map(
          identityOf(snapshotWith(binding("a")), envelope(undefined, moment)),
          (invocation) => invocation.identityEnv.PAWL_PROJECT_DIR
        )
      assert.strictEqual(yield* directory({ workspaceRoots: ["/one", "/two"], cwd: "/cwd" }), "/one")
      assert.strictEqual(yield* directory({ cwd: "/cwd" }), "/cwd")
      assert.strictEqual(yield* directory({}), "/elsewhere/a")
    })
  )

  it.effect(
    "a value that no process can be given is left out and told, and the hook is asked all the same (CORE-87)",
    () =>
      Effect.gen(function* () {
        const log = seen()
        const moment = envelope(undefined, { runId: "run-1", user: { email: "a\0b" } })
        const outcome = yield* dispatch(snapshotWith(binding("a")), { adapters: [testAdapter()], seen: log, moment })
        const [invocation] = log.invocations
        assert.strictEqual(invocation?.identityEnv.PAWL_RUN_ID, "run-1")
        assert.notProperty(invocation?.identityEnv, "PAWL_USER_EMAIL")
        assert.include(codes(outcome), coreCodes.variableLeftOut)
      })
  )

  it.effect("session variables that are never taken are told of (CORE-53)", () =>
    Effect.gen(function* () {
      const outcome = yield* dispatch(snapshotWith(binding("a")), {
        moment: envelope(undefined, { sessionEnv: [{ source: "/a", variables: { PATH: "/tmp" } }] })
      })
      assert.deepStrictEqual(codes(outcome), [coreCodes.sessionEnvRefused])
    })
  )
})
