import { assert, describe, it } from "@effect/vitest"
import { HookRunner } from "@pawl/core"
import { RunnerProbe } from "@pawl/core/testing"
import { LoginPath, type LoginPathOptions, nodeHookRunner } from "@pawl/runner-node"
import { nodeRunnerProbe } from "@pawl/runner-node/testing"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import { invocation, makeFolder, noted, textOf } from "./support.ts"

const plain = "/usr/bin:/bin"

/** A home with a file in it, and how a shell is asked there. */
const home = (name: string, text: string, more: Partial<LoginPathOptions> = {}) =>
  Effect.gen(function* () {
    const folder = yield* makeFolder
    yield* (yield* RunnerProbe).writeScript(folder, name, text)
    const options: Partial<LoginPathOptions> = {
      shell: `${folder}/${name}`,
      home: folder,
      variables: { HOME: folder, PATH: plain },
      graceMs: 200,
      ...more
    }
    return { folder, options }
  })

const resultOf = (options: Partial<LoginPathOptions>) =>
  Effect.flatMap(LoginPath, ({ result }) => result).pipe(Effect.provide(LoginPath.layer(options), { local: true }))

describe.concurrent("the PATH of the login shell", () => {
  it.live("is what the shell has after its own files, whatever they print (RUN-35)", () =>
    Effect.gen(function* () {
      const profile = `echo "Last login: today"; echo noise >&2; set -v; PATH=$HOME/bin:$PATH; export PATH; cd /`
      const { folder, options } = yield* home(".bash_profile", profile)
      const result = yield* resultOf({ ...options, shell: "/bin/bash" })
      // What the machine's own profile makes of the rest is its business.
      assert.isTrue(result._tag === "Captured" && result.path.startsWith(`${folder}/bin:/`), JSON.stringify(result))
    }).pipe(Effect.provide(nodeRunnerProbe))
  )

  it.live("is asked for in the home folder, as a login shell, with the variables of a terminal (RUN-35)", () =>
    Effect.gen(function* () {
      const shell = `#!/bin/sh
pwd -P > cwd; echo "$1" > word; env | sort > variables; echo "$2"
PATH=/from/profile eval "$2"
echo bye; exit 3`
      const { folder, options } = yield* home("shell", shell)
      assert.deepStrictEqual(yield* resultOf(options), { _tag: "Captured", path: "/from/profile" })
      assert.strictEqual(yield* noted(folder, "cwd"), folder)
      assert.strictEqual(yield* noted(folder, "word"), "-lc")
      const names = (yield* noted(folder, "variables")).split("\n").map((line) => line.slice(0, line.indexOf("=")))
      assert.deepStrictEqual(names, ["HOME", "PATH", "PAWL_HOOK_PROTOCOL_VERSION", "PAWL_INVOCATIONS", "PWD"])
    }).pipe(Effect.provide(nodeRunnerProbe))
  )

  it.live("is asked for with nothing of the host's secrets and of its project by default (RUN-35)", () =>
    Effect.gen(function* () {
      process.env.OPENAI_API_KEY = "secret"
      const { folder, options } = yield* home("shell", `#!/bin/sh\nenv > variables\neval "$2"`)
      const { variables: _, ...rest } = options
      const result = yield* resultOf(rest)
      delete process.env.OPENAI_API_KEY
      assert.strictEqual(result._tag, "Captured")
      const variables = yield* noted(folder, "variables")
      assert.notInclude(variables, "OPENAI_API_KEY")
      assert.include(variables, "TERM=dumb")
    }).pipe(Effect.provide(nodeRunnerProbe))
  )

  it.live(
    "keeps nobody waiting: a hook that comes before it has the host's, one that comes after it has it (RUN-35)",
    () =>
      Effect.gen(function* () {
        const shell = `#!/bin/sh\nwhile [ ! -e go ]; do sleep 0.02; done\nPATH=/late:${plain} eval "$2"`
        const { folder, options } = yield* home("shell", shell)
        yield* Effect.gen(function* () {
          const runner = yield* HookRunner
          const { result } = yield* LoginPath
          const path = Effect.map(runner.run(invocation(folder, "printf '%s' \"$PATH\"")), textOf)
          assert.strictEqual(yield* path, plain)
          yield* (yield* RunnerProbe).writeScript(folder, "go", "")
          yield* result
          assert.strictEqual(yield* path, `/late:${plain}`)
        }).pipe(
          Effect.provide(
            Layer.unwrap(
              LoginPath.use(({ current }) =>
                Effect.succeed(nodeHookRunner({ inherited: { PATH: plain }, capturedPath: current }))
              )
            ).pipe(Layer.provideMerge(LoginPath.layer(options))),
            { local: true }
          )
        )
      }).pipe(Effect.provide(nodeRunnerProbe))
  )

  it.live("is given up at the time-out, and nothing of the shell is left (RUN-35)", () =>
    Effect.gen(function* () {
      const shell = `#!/bin/sh\ntrap '' TERM\nsetsid sleep 600 &\necho yes > ran\nsleep 600`
      const { folder, options } = yield* home("shell", shell, { timeoutMs: 500 })
      const began = yield* Clock.currentTimeMillis
      const result = yield* resultOf(options)
      assert.isBelow((yield* Clock.currentTimeMillis) - began, 10_000)
      assert.deepStrictEqual(result, {
        _tag: "NotCaptured",
        why: `the login shell ${folder}/shell gave no PATH within 500 ms`
      })
      assert.deepStrictEqual(yield* (yield* RunnerProbe).carriers("HOME", folder), [])
    }).pipe(Effect.provide(nodeRunnerProbe))
  )

  it.live("of a shell that is being asked when the host closes it is not had, and nothing is left (RUN-35)", () =>
    Effect.gen(function* () {
      const { folder, options } = yield* home("shell", "#!/bin/sh\necho yes > ran\nsleep 600")
      const scope = yield* Scope.make()
      yield* Layer.buildWithScope(LoginPath.layer(options), scope)
      yield* noted(folder, "ran")
      yield* Scope.close(scope, Exit.void)
      assert.deepStrictEqual(yield* (yield* RunnerProbe).carriers("HOME", folder), [])
    }).pipe(Effect.provide(nodeRunnerProbe))
  )

  it.live(
    "is not had from a shell that is not there, does not answer, or has no whole path; it says why (RUN-35)",
    () =>
      Effect.gen(function* () {
        const { folder, options } = yield* home("shell", "#!/bin/sh\nexit 7")
        const cases = [
          [{ shell: `${folder}/gone` }, `the program ${folder}/gone does not exist`],
          [{}, `the login shell ${folder}/shell has ended with 7 and printed no PATH`],
          [{ shell: "sh" }, "no login shell is known here"],
          [{ shell: undefined }, "no login shell is known here"]
        ] as const
        for (const [more, why] of cases) {
          assert.deepStrictEqual(yield* resultOf({ ...options, ...more }), { _tag: "NotCaptured", why })
        }
      }).pipe(Effect.provide(nodeRunnerProbe))
  )
})
