// A host that has @pawl/runner-node from its tarball. Prints who has started a hook: itself or a broker, and from which file.
import fs from "node:fs"
import { HookRunner } from "@pawl/core"
import { brokerHookRunner } from "@pawl/runner-node/broker"
import { Effect } from "effect"

const ask = HookRunner.use((runner) =>
  runner.run({
    binding: "/hooks.json#check[0]",
    format: "example",
    event: "check",
    handler: { _tag: "Shell", command: "echo $PPID; exit 2" },
    workingDirectory: "/",
    sessionEnv: {},
    identityEnv: {},
    notInherited: [],
    outerInvocations: [],
    stdin: new Uint8Array(0),
    timeoutMs: 20_000,
    beforeOperation: true
  })
)

const program = Effect.gen(function* () {
  for (;;) {
    const { ending, stdout } = yield* ask
    const parent = Number(Buffer.from(stdout).toString())
    if (parent === process.pid) continue
    const words = fs.readFileSync(`/proc/${parent}/cmdline`, "utf8").split("\0")
    return { ending, file: words.find((word) => word.includes("runner-node"))?.replace(/.*runner-node/, "") }
  }
})

console.log(JSON.stringify(await Effect.runPromise(Effect.provide(program, brokerHookRunner()))))
