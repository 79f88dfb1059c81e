import type { HookPlace } from "@pawl/core"

/**
 * Where Cursor's files live. A team's file is handed out from a dashboard and has no place. Machine-wide paths are whole.
 * Rule: CUR-59
 */
export const places: ReadonlyArray<HookPlace> = [
  { kind: "enterprise", holds: "file", path: "/etc/cursor/hooks.json", platform: "linux" },
  {
    kind: "enterprise",
    holds: "file",
    path: "/Library/Application Support/Cursor/hooks.json",
    platform: "darwin"
  },
  { kind: "enterprise", holds: "file", path: "C:\\ProgramData\\Cursor\\hooks.json", platform: "win32" },
  { kind: "project", holds: "file", path: ".cursor/hooks.json" },
  { kind: "user", holds: "file", path: ".cursor/hooks.json" }
]
