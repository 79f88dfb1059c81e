// A host that runs one hook and prints how it ended. Words: the folder, the command, the time-out.
import process from "node:process"
import { HookRunner } from "@pawl/core"
import { nodeHookRunner } from "@pawl/runner-node"
import * as Effect from "effect/Effect"
import { hostInvocation } from "./hostInvocation.ts"

const [folder = "/", command = "exit 2", timeoutMs = "20000"] = process.argv.slice(2)

const program = HookRunner.use((runner) => runner.run(hostInvocation(folder, command, Number(timeoutMs))))
const outcome = await Effect.runPromise(Effect.provide(program, nodeHookRunner()))
console.log(JSON.stringify({ ending: outcome.ending, stdout: Buffer.from(outcome.stdout).toString() }))
