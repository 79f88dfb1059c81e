import fs from "node:fs"
import path from "node:path"
import { pathToFileURL } from "node:url"
import { type Engine, timeoutMs } from "./Engine.ts"

interface Options {
  readonly cwd: string
  readonly workspacePath: string
  readonly rootSessionId: string
  readonly toolCallTimeoutMs: number
}

interface Hooks {
  readonly beforeTool?: (moment: object) => Promise<{ readonly stop?: boolean; readonly skip?: boolean } | undefined>
}

/** The hooks that `@cline/core` makes of the files in a project's `.clinerules/hooks`; one file for each event. */
export const loadCline = async (installed: string): Promise<Engine> => {
  const entry = pathToFileURL(path.join(installed, "@cline/core/dist/index.js")).href
  const core: { readonly createHookConfigFileHooks: (options: Options) => Hooks | undefined } = await import(entry)
  return {
    name: "@cline/core",
    deny: `printf '{"cancel":true,"errorMessage":"no"}'`,
    allow: `printf '{"cancel":false}'`,
    prepare: async ({ folder, scripts: [script = "", ...more], text }) => {
      if (more.length > 0) return undefined
      const place = path.join(folder, ".clinerules/hooks")
      fs.mkdirSync(place, { recursive: true })
      fs.writeFileSync(path.join(place, "PreToolUse"), `#!/bin/sh\n${script}\n`, { mode: 0o755 })
      const hooks = core.createHookConfigFileHooks({
        cwd: folder,
        workspacePath: folder,
        rootSessionId: "bench",
        toolCallTimeoutMs: timeoutMs
      })
      const input = { command: text }
      const moment = {
        snapshot: { agentId: "bench", conversationId: "bench", runId: "bench", iteration: 1, messages: [] },
        tool: { name: "run_commands" },
        toolCall: { toolCallId: "call", toolName: "run_commands", input },
        input
      }
      return {
        ask: async () => {
          const answer = await hooks?.beforeTool?.(moment)
          return answer?.stop === true || answer?.skip === true
        },
        close: async () => {}
      }
    }
  }
}
