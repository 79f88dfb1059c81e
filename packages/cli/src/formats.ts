import { CursorAdapter } from "@pawl/adapter-cursor"
import { HookFormats } from "@pawl/core"
import * as VmRegexEngine from "@pawl/format-kit/vm"
import * as Layer from "effect/Layer"

/**
 * The formats that this program knows: another one is another line here. Matchers that only the platform can run are run
 * by it, under a time bound: what compiles and tests them looks for the engine where it is called. Rule: CLI-9
 */
export const formats: Layer.Layer<HookFormats> = Layer.merge(
  Layer.orDie(HookFormats.layer(CursorAdapter.layer)),
  VmRegexEngine.layer
)
