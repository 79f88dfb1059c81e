import { packageName as core } from "@pawl/core"

/** The name of this package. */
export const packageName = "@pawl/permission" as const

/** A placeholder that proves that this package reaches what it depends on. */
export const reached: ReadonlyArray<unknown> = [core]
