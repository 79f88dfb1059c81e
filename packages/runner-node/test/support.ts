import path from "node:path"
import process from "node:process"
import type { Handler, HookInvocation, ProcessOutcome } from "@pawl/core"
import { HookRunner } from "@pawl/core"
import { RunnerProbe } from "@pawl/core/testing"
import { nodeHookRunner, type RunnerConfig } from "@pawl/runner-node"
import { nodeRunnerProbe } from "@pawl/runner-node/testing"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

/** One start of a hook in a folder, with the folder as the mark of all that it starts. */
export const invocation = (
  folder: string,
  handler: string | Handler,
  overrides: Partial<HookInvocation> = {}
): HookInvocation => ({
  binding: `${folder}/hooks.json#test[0]`,
  format: "test",
  event: "test",
  handler: typeof handler === "string" ? { _tag: "Shell", command: handler } : handler,
  workingDirectory: folder,
  sessionEnv: {},
  identityEnv: { PAWL_PROJECT_DIR: folder },
  notInherited: [],
  outerInvocations: [],
  stdin: new Uint8Array(0),
  timeoutMs: 20_000,
  beforeOperation: true,
  ...overrides
})

export const textOf = (outcome: ProcessOutcome): string => Buffer.from(outcome.stdout).toString()

export const run = (folder: string, handler: string | Handler, overrides?: Partial<HookInvocation>) =>
  HookRunner.use((runner) => runner.run(invocation(folder, handler, overrides)))

/** Hooks that end in each way there is, all at once: what is left of them is left by some of them. */
export const runsOfAllKinds = (folder: string) =>
  Effect.all(
    [
      run(folder, "exit 0"),
      run(folder, "cat; exit 2", { stdin: new Uint8Array(300_000) }),
      run(folder, "exit 0", { stdin: new Uint8Array(300_000) }),
      run(folder, "sleep 600", { timeoutMs: 20 }),
      run(folder, "exit 0", { workingDirectory: "/not/there" }),
      run(folder, "true \0"),
      Effect.timeoutOption(run(folder, "sleep 600"), 20)
    ],
    { concurrency: "unbounded", discard: true }
  )

/** A runner with a short grace, and the probe. */
export const layer = (options: Partial<RunnerConfig> = {}) =>
  Layer.merge(nodeHookRunner({ graceMs: 200, ...options }), nodeRunnerProbe)

/** A folder of its own; what still carries it as a mark when the scope closes is ended. */
export const makeFolder = Effect.gen(function* () {
  const probe = yield* RunnerProbe
  const folder = yield* probe.makeFolder
  yield* Effect.addFinalizer(() =>
    Effect.flatMap(probe.carriers("PAWL_PROJECT_DIR", folder), (pids) => Effect.forEach(pids, probe.kill))
  )
  return folder
})

export const alive = (folder: string) => RunnerProbe.use((probe) => probe.carriers("PAWL_PROJECT_DIR", folder))

/** What a script has written to a file, once it has. */
export const noted = (folder: string, name: string) =>
  Effect.gen(function* () {
    const probe = yield* RunnerProbe
    for (let tries = 0; tries < 2_000; tries++) {
      const text = (yield* probe.read(folder, name)).trim()
      if (text !== "") return text
      yield* Effect.sleep(10)
    }
    return yield* Effect.die(new Error(`no script has written ${name}`))
  })

/** The words that start a program of `test/hosts` straight from its source. */
export const host = (name: string): ReadonlyArray<string> => [
  process.execPath,
  "--conditions=@pawl/source",
  "--disable-warning=ExperimentalWarning",
  path.join(import.meta.dirname, "hosts", `${name}.ts`)
]
