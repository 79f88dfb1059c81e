import { packageName as core } from "@pawl/core"
import { packageName as formatkit } from "@pawl/format-kit"

/** The name of this package. */
export const packageName = "@pawl/adapter-cursor" as const

/** A placeholder that proves that this package reaches what it depends on. */
export const reached: ReadonlyArray<unknown> = [core, formatkit]
