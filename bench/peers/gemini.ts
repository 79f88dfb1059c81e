import fs from "node:fs"
import path from "node:path"
import { pathToFileURL } from "node:url"
import { type Engine, timeoutMs } from "./Engine.ts"

interface Hook {
  readonly type: "command"
  readonly command: string
  readonly timeout: number
}

interface Runner {
  readonly executeHooksParallel: (hooks: ReadonlyArray<Hook>, event: string, input: object) => Promise<object>
}

interface Aggregator {
  readonly aggregateResults: (
    results: object,
    event: string
  ) => { readonly finalOutput?: { readonly isBlockingDecision: () => boolean } }
}

const event = "BeforeTool"

/** What its runner asks of the program around it: a trusted folder, variables as they are. */
const config = {
  isTrustedFolder: () => true,
  sanitizationConfig: {
    allowedEnvironmentVariables: [],
    blockedEnvironmentVariables: [],
    enableEnvironmentVariableRedaction: false
  },
  storage: { getPlansDir: () => "/" }
}

/** The runner and the aggregator of `@google/gemini-cli-core`, which its own event handler puts together like this. */
export const loadGemini = async (installed: string): Promise<Engine> => {
  const load = (file: string) =>
    import(pathToFileURL(path.join(installed, "@google/gemini-cli-core/dist/src/hooks", file)).href)
  const { HookRunner }: { readonly HookRunner: new (around: typeof config) => Runner } = await load("hookRunner.js")
  const { HookAggregator }: { readonly HookAggregator: new () => Aggregator } = await load("hookAggregator.js")
  const runner = new HookRunner(config)
  const aggregator = new HookAggregator()
  return {
    name: "@google/gemini-cli-core",
    deny: `printf '{"decision":"deny","reason":"no"}'`,
    allow: `printf '{"decision":"allow"}'`,
    prepare: async ({ folder, scripts, text }) => {
      const hooks = scripts.map((script, index): Hook => {
        const command = path.join(folder, `hook-${index}`)
        fs.writeFileSync(command, `#!/bin/sh\n${script}\n`, { mode: 0o755 })
        return { type: "command", command, timeout: timeoutMs }
      })
      const input = {
        session_id: "bench",
        transcript_path: "",
        cwd: folder,
        hook_event_name: event,
        timestamp: new Date(0).toISOString(),
        tool_name: "run_shell_command",
        tool_input: { command: text }
      }
      return {
        ask: async () => {
          const results = await runner.executeHooksParallel(hooks, event, input)
          return aggregator.aggregateResults(results, event).finalOutput?.isBlockingDecision() === true
        },
        close: async () => {}
      }
    }
  }
}
