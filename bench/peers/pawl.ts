import fs from "node:fs"
import path from "node:path"
import * as Effect from "effect/Effect"
import { shellRun } from "../../packages/core/src/testing/index.ts"
import { nodeHookRunner } from "../../packages/runner-node/src/index.ts"
import { makeHost } from "../host.ts"
import { type Engine, timeoutMs } from "./Engine.ts"

/** Pawl itself, with Cursor's format and its default reading. */
export const pawl: Engine = {
  name: "pawl",
  deny: `printf '{"permission":"deny"}'`,
  allow: `printf '{"permission":"allow"}'`,
  prepare: async ({ folder, scripts, text }) => {
    const hooks = scripts.map((script, index) => {
      const file = path.join(folder, `hook-${index}`)
      fs.writeFileSync(file, `#!/bin/sh\n${script}\n`, { mode: 0o755 })
      return { command: file, timeout: timeoutMs / 1_000 }
    })
    const host = await makeHost({ folder, hooks, runner: nodeHookRunner({ places: Math.max(4, scripts.length) }) })
    return {
      ask: async () => {
        const { merged } = await Effect.runPromise(host.dispatch(shellRun(text)))
        return merged.verdict._tag === "Deny"
      },
      close: host.close
    }
  }
}
