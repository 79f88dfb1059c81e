import type { BindingId } from "./Binding.ts"

/** Who and what a hook runs for; turned into variables for its process. Rule: CORE-45 */
export interface Identity {
  readonly format: string
  readonly event: string
  readonly binding: BindingId
  readonly projectDirectory: string
  readonly hostVersion: string
  readonly remote: boolean
  readonly runId?: string
  readonly userEmail?: string
  readonly transcriptPath?: string
}

/** The variables that name who and what a hook runs for. The runner adds `PAWL_INVOCATIONS`. Rule: CORE-45 */
export const identityEnv = (identity: Identity): Record<string, string> => ({
  PAWL_PROJECT_DIR: identity.projectDirectory,
  PAWL_FORMAT: identity.format,
  PAWL_EVENT: identity.event,
  PAWL_BINDING: identity.binding,
  ...(identity.runId === undefined ? {} : { PAWL_RUN_ID: identity.runId }),
  ...(identity.userEmail === undefined ? {} : { PAWL_USER_EMAIL: identity.userEmail }),
  ...(identity.remote ? { PAWL_REMOTE: "1" } : {})
})
