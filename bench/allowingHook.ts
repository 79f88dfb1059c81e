import * as Effect from "effect/Effect"
import type { Envelope } from "../packages/core/src/index.ts"
import { shellRun } from "../packages/core/src/testing/index.ts"
import { baseEnvironment, defaultEnvironmentPolicy } from "../packages/runner-node/src/index.ts"
import type { ByHand } from "./byHand.ts"
import type { BenchHost } from "./host.ts"

/** A hook that costs as little as a hook can. */
export const allowCommand = `echo '{"permission":"allow"}'`

const envelope: Envelope = shellRun("git status")

const { variables } = baseEnvironment(process.env, defaultEnvironmentPolicy)

/** What the hook of the other side gets: as many variables, and a payload of about the same size. */
export const handwritten = (cwd: string, detached: boolean): ByHand => ({
  command: allowCommand,
  cwd,
  detached,
  env: variables,
  payload: JSON.stringify({ hook_event_name: "beforeShellExecution", command: "git status", cwd, envelope })
})

/** One dispatch. One that does not come to what its hooks say would be no measurement. */
export const ask = async (host: BenchHost, hooks: number, traced: boolean): Promise<void> => {
  const { merged, records } = await Effect.runPromise(Effect.withTracerEnabled(host.dispatch(envelope), traced))
  if (merged.verdict._tag !== "Allow" || records.length !== hooks) throw new Error("the hooks were not asked")
}
