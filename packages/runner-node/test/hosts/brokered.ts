// A host that runs hooks through a broker. It writes `broker` as soon as there is one, then runs the command once for each
// of the folders, and writes how that ended into the folder's file `outcome`. It never closes the runner: whatever kept it
// from ending then would be seen. Words: the command, the time-out, the folders.
import fs from "node:fs"
import process from "node:process"
import { HookRunner } from "@pawl/core"
import { brokerHookRunner } from "@pawl/runner-node/broker"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import { published } from "../broker/published.ts"
import { hostInvocation } from "./hostInvocation.ts"

const [command = "exit 2", timeoutMs = "20000", ...folders] = process.argv.slice(2)

const program = Effect.gen(function* () {
  const scope = yield* Scope.make()
  const runner = Context.get(yield* Layer.buildWithScope(brokerHookRunner({ file: published }), scope), HookRunner)
  const starter = Effect.map(runner.run(hostInvocation("/", "echo $PPID")), ({ stdout }) =>
    Buffer.from(stdout).toString().trim()
  )
  while ((yield* starter) === `${process.pid}`) yield* Effect.sleep(10)
  const broker = yield* starter
  for (const folder of folders) fs.writeFileSync(`${folder}/broker`, broker)
  const run = (folder: string) =>
    Effect.map(runner.run(hostInvocation(folder, command, Number(timeoutMs))), ({ ending, stdout }) =>
      fs.writeFileSync(`${folder}/outcome`, JSON.stringify({ ending, stdout: Buffer.from(stdout).toString() }))
    )
  yield* Effect.forEach(folders, run, { concurrency: "unbounded" })
})

await Effect.runPromise(program)
