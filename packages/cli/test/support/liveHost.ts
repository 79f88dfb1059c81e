import fs from "node:fs"
import {
  CurrentHost,
  defaultRunPolicy,
  execProfile,
  HookDispatcher,
  HookRegistry,
  HookRunner,
  Messenger,
  TrustPolicy
} from "@pawl/core"
import { invocation } from "@pawl/core/testing"
import type { RunnerConfig } from "@pawl/runner-node"
import { brokerHookRunner } from "@pawl/runner-node/broker"
import { discover, installAll } from "@pawl/sources"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { before } from "pawl/exec/moment"
import { FileServices } from "pawl/FileServices"
import { formats } from "pawl/formats"

/** Everything that stands between a hooks file and what its hooks decide, with the real files and processes. */
export const liveHost = (root: string, runner: Layer.Layer<HookRunner>) =>
  HookDispatcher.layer.pipe(
    Layer.provideMerge(HookRegistry.layer),
    Layer.provide(runner),
    Layer.provide(Messenger.layer),
    Layer.provide(TrustPolicy.layer),
    Layer.provide(Layer.succeed(CurrentHost, { profile: execProfile, roots: [root] })),
    Layer.provideMerge(formats),
    Layer.provideMerge(FileServices)
  )

export type LiveHost = Layer.Success<ReturnType<typeof liveHost>>

/** A runner whose broker starts hooks already: until it is ready the host starts them itself. */
export const readyBroker = (options: Partial<RunnerConfig> = {}): Layer.Layer<HookRunner> =>
  Layer.effect(
    HookRunner,
    Effect.gen(function* () {
      const runner = yield* HookRunner
      const handler = { _tag: "Shell", command: "echo $PPID" } as const
      const starter = Effect.map(runner.run(invocation({ handler, workingDirectory: "/" })), ({ stdout }) =>
        Number(Buffer.from(stdout).toString())
      )
      while ((yield* starter) === process.pid) yield* Effect.sleep(20)
      return runner
    })
  ).pipe(Layer.provide(brokerHookRunner(options)))

/** Loads the named files of a folder as they are now. */
export const load = (folder: string, ...files: ReadonlyArray<string>) =>
  Effect.flatMap(discover({ cwd: folder, explicit: files.map((path) => ({ path })), only: true }), installAll)

/** Asks the hooks in force about a command in a folder. */
export const askAbout = Effect.fnUntraced(function* (folder: string) {
  const snapshot = yield* (yield* HookRegistry).snapshot
  const command = { text: "ls", program: "ls", arguments: [] }
  const root = fs.realpathSync(folder)
  const moment = yield* before({ id: "exec-1", command, cwd: root, root, surface: "command-line-run" })
  const outcome = yield* (yield* HookDispatcher).dispatch(moment, { policy: defaultRunPolicy, snapshot })
  return { moment, outcome }
})
