// A host that runs a hook and prints by how many MiB its memory was larger at the most than before. Words: the folder, the
// command.
import fs from "node:fs"
import process from "node:process"
import { HookRunner } from "@pawl/core"
import { nodeHookRunner } from "@pawl/runner-node"
import * as Effect from "effect/Effect"
import { hostInvocation } from "./hostInvocation.ts"

const [folder = "/", command = "exit 2"] = process.argv.slice(2)

const kibibytes = (name: string) =>
  Number(new RegExp(`^${name}:\\s*(\\d+)`, "m").exec(fs.readFileSync("/proc/self/status", "utf8"))?.[1])

const program = Effect.gen(function* () {
  const runner = yield* HookRunner
  yield* runner.run(hostInvocation(folder, "echo warm; echo warm >&2"))
  // The peak begins anew.
  fs.writeFileSync("/proc/self/clear_refs", "5")
  const before = kibibytes("VmRSS")
  const outcome = yield* runner.run(hostInvocation(folder, command, 120_000))
  return { ending: outcome.ending, mebibytes: (kibibytes("VmHWM") - before) / 1_024 }
})

fs.writeSync(1, JSON.stringify(await Effect.runPromise(Effect.provide(program, nodeHookRunner()))))
