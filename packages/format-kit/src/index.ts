import { packageName as core } from "@pawl/core"
import { parse } from "jsonc-parser"
import { RE2JS } from "re2js"

/** The name of this package. */
export const packageName = "@pawl/format-kit" as const

/** A placeholder that proves that this package reaches what it depends on. */
export const reached: ReadonlyArray<unknown> = [core, parse("1"), RE2JS.compile("a")]
