import * as Layer from "effect/Layer"
import { CurrentSystem } from "../CurrentSystem.ts"

/** The operating system and the effective user of this process. Rule: SRC-6 */
export const layer: Layer.Layer<CurrentSystem> = Layer.sync(CurrentSystem, () => ({
  platform: process.platform,
  uid: process.geteuid?.()
}))
