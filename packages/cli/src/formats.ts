import { CursorAdapter } from "@pawl/adapter-cursor"
import { HookFormats } from "@pawl/core"
import * as Layer from "effect/Layer"

/** The formats that this program knows: another one is another line here. Rule: CLI-9 */
export const formats: Layer.Layer<HookFormats> = Layer.orDie(HookFormats.layer(CursorAdapter.layer))
