import { HookRunner } from "@pawl/core"
import { nodeHookRunner } from "@pawl/runner-node"
import { Effect } from "effect"

/** Runs one shell command as a hook would be run, with a text on its stdin. */
export const runGuard = (command: string, payload: string) =>
  HookRunner.use((runner) =>
    runner.run({
      binding: "/hooks.json#check[0]",
      format: "example",
      event: "check",
      handler: { _tag: "Shell", command },
      workingDirectory: "/",
      sessionEnv: {},
      identityEnv: {},
      notInherited: [],
      outerInvocations: [],
      stdin: new TextEncoder().encode(payload),
      timeoutMs: 5_000,
      beforeOperation: true
    })
  ).pipe(Effect.provide(nodeHookRunner()))
