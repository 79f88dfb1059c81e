import process from "node:process"
import * as Context from "effect/Context"

/** The variables that this process was started with. Rule: CLI-4 */
export const Environment = Context.Reference<Readonly<Record<string, string | undefined>>>("pawl/Environment", {
  defaultValue: () => process.env
})
