import type { HookInvocation } from "@pawl/core"

/** One start of a hook in the folder that a program of this directory was given. */
export const hostInvocation = (folder: string, command: string, timeoutMs = 20_000): HookInvocation => ({
  binding: `${folder}/hooks.json#test[0]`,
  format: "test",
  event: "test",
  handler: { _tag: "Shell", command },
  workingDirectory: folder,
  sessionEnv: {},
  identityEnv: { PAWL_PROJECT_DIR: folder },
  notInherited: [],
  outerInvocations: [],
  stdin: new Uint8Array(0),
  timeoutMs,
  beforeOperation: true
})
