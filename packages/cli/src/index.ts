import { packageName as adaptercursor } from "@pawl/adapter-cursor"
import { packageName as core } from "@pawl/core"
import { packageName as formatkit } from "@pawl/format-kit"
import { packageName as permission } from "@pawl/permission"
import { packageName as runnernode } from "@pawl/runner-node"
import { packageName as sources } from "@pawl/sources"

/** The name of this package. */
export const packageName = "pawl" as const

/** A placeholder that proves that this package reaches what it depends on. */
export const reached: ReadonlyArray<unknown> = [adaptercursor, core, formatkit, permission, runnernode, sources]
