// A host that has as many files open as it may, and runs a hook.
import fs from "node:fs"
import { HookRunner } from "@pawl/core"
import { nodeHookRunner } from "@pawl/runner-node"
import * as Effect from "effect/Effect"
import { hostInvocation } from "./hostInvocation.ts"

const openAll = Effect.sync(() => {
  const files: Array<number> = []
  try {
    for (;;) files.push(fs.openSync("/dev/null", "r"))
  } catch {
    return files
  }
})

const program = Effect.gen(function* () {
  const runner = yield* HookRunner
  const files = yield* openAll
  const { ending } = yield* runner.run(hostInvocation("/", "exit 2"))
  for (const file of files) fs.closeSync(file)
  return ending
})

console.log(JSON.stringify(await Effect.runPromise(Effect.provide(program, nodeHookRunner()))))
