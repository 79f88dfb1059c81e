import type { Identity } from "@pawl/core"

/** The variables under which Cursor tells a hook who and what it runs for. Rule: CUR-58 */
export const aliases = (identity: Identity): Readonly<Record<string, string>> => ({
  CURSOR_PROJECT_DIR: identity.projectDirectory,
  CLAUDE_PROJECT_DIR: identity.projectDirectory,
  CURSOR_VERSION: identity.hostVersion,
  ...(identity.userEmail === undefined ? {} : { CURSOR_USER_EMAIL: identity.userEmail }),
  ...(identity.transcriptPath === undefined ? {} : { CURSOR_TRANSCRIPT_PATH: identity.transcriptPath }),
  ...(identity.remote ? { CURSOR_CODE_REMOTE: "true" } : {})
})
