import { CursorAdapter } from "@pawl/adapter-cursor"
import { HookFormats } from "@pawl/core"

/** The formats that this program knows: another one is another line here. Rule: CLI-9 */
export const formats = HookFormats.layer(CursorAdapter.layer)
