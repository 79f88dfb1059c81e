// A host that ends, without closing anything, as soon as its hook has written `started`. Words: the folder, the command,
// and how it ends: by `exit` or by an error that nobody catches.
import fs from "node:fs"
import process from "node:process"
import { HookRunner } from "@pawl/core"
import { nodeHookRunner } from "@pawl/runner-node"
import * as Effect from "effect/Effect"
import { hostInvocation } from "./hostInvocation.ts"

const [folder = "/", command = "exit 2", how = "exit"] = process.argv.slice(2)

Effect.runFork(
  Effect.provide(
    HookRunner.use((runner) => runner.run(hostInvocation(folder, command))),
    nodeHookRunner()
  )
)

setInterval(() => {
  if (!fs.existsSync(`${folder}/started`)) return
  if (how === "exit") process.exit(3)
  throw new Error("nobody catches this")
}, 10)
