// A host that runs a hook and prints by how many MiB the memory of whoever starts hooks was larger at the most than before:
// its own, or, with a broker, the sum of both. Words: the folder, the command, `broker` or nothing.
import fs from "node:fs"
import process from "node:process"
import { HookRunner } from "@pawl/core"
import { nodeHookRunner } from "@pawl/runner-node"
import { brokerHookRunner } from "@pawl/runner-node/broker"
import * as Effect from "effect/Effect"
import { published } from "../broker/published.ts"
import { hostInvocation } from "./hostInvocation.ts"

const [folder = "/", command = "exit 2", way = ""] = process.argv.slice(2)
const isBrokered = way === "broker"

const kibibytes = (pid: number, name: string) =>
  Number(new RegExp(`^${name}:\\s*(\\d+)`, "m").exec(fs.readFileSync(`/proc/${pid}/status`, "utf8"))?.[1])

const program = Effect.gen(function* () {
  const runner = yield* HookRunner
  const starter = Effect.map(runner.run(hostInvocation(folder, "echo $PPID; echo warm >&2")), ({ stdout }) =>
    Number(Buffer.from(stdout).toString())
  )
  while (isBrokered && (yield* starter) === process.pid) yield* Effect.sleep(10)
  const processes = [...new Set([process.pid, yield* starter])]
  // The peak begins anew.
  for (const pid of processes) fs.writeFileSync(`/proc/${pid}/clear_refs`, "5")
  const before = processes.map((pid) => kibibytes(pid, "VmRSS"))
  const outcome = yield* runner.run(hostInvocation(folder, command, 120_000))
  const grown = processes.map((pid, index) => kibibytes(pid, "VmHWM") - (before[index] ?? 0))
  return { ending: outcome.ending, processes: processes.length, mebibytes: grown.reduce((a, b) => a + b) / 1_024 }
})

const runner = isBrokered ? brokerHookRunner({ file: published }) : nodeHookRunner()
fs.writeSync(1, JSON.stringify(await Effect.runPromise(Effect.provide(program, runner))))
