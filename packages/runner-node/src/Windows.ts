import childProcess from "node:child_process"
import type { Variables } from "./Environment.ts"
import type { ProcessTree } from "./ProcessTree.ts"

/** The command processor that the system names. Rule: RUN-23 */
export const windowsShell = (variables: Variables): string => variables.ComSpec ?? "cmd.exe"

/**
 * `/d` keeps registry commands out, `/s` takes off exactly the outer quotes, so that the command reaches the processor as
 * it was written. Rule: RUN-23
 */
export const windowsCommandLine = (shell: string, command: string) => ({
  program: shell,
  arguments: ["/d", "/s", "/c", `"${command}"`],
  verbatim: true
})

/**
 * Windows has no groups and no polite signal: a hook and the children that it still has are ended at once. A child whose
 * parent is gone is not found; a Job Object would find it, and Node has none. Rule: RUN-23
 */
export const windowsProcessTree: ProcessTree = {
  find: () => new Map(),
  hasEnded: () => false,
  hold: () => {},
  ask: () => {},
  end: (leader) => {
    const ended = childProcess.spawn("taskkill", ["/T", "/F", "/PID", `${leader.pid}`], {
      stdio: "ignore",
      windowsHide: true
    })
    ended.on("error", () => {})
    ended.unref()
  },
  endFound: () => new Map()
}
